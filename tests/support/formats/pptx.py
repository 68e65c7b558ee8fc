"""A presentation of a slide."""

from tests.support.more_files import presentation


def sample(heading: str, sentence: str) -> bytes:
    return presentation([(heading, [sentence], "")])
