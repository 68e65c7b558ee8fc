"""Text of a page that nobody can see is left out and counted."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from tests.support.printed import page, text_at

SEEN = text_at(72, 700, "Seen text.")
SCAN = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q "


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("1 1 1 rg " + text_at(72, 600, "secret"), "white_text"),
        ("1 g " + text_at(72, 600, "secret"), "white_text"),
        ("0 0 0 0 k " + text_at(72, 600, "secret"), "white_text"),
        ("1 0 0 rg 50 580 300 50 re f " + text_at(72, 600, "secret"), "white_text"),
        ("0 g 50 580 300 50 re f 1 g 50 580 300 50 re f " + text_at(72, 600, "secret"), "white_text"),
        ("3 Tr " + text_at(72, 600, "secret") + "0 Tr", "invisible_text"),
        (text_at(72, 600, "secret", 0.3), "tiny_text"),
        (text_at(-400, 600, "secret"), "off_page_text"),
        (text_at(72, 900, "secret"), "off_page_text"),
    ],
)
def test_hidden_text(content: str, kind: str) -> None:
    omissions = Omissions()
    assert read(page(SEEN + content), omissions).text == "Seen text."
    assert [(entry["kind"], entry["count"]) for entry in omissions.left_out] == [(kind, 1)]
    assert "secret" in read(page(SEEN + content), Omissions(read_hidden=True)).text


@pytest.mark.parametrize(
    "content",
    [
        "0 0 1 rg 50 580 300 50 re f 1 g " + text_at(72, 600, "shown"),
        SCAN + "1 g " + text_at(72, 600, "shown"),
        "1 g 50 580 300 50 re f 0 g " + text_at(72, 600, "shown"),
        "0 0 1 RG 30 w 50 604 m 350 604 l S 1 g " + text_at(72, 600, "shown"),
        "/Pattern cs /P1 scn 50 580 300 50 re f 0 g " + text_at(72, 600, "shown") + "1 g " + text_at(72, 500, "  "),
        "0.9 0.3 0.3 rg " + text_at(72, 600, "shown"),
        text_at(72, 600, "shown", 4),
    ],
)
def test_text_that_stands_out_is_kept(content: str) -> None:
    omissions = Omissions()
    assert "shown" in read(page(SEEN + content), omissions).text
    assert omissions.left_out == []


def test_recognised_text_below_a_scan_is_its_text() -> None:
    omissions = Omissions()
    assert read(page(SCAN + "3 Tr " + text_at(72, 600, "Recognised words")), omissions).text == "Recognised words"
    assert omissions.left_out == []


def test_invisible_text_before_a_background_picture_is_hidden() -> None:
    omissions = Omissions()
    data = page(SCAN + text_at(72, 700, "A sentence that people see.") + "3 Tr " + text_at(72, 600, "stuffing"))
    assert read(data, omissions).text == "A sentence that people see."
    assert omissions.left_out[0]["kind"] == "invisible_text"


def test_text_outside_the_crop_box_is_not_read() -> None:
    content = text_at(72, 700, "Left half.") + text_at(372, 700, "Right half.")
    assert read(page(content, page_entries="/CropBox[300 0 600 800]"), Omissions()).text == "Right half."
    assert read(page(content, page_entries="/CropBox[0 0 300 800]/Rotate 90"), Omissions()).text == "Left half."


def test_text_in_a_form_inside_the_page_is_looked_at() -> None:
    inner = "1 g BT /F 12 Tf 0 0 Td (secret) Tj ET 0 g BT /F 12 Tf 0 50 Td (shown) Tj ET"
    form = (
        "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>"
        f"/Length {len(inner)}>>\nstream\n{inner}\nendstream"
    )
    found = read(
        page(SEEN + "q 1 0 0 1 72 600 cm /X Do Q", more=[form], fonts=">>/XObject<</X 10 0 R"), Omissions()
    ).text
    assert "shown" in found
    assert "secret" not in found
