"""Characters of a page: scripts, struck-out text, ligatures, leaders, and fonts without a map to Unicode."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from tests.support.printed import page, stream, text_at


def text_of(content: str) -> str:
    return read(page(content), Omissions()).text


def test_scripts_are_marked() -> None:
    content = (
        "BT /F 12 Tf 72 700 Td (Holds 10) Tj /F 8 Tf 4 Ts (6) Tj /F 12 Tf 0 Ts ( litres of CO) Tj "
        "/F 8 Tf -2 Ts (2) Tj /F 12 Tf 0 Ts ( on 25 m) Tj /F 8 Tf 4 Ts (2) Tj /F 12 Tf 0 Ts (.) Tj ET"
    )
    assert text_of(content) == "Holds 10⁶ litres of CO₂ on 25 m²."


def test_scripts_that_are_drawn_after_all_lines() -> None:
    content = (
        text_at(72, 700, "Holds 10")
        + text_at(128, 700, "litres and more.")
        + text_at(72, 680, "The next line of the text.")
        + text_at(121, 704, "6", 8)
    )
    assert text_of(content) == "Holds 10⁶ litres and more. The next line of the text."


@pytest.mark.parametrize("line", ["129 704 m 177 704 l S ", "129 703.6 48 0.8 re f "])
def test_a_line_through_letters_strikes_them_out(line: str) -> None:
    content = text_at(72, 700, "The fee is 120 EUR now 90 EUR in the shop.")
    assert text_of(content + line) == "The fee is ~~120 EUR~~ now 90 EUR in the shop."


def test_an_underline_strikes_out_nothing() -> None:
    assert text_of(text_at(72, 700, "The fee is due.") + "72 698 m 150 698 l S") == "The fee is due."


@pytest.mark.parametrize(
    "row",
    [
        text_at(72, 700, "Revenue ............................ 467.9"),
        text_at(72, 700, "Revenue") + text_at(130, 700, "." * 60) + text_at(400, 700, "467.9"),
        text_at(72, 700, "Revenue")
        + "".join(text_at(130 + 8 * n, 700, ".") for n in range(30))
        + text_at(400, 700, "467.9"),
        text_at(72, 700, "Revenue")
        + "".join(text_at(130 + 14 * n, 700, ".") for n in range(18))
        + text_at(400, 700, "467.9"),
        text_at(72, 700, "Revenue . . . . . . . . . . . . . . . . . . 467.9"),
        text_at(72, 700, "Revenue") + text_at(400, 700, "467.9") + text_at(130, 700, "." * 81),
        text_at(72, 700, "Revenue") + text_at(400, 700, "467.9") + text_at(130, 700, ". " * 41),
        text_at(72, 700, "Revenue") + text_at(400, 700, "467") + text_at(420.1, 700, ".", 8) + text_at(423.4, 700, "9"),
    ],
)
def test_figures_after_leaders_stay_whole(row: str) -> None:
    more = row.replace(" 700 ", " 680 ").replace("467", "512").replace("Revenue", "Balance")
    found = text_of(row + more)
    assert "467.9" in found
    assert "512.9" in found
    assert "..." not in found
    assert ". ." not in found


def test_boxes_of_symbol_fonts() -> None:
    font = (
        "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+{}/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4>>>>"
    )
    lines = [
        text_at(72, 700 - 40 * at, sign, font="W") + text_at(90, 700 - 40 * at, "Item")
        for at, sign in enumerate("þ¨ox")
    ]
    found = read(page("".join(lines), fonts=f"/W {font.format('Wingdings-Regular')}"), Omissions()).text
    assert found.split("\n\n") == ["[x] Item", "[ ] Item", "[ ] Item", "[x] Item"]
    found = read(page("".join(lines), fonts=f"/W {font.format('Thorndale')}"), Omissions()).text
    assert "[" not in found


def test_a_page_whose_fonts_have_no_map_is_reported_and_offered_to_recognition() -> None:
    font = (
        "/G <</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Odd/Encoding/Identity-H/DescendantFonts[<</Type/Font"
        "/Subtype/CIDFontType2/BaseFont/AAAAAA+Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        "/DW 500/FontDescriptor<</Type/FontDescriptor/FontName/AAAAAA+Odd/Flags 4>>>>]>>"
    )
    garbled = "BT /G 12 Tf 72 700 Td <" + "002400250026002700280029" * 10 + "> Tj ET"
    found = read(page(garbled, fonts=font), Omissions())
    assert found.pictures == (1,)
    assert "its fonts have no map to Unicode letters" in found.note
    assert "page 1" in found.note
    plain = read(page(text_at(72, 700, "1 204 88.2 17 4,500 XJ-12 0x7f ptr->next")), Omissions())
    assert (plain.note, plain.pictures) == ("", ())


def test_a_font_whose_boxes_are_tight_keeps_its_full_stops() -> None:
    # A Type 3 font: a digit is a tall box, a full stop a small one at the baseline.
    def glyph(height: int) -> str:
        return stream(f"500 0 0 0 400 {height} d1 0 0 400 {height} re f")

    font = (
        "/T <</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</d 10 0 R/p 11 0 R>>"
        f"/Encoding<</Type/Encoding/Differences[46/p 48{'/d' * 10}]>>/FirstChar 46/LastChar 57"
        f"/Widths[{'500 ' * 12}]/ToUnicode 12 0 R>>"
    )
    codes = (46, *range(48, 58))
    cmap = "1 begincodespacerange <00> <ff> endcodespacerange\n" + f"{len(codes)} beginbfchar\n"
    cmap += "".join(f"<{code:02x}> <{code:04x}>\n" for code in codes) + "endbfchar"
    content = text_at(72, 700, "467.9", font="T") + text_at(72, 680, ".5", font="T")
    data = page(content, fonts=font, more=[glyph(700), glyph(100), stream(cmap)])
    assert read(data, Omissions()).text == "467.9\n\n.5"
