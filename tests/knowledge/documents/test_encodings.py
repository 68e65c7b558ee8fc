"""Bytes to text piece by piece: the same as at once, whatever the encoding and wherever a piece ends."""

from __future__ import annotations

import pytest

from gateway.knowledge.documents import encodings
from gateway.knowledge.documents.encodings import Encoding, decoded, encoding_of, look_at, without_bare_returns

FRENCH = "Été à Orléans : la cave coûte 12 €.\r\n" * 300
CHINESE = "城市的价格，北京十二。\n" * 300


@pytest.mark.parametrize("size", [1, 2, 3, 7, 4096])
@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (FRENCH, "utf-8"),
        (FRENCH, "cp1252"),
        (FRENCH, "utf-16"),
        (CHINESE, "utf-8"),
        (CHINESE, "gb18030"),
        (CHINESE, "utf-16"),
        (CHINESE.replace("价", "價"), "big5"),
        ("😀 " + FRENCH, "utf-8-sig"),
        ("plain\n" * 900, "utf-16-le"),
    ],
)
def test_a_text_in_pieces_is_the_text(monkeypatch, text: str, codec: str, size: int) -> None:
    monkeypatch.setattr(encodings, "PIECE", size)
    data = text.encode(codec, "ignore")
    found = "".join(decoded(data, encoding_of(data)))
    assert found == data.decode(codec)
    look = look_at(data, encoding_of(data))
    assert (look.length, look.is_foreign) == (len(found), False)


def test_one_damaged_byte_leaves_a_text_in_utf_8() -> None:
    assert encoding_of("Été à la cave. ".encode() * 40 + b"\xff") == Encoding("utf-8", errors="replace")


def test_a_page_says_its_charset_itself_and_what_names_none_is_not_believed() -> None:
    page = '<meta charset="{}">' + "Ł \u0105\u0119\u015b" * 90
    assert encoding_of(page.format("iso-8859-2").encode("iso-8859-2")).codec == "iso-8859-2"
    assert encoding_of(page.format("rot13").encode("iso-8859-2")).codec != "rot13"
    assert encoding_of(page.format("nonsense").encode("iso-8859-2")).codec == "cp1252"


def test_control_characters_are_counted_and_another_script_is_seen() -> None:
    assert look_at(b"a\x00b\x01\n\t", Encoding("utf-8")).controls == 2
    data = ("Пример текста на русском языке. " * 20).encode("cp1251")
    assert look_at(data, encoding_of(data)).is_foreign


@pytest.mark.parametrize("pieces", [["a\r", "\nb"], ["a", "\r", "\n", "b"], ["a\r\n", "b"]])
def test_a_line_end_of_two_characters_stays_in_one_piece(pieces: list[str]) -> None:
    found = list(without_bare_returns(pieces))
    assert "".join(found) == "a\r\nb" and all(not piece.endswith("\r") for piece in found)
    assert list(without_bare_returns(["a\r"])) == ["a", "\r"]
