"""Spreadsheets of OpenDocument: cells as shown, merged and repeated ones; hidden rows, columns and sheets."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import ods as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import ODS
from tests.support.more_files import open_document, sheet

STYLES = """<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
<style:style style:name="ce1" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="ce2" style:family="table-cell"><style:text-properties fo:color="#ffffff"/></style:style>"""
ROWS = [["Name", "Price"], ["Red", "12.50"], ["White", "9"]]


def book(*sheets: str) -> bytes:
    return open_document(ODS, f"<office:spreadsheet>{''.join(sheets)}</office:spreadsheet>", automatic=STYLES)


def read(*sheets: str) -> tuple[str, list[str]]:
    omissions = Omissions()
    return reader.read(book(*sheets), omissions).text, [entry["text"] for entry in omissions.left_out]


def td(text: str, more: str = "", tag: str = "table-cell") -> str:
    return f"<table:{tag} {more}><text:p>{text}</text:p></table:{tag}>"


def test_sheets_are_tables_with_the_numbers_of_their_rows() -> None:
    assert read(sheet("Wine", ROWS, "ta1"), sheet("Beer", [["Name", "Price"], ["Ale", "5"]])) == (
        "# Wine\n\n## Rows 2–3\n\n| Name | Price |\n| --- | --- |\n| Red | 12.50 |\n| White | 9 |\n\n"
        "# Beer\n\n## Rows 2–2\n\n| Name | Price |\n| --- | --- |\n| Ale | 5 |",
        [],
    )


def test_cells_are_as_the_program_shows_them() -> None:
    rows = [
        ["Name", "Price", "Note"],
        [
            td('m<text:span text:style-name="T1">2</text:span>'),
            td("1.234,50 €", 'office:value-type="currency" office:value="1234.5"'),
            td("old", 'table:style-name="ce1"'),
        ],
        [
            "x",
            '<table:table-cell office:value-type="float" office:value="7"/>',
            td("a") + td("b", "", "covered-table-cell"),
        ],
    ]
    text, _ = read(sheet("S", rows))
    assert "| m² | 1.234,50 € | ~~old~~ |\n| x | 7 | a |" in text and "b" not in text.split("| a |")[1]


def test_hidden_rows_columns_and_sheets_are_left_out_and_counted() -> None:
    hidden = sheet("S", ROWS).replace("<table:table-row>", '<table:table-row table:visibility="{}">')
    rows = hidden.format("visible", "filter", "visible").replace(
        "<table:table-row", '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-row', 1
    )
    empty = '<table:table-row table:visibility="collapse" table:number-rows-repeated="9"><table:table-cell/></table:table-row>'
    found = rows.replace("</table:table>", f"{empty}</table:table>")
    assert read(found, sheet("Costs", ROWS, "ta2")) == (
        "# S\n\nName\n\nWhite",
        ["1 hidden row", "1 hidden column", "1 hidden sheet (Costs)"],
    )
    everything = reader.read(book(found, sheet("Costs", ROWS, "ta2")), Omissions(read_hidden=True)).text
    assert everything.count("| Red | 12.50 |") == 2
    assert read(sheet("S", [[td("see"), td("margin", 'table:style-name="ce2"')]])) == (
        "# S\n\nsee",
        ["1 text in the colour of its background"],
    )


def test_merged_and_repeated_cells_are_bounded() -> None:
    rows = [
        ["Region", "Town"],
        [td("North", 'table:number-rows-spanned="2"'), "Kiel"],
        ["<table:covered-table-cell/>", "Husum"],
        [td("x", 'table:number-columns-repeated="16384"')],
    ]
    wide = sheet("S", rows) + sheet("T", [["a", "b"]]).replace(
        "<table:table-row>", '<table:table-row table:number-rows-repeated="1048576">'
    )
    text, _ = read(wide)
    assert "| North | Kiel |" in text and "| North | Husum |" in text
    assert text.count("| x ") == reader.MOST_COLUMNS and len(text) < 100_000


def test_comments_and_shapes_stand_below_their_sheet() -> None:
    note = "<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>Too low.</text:p></office:annotation><text:p>5</text:p></table:table-cell>"
    shape = "<table:shapes><draw:custom-shape><text:p>A box.</text:p></draw:custom-shape><draw:frame><draw:image/></draw:frame></table:shapes>"
    made = sheet("S", [["Name", "Price"], ["Ale", note]])
    assert read(made.replace("<table:table-row>", f"{shape}<table:table-row>", 1)) == (
        "# S\n\n## Rows 2–2\n\n| Name | Price |\n| --- | --- |\n| Ale | 5 |\n\nA box.\n\n## Comment by Ann\n\n> B2: 5\n\nToo low.",
        ["1 picture"],
    )


def test_what_cannot_be_read_is_said() -> None:
    for data, words in (
        (book(sheet("S", [])), "no text"),
        (book(sheet("S", ROWS))[:-200], "damaged"),
        (open_document(ODS, "<office:text/>"), "not a spreadsheet"),
    ):
        with pytest.raises(Unreadable, match=words):
            reader.read(data, Omissions())
