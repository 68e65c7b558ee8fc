"""A section with one paragraph, in reStructuredText."""


def sample(heading: str, sentence: str) -> bytes:
    return f"{heading}\n{'=' * len(heading)}\n\n{sentence}\n".encode()
