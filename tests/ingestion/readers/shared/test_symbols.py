"""Fonts of signs as Unicode."""

from __future__ import annotations

from gateway.ingestion.readers.shared.symbols import shown_in, symbol
from tests.support.every import every
from tests.support.word import p, r, read, style, word


@every(
    ("font", "codes", "signs"),
    [
        ("Symbol", (0xF061, 0x62, 0xF0B1, 0xF0B7, 0xF0DE), "αβ±•⇒"),
        ("Wingdings", (0xF04A, 0xF0E0, 0xF0FC, 0xF06C, 0xF081, 0xF0DF), "☺→✓●①←"),
        ("wingdings", (0xF0FE, 0xF0A8), "[x][ ]"),
        ("Wingdings 2", (0xF052, 0xF0A3, 0xF050), "[x][ ]✓"),
        ("Wingdings 3", (0xF070,), "▲"),
        ("Webdings", (0xF061, 0xF063), "✔[ ]"),
        ("Arial", (0xF041, 0x2022, 0xE000), "A•\ue000"),
        ("Symbol", (0xF0FF, 0x7F), "ÿ\x7f"),
    ],
)
def test_a_code_is_the_sign_that_its_font_shows(font: str, codes: tuple[int, ...], signs: str) -> None:
    assert "".join(symbol(font, code) for code in codes) == signs


def test_letters_in_such_a_font_are_its_signs() -> None:
    assert shown_in("Wingdings", "þ ü") == "[x] ✓" and shown_in("Arial", "þ") == "þ"
    font = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    hint = '<w:rStyle w:val="S"/><w:rFonts w:hint="eastAsia"/>'
    styles = style("S", kind="character", rpr='<w:rFonts w:ascii="Wingdings"/>')
    assert read(word(p(r("ü", hint), r("ü", hint.replace("w:hint", "w:asciiTheme"))), styles=styles)) == "✓ü"
    sign = '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/><w:sym w:font="Wingdings" w:char="x"/></w:r>'
    assert read(word(p(sign, " no, ", r("m", font), "m"))) == "[ ] no, μm"
