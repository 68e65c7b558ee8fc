"""Comments and drawings of a sheet."""

from __future__ import annotations

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import authors_of
from gateway.ingestion.readers.workbooks.sheet_remarks import (
    CellComment,
    cell_comments,
    drawn_texts,
    written_comment,
)
from gateway.knowledge.documents.omissions import Omissions
from tests.support.more_files import zipped


def relations(*related: tuple[str, str]) -> str:
    parts = (f'<Relationship Id="r{at}" Type="x/{kind}" Target="{name}"/>' for at, (kind, name) in enumerate(related))
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{namespace}">{"".join(parts)}</Relationships>'


NOTES = (
    "<comments><authors><author>Ann</author><author>tc={1}</author></authors><commentList>"
    '<comment ref="B2" authorId="0"><text><r><t>Ann:</t></r><r><t>\n10</t></r>'
    '<r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r></text></comment>'
    '<comment ref="B3" authorId="1"><text><t>[Threaded comment] Why?</t></text></comment></commentList></comments>'
)
THREADS = (
    '<ThreadedComments><threadedComment ref="B3" personId="p"><text>Why?</text></threadedComment>'
    '<threadedComment ref="B3" personId="q"><text> </text></threadedComment></ThreadedComments>'
)
DRAWING = (
    '<wsDr><sp><nvSpPr><cNvPr id="1" name="Box"/></nvSpPr><txBody><p><r><t># Without tax</t></r></p></txBody></sp>'
    '<sp><nvSpPr><cNvPr id="2" name="x" hidden="1"/></nvSpPr><txBody><p><r><t>secret</t></r></p></txBody></sp>'
    '<pic/><AlternateContent><Choice><sp><nvSpPr><cNvPr id="3" name="Check Box 1" hidden="1"/></nvSpPr><txBody><p><r>'
    "<t>Paid</t></r></p></txBody></sp></Choice><Fallback><sp><txBody><p><r><t>not available</t></r></p></txBody></sp>"
    "</Fallback></AlternateContent></wsDr>"
)
CHART = "<chartSpace><chart><title><tx><rich><p><r><t>Sales by </t></r><r><t>year</t></r></p></rich></tx></title></chart></chartSpace>"


def test_notes_and_threads_have_their_authors() -> None:
    parts = {
        "s.xml": "<a/>",
        "notes.xml": NOTES,
        "threads.xml": THREADS,
        "people.xml": '<personList><person displayName="Bo Li" id="p"/></personList>',
        "_rels/s.xml.rels": relations(
            ("comments", "notes.xml"), ("threadedComment", "threads.xml"), ("person", "people.xml")
        ),
    }
    package = Package(zipped(parts), "a thing", "s.xml")
    persons = authors_of(package)
    assert persons == {"p": "Bo Li"}
    assert cell_comments(package, "s.xml", persons) == [
        CellComment("B2", "Ann", "10⁶"),
        CellComment("B3", "Bo Li", "Why?"),
    ]


def test_a_comment_names_its_author_and_its_cell() -> None:
    assert written_comment(CellComment("B2", " Ann  Lee", "- no\nyes"), "10") == (
        "## Comment by Ann Lee\n\n> B2: 10\n\n\\- no\nyes"
    )
    assert written_comment(CellComment("B2", "", "no"), "") == "## Comment by a reviewer\n\n> B2\n\nno"


def test_texts_of_shapes_and_titles_of_charts_are_read_and_the_rest_is_counted() -> None:
    parts = {
        "s.xml": "<a/>",
        "d.xml": DRAWING,
        "c.xml": CHART,
        "v.xml": '<xml><shape><textbox><div>Paid</div></textbox><ClientData ObjectType="Checkbox"><Checked>1</Checked>'
        '</ClientData></shape><shape><textbox>Sent</textbox><ClientData ObjectType="Checkbox"/></shape>'
        '<shape><textbox>note</textbox><ClientData ObjectType="Note"/></shape></xml>',
        "w.xml": "<xml><br></xml>",
        "_rels/s.xml.rels": relations(
            ("drawing", "d.xml"), ("oleObject", "o.bin"), ("vmlDrawing", "v.xml"), ("vmlDrawing", "w.xml")
        ),
        "_rels/d.xml.rels": relations(("chart", "c.xml")),
    }
    omissions = Omissions()
    found = list(drawn_texts(Package(zipped(parts), "a thing", "s.xml"), "s.xml", omissions))
    assert found == ["\\# Without tax", "Sales by year", "[x] Paid", "[ ] Sent"]
    counts = {each["kind"]: each["count"] for each in omissions.left_out}
    assert counts == {"picture": 1, "hidden_shape": 1, "chart": 1, "object": 1}
