"""A Word file of a heading and a paragraph."""

from tests.support.files import docx, p


def sample(heading: str, sentence: str) -> bytes:
    return docx(p(heading, "Titre1") + p(sentence))
