"""The kinds of files that can be read, each a row of one table: what it is known by, and who reads it.

Everything that has to know the formats is made from the table: what a folder is searched for, the sentence about a file
that cannot be read, and which reader a file needs.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.delimited import CSV, TSV, csv_lines
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.restructured import restructured_lines
from gateway.knowledge.formats.source_code import LANGUAGES
from gateway.knowledge.formats.tabular.json_records import json_records, read_json_lines
from gateway.knowledge.formats.tabular.xml_records import read_feed, xml_records

MARKDOWN, PLAIN_TEXT, HTML = "text/markdown", "text/plain", "text/html"
RST = "text/x-rst"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
RTF = "application/rtf"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
EPUB = "application/epub+zip"
EML = "message/rfc822"
IPYNB = "application/x-ipynb+json"
JSON_RECORDS, XML_RECORDS = "application/vnd.citestream.records+json", "application/vnd.citestream.records+xml"

_LOOKED_AT = 2048
"""Bytes in which a text shows as one."""
_ARCHIVES = (b"PK", b"\xd0\xcf\x11\xe0")
_FIRST_NAME = slice(30, 130)
"""Where a ZIP file has the name of its first part, and what stands in it."""
_TYPES, _LONGEST_TYPES = re.compile(rb"\[content_types\]\.xml", re.IGNORECASE), 1 << 20
"""The name of the part that lists content types, and how many bytes of it are read."""
_BEFORE_RTF = b"\xef\xbb\xbf \t\r\n\0"


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A kind of file. At most one of `reader`, `page` and `lines` turns it into Markdown; without any, its text stays.

    called: what people call it, in the sentence that lists what can be read; empty where another row speaks for it.
    version: is raised when the format is read otherwise than before, so that unchanged files are read again.
    looks: tells by its first bytes that a file is of this format, whatever it is called.
    reader: names a file of `gateway/ingestion/readers`, for a format that needs a library.
    page: turns the whole text of a file into its content.
    lines: turns a text that comes in pieces into the lines of another.
    is_text: its files are text, so that one which is text need not be of another kind.
    """

    media_type: str
    suffixes: tuple[str, ...]
    called: str = ""
    version: int = 0
    looks: Callable[[bytes], bool] | None = None
    reader: str = ""
    page: Callable[[str, Omissions], Content] | None = None
    lines: Callable[[Callable[[], Iterable[str]], Omissions], Iterator[str]] | None = None
    is_text: bool = False


def _is_office(name: bytes, kind: bytes) -> Callable[[bytes], bool]:
    """Returns a function that says whether a file is an Office file of one kind: the list at the end of the ZIP file
    has the main part under its usual name, or the part of content types has a main part of this kind.
    """
    main = re.compile(rb"(?:%b)\.[a-z.]{1,60}\.main\+xml" % kind, re.IGNORECASE)

    def looks(data: bytes) -> bool:
        if not data.startswith(b"PK\x03\x04"):
            return False
        directory = _directory(data)
        return name in directory or main.search(_content_types(data, directory)) is not None

    return looks


def _content_types(data: bytes, directory: bytes) -> bytes:
    """Returns the beginning of the part that lists the content types of an Office file; empty without it."""
    found = _TYPES.search(directory)
    if found is None or found.start() < 46:
        return b""
    entry = directory[found.start() - 46 : found.start()]
    packed, start = (int.from_bytes(entry[at : at + 4], "little") for at in (20, 42))
    names = (int.from_bytes(data[at : at + 2], "little") for at in (start + 26, start + 28))
    start += 30 + sum(names)
    content = data[start : start + min(packed, _LONGEST_TYPES)]
    with suppress(zlib.error):
        return zlib.decompressobj(-15).decompress(content, _LONGEST_TYPES) if entry[10] else content
    return b""


def _directory(data: bytes) -> bytes:
    """Returns the list of the parts of a ZIP file; of one that was cut short, all of it."""
    end = data.rfind(b"PK\x05\x06")
    if end < 0 or len(data) < end + 20:
        return data
    size, start = (int.from_bytes(data[at : at + 4], "little") for at in (end + 12, end + 16))
    return data[start : start + size] if start + size <= end else data


def _begins(media_type: str) -> Callable[[bytes], bool]:
    """Returns what tells whether a ZIP file begins with a part that says what it is."""
    mark = b"mimetype" + media_type.encode()
    return lambda data: data.startswith(b"PK\x03\x04") and data[_FIRST_NAME].startswith(mark)


def _is_rtf(data: bytes) -> bool:
    return data[:_LOOKED_AT].lstrip(_BEFORE_RTF).startswith(b"{\\rtf")


_WORD = _is_office(b"word/document.xml", b"wordprocessingml|ms-word")
_EXCEL = _is_office(b"xl/workbook.xml", b"spreadsheetml|ms-excel")

