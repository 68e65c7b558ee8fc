"""The table of formats, and what kind of file some bytes are."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import gateway
from gateway.knowledge.format_table import (
    DOCX,
    EML,
    EPUB,
    FORMATS,
    IPYNB,
    MEDIA_TYPES,
    ODT,
    PDF,
    PPTX,
    READABLE,
    READERS,
    RTF,
    XLSX,
    is_code,
    kind_of,
)
from gateway.knowledge.formats.source_code import LANGUAGES
from tests.support.every import every
from tests.support.files import docx
from tests.support.more_files import presentation, workbook, zipped

FOLDER = Path(gateway.__file__).parent / "ingestion" / "readers"


def test_every_reader_has_its_row_and_every_row_its_reader() -> None:
    files = {file.stem for file in FOLDER.glob("[!_]*.py")}
    assert files == set(READERS.values()), "gateway/knowledge/format_table.py: each file of readers/ needs a row."


def test_a_format_has_one_way_to_be_read_and_no_suffix_or_type_of_another() -> None:
    assert all(bool(known.reader) + bool(known.page) + bool(known.lines) <= 1 for known in FORMATS)
    rows = [*FORMATS, *LANGUAGES]
    assert len({row.media_type for row in rows}) == len(rows)
    assert len(MEDIA_TYPES) == sum(len(row.suffixes) for row in rows)


def test_what_can_be_read_is_a_sentence() -> None:
    assert READABLE.startswith("Markdown, plain text, HTML") and READABLE.endswith(" and source code can be read")


def test_source_code_and_configuration_are_known_by_their_names():
    assert is_code("a/retry.py") and is_code("STATION.JSON") and is_code("x.yaml")
    assert not is_code("guide.md") and not is_code("") and not is_code("table.csv")


def test_an_archive_in_an_archive_does_not_say_what_that_is():
    inner = zipped({"xl/workbook.xml": "x"})
    with_it = zipped({"mimetype": inner, "ppt/presentation.xml": "<a/>"})  # stored, not packed
    assert inner in with_it and kind_of(with_it, "a") == PPTX


@every(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7", "letter.docx", PDF),
        (b"%PDF-1.7", "notes.txt", PDF),
        (b"PK\x03\x04 word/document.xml", "scan.pdf", DOCX),
        (b"PK\x03\x04 xl/workbook.xml", "a.docx", XLSX),
        (b"PK\x03\x04 nothing", "a.docx", DOCX),
        (b"PK\x03\x04" + b"." * 26 + b"mimetypeapplication/epub+zip", "a.zip", EPUB),
        (b"PK\x03\x04" + b"." * 26 + b"mimetypeapplication/vnd.oasis.opendocument.text", "a", ODT),
        (b"PK\x03\x04" + b"." * 26 + b"x" * 200 + b"mimetypeapplication/epub+zip", "a", ""),
        (presentation([("A", ["b"], "")]), "a.docx", PPTX),
        (docx("", word__embeddings__a=workbook({"a": [["b"]]})), "a.pptx", DOCX),
        (b"Subject: x\n\ny", "a.eml", EML),
        (b"{}", "a.ipynb", IPYNB),
        (b"Subject: x\n\ny", "a.txt", "text/plain"),
        (b"plain words", "notes.xlsx", ""),
        (b"<html>Sign in", "report.pdf", ""),
        (b"\xd0\xcf\x11\xe0", "old.docx", DOCX),
        (b"\x00\x01", "damaged.pdf", PDF),
        (b"", "empty.pdf", PDF),
        (b"some mail \n%PDF-1.4", "mail.pdf", PDF),
        ("é".encode() * 1500, "text.pdf", ""),
        (b"text", "a.md", "text/markdown"),
        (b"{\\rtf1\\ansi x}", "old.doc", RTF),
        (b"{\\rtf1\\ansi x}", "notes.txt", RTF),
        (b"\xef\xbb\xbf\r\n{\\rtf1\\ansi x}", "notes", RTF),
        (b"plain words", "notes.rtf", ""),
        (b"{\\rt", "cut.rtf", ""),
        (b"\x00\x01", "damaged.rtf", RTF),
    ],
)
def test_what_a_file_is_counts_more_than_its_name(data: bytes, name: str, kind: str) -> None:
    assert kind_of(data, name) == kind


@every(
    ("content_type", "known"),
    [
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", DOCX),
        ("application/vnd.ms-word.document.macroEnabled.main+xml", DOCX),
        ("application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml", PPTX),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", XLSX),
        ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", ""),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ""),
    ],
)
def test_the_content_types_say_what_an_office_file_is_if_its_main_part_has_another_name(content_type, known):
    types = f'<Types><Override PartName="/a/b.xml" ContentType="{content_type}"/></Types>'
    for name in ("[Content_Types].xml", "[content_types].xml"):
        for packed in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", packed) as archive:
                archive.writestr("a/b.xml", "<b/>")
                archive.writestr(name, types)
            assert kind_of(out.getvalue(), "a") == known
            assert kind_of(out.getvalue().replace(b"</Types>", b"\0\0\0\0\0\0\0\0"), "a") in (known, "")
