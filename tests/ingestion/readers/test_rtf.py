"""RTF: letters, looks, list numbers, tables, notes, comments, fields; a sentence for what cannot be read."""

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


def read_all(body: bytes, head: bytes = b"") -> tuple[str, list[str]]:
    """The text, and what was left out."""
    omissions = Omissions()
    text = read(whole(head + body), omissions).text
    return text, [f"{entry['count']} {entry['kind']}" for entry in omissions.left_out]


def test_raised_lowered_and_struck_text_has_its_marks() -> None:
    body = (
        rb"10{\super 6} litres of CO{\sub 2}\par 10{\up6 \u8722?}{\up6 9} m\super 2\nosupersub  and\par "
        rb"\strike 120 \b EUR\b0\strike0  95 EUR, {\striked1 old} new\par \super a\plain b\par x{\dn0 1}"
    )
    assert read_all(body) == ("10⁶ litres of CO₂\n\n10⁻⁹ m² and\n\n~~120 EUR~~ 95 EUR, ~~old~~ new\n\nᵃb\n\nx1", [])


def test_hidden_deleted_and_white_text_is_left_out() -> None:
    colours = rb"{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}"
    body = (
        rb"Price{\v  and margin 40 %}.\par \v hidden paragraph\par \v0 {\deleted gone}shown {\revised added}\par "
        rb"{\cf2 white} {\cf2\highlight1 on black} {\cf1 black}\par \pard {\cbpat1\cf2 on a bar}\par end"
    )
    assert read_all(body, colours) == (
        "Price.\n\nshown added\n\non black black\n\non a bar\n\nend",
        ["2 hidden_text", "1 white_text"],
    )
    assert "margin 40 %" in read(whole(body), Omissions(read_hidden=True)).text


def test_items_have_the_numbers_that_the_file_states() -> None:
    body = (
        rb"\pard\ls1{\listtext 1.\tab}Scope\par \pard\ls1\ilvl1{\listtext 1.1\tab}Parts\par \pard Between.\par "
        rb"\pard\ls1{\listtext 2.\tab}Payment\par \pard\ls1\ilvl1{\listtext (a)\tab}Late\par \pard\ls2 dot\par "
        rb"\pard\s1\ls1{\listtext 3.\tab}Annex\par \pard{\listtext\tab \'a7 4.\tab}stated\par {\listtext\tab o\tab}round\par "
    )
    tables = rb"{\*\listtable{\list{\listlevel{\leveltext\'02\'00.;}}}}{\*\listoverridetable{\listoverride\ls1}}"
    assert [line.strip() for line in read_all(body, tables)[0].split("\n") if line] == [
        *("1. Scope", "1.1 Parts", "Between.", "2. Payment", "(a) Late", "- dot"),
        *("# 3. Annex", "§ 4. stated", "- round"),
    ]


def test_tables_keep_merged_and_nested_cells() -> None:
    row = rb"\trowd\clvmgf\cellx1000\cellx2000\cellx3000\pard\intbl North\cell Kiel\cell 5\cell\row "
    below = rb"\trowd\clvmrg\cellx1000\cellx2010\cellx3000\pard\intbl\cell Husum\cell 6\cell\row "
    title = rb"\trowd\cellx1000\cellx3005\pard\intbl Region\cell Towns\cell\row "
    assert read_all(title + row + below)[0] == (
        "| Region | Towns | Towns |\n| --- | --- | --- |\n| North | Kiel | 5 |\n| North | Husum | 6 |"
    )
    across = rb"\trowd\clmgf\cellx1000\clmrg\cellx2000\pard\intbl Both\cell\cell\row\pard\intbl a\cell b\cell\row "
    assert read_all(across.replace(rb"\row\pard", rb"\row\trowd\cellx1000\cellx2000\pard"))[0] == (
        "| Both | Both |\n| --- | --- |\n| a | b |"
    )
    nested = (
        rb"\trowd\cellx1\cellx2\pard\intbl\itap1 out\par \pard\intbl\itap2 in\nestcell 12\nestcell"
        rb"{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}{\nonesttables\par}\pard\intbl\itap1\cell side\cell\row\pard end"
    )
    assert read_all(nested)[0] == "| out in \\| 12 | side |\n| --- | --- |\n\nend"