FORMATS = (
    DocumentFormat(MARKDOWN, (".md", ".markdown", ".mdx"), "Markdown", 3),
    DocumentFormat(PLAIN_TEXT, (".txt", ".text", ".log"), "plain text", 2),
    DocumentFormat(RST, (".rst",), "", 2, lines=restructured_lines),
    DocumentFormat(HTML, (".html", ".htm", ".xhtml"), "HTML", 6, page=read_html),
    DocumentFormat(PDF, (".pdf",), "PDF", 4, lambda data: data.startswith(b"%PDF"), reader="pdf"),
    DocumentFormat(DOCX, (".docx", ".docm"), "Word (.docx)", 4, _WORD, reader="docx"),
    DocumentFormat(RTF, (".rtf",), "RTF", 3, _is_rtf, reader="rtf"),
    DocumentFormat(ODT, (".odt", ".ott"), "OpenDocument (.odt)", 2, _begins(ODT), reader="odt"),
    DocumentFormat(
        PPTX,
        (".pptx", ".pptm", ".ppsx"),
        "PowerPoint (.pptx)",
        2,
        _is_office(b"ppt/presentation.xml", b"presentationml|ms-powerpoint"),
        reader="pptx",
    ),
    DocumentFormat(XLSX, (".xlsx", ".xlsm", ".xltx", ".xltm"), "Excel (.xlsx)", 2, _EXCEL, reader="xlsx"),
    DocumentFormat(ODP, (".odp", ".otp"), "OpenDocument (.odp)", 1, _begins(ODP), reader="odp"),
    DocumentFormat(ODS, (".ods", ".ots"), "OpenDocument (.ods)", 1, _begins(ODS), reader="ods"),
    DocumentFormat(EPUB, (".epub",), "EPUB", 2, _begins(EPUB), reader="epub"),
    DocumentFormat(EML, (".eml",), "mail (.eml)", 2, reader="eml", is_text=True),
    DocumentFormat(IPYNB, (".ipynb",), "Jupyter notebooks", 2, reader="ipynb", is_text=True),
    DocumentFormat(CSV, (".csv",), "CSV", 3, lines=csv_lines),
    DocumentFormat(TSV, (".tsv", ".tab"), "", 3, lines=csv_lines),
    DocumentFormat(JSON_RECORDS, (".jsonl", ".ndjson"), "", 1, page=read_json_lines),
    DocumentFormat(XML_RECORDS, (".rss", ".atom"), "", 1, page=read_feed),
)
BY_MEDIA_TYPE = {known.media_type: known for known in FORMATS}
CODE = frozenset(language.media_type for language in LANGUAGES)
"""The media types of source code and configuration."""
RECORDS: Mapping[str, tuple[str, Callable[[str], Content | None]]] = {
    "application/json": (JSON_RECORDS, json_records),
    "application/xml": (XML_RECORDS, xml_records),
}
"""Source texts that can be exports of records: the media type of those, and the function that returns the records."""
MEDIA_TYPES: Mapping[str, str] = {
    **{suffix: known.media_type for known in FORMATS for suffix in known.suffixes},
    **{suffix: language.media_type for language in LANGUAGES for suffix in language.suffixes},
}
"""Media type by file suffix: what a folder is searched for."""
Kind = Literal["markdown", "text", "html", "pdf", "word", "table", "code", "slides", "book", "mail", "notebook"]
KINDS: Mapping[Kind, frozenset[str]] = {
    "markdown": frozenset({MARKDOWN}),
    "text": frozenset({PLAIN_TEXT, RST}),
    "html": frozenset({HTML}),
    "pdf": frozenset({PDF}),
    "word": frozenset({DOCX, RTF, ODT}),
    "table": frozenset({CSV, TSV, XLSX, ODS, JSON_RECORDS, XML_RECORDS}),
    "code": CODE,
    "slides": frozenset({PPTX, ODP}),
    "book": frozenset({EPUB}),
    "mail": frozenset({EML}),
    "notebook": frozenset({IPYNB}),
}
"""What people call documents by their form, with the media types that they mean."""
VERSIONS = {known.media_type: known.version for known in FORMATS if known.version} | dict.fromkeys(RECORDS, 1)
READERS = {known.media_type: known.reader for known in FORMATS if known.reader}
"""The file of `gateway/ingestion/readers` by the media type that it reads."""
READABLE = f"{', '.join(known.called for known in FORMATS if known.called)} and source code can be read"


def kind_of(data: bytes, name: str, media_type: str | None = None) -> str:
    """Returns the media type to read a file by: its look where that leaves no doubt, else the one given, else the one
    of the name's suffix; "" means text.
    """
    for known in FORMATS:
        if known.looks and known.looks(data):
            return known.media_type
    media_type = (media_type or "").partition(";")[0].strip().lower()
    if media_type not in MEDIA_TYPES.values():
        media_type = MEDIA_TYPES.get(PurePath(name).suffix.lower(), "")
    if (
        media_type in READERS
        and not BY_MEDIA_TYPE[media_type].is_text
        and not data.startswith(_ARCHIVES)
        and is_text(data)
    ):
        return ""
    return media_type


def kind_called(media_type: str) -> Kind:
    """Returns the name of the kind in `KINDS` that a media type belongs to; `text` for one that nobody knows."""
    return next((kind for kind, types in KINDS.items() if media_type in types), "text")


def is_code(name: str) -> bool:
    """Tells whether a file of this name holds source code or configuration."""
    return MEDIA_TYPES.get(PurePath(name).suffix.lower()) in CODE


def is_text(data: bytes) -> bool:
    """Tells whether the beginning of a file is text in UTF-8 that looks like nothing else."""
    start = data[:_LOOKED_AT]
    try:
        start.decode()
    except UnicodeDecodeError as error:
        return error.start > _LOOKED_AT - 4 and bool(start.strip())
    return bool(start.strip()) and b"\0" not in start and b"%PDF" not in start
