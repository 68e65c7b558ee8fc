"""A workbook of a sheet with two cells below their names."""

from tests.support.more_files import workbook


def sample(heading: str, sentence: str) -> bytes:
    return workbook({heading: [["Task", "Note"], ["Monday", sentence]]})
