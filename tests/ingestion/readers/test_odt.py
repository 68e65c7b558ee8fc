"""Texts of OpenDocument: headings, lists, tables and footnotes; the broken get a sentence."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import odt as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import ODT, odt, zipped

BODY = """<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
<text:table-of-content><text:p>Wine 1</text:p></text:table-of-content>
<text:h text:outline-level="1">Wine</text:h>
<text:p>Red <text:span>wine</text:span><text:s text:c="2"/>is kept<text:line-break/>cold.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See the other book.</text:p></text:note-body></text:note><office:annotation><text:p>Really?</text:p></office:annotation></text:p>
<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Wine &amp; more</text:p></table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>
<text:section><text:h text:outline-level="2">Bottles</text:h><text:p><draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></text:p></text:section>"""


def test_headings_lists_tables_and_footnotes_are_kept() -> None:
    found = reader.read(odt(BODY, title="Keeping wine"), Omissions())
    assert found.title == "Keeping wine"
    assert found.text == (
        "# Wine\n\nRed wine is kept\ncold.[1]\n\n- one\n  - two\n\n| Name | Price |\n| --- | --- |\n"
        "| Wine & more | 12 |\n\n## Bottles\n\nIn a box.\n\n1. See the other book."
    )


def test_a_title_that_says_nothing_gives_way_to_the_first_heading() -> None:
    assert reader.read(odt(BODY, title="Unbenannt 1"), Omissions()).title == "Wine"


def test_repeated_cells_are_few() -> None:
    cell = '<table:table-cell table:number-columns-repeated="99999999"><text:p>x</text:p></table:table-cell>'
    found = reader.read(
        odt(f"<text:p>Wine.</text:p><table:table><table:table-row>{cell}</table:table-row></table:table>"), Omissions()
    )
    assert len(found.text) < 3000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (odt(BODY)[:-200], "damaged"),
        (zipped({"mimetype": ODT}), "not a text document"),
        (odt("<text:p>"), "damaged"),
        (odt("", META_INF__x="x")[:30] + b"nothing", "damaged"),
        (zipped({"mimetype": ODT, "content.xml": "<a/>"}), "not a text"),
        (
            zipped({"content.xml": "<a/>", "META-INF/manifest.xml": "<m><f><encryption-data/></f></m>"}),
            "encrypted",
        ),
    ],
    ids=["cut off", "no text", "broken XML", "no archive", "a drawing", "encrypted"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")
