"""From the bytes of a file to clean text: Markdown, plain text, HTML, tables (CSV, TSV), source code.

HTML and tables are written as Markdown (`html.py`, `tables.py`). PDF and Word need a library (`gateway.readers`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import PurePath

from gateway.knowledge.code import LANGUAGES
from gateway.knowledge.document import Line
from gateway.knowledge.html import read_html
from gateway.knowledge.passages import front_matter_title, title_of
from gateway.knowledge.tables import CSV, TSV, read_csv
from gateway.knowledge.titles import telling
from gateway.words import guess_language

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
RTF = "application/rtf"
MEDIA_TYPES: Mapping[str, str] = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdx": "text/markdown",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".rst": "text/plain",
    ".log": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "text/html",
    ".pdf": PDF,
    ".docx": DOCX,
    ".docm": DOCX,
    ".rtf": RTF,
    ".csv": CSV,
    ".tsv": TSV,
    ".tab": TSV,
    **{suffix: language.media_type for language in LANGUAGES for suffix in language.suffixes},
}
"""Media type by file suffix: what a folder is searched for."""
READINGS = {PDF: 3, DOCX: 3, RTF: 2, CSV: 2, TSV: 2, "text/html": 3}
"""Raised when a type is read otherwise than before: files that have not changed are read again when they come again."""
LONGEST_TITLE = 300
READABLE = "Markdown, plain text, HTML, PDF, Word (.docx), RTF, CSV and source code can be read"

_MAGIC = {
    b"%PDF": "a PDF file", b"PK\x03\x04": "a ZIP or Office file", b"\x89PNG": "an image", b"\xff\xd8\xff": "an image",
    b"GIF8": "an image", b"\x1f\x8b": "a compressed file", b"\x7fELF": "a program", b"MZ": "a program",
    b"SQLite format 3": "a database", b"\xd0\xcf\x11\xe0": "an Office file",
}  # fmt: skip
_CODE = frozenset(language.media_type for language in LANGUAGES)
_LOOKED_AT = 2048
_BEFORE_RTF = b"\xef\xbb\xbf \t\r\n\0"
_BINARY_SHARE = 0.01
"""More control characters than one in a hundred: not a text."""
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff]")
_LOOSE_BREAK = re.compile("[\x0b\x0c]")
_HARMFUL_IN_TITLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w\-]+)", re.IGNORECASE)
_LOOKS_HTML = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.DOTALL
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\v\x1b")
_FOREIGN_RUN = re.compile("[^\x00-\x7f\xa0]{2,}")
_CHINESE_MARKS = "，。、；：？！「」（）"
_GB_PAIRS = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+")


class Unreadable(Exception):
    """This file cannot be read as text. The message is a sentence for the person who sent it.

    `lasting`: to try the same bytes again here would cost the same and bring nothing.
    """

    def __init__(self, sentence: str, *, lasting: bool = True) -> None:
        super().__init__(sentence)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a file says. Offsets of passages point into `text`."""

    title: str
    text: str
    media_type: str
    language: str | None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file, not cleaned yet. `lines` point into `text`; `note` says what it could not read."""

    title: str | None
    text: str
    language: str | None = None
    lines: tuple[Line, ...] = ()
    note: str = ""


def kind_of(data: bytes, name: str, media_type: str | None = None) -> str:
    """The media type to read a file by: its look where that leaves no doubt, else the one given, else by the name's
    suffix; `""`: text.
    """
    if data.startswith(b"%PDF"):
        return PDF
    if data.startswith(b"PK\x03\x04") and b"word/document.xml" in data:
        return DOCX
    if data[:_LOOKED_AT].lstrip(_BEFORE_RTF).startswith(b"{\\rtf"):
        return RTF
    media_type = (media_type or "").partition(";")[0].strip().lower()
    if media_type not in MEDIA_TYPES.values():
        media_type = MEDIA_TYPES.get(PurePath(name).suffix.lower(), "")
    if media_type in (PDF, DOCX, RTF) and not data.startswith((b"PK", b"\xd0\xcf\x11\xe0")) and is_text(data):
        return ""
    return media_type


def is_code(name: str) -> bool:
    """Whether a file of this name holds source code or configuration."""
    return MEDIA_TYPES.get(PurePath(name).suffix.lower()) in _CODE


def is_text(data: bytes) -> bool:
    """Whether the beginning of a file is text in UTF-8, of which nothing else looks."""
    start = data[:_LOOKED_AT]
    try:
        start.decode()
    except UnicodeDecodeError as error:
        return error.start > _LOOKED_AT - 4 and bool(start.strip())
    return bool(start.strip()) and b"\0" not in start and b"%PDF" not in start


def extract(data: bytes, name: str, media_type: str | None = None) -> Extracted:
    """Read a file by its media type, else by its name's suffix, else by its look. Raises `Unreadable`.

    `name` is a path or a file name; it also serves as the title where the text has none.
    """
    media_type = kind_of(data, name, media_type)
    text = clean_text(decode(data, name))
    if not media_type:
        media_type = "text/html" if _LOOKS_HTML.match(text) else "text/plain"
    title, language = None, None
    if media_type == "text/html":
        page = read_html(text)
        title, language, text = page.title, page.language, page.text
    elif media_type in (CSV, TSV):
        text = read_csv(text)
    elif media_type == "text/markdown":
        title = front_matter_title(text)
        title = title if title and telling(title, text) else title_of(text)
    elif media_type in _CODE:
        title = PurePath(name).name
    return finished(Content(title, text, language), name, media_type)


def finished(content: Content, name: str, media_type: str) -> Extracted:
    """Clean text and title. Raises `Unreadable` when there is nothing to read."""
    text = clean_text(content.text)
    if not text.strip():
        raise Unreadable(f"{name} holds no text.")
    if len(text) != len(content.text):
        content = replace(content, lines=_moved(content))
    title = clean_title(content.title or PurePath(name).stem) or "Untitled"
    return Extracted(title, text, media_type, content.language or guess_language(text), content.lines)


def _moved(content: Content) -> tuple[Line, ...]:
    """Lines of a text that loses characters when it is cleaned."""
    kept = [0, *accumulate(len(clean_text(character)) for character in content.text)]
    return tuple(line._replace(start=kept[line.start], end=kept[line.end]) for line in content.lines)


def decode(data: bytes, name: str = "The file") -> str:
    """Bytes to text: byte order mark, declared charset (HTML), UTF-8, GB 18030 when it looks Chinese, Windows-1252."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise Unreadable(f"{name} is {kind}; {READABLE}.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    elif wide := _utf16_order(data[:4096]):
        text = data.decode(wide, "replace")
    elif data.startswith(b"\xef\xbb\xbf"):
        text = data[3:].decode("utf-8", "replace")
    else:
        text = _without_mark(data)
    encoded = text.encode("utf-8", "surrogatepass")
    controls = len(encoded) - len(encoded.translate(None, _CONTROLS))
    if controls > len(text) * _BINARY_SHARE:
        raise Unreadable(f"{name} is not a text file; {READABLE}.")
    if not _is_western(text) and text.encode("utf-8", "replace") not in data:
        raise Unreadable(f"{name} is in an encoding that it does not name; save it as UTF-8.")
    return text


