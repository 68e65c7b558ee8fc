"""Workbooks: rows can be read and found alone, values stand as their cells show them, what is not there is told."""

from __future__ import annotations

import datetime
import io
import zipfile

import openpyxl
import pytest

from gateway.ingestion.readers import xlsx as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import workbook, zipped
from tests.support.splitting import split

HEADER = ["Name", "Price", "Share", "Since"]


def wines(count: int) -> list[list[object]]:
    return [[f"Wine of hill {number}", 1234.5 + number, 0.125, datetime.date(2024, 3, 5)] for number in range(count)]


def test_values_stand_as_their_cells_show_them() -> None:
    formats = {"A2": "@", "B2": '#,##0.00 "€"', "C2": "0.0%", "D2": "dd.mm.yyyy"}
    found = reader.read(workbook({"Prices": [HEADER, *wines(1)]}, formats=formats), Omissions())
    assert found.text == (
        "# Prices\n\n## Rows 2–2\n\n| Name | Price | Share | Since |\n| --- | --- | --- | --- |\n"
        "| Wine of hill 0 | 1,234.50 € | 12.5% | 05.03.2024 |"
    )
    assert (found.title, found.note) == (None, "")


def test_each_passage_names_sheet_and_rows_and_repeats_the_header() -> None:
    text = reader.read(workbook({"Prices": [["List of 2024"], [], HEADER, *wines(100)], "Empty": []}), Omissions()).text
    drafts = split(text)
    assert drafts[0].heading == "Prices" and "List of 2024" in drafts[0].text
    assert [draft.heading for draft in drafts[1:4]] == [
        "Prices › Rows 4–29",
        "Prices › Rows 30–54",
        "Prices › Rows 55–79",
    ]
    for draft in drafts[1:]:
        assert draft.text == text[draft.start : draft.end] and "| Name | Price | Share | Since |" in draft.text
    (cited,) = [draft for draft in drafts if "hill 57 " in draft.text]
    assert cited.heading == "Prices › Rows 55–79"
    assert "Empty" not in text


def test_tables_beside_empty_rows_and_columns_stand_alone() -> None:
    rows = [[None, None, "a", "b"], [None, None, 1, None], [], ["c", "d"], ["x|y", True]]
    assert reader.read(workbook({"S": rows}), Omissions()).text == (
        "# S\n\n## Rows 2–2\n\n| a | b |\n| --- | --- |\n| 1 |  |\n\n## Rows 5–5\n\n| c | d |\n| --- | --- |\n| x\\|y | TRUE |"
    )


def test_hidden_sheets_and_formulas_without_a_value_are_told() -> None:
    data = workbook({"Sums": [["a", "b"], [1, "=A2*2"]], "Secret": [["key"]]}, hidden=["Secret"])
    omissions = Omissions()
    found = reader.read(data, omissions)
    assert "key" not in found.text
    assert found.note == "has 1 formula without a stored value; open it in a spreadsheet program and save it there."
    assert omissions.left_out == [{"kind": "hidden_sheet", "count": 1, "text": "1 hidden sheet (Secret)"}]


