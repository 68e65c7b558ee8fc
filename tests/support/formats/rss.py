"""A feed with one entry."""


def sample(heading: str, sentence: str) -> bytes:
    item = f"<item><title>{heading}</title><description>{sentence}</description></item>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{item}</channel></rss>'.encode()