def _utf16_order(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: every other byte of a text in Latin letters is zero."""
    low, high = data[::2].count(0), data[1::2].count(0)
    if max(low, high) * 4 > len(data) > 3 and min(low, high) * 20 < len(data):
        return "utf-16-le" if high > low else "utf-16-be"
    return None


def _without_mark(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    declared = _META_CHARSET.search(data[:2048])
    if declared:
        try:
            return data.decode(declared.group(1).decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass
    lenient = data.decode("utf-8", "replace")
    # One damaged byte in a UTF-8 file must not turn all its accents into others.
    if lenient.count("\ufffd") * 10 < sum(character > "\x7f" for character in lenient):
        return lenient
    high = len(re.findall(rb"[\x80-\xff]", data))
    if sum(len(match) for match in _GB_PAIRS.findall(data)) > 0.9 * high:
        try:
            return data.decode("gb18030")
        except UnicodeDecodeError:
            pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text if _is_western(text) else _chinese(data) or text


def _chinese(data: bytes) -> str | None:
    """Text in Big5, if it is that."""
    try:
        text = data.decode("big5")
    except UnicodeDecodeError:
        return None
    found = sum("\u4e00" <= character <= "\u9fff" or character in _CHINESE_MARKS for character in text)
    return text if 2 * found > len(text) else None


def _is_western(text: str) -> bool:
    """False when most letters are letters with accents that follow each other: a text of another script, read as a western
    one. Signs that stand alone (£, °) and blanks are of any text."""
    text = text[:_LOOKED_AT]
    letters = sum(character.isalpha() or "\xa0" < character < "\u0100" for character in text)
    foreign = "".join(_FOREIGN_RUN.findall(text))
    return 2 * sum(character < "\u0100" for character in foreign) <= letters


def clean_text(text: str) -> str:
    """Line ends as LF; no NUL, no control characters but tab and line feed, no lone surrogates, no byte order mark."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text  # most texts, at a tenth of the cost
    return _DROPPED.sub("", _LOOSE_BREAK.sub("\n", text))


def visible(name: str) -> str:
    """A file name on one line; what would hide in it or turn it around is written out, as `<U+202E>`."""
    return _HARMFUL_IN_TITLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", name)


def clean_title(title: str) -> str:
    """One line of at most 300 characters that cannot turn the reading direction or hide anything."""
    title = " ".join(_HARMFUL_IN_TITLE.sub(" ", title).split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"
