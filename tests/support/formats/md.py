"""Markdown: a heading and a paragraph."""


def sample(heading: str, sentence: str) -> bytes:
    return f"# {heading}\n\n{sentence}\n".encode()
