"""Plain text: two paragraphs."""


def sample(heading: str, sentence: str) -> bytes:
    return f"{heading}\n\n{sentence}\n".encode()
