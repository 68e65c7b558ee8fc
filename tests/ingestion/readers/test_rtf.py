"""RTF: text in its letters, headings, lists, tables and footnotes; and a sentence for what cannot be read."""

from __future__ import annotations

import contextlib

import pytest

from gateway.ingestion.processes import document_frames
from gateway.ingestion.processes.document_frames import ReadingTask, Task
from gateway.ingestion.processes.isolation import Apart
from gateway.ingestion.processes.spool import TEXT
from gateway.ingestion.readers import rtf
from gateway.ingestion.readers.rtf import read
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import RTF
from gateway.store.database.copy_rows import pack
from tests.support.every import every

FONTS = (
    rb"{\fonttbl{\f0\froman\fcharset0{\*\panose 0202}Times New Roman;}{\f2\fcharset2 Symbol;}"
    rb"{\f13\fnil\fcharset134 SimSun;}{\f14\fcharset204 Arial Cyr;}}"
)
STYLES = rb"{\stylesheet{\ql \snext0 Normal;}{\s1\ql\outlinelevel0 \'dcberschrift;}{\s2\ql heading 2;}}"


def whole(body: bytes, *, info: bytes = b"", head: bytes = rb"\ansi\ansicpg1252\uc1\deff0") -> bytes:
    """A file as a word processor writes it."""
    return rb"{\rtf1" + head + FONTS + STYLES + info + rb"{\header \pard Library report\par}" + body + b"}"


def test_headings_lists_tables_and_footnotes_are_kept() -> None:
    found = read(
        whole(
            rb"\pard\plain \s1\outlinelevel0 {On \b Wine\b0}{\par }"
            rb"\pard\plain"
            + b"\r\n"
            + rb"Red wine is kept cold.{\footnote \pard\plain"
            + b"\r\n"
            + rb"{\super\chftn } See the other book.}\par "
            rb"\pard {\pntext\f2\'B7\tab}one\par {\listtext\f2 \'B7\tab}two\par \pard {\listtext 1.\tab}first\par "
            rb"\trowd\cellx1000\cellx2000\pard\intbl Name\cell Price\cell\row\pard\intbl Wine\par old\cell 12 | 13\cell\row "
            rb"\pard\plain \s2 Bottles\par \pard The end.\line A line <b>.\par "
        ),
        Omissions(),
    )
    assert found.title == "On Wine"
    assert found.text == (
        "# On Wine\n\nRed wine is kept cold.[1]\n\n- one\n- two\n\n1. first\n\n| Name | Price |\n| --- | --- |\n"
        "| Wine old | 12 \\| 13 |\n\n## Bottles\n\nThe end.\nA line <b>.\n\n1. See the other book."
    )


def test_letters_of_every_code_page_are_read() -> None:
    body = (
        rb"caf\'e9 \'93wine\'94, \u8364\'80 5, \u-10179?\u-8704?, \f13 \'c4\'e3" + b"\r\n"
        rb"\'ba\'c3\f0 ; \f14 \'cf\'f0\'e8\f0 , na" + b"\xef" + rb"ve \{x\}\emdash y"
    )
    assert read(whole(body), Omissions()).text == "café “wine”, € 5, 😀, 你好; При, naïve {x}—y"
    assert read(rb"{\rtf1\mac caf\'8e}", Omissions()).text == "café"
    assert read(rb"{\rtf1\ansi\ansicpg10000 caf\'8e}", Omissions()).text == "café"
    assert read(rb"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8}", Omissions()).text == "При"


def test_pictures_objects_and_what_follows_the_end_are_left_out() -> None:
    body = rb"before {\pict\wmetafile8 " + b"0a1b" * 9 + rb"}{\pict\bin7 }}}}\{a} after {\*\objdata 010203}\par end"
    assert read(whole(body) + b"\r\ntrailing", Omissions()).text == "before after\n\nend"


def test_the_title_among_the_properties_wins_where_it_says_something() -> None:
    def title(stated: bytes) -> str | None:
        return read(
            whole(rb"\pard\s1 Wine\par \pard Text.", info=rb"{\info" + stated + rb"{\author Anna}}"), Omissions()
        ).title

    assert title(rb"{\title Annual r\'e9sum\'e9 \{2026\}}") == "Annual résumé {2026}"
    assert title(rb"{\upr{\title ?}{\*\ud{\title \u-31647?\u-31740?\u-28334? 2026}}}") == "葡萄酒 2026"
    assert title(rb"{\title Microsoft Word - x.doc}") == title(b"") == "Wine"


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"rtf1", rb"{\rt"])
def test_what_is_no_rtf_is_said(data: bytes) -> None:
    with pytest.raises(Unreadable, match=r"^is damaged.*RTF.*\.$"):
        read(data, Omissions())


@every(
    "body",
    [
        rb"\u99999999999 \u-99999 \u \uc \uc-1 \'zz x",
        rb"\bin99999999 x",
        rb"\ansicpg99999 \f99 x\'e9",
        rb"}}}}{{{{ x",
        rb"{\fonttbl{\f\fcharset;}{\fcharset99999999999 A;}} x",
        b"{" * 200_000,
        rb"{\footnote a" * 20_000,
        rb"\cell" * 20_000,
        rb"{\fonttbl" + rb"\f1" * 20_000 + rb"}x",
        rb"{\field{\*\fldinst{" + b"a" * 20_000 + rb" HYPERLINK " + b'"' * 20_000,
        b"\\",
    ],
)
def test_hostile_files_are_read_or_refused(body: bytes) -> None:
    with contextlib.suppress(Unreadable):
        assert not any("\ufdd0" <= letter <= "\ufdef" for letter in read(whole(body), Omissions()).text)


@pytest.mark.parametrize("limit", ["MOST_BYTES", "MOST_CHARACTERS"])
def test_what_is_too_long_is_said(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(rtf, limit, 100)
    with pytest.raises(Unreadable, match=r"has more than .* split it.*\.$"):
        read(whole(rb"Red wine is kept cold. " * 20), Omissions())


async def test_it_is_read_in_a_process_of_its_own() -> None:
    reading = ReadingTask(Task("default", "none", None, pack), Source(b"", "a.doc"), "rtf", RTF)
    async with Apart().run(document_frames.read, whole(b"Wine."), reading, "a.doc") as (spool, _):
        assert b"".join(spool.contents(TEXT)) == b"Wine."
