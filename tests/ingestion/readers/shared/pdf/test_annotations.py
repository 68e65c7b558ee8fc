"""Fields of forms, comments of reviewers, text boxes and files inside a PDF."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from tests.support.printed import Script, page, stream, text_at

RECT = "/Rect[200 698 400 714]"
LABEL = text_at(72, 700, "Customer:")


def field(entries: str, rect: str = RECT) -> str:
    return f"<</Type/Annot/Subtype/Widget/P 3 0 R/F 4{rect}{entries}>>"


def text_of(data: bytes, omissions: Omissions | None = None) -> str:
    return read(data, omissions or Omissions()).text


@pytest.mark.parametrize(
    ("entries", "shown"),
    [
        ("/FT/Tx/T(a)/V(Acme Ltd)", " Acme Ltd"),
        ("/FT/Tx/T(a)/V(Acme Ltd)/AP<</N 10 0 R>>", " Acme Ltd"),
        ("/FT/Tx/T(a)/V<feff0041006300e9>", " Acé"),
        ("/FT/Tx/T(a)", ""),
        ("/FT/Btn/T(a)/V/Yes/AS/Yes", " [x]"),
        ("/FT/Btn/T(a)/V/Off/AS/Off", " [ ]"),
        ("/FT/Btn/T(a)/V/Yes/AS/Yes/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>", " [x]"),
        ("/FT/Btn/T(a)/V/Off/AS/Off/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>", " [ ]"),
        ("/FT/Btn/T(a)/Ff 32768/V/2/AS/2/AP<</N<</2 4 0 R/Off 4 0 R>>>>", " [x]"),
        ("/FT/Btn/T(a)/Ff 65536/MK<</CA(Send)>>", ""),
        ("/FT/Ch/T(a)/Ff 131072/Opt[[(de)(Germany)][(fr)(France)]]/V(fr)", " France"),
        ("/FT/Ch/T(a)/Opt[(red)(green)(blue)]/V[(red)(blue)]/I[0 2]", " red, blue"),
    ],
)
def test_a_field_shows_its_value_after_its_label(entries: str, shown: str) -> None:
    assert text_of(page(LABEL, annotations=[field(entries)])) == f"Customer:{shown}"


def test_each_line_of_a_form_stays_a_line() -> None:
    fields = [field(f"/FT/Tx/T(f{n})/V(value {n})", f"/Rect[200 {698 - 15 * n} 400 {712 - 15 * n}]") for n in range(3)]
    labels = "".join(text_at(72, 700 - 15 * n, f"Label {n}:") for n in range(3))
    assert text_of(page(labels, annotations=fields)).split("\n\n") == [f"Label {n}: value {n}" for n in range(3)]


def test_a_box_before_its_label_and_lines_of_a_large_field() -> None:
    ticked = field("/FT/Btn/T(t)/V/Yes/AS/Yes", "/Rect[72 698 84 710]")
    remarks = field("/FT/Tx/T(r)/Ff 4096/V(First line\\nSecond line)", "/Rect[72 500 300 600]")
    found = text_of(page(text_at(90, 700, "I agree"), annotations=[ticked, remarks]))
    assert found == "[x] I agree\n\nFirst line\n\nSecond line"


def test_a_field_of_a_hebrew_form_follows_its_label() -> None:
    script = Script("שם מלא:דנה")
    data = script.page(
        script.one_by_one(500, 700, "שם מלא:"),
        annotations=[field("/FT/Tx/T(a)/V<feff05d305e005d4>", "/Rect[200 698 400 714]")],
    )
    assert text_of(data) == "שם מלא: דנה"


def test_a_password_is_counted_and_a_hidden_field_is_left_out() -> None:
    omissions = Omissions()
    hidden = field("/FT/Tx/T(b)/V(secret)", "/Rect[200 600 400 614]").replace("/F 4", "/F 2")
    password = field("/FT/Tx/T(a)/Ff 8192/V(secret)")
    assert text_of(page(LABEL, annotations=[password, hidden]), omissions) == "Customer:"
    assert {entry["kind"]: entry["count"] for entry in omissions.left_out} == {"form_field": 1, "hidden_text": 1}
    assert "secret" in text_of(page(LABEL, annotations=[hidden]), Omissions(read_hidden=True))


def note(kind: str, entries: str) -> str:
    return f"<</Type/Annot/Subtype/{kind}/Rect[72 690 300 720]{entries}>>"


QUADS = "/QuadPoints[72 712 135 712 72 696 135 696]"


def test_comments_follow_the_text_with_the_words_that_they_are_about() -> None:
    annotations = [
        note("Highlight", f"{QUADS}/T(Ann)/Contents(Which customer?)"),
        note("Text", "/T(Ben)/Contents(# Not a heading)"),
        note("Text", "/T(Cleo)/Contents(The new one.)/IRT 10 0 R"),
        note("Text", "/T(Cleo)/Contents(Accepted)/StateModel(Review)/IRT 10 0 R"),
        note("Stamp", "/Name/Approved"),
        note("Highlight", QUADS),
        note("Popup", "/Contents(twice)"),
    ]
    found = read(page(LABEL, annotations=annotations), Omissions())
    assert found.text.split("\n\n") == [
        "Customer:",
        "## Comment by Ann",
        "> Customer:",
        "Which customer?",
        "## Comment by Cleo",
        "The new one.",
        "## Comment by Ben",
        "\\# Not a heading",
        "## Comment by a reviewer",
        "Approved",
    ]
    assert [(line.page, line.left) for line in found.lines] == [(1, 72)] * 5
    assert found.text[found.lines[2].start : found.lines[2].end] == "## Comment by Cleo\n\nThe new one."


def test_a_text_box_is_part_of_the_page_and_a_line_of_a_reviewer_strikes_out() -> None:
    annotations = [
        note("StrikeOut", QUADS),
        note("FreeText", "/Contents(Typed later)").replace("690 300 720", "640 300 660"),
    ]
    assert text_of(page(LABEL, annotations=annotations)) == "~~Customer:~~\n\nTyped later"


def test_files_and_films_inside_are_counted() -> None:
    omissions = Omissions()
    spec = "<</Type/Filespec/F(plan.xlsx)/UF(plan.xlsx)/EF<</F 12 0 R>>>>"
    data = page(
        LABEL,
        annotations=[note("FileAttachment", f"/FS {spec}"), note("RichMedia", "")],
        catalog=f"/Names<</EmbeddedFiles<</Names[(a){spec}]>>>>",
        more=[stream("data")],
    )
    read(data, omissions)
    assert omissions.left_out == [
        {"kind": "object", "count": 3, "text": "3 embedded objects (plan.xlsx, plan.xlsx)"},
    ]


def test_a_dynamic_form_is_said_to_be_unread() -> None:
    catalog = "/AcroForm<</Fields[]/XFA[(template) 9 0 R]>>/NeedsRendering true"
    assert "XFA form" in read(page(LABEL, catalog=catalog), Omissions()).note
