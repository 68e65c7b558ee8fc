"""Files become clean text, whatever their encoding; what is no text is refused with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.extraction import (
    Unreadable,
    clean_text,
    clean_title,
    opened,
)


def test_markdown_takes_its_title_from_front_matter_then_from_the_first_heading() -> None:
    assert opened(b"---\ntitle: Front\n---\n# Head\n", "a/file.md").title == "Front"
    assert opened(b"Text.\n\n# Head `x`\n", "a/file.md").title == "Head x"
    assert opened(b"Text only.\n", "a/file.md").title == "file"
    assert opened(b"---\ntitle: 'Untitled'\n---\n## Head\n", "a/file.md").title == "Head"
    assert opened(b"---\ntitle: Report 44 of 2025\n---\n# Head\n", "a/file.md").title == "Report 44 of 2025"
    assert opened(b"---\ntitle: >-\n  Front\n  matter # x\n---\n# Head\n", "a/file.md").title == "Front matter # x"
    assert opened(b"---\ntitle: 1984\n---\n# Head\n", "a/file.md").title == "1984"


def test_offsets_hold_for_the_source_with_line_feeds() -> None:
    assert opened(b"a\r\nb\rc\n", "a.md").text == "a\nb\nc\n"


@pytest.mark.parametrize(
    ("data", "text", "language"),
    [
        ("\ufeffÉté à la mer".encode(), "Été à la mer", "fr"),
        ("Été à la mer".encode("utf-16"), "Été à la mer", "fr"),
        ("Été à la mer, l’œuvre créée".encode("cp1252"), "Été à la mer, l’œuvre créée", "fr"),
        ("如何安装服务器？请看文档。".encode("gb18030"), "如何安装服务器？请看文档。", "zh"),
        ("倉庫的鑰匙放在三樓，每天晚上鎖門。".encode("big5"), "倉庫的鑰匙放在三樓，每天晚上鎖門。", "zh"),
        ("Le café".encode() * 40 + b"\xff", "Le café" * 40 + "\ufffd", "fr"),
        ("Ключ от склада лежит в шкафу".encode("cp1251"), "Ключ от склада лежит в шкафу", "ru"),
        ("倉庫の鍵は三階の棚にあります".encode("shift_jis"), "倉庫の鍵は三階の棚にあります", "ja"),
    ],
    ids=["bom", "utf-16", "windows-1252", "gb18030", "big5", "one bad byte", "cyrillic", "japanese"],
)
def test_encodings_are_recognised(data: bytes, text: str, language: str) -> None:
    extracted = opened(data, "file.txt")
    assert extracted.text == text
    assert extracted.language == language


def test_a_short_text_of_accents_in_utf_8_is_text() -> None:
    assert opened("ÀÉÎ".encode(), "a.txt").text == "ÀÉÎ"


def test_the_charset_of_a_media_type_is_used() -> None:
    data = "Łódź, Kraków".encode("iso-8859-2")
    assert opened(data, "a.txt", "text/plain; charset=ISO-8859-2").text == "Łódź, Kraków"


def test_a_declared_charset_of_html_is_used() -> None:
    page = '<meta charset="iso-8859-2"><title>Łódź</title><p>Kraków'.encode("iso-8859-2")
    assert opened(page, "a.html").title == "Łódź"


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no text"),
        (b" \n\t", "no text"),
        (b"%PDF-1.7 ...", "PDF"),
        ("Œuf".encode("mac-roman"), "encoding"),
        ("東京".encode("euc-jp"), "encoding"),
        (b"PK\x03\x04abc", "ZIP"),
        (bytes(range(256)), "not a text"),
    ],
    ids=["empty", "blank", "pdf", "accent", "japanese", "zip", "binary"],
)
def test_what_is_no_text_is_refused_by_name(data: bytes, word: str) -> None:
    with pytest.raises(Unreadable, match=r"notes\.txt") as caught:
        opened(data, "notes.txt")
    assert word in str(caught.value)


@pytest.mark.parametrize("text", ["Prix;1,50 £\nTotal;£3.00", "1\xa0101,50\n2\xa0202,75", "Größe: 5°; ß", "Été"])
def test_amounts_and_single_accents_are_western(text: str) -> None:
    assert opened(text.encode("cp1252"), "notes.txt").text == text


def test_a_file_without_suffix_is_html_when_it_looks_like_it() -> None:
    assert opened(b"<!DOCTYPE html><p>x", "page").media_type == "text/html"
    assert opened(b"x < y", "page").media_type == "text/plain"
    assert opened(b"# x", "page", "text/markdown; charset=utf-8").media_type == "text/markdown"


def test_titles_are_one_harmless_line_of_300_characters() -> None:
    assert clean_title("a\u202eb\n c\x00\u200b") == "a b c"
    assert len(clean_title("x" * 1000)) == 300


@given(st.text(alphabet=st.characters(codec=None)))
def test_clean_text_holds_nothing_that_breaks_a_stream_or_a_database(text: str) -> None:
    cleaned = clean_text(text)
    assert not any(ord(character) < 32 and character not in "\t\n" for character in cleaned)
    cleaned.encode("utf-8")
    assert clean_text(cleaned) == cleaned


@given(st.binary(max_size=200), st.sampled_from(["a.md", "a.txt", "a.html", "a"]))
def test_any_bytes_are_read_or_refused(data: bytes, name: str) -> None:
    try:
        extracted = opened(data, name)
    except Unreadable:
        return
    assert extracted.title
    assert extracted.text.strip()


def test_a_file_of_many_comments_is_looked_through_in_time() -> None:
    assert opened(b"<!-- a -->" * 5000 + b"<html><p>Text.", "README").media_type == "text/html"
    assert opened(b"<!-- a -->" * 5000 + b"Text.", "README").media_type == "text/plain"
