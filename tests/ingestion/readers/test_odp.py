"""Presentations of OpenDocument: slides with their numbers, lists, notes and comments; hidden slides and shapes."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import odp as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import ODP
from tests.support.more_files import OPEN_DOCUMENT, open_document

STYLES = """<style:style style:name="dp1" style:family="drawing-page"/>
<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
<style:style style:name="dp3" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid" draw:fill-color="#000080"/></style:style>
<style:style style:name="pr1" style:family="presentation"><style:graphic-properties draw:fill="none"/></style:style>
<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
<style:style style:name="T2" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/></text:list-style>"""
NAMED = f"""<office:document-styles {OPEN_DOCUMENT}><office:automatic-styles><style:page-layout style:name="PM1">
<style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM1"/></office:master-styles></office:document-styles>"""


def frame(text: str, kind: str = "", more: str = 'svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="2cm"') -> str:
    inner = text if text.startswith("<") else f"<text:p>{text}</text:p>"
    return f'<draw:frame presentation:style-name="pr1" presentation:class="{kind}" {more}><draw:text-box>{inner}</draw:text-box></draw:frame>'


def page(*shapes: str, style: str = "dp1") -> str:
    return f'<draw:page draw:style-name="{style}" draw:master-page-name="Default">{"".join(shapes)}</draw:page>'


def show(*pages: str, title: str = "") -> bytes:
    body = f"<office:presentation>{''.join(pages)}</office:presentation>"
    return open_document(ODP, body, automatic=STYLES, title=title, styles=NAMED)


def read(*pages: str) -> tuple[str, list[str]]:
    omissions = Omissions()
    text = reader.read(show(*pages), omissions).text
    return text, [entry["text"] for entry in omissions.left_out]


ITEM = '<text:list text:style-name="L1"><text:list-item><text:p>{}</text:p></text:list-item></text:list>'


def test_slides_have_titles_points_tables_notes_and_comments() -> None:
    cells = "".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in ("Name", "Price"))
    text, _ = read(
        page(
            frame('<text:p>10<text:span text:style-name="T1">6</text:span></text:p><text:p>litres</text:p>', "title"),
            frame(ITEM.format("first") + ITEM.format("second"), "outline"),
            f"<draw:frame><table:table><table:table-row>{cells}</table:table-row></table:table></draw:frame>",
            "<office:annotation><dc:creator>Ann</dc:creator><text:p>Check this.</text:p></office:annotation>",
            frame("12", "page-number"),
            f"<presentation:notes>{frame('Say it slowly.', 'notes')}</presentation:notes>",
        ),
        page(frame(ITEM.format("anew"), "outline")),
    )
    assert text == (
        "# Slide 1: 10⁶ litres\n\n1) first\n2) second\n\n| Name | Price |\n| --- | --- |\n\n## Speaker notes\n\n"
        "Say it slowly.\n\n## Comment by Ann\n\nCheck this.\n\n# Slide 2\n\n1) anew"
    )


def test_hidden_slides_and_shapes_outside_are_left_out_and_counted() -> None:
    below = 'svg:x="1cm" svg:y="16cm" svg:width="5cm" svg:height="2cm"'
    left = 'svg:x="-9cm" svg:y="1cm" svg:width="5cm" svg:height="2cm"'
    group = f"<draw:g>{frame('left', more=left)}</draw:g>"
    white = '<text:p>see <text:span text:style-name="T2">white</text:span></text:p>'
    pages = (
        page(frame("Margin"), style="dp2"),
        page(frame("shown"), frame("below", more=below), group, frame(white)),
        page(frame(white), style="dp3"),
    )
    assert read(*pages) == (
        "# Slide 2\n\nshown\n\nsee\n\n# Slide 3\n\nsee white",
        ["1 hidden slide (1)", "2 shapes outside their slides", "1 text in the colour of its background"],
    )
    everything = reader.read(show(*pages), Omissions(read_hidden=True)).text
    assert all(word in everything for word in ("Margin", "below", "left"))


def test_what_cannot_be_read_is_said() -> None:
    for data, words in (
        (show(page()), "only pictures"),
        (show(page(frame("x")))[:-200], "damaged"),
        (open_document(ODP, "<office:text/>"), "not a presentation"),
    ):
        with pytest.raises(Unreadable, match=words):
            reader.read(data, Omissions())
