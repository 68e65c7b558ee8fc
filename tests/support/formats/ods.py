"""A spreadsheet of OpenDocument of a sheet with two cells below their names."""

from gateway.knowledge.format_table import ODS
from tests.support.more_files import open_document, sheet


def sample(heading: str, sentence: str) -> bytes:
    return open_document(
        ODS, f"<office:spreadsheet>{sheet(heading, [['Task', 'Note'], ['Monday', sentence]])}</office:spreadsheet>"
    )
