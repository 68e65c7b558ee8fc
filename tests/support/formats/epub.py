"""A book of a chapter."""

from tests.support.more_files import epub


def sample(heading: str, sentence: str) -> bytes:
    return epub({"c1": f"<h1>{heading}</h1><p>{sentence}</p>"})