def test_a_sheet_that_claims_to_be_huge_costs_what_it_holds() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B1"], book.active["XFD90000"] = "a", "b", "far"
    out = io.BytesIO()
    book.save(out)
    assert "| a | b |" in reader.read(out.getvalue(), Omissions()).text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "encrypted"),
        (workbook({"a": [["x"]]})[:-200], "damaged"),
        (zipped({"other.xml": "<a/>"}), "not a workbook"),
        (zipped({"xl/workbook.xml": "<a>"}), "damaged"),
        (workbook({"a": []}), "holds no text"),
    ],
    ids=["encrypted", "cut off", "another archive", "broken XML", "empty"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")


def test_a_workbook_of_too_many_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_CELLS", 100)
    with pytest.raises(Unreadable, match="more than 100 cells"):
        reader.read(workbook({"a": [HEADER, *wines(30)]}), Omissions())


def test_a_cell_that_is_merged_over_rows_stands_in_each_of_them() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for cells in (["All fruit"], ["Kind", "Name"], ["Apple", "Boskoop"], [None, "Elstar"], ["Pear", "Conference"]):
        book.active.append(cells)
    for cells in ("A1:B1", "A3:A4"):
        book.active.merge_cells(cells)
    book.save(file)
    text = reader.read(file.getvalue(), Omissions()).text
    assert "# Sheet\n\n## Rows 3–5\n\nAll fruit\n\n| Kind | Name |" in text
    assert "| Apple | Boskoop |\n| Apple | Elstar |\n| Pear | Conference |" in text and text.count("All fruit") == 1


def test_every_group_repeats_all_rows_of_the_header_and_the_merged_title() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Sales by region"])
    book.active.append(["Region", 2023, None, 2024])
    book.active.append([None, *["Spring", "Autumn"] * 2])
    for number in range(100):
        book.active.append([f"Region number {number}", *range(number, number + 4)])
    for cells in ("A1:E1", "A2:A3", "B2:C2", "D2:E2"):
        book.active.merge_cells(cells)
    book.save(file)
    passages = split(reader.read(file.getvalue(), Omissions()).text)
    header = "| Region | 2023 Spring | 2023 Autumn | 2024 Spring | 2024 Autumn |"
    assert len(passages) > 3
    assert all(f"\n\nSales by region\n\n{header}\n| --- |" in passage.text for passage in passages)


def test_hidden_rows_and_columns_are_left_out_and_counted() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    for cells in (["Part", "Cost", "Price"], ["Seal", 5, 10], ["Prototype", 1, 99], ["Valve", 8, 20]):
        sheet.append(cells)
    sheet.row_dimensions[3].hidden = sheet.column_dimensions["B"].hidden = True
    sheet["B2"].comment = openpyxl.comments.Comment("cheap", "Ann")
    sheet["C4"].comment = openpyxl.comments.Comment("too dear", "Ann")
    book.save(file)
    omissions = Omissions()
    text = reader.read(file.getvalue(), omissions).text
    assert text == (
        "# Sheet\n\n## Rows 2–4\n\n| Part | Price |\n| --- | --- |\n| Seal | 10 |\n| Valve | 20 |\n\n"
        "## Comment by Ann\n\n> C4: 20\n\ntoo dear"
    )
    assert {each["kind"]: each["count"] for each in omissions.left_out} == {"hidden_row": 1, "hidden_column": 1}
    text = reader.read(file.getvalue(), Omissions(read_hidden=True)).text
    assert "| Prototype | 1 | 99 |" in text and "> B2: 5\n\ncheap" in text


def test_rows_that_are_printed_on_each_page_are_the_header() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for cells in (["Stock", "north", "hall"], ["Part", "Place", "State"], ["Seal", "A", "new"]):
        book.active.append(cells)
    book.active.print_title_rows = "1:2"
    book.save(file)
    assert "| Stock Part | north Place | hall State |\n" in reader.read(file.getvalue(), Omissions()).text


def test_a_defined_table_says_where_its_header_is() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for cells in (["Stock", "north", "hall"], ["Part", "Place", "State"], ["Seal", "A", "new"], ["Valve", "B", "old"]):
        book.active.append(cells)
    book.active.add_table(openpyxl.worksheet.table.Table(displayName="Parts", ref="A2:C4"))
    book.save(file)
    assert "| Stock Part | north Place | hall State |\n" in reader.read(file.getvalue(), Omissions()).text


@pytest.mark.parametrize("name", ["xl/workbook9.xml", "xl\\workbook.xml", "XL/Workbook.xml"])
def test_the_main_part_is_found_whatever_its_name(name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(workbook({"Fruit": [["Name", "Price"], ["Apple", 3]]}))) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    relations = parts.pop("xl/_rels/workbook.xml.rels")
    parts[name] = parts.pop("xl/workbook.xml")
    folder, _, file = name.replace("\\", "/").rpartition("/")
    parts[f"{folder}/_rels/{file}.rels"] = relations
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(b"xl/workbook.xml", name.encode())
    assert "| Apple | 3 |" in reader.read(zipped(parts), Omissions()).text


def test_strict_workbooks_and_the_calendar_of_1904_are_read() -> None:
    data = workbook({"S": [["Since"], [1], [2]]}, formats={"A2": "yyyy-mm-dd"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<workbookPr/>", b'<workbookPr date1904="1"/>')
    strict = {
        part: content.replace(b"http://schemas.openxmlformats.org/spreadsheetml/2006/main", b"urn:strict").replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
        for part, content in parts.items()
    }
    for each in (parts, strict):
        assert "1904-01-02" in reader.read(zipped(each), Omissions()).text


def test_a_title_that_begins_in_a_hidden_column_is_that_of_the_others() -> None:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for cells in (["Part", "2023", None, None], [None, "Plan", "Real", "Left"], ["Seal", 1, 2, 3], ["Valve", 4, 5, 6]):
        book.active.append(cells)
    book.active.merge_cells("B1:D1")
    book.active.column_dimensions["B"].hidden = True
    book.save(file)
    text = reader.read(file.getvalue(), Omissions()).text
    assert "| Part | 2023 Real | 2023 Left |" in text and "| Valve | 5 | 6 |" in text
