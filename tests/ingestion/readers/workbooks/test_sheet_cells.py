"""Cells of a sheet: where they are, what they show, what is hidden."""

from __future__ import annotations

from gateway.ingestion.readers.workbooks.cell_styles import CellStyle
from gateway.ingestion.readers.workbooks.sheet_cells import SheetCells
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import struck


def read(body: str, omissions: Omissions | None = None) -> SheetCells:
    styles = [CellStyle(), CellStyle(";;;"), CellStyle("0", (struck,)), CellStyle("yyyy-mm-dd")]
    cells = SheetCells(["zero", "one"], styles, omissions or Omissions(), is_1904=False)
    cells.read(f'<worksheet xmlns="n">{body}</worksheet>'.encode(), 100, 100)
    return cells


def rows(body: str, omissions: Omissions | None = None) -> list[tuple[int, list[str]]]:
    return [(row.number, row.cells) for row in read(f"<sheetData>{body}</sheetData>", omissions).rows]


def test_cells_without_a_place_follow_each_other() -> None:
    body = '<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c r="C3"><v>3</v></c><c><v>4</v></c></row>'
    assert rows(body) == [(1, ["1", "2"]), (3, ["", "", "3", "4"])]


def test_values_of_every_type() -> None:
    body = (
        '<row r="1"><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c>'
        '<c t="inlineStr"><is><t>in_x000D_\nline</t></is></c><c t="str"><f>x</f><v>text</v></c>'
        '<c t="d" s="3"><v>2024-03-05</v></c><c s="2"><v>120</v></c><c><v>1e999</v></c>'
        "<c><v>0.30000000000000004</v></c><c><v>12345678901234567</v></c></row>"
    )
    shown = ["one", "TRUE", "#DIV/0!", "in line", "text", "2024-03-05", "~~120~~", "1e999", "0.3", "12345678901234567"]
    assert rows(body) == [(1, shown)]


def test_boxes_to_tick() -> None:
    styles = [CellStyle(), CellStyle(is_box=True)]
    cells = SheetCells([], styles, Omissions(), is_1904=False)
    cells.read(b'<s><row><c s="1" t="b"><v>1</v></c><c s="1" t="b"><v>0</v></c><c s="1"/><c/></row></s>', 9, 9)
    assert cells.rows[0].cells == ["[x]", "[ ]", "[ ]"]


def test_a_formula_without_a_value_is_counted() -> None:
    cells = read(
        '<sheetData><row><c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>A1</f><v/></c>'
        "<c><f>A1</f><v>3</v></c></row></sheetData>"
    )
    assert cells.without_value == 2 and cells.rows[0].cells == ["", "", "", "3"]


def test_hidden_rows_and_values_are_left_out_and_counted() -> None:
    body = (
        '<row r="1"><c><v>1</v></c><c s="1"><v>2</v></c></row><row r="2" hidden="1"><c><v>3</v></c></row>'
        '<row r="3" ht="0"><c><v>4</v></c></row><row r="4" hidden="true"/><row r="5" hidden="1"/>'
    )
    omissions = Omissions()
    assert rows(body, omissions) == [(1, ["1"]), (2, []), (3, []), (5, [])]
    assert {found["kind"]: found["count"] for found in omissions.left_out} == {"hidden_text": 1, "hidden_row": 2}
    assert rows(body, Omissions(read_hidden=True)) == [(1, ["1", "2"]), (2, ["3"]), (3, ["4"]), (5, [])]


def test_hidden_columns_and_filters_are_known() -> None:
    cells = read(
        '<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/><col min="6" max="6" width="9"/></cols>'
        '<sheetData/><autoFilter ref="A4:D9"/><mergeCells><mergeCell ref="A1:B1"/></mergeCells>'
    )
    assert cells.hidden == {2, 3, 5}
    assert cells.heads == {4} and cells.merged == ["A1:B1"]
