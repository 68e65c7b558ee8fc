"""A PDF of a heading and a paragraph."""

from tests.support.files import pdf


def sample(heading: str, sentence: str) -> bytes:
    return pdf([f"# {heading}", sentence])
