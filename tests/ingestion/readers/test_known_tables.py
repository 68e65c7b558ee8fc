"""No figure of a table differs from the one that its program shows."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import xlsx
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened
from tests.support.known_tables import tables


@pytest.mark.parametrize("table", list(tables(41, 12)), ids=lambda table: table.name)
def test_every_cell_is_in_the_row_of_its_table(table) -> None:
    text = (
        opened(table.data, table.name).text if table.name.endswith(".csv") else xlsx.read(table.data, Omissions()).text
    )
    lines = [line for line in text.split("\n") if line.startswith("| ") and "---" not in line]
    header = f"| {' | '.join(table.rows[0])} |"
    assert lines[0] == header
    assert [line for line in lines if line != header] == [f"| {' | '.join(row)} |" for row in table.rows[1:]]
