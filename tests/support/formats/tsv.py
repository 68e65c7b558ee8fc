"""A table of one row, cut by tabs."""


def sample(heading: str, sentence: str) -> bytes:
    return f"{heading}\tText\n1\t{sentence}\n".encode()
