"""A table of one row, cut by commas."""


def sample(heading: str, sentence: str) -> bytes:
    return f'{heading},Text\n1,"{sentence}"\n'.encode()
