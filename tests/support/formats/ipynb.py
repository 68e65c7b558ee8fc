"""A notebook of a heading and a paragraph."""

from tests.support.more_files import notebook


def sample(heading: str, sentence: str) -> bytes:
    return notebook({"cell_type": "markdown", "source": [f"# {heading}\n", "\n", sentence]})
