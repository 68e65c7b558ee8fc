"""CSV texts as the Markdown tables that they become."""

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.delimited import csv_lines


def read_csv(text: str) -> str:
    """Returns a whole CSV text as a Markdown table."""
    return "\n".join(csv_lines(lambda: [text], Omissions()))
