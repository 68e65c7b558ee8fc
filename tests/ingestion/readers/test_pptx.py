"""Presentations: slides with their numbers, points, tables and notes; hidden ones are named."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import pptx as reader
from gateway.ingestion.source_file import Source, cut, document_of
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, finished
from gateway.knowledge.format_table import PPTX
from tests.support.more_files import presentation, zipped

SLIDES = [
    (
        "Keeping wine",
        ["Red wine is kept in the cellar.", "\tNot above twelve degrees.", "White wine is kept cold."],
        "",
    ),
    ("Bottles", ["All bottles lie on their side."], "Say that the keeper counts them."),
]


def test_slides_have_numbers_titles_points_tables_and_notes() -> None:
    found = reader.read(presentation(SLIDES, table=[["Name", "Price"], ["Wine | red", "12"]]), Omissions())
    assert found.title == "Keeping wine"
    assert found.text == (
        "# Slide 1: Keeping wine\n\n- Red wine is kept in the cellar.\n  - Not above twelve degrees.\n"
        "- White wine is kept cold.\n\n# Slide 2: Bottles\n\nAll bottles lie on their side.\n\n"
        "| Name | Price |\n| --- | --- |\n| Wine \\| red | 12 |\n\n## Speaker notes\n\nSay that the keeper counts them."
    )


def test_a_passage_has_the_number_of_its_slide_as_page() -> None:
    extracted = finished(reader.read(presentation(SLIDES), Omissions()), "wine.pptx", PPTX, Omissions())
    document = document_of(Source(b"x", "wine.pptx"), "x", extracted, extracted.text)
    found = [(passage.page, passage.page_end, passage.heading) for passage in cut(document, [extracted.text])]
    assert found == [
        (1, 1, "Slide 1: Keeping wine"),
        (2, 2, "Slide 2: Bottles"),
        (2, 2, "Slide 2: Bottles › Speaker notes"),
    ]


def test_words_beside_the_text_are_of_its_language() -> None:
    points = ["Le vin rouge est gardé dans la cave de la maison, et le vin blanc est gardé au froid."]
    assert "# Diapositive 1: Le vin" in reader.read(presentation([("Le vin", points, "")]), Omissions()).text


def test_hidden_slides_are_left_out_and_named() -> None:
    omissions = Omissions()
    found = reader.read(presentation(SLIDES, hidden=[1]), omissions)
    assert "Keeping wine" not in found.text and "# Slide 2: Bottles" in found.text
    assert omissions.left_out == [{"kind": "hidden_slide", "count": 1, "text": "1 hidden slide (1)"}]
    assert "Keeping wine" in reader.read(presentation(SLIDES, hidden=[1]), Omissions(read_hidden=True)).text


@pytest.mark.parametrize(
    ("stated", "title"), [("Cellar rules", "Cellar rules"), ("PowerPoint Presentation", "Keeping wine")]
)
def test_a_telling_title_among_the_properties_wins(stated: str, title: str) -> None:
    assert reader.read(presentation(SLIDES, title=stated), Omissions()).title == title


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "encrypted"),
        (presentation(SLIDES)[:-200], "damaged"),
        (zipped({"other.xml": "<a/>"}), "not a presentation"),
        (zipped({"ppt/presentation.xml": "<a>"}), "damaged"),
        (presentation([("", [], "")]), "only pictures"),
    ],
    ids=["encrypted", "cut off", "another archive", "broken XML", "pictures"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")