def test_comments_have_their_author_and_the_commented_text() -> None:
    body = (
        rb"Pay {\*\atrfstart 1}120 EUR{\*\atrfend 1}{\*\atnid AB}{\*\atnauthor Ann B}{\chatn{\*\annotation{\*\atnref 1}"
        rb"{\*\atndate 17}\pard\plain Too {\b much}?\par Ask.}} now.{\footnote\ftnalt{\super\chftn} Note \u-10179?\u-8704?.}\par"
    )
    assert read_all(body)[0] == (
        "Pay 120 EUR now.[1]\n\n1. Note 😀.\n\n## Comment by Ann B\n\n> 120 EUR\n\nToo much?\n\nAsk."
    )


def test_fields_boxes_of_forms_and_symbols_are_kept() -> None:
    def tick(result: bytes) -> bytes:
        return (
            rb"{\field{\*\fldinst { FORMCHECKBOX }{\*\formfield{\fftype1" + result + rb"\fftypetxt0{\*\ffname C1}"
            rb"\ffdefres0}}}{\fldrslt x}}"
        )

    body = (
        tick(rb"\ffres1") + b" V7\\par " + tick(rb"\ffres25") + b" V8\\par "
        rb"{\field{\*\fldinst{FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl red}{\*\ffl blue}}}}}{\fldrslt}}\par "
        rb"Table {\field{\*\fldinst SEQ Table}{\fldrslt 3}} since {\field{\*\fldinst DATE}{\fldrslt {12 March}}}\par "
        rb'5 {\f2 m}m, {\f2\u-3999 ?}, {\field{\*\fldinst{\f2 SYMBOL 98 \\f "Symbol" \\s 10}}{\fldrslt\f2 b}} A\-B\par '
        rb'{\field{\*\fldinst { EQ \\* jc0 \\* "Font:MS" \\o\\ad(\\s\\up 9(yomi),\u26481?\u20140?)}}{\fldrslt }}\par '
        rb"{\*\xe entry}{\*\unknown no}{\upr{\xe n}{\*\ud{\xe n}}}done"
    )
    assert read_all(body)[0].split("\n\n") == [
        "[x] V7",
        "[ ] V8",
        "blue",
        "Table 3 since 12 March",
        "5 μm, α, β AB",
        "東京(yomi)",
        "done",
    ]


def test_text_boxes_are_read_and_formulas_pictures_and_objects_are_counted() -> None:
    shape = rb"{\shp{\*\shpinst{\sp{\sn fHidden}{\sv %d}}{\shptxt\pard %s\par}}{\shprslt{\*\do{\dptxbxtext old}}}}"
    body = (
        b"Text" + shape % (0, b"At most 6 bar.") + shape % (1, b"never") + rb"\par "
        rb"{\mmath{\*\moMath{\mr Q=}{\mf{\mnum{\mr a}}{\mden{\mr b}}}}{\mmathPict{\pict 00}}}\par "
        rb"{\*\shppict{\pict\pngblip 89}}{\nonshppict{\pict 00}}{\object\objemb{\*\objclass Excel.Sheet.8}{\*\objdata 01}"
        rb"{\result{\pict 00}}}{\object{\*\objclass Equation.3}{\*\objdata 01}{\result{\pict 00}}}{\object{\result 1 2}}"
    )
    assert read_all(body) == (
        "Text\n\nAt most 6 bar.\n\n1 2",
        ["1 hidden_shape", "2 formula", "1 picture", "1 object"],
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
    reading = ReadingTask(Task("default", "none", pack), Source(b"", "a.doc"), "rtf", RTF)
    async with Apart().run(document_frames.read, whole(b"Wine."), reading, "a.doc") as (spool, _):
        assert b"".join(spool.contents(TEXT)) == b"Wine."
