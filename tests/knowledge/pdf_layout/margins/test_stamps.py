"""Watermarks and stamps in margins are no text; turned and slanted text of the page itself is."""

from __future__ import annotations

import io
import math

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.pdf_layout.margins.stamps import without_stamps
from gateway.knowledge.pdf_layout.runs import Run, turned

SENTENCE = "The cellar of the library holds wine from many countries, and its keeper counts it."
Turned = tuple[float, float, float, float, str]
"""Left, bottom, angle, size and text."""


def page(paper: canvas.Canvas, *stamps: Turned, title: str = "On Wine", lines: int = 20) -> None:
    for x, y, angle, size, text in stamps:
        paper.saveState()
        paper.setFont("Helvetica", size)
        paper.translate(x, y)
        paper.rotate(angle)
        paper.drawString(0, 0, text)
        paper.restoreState()
    paper.setFont("Helvetica", 16)
    paper.drawString(72, 740, title)
    paper.setFont("Helvetica", 10)
    for number in range(lines):
        paper.drawString(72, 710 - 14 * number, f"{number} {SENTENCE}")


def stamped(*pages: list[Turned], whole: float = 0) -> tuple[str, str | None, list[str]]:
    """Text, title and what was left out of pages with stamps."""
    out = io.BytesIO()
    paper = canvas.Canvas(out, pagesize=(842, 842) if whole else A4, invariant=1)
    paper.setTitle("")
    for number, stamps in enumerate(pages):
        if whole:
            paper.translate(*((800, 40) if whole == 90 else (120, -50)))
            paper.rotate(whole)
        page(paper, *stamps, title=f"On Wine {'abc'[number]}", lines=12 if whole % 90 else 20)
        paper.showPage()
    paper.save()
    omissions = Omissions()
    found = read(out.getvalue(), omissions)
    return found.text, found.title, [entry["text"] for entry in omissions.left_out if entry["kind"] == "watermark"]


PLAIN = stamped([])[0]


@pytest.mark.parametrize("angle", [20, 45, 60, 100, -30, -45])
def test_a_slanted_watermark_is_left_out_once(angle: int) -> None:
    mark = (150, 250 if angle > 0 else 600, angle, 60, "CONFIDENTIAL COPY")
    assert stamped([mark]) == (PLAIN, "On Wine a", ["1 watermark"])
    assert stamped([mark], [mark])[1:] == ("On Wine a", ["1 watermark"])


def test_letters_of_a_watermark_that_are_drawn_one_by_one_are_one() -> None:
    letters = [(120 + 30 * at, 200 + 38 * at, 52, 60, letter) for at, letter in enumerate("CONFIDENTIAL")]
    assert stamped([(*mark,) for mark in letters])[2] == ["1 watermark"]


def test_small_slanted_words_all_over_a_page_are_a_watermark() -> None:
    tiles = [(x, y, 30, 9, "Licensed to J. Doe") for x in (60, 200, 340) for y in (100, 220, 340, 460)]
    assert stamped([(*tile,) for tile in tiles]) == (PLAIN, "On Wine a", ["1 watermark"])


@pytest.mark.parametrize(
    "mark",
    [
        (32, 240, 90, 20, "arXiv:2101.00001v1  [cs.CL]  1 Jan 2021"),
        (575, 500, -90, 24, "CONFIDENTIAL"),
        (120, 480, 0, 130, "DRAFT"),
    ],
    ids=["left margin", "right margin", "across the lines"],
)
def test_a_stamp_is_neither_title_nor_text(mark: Turned) -> None:
    assert stamped([mark]) == (PLAIN, "On Wine a", ["1 watermark"])


def test_letters_below_each_other_in_a_margin_are_one_stamp() -> None:
    letters = [(36, 700 - 24 * at, 0, 18, letter) for at, letter in enumerate("SECRET")]
    assert stamped([(*letter,) for letter in letters]) == (PLAIN, "On Wine a", ["1 watermark"])


def test_the_turned_name_of_an_axis_inside_the_text_is_read() -> None:
    text, _, left_out = stamped([(100, 200, 90, 9, "Pressure in bar")])
    assert text == f"{PLAIN}\n\nPressure in bar" and not left_out


@pytest.mark.parametrize("angle", [90, 15])
def test_a_page_that_is_turned_or_slanted_as_a_whole_is_read(angle: int) -> None:
    text, title, left_out = stamped([], whole=angle)
    assert (title, left_out) == ("On Wine a", [])
    assert f"0 {SENTENCE} 1 {SENTENCE} 2" in " ".join(text.split())


def test_sheared_letters_are_level() -> None:
    out = io.BytesIO()
    paper = canvas.Canvas(out, invariant=1)
    page(paper)
    text = paper.beginText()
    text.setTextTransform(1, 0, math.tan(math.radians(18)), 1, 72, 300)
    text.setFont("Helvetica", 10)
    text.textOut("Words in italics.")
    paper.drawText(text)
    paper.save()
    assert read(out.getvalue(), Omissions()).text.endswith("Words in italics.")


def level(text: str, x: float, y: float) -> Run:
    return Run(text, x, y, x + 5 * len(text), y + 10, 0, 10)


@pytest.mark.parametrize("angle", [90, 45])
def test_turned_names_above_columns_stand_level_above_them(angle: int) -> None:
    names = []
    for at, text in enumerate(("Heat", "Pressure")):
        left, bottom, length = 200.0 + 50 * at, 700.0, 5.0 * len(text)
        if angle == 90:
            names.append(Run(text, *turned(left, bottom, left + 10, bottom + length, 90), 90, 10))
        else:
            side = (length + 10) / math.sqrt(2)
            names.append(Run(text, left, bottom, left + side, bottom + side, 45, 10))
    cells = [level("Boiler", 72, 686), level("80", 200, 686), level("3", 250, 686)]
    (found,) = without_stamps(
        [[*names, *cells, level("a line of text that is longer than these", 72, 600)]], Omissions()
    )
    assert [(run.text, run.left, run.bottom, run.angle) for run in found[:2]] == [
        ("Heat", 200, 700, 0),
        ("Pressure", 250, 700, 0),
    ]
