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
    assert look_at(data, encoding_of(data))[0] == len(found)


def test_one_damaged_byte_leaves_a_text_in_utf_8() -> None:
    assert encoding_of("Été à la cave. ".encode() * 40 + b"\xff") == Encoding("utf-8", errors="replace")


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gb2312", "gb18030", "请李镕、王喆参加会议。𠮷"),
        ("iso-8859-1", "cp1252", "5 € – “Rules”"),
        ("US-ASCII", "cp1252", "5 €"),
        ("shift_jis", "cp932", "①髙田さん"),
        ("ks_c_5601-1987", "cp949", "똠방각하"),
        ("big5", "big5hkscs", "倉庫的鑰匙"),
        ("tis-620", "cp874", "ห้องสมุด “ปิด”"),
        ("iso-8859-9", "cp1254", "Ödünç “alma”"),
        (" x-mac-cyrillic ", "mac-cyrillic", "Ключ"),
        ("cp850", "cp850", "für Öl"),
        ("utf-16", "utf-16-le", "Été"),
        ("utf-7", "utf-7", "Été"),
        ("hz-gb-2312", "hz", "图书馆"),
        ("ISO-2022-KR", "iso2022_kr", "도서관"),
    ],
)
def test_a_label_means_what_browsers_take_it_to_mean(label: str, codec: str, text: str) -> None:
    data = text.encode(codec)
    found = encoding_of(data, label)
    assert found and "".join(decoded(data, found)) == text


@pytest.mark.parametrize(
    ("label", "data"),
    [
        ("iso-2022-jp", b"\x1b$B-!3+4[\x1b(B 10:00, \x1b$B|bED\x1b(B"),
        ("euc-jp", b"\xad\xa1\xb3\xab\xb4\xdb 10:00, \xfc\xe2\xc5\xc4"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 4096])
def test_japanese_signs_of_later_standards_are_read(monkeypatch, label: str, data: bytes, size: int) -> None:
    monkeypatch.setattr(encodings, "PIECE", size)
    found = encoding_of(data, label)
    assert found and "".join(decoded(data, found)) == "①開館 10:00, 髙田"


def test_a_text_in_utf_8_is_utf_8_whatever_its_label_says() -> None:
    assert encoding_of("l’été à 40 €".encode(), "us-ascii") == Encoding("utf-8")


@pytest.mark.parametrize("label", ["rot13", "nonsense", "replacement", "x-user-defined", "a" * 99, "\x00", "idna"])
def test_a_label_of_no_encoding_is_passed_over(label: str) -> None:
    assert encoding_of("Le café est fermé l’été, à Besançon comme ailleurs.".encode("cp1252"), label) == Encoding(
        "cp1252"
    )


@pytest.mark.parametrize(
    "page",
    [
        '<meta charset="iso-8859-2"><p>{}',
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"><p>{}',
        '<?xml version="1.0" encoding="iso-8859-2"?>\n<html><p>{}</p></html>',
        "<?xml version='1.0'  encoding = 'ISO-8859-2' ?><feed>{}</feed>",
    ],
)
def test_a_page_says_its_charset_itself(page: str) -> None:
    found = encoding_of(page.format("Wypożyczenie książki trwa trzy tygodnie.").encode("iso-8859-2"))
    assert found and found.codec == "iso8859-2"


def test_a_label_with_one_wrong_byte_still_counts() -> None:
    data = "Книги можно вернуть в ящик у входа.".encode("cp1251") + b"\x98"
    assert encoding_of(data, "windows-1251") == Encoding("cp1251", errors="replace")


def test_control_characters_are_counted() -> None:
    assert look_at(b"a\x00b\x01\n\t", Encoding("utf-8")) == (6, 2)


@pytest.mark.parametrize("pieces", [["a\r", "\nb"], ["a", "\r", "\n", "b"], ["a\r\n", "b"]])
def test_a_line_end_of_two_characters_stays_in_one_piece(pieces: list[str]) -> None:
    found = list(without_bare_returns(pieces))
    assert "".join(found) == "a\r\nb" and all(not piece.endswith("\r") for piece in found)
    assert list(without_bare_returns(["a\r"])) == ["a", "\r"]
