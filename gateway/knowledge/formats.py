"""From the bytes of a file to clean text: Markdown, plain text, HTML. HTML is written as Markdown (`html.py`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from gateway.knowledge.html import read_html
from gateway.knowledge.passages import front_matter_title, title_of
from gateway.words import guess_language

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
}
"""Media type by file suffix: what a folder is searched for."""
LONGEST_TITLE = 300

_MAGIC = {
    b"%PDF": "a PDF file", b"PK\x03\x04": "a ZIP or Office file", b"\x89PNG": "an image", b"\xff\xd8\xff": "an image",
    b"GIF8": "an image", b"\x1f\x8b": "a compressed file", b"\x7fELF": "a program", b"MZ": "a program",
    b"SQLite format 3": "a database", b"\xd0\xcf\x11\xe0": "an Office file",
}  # fmt: skip
_BINARY_SHARE = 0.01
"""More control characters than one in a hundred: not a text."""
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff]")
_LOOSE_BREAK = re.compile("[\x0b\x0c]")
_HARMFUL_IN_TITLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w\-]+)", re.IGNORECASE)
_LOOKS_HTML = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.DOTALL
)
_GB_PAIRS = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+")


class Unreadable(Exception):
    """This file cannot be read as text. The message is a sentence for the person who sent it."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a file says. Offsets of passages point into `text`."""

    title: str
    text: str
    media_type: str
    language: str | None


def extract(data: bytes, name: str, media_type: str | None = None) -> Extracted:
    """Read a file by its media type, else by its name's suffix, else by its look. Raises `Unreadable`.

    `name` is a path or a file name; it also serves as the title where the text has none.
    """
    media_type = (media_type or "").partition(";")[0].strip().lower()
    if media_type not in MEDIA_TYPES.values():
        media_type = MEDIA_TYPES.get(PurePath(name).suffix.lower(), "")
    text = clean_text(decode(data, name))
    if not media_type:
        media_type = "text/html" if _LOOKS_HTML.match(text) else "text/plain"
    title, language = None, None
    if media_type == "text/html":
        page = read_html(text)
        title, language, text = page.title, page.language, clean_text(page.text)
    elif media_type == "text/markdown":
        title = front_matter_title(text) or title_of(text)
    if not text.strip():
        raise Unreadable(f"{name} holds no text.")
    return Extracted(
        clean_title(title or PurePath(name).stem) or "Untitled", text, media_type, language or guess_language(text)
    )


def decode(data: bytes, name: str = "The file") -> str:
    """Bytes to text: byte order mark, declared charset (HTML), UTF-8, GB 18030 when it looks Chinese, Windows-1252."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise Unreadable(f"{name} is {kind}; Markdown, plain text and HTML can be read.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    elif data.startswith(b"\xef\xbb\xbf"):
        text = data[3:].decode("utf-8", "replace")
    else:
        text = _without_mark(data)
    controls = sum(text.count(chr(code)) for code in range(32) if chr(code) not in "\t\n\r\f\v\x1b")
    if controls > len(text) * _BINARY_SHARE:
        raise Unreadable(f"{name} is not a text file; Markdown, plain text and HTML can be read.")
    return text


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
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def clean_text(text: str) -> str:
    """Line ends as LF; no NUL, no control characters but tab and line feed, no lone surrogates, no byte order mark."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _DROPPED.sub("", _LOOSE_BREAK.sub("\n", text))


def clean_title(title: str) -> str:
    """One line of at most 300 characters that cannot turn the reading direction or hide anything."""
    title = " ".join(_HARMFUL_IN_TITLE.sub(" ", title).split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"
