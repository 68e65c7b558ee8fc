"""An RTF file of a heading and a paragraph."""


def sample(heading: str, sentence: str) -> bytes:
    return rb"{\rtf1\ansi {\pard\outlinelevel0 %s\par}{\pard %s\par}}" % (heading.encode(), sentence.encode())
