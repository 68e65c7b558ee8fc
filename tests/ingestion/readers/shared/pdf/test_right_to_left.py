"""Hebrew and Arabic pages: the text is in logical order, in whatever order a program has drawn its letters."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from tests.support.printed import Script

HEBREW = "הספר נמצא בחדר 12 (קומה ב) משעה 08:15."
VISUAL = ".08:15 העשמ )ב המוק( 12 רדחב אצמנ רפסה"
"""The same from left to right; the brackets as they are drawn would be turned around."""


def text_of(data: bytes) -> str:
    return read(data, Omissions()).text


@pytest.mark.parametrize("drawn", [VISUAL, VISUAL.replace("(", "\0").replace(")", "(").replace("\0", ")")])
def test_a_line_drawn_from_left_to_right(drawn: str) -> None:
    script = Script(drawn)
    assert text_of(script.page(script.glyphs(100, 700, drawn))) == HEBREW


def test_letters_drawn_one_by_one_in_the_order_of_the_text() -> None:
    script = Script("ספרייה עירונית")
    assert text_of(script.page(script.one_by_one(400, 700, "ספרייה עירונית"))) == "ספרייה עירונית"


def test_words_without_space_characters_are_parted_by_their_gaps() -> None:
    script = Script("ספרייה")
    content = script.glyphs(300, 700, "הייס") + script.glyphs(265, 700, "רפ")
    assert text_of(script.page(content)) == "סייה פר"


def test_a_latin_name_and_its_number_keep_their_order() -> None:
    visual = ".ןיקתהל Windows 11 תכרעמ"
    script = Script(visual)
    assert text_of(script.page(script.glyphs(100, 700, visual))) == "מערכת Windows 11 להתקין."


def test_arabic_presentation_forms_and_ligatures_become_letters() -> None:
    # "لا سلام": the glyph of lam with alef twice, once as a presentation form and once as two letters.
    glyphs = ["ﻡ", "لا", "ﺳ", " ", "ﻻ"]
    script = Script(glyphs)
    assert text_of(script.page(script.glyphs(100, 700, glyphs))) == "لا سلام"


def test_marks_stay_with_their_letters() -> None:
    glyphs = ["ם", "וֹ", "ל", "שָׁ"]
    script = Script(glyphs)
    assert text_of(script.page(script.glyphs(100, 700, glyphs))) == "שָׁלוֹם"


def test_columns_of_a_table_are_read_from_the_right() -> None:
    rows = [("מוצר", "מחיר", "מלאי"), ("כובע", "12", "7"), ("משקפת", "33", "120"), ("מגבת", "45", "16")]
    script = Script("".join(cell for row in rows for cell in row))
    content = "".join(
        script.glyphs(right - 6 * len(cell), 700 - 20 * number, reversed(cell) if cell[0] > "9" else cell)
        for number, row in enumerate(rows)
        for right, cell in zip((500, 350, 200), row, strict=True)
    )
    found = read(script.page(content), Omissions())
    assert found.text.split("\n") == [
        "| מוצר | מחיר | מלאי |",
        "| --- | --- | --- |",
        "| כובע | 12 | 7 |",
        "| משקפת | 33 | 120 |",
        "| מגבת | 45 | 16 |",
    ]
    head = found.lines[0]
    assert (head.left, head.right) == (176, 500), "the rectangle is where the row is drawn"


def test_a_hebrew_word_in_a_latin_line() -> None:
    visual = "The word םולש (hello) means peace."
    script = Script(visual + "The word hello means peace too.")
    content = script.glyphs(100, 700, visual) + script.glyphs(100, 685, "The word hello means peace too.")
    assert text_of(script.page(content)) == "The word שלום (hello) means peace. The word hello means peace too."


def test_scripts_and_struck_out_words_of_a_hebrew_page() -> None:
    visual = "0123456789 א בגדהוזחטיכלמנסעפצקרשת"
    script = Script(visual)
    content = (
        script.glyphs(222, 700, "ריחמ")
        + script.glyphs(200, 700, "10")
        + script.glyphs(212, 704, "2", 8)
        + script.glyphs(140, 680, "בחר")
        + "138 683.5 m 160 683.5 l S "
    )
    assert text_of(script.page(content)).split() == ["מחיר", "10²", "~~רחב~~"]


def test_boxes_of_a_hebrew_form() -> None:
    visual = "ןכ ☑ אל ☐"
    script = Script(visual)
    assert text_of(script.page(script.glyphs(100, 700, visual))) == "[ ] לא [x] כן"


def test_cells_that_are_close_to_each_other_are_parted_by_their_frames() -> None:
    rows = [("מוצר", "מחיר", "מלאי"), ("כובע", "12", "7"), ("מגבת", "45", "16")]
    script = Script("".join(cell for row in rows for cell in row))
    content = "".join(
        script.glyphs(right - 6 * len(cell), 700 - 18 * number, reversed(cell) if cell[0] > "9" else cell)
        + f"{right - 27} {696 - 18 * number} 28 16 re S "
        for number, row in enumerate(rows)
        for right, cell in zip((300, 270, 240), row, strict=True)
    )
    assert text_of(script.page(content)).split("\n") == [
        "| מוצר | מחיר | מלאי |",
        "| --- | --- | --- |",
        "| כובע | 12 | 7 |",
        "| מגבת | 45 | 16 |",
    ]
