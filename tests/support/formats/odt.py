"""A text of OpenDocument of a heading and a paragraph."""

from tests.support.more_files import odt


def sample(heading: str, sentence: str) -> bytes:
    return odt(f'<text:h text:outline-level="1">{heading}</text:h><text:p>{sentence}</text:p>')
