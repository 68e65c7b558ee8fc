"""From the bytes of a file to clean text: Markdown, plain text, HTML, tables (CSV, TSV), source code.

What each kind of file is and who turns it into Markdown is one row in `formats.py`. Formats that need a library have
their readers in `gateway.ingestion.readers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from pathlib import PurePath
from typing import Any

from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.encodings import (
    PIECE,
    Encoding,
    decoded,
    encoding_of,
    look_at,
    without_bare_returns,
)
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import UNSTATED, StatedOrigin, origin_of_fields
from gateway.knowledge.documents.properties import properties
from gateway.knowledge.format_table import (
    BY_MEDIA_TYPE,
    CODE,
    HTML,
    MARKDOWN,
    PLAIN_TEXT,
    READABLE,
    RECORDS,
    RST,
    kind_of,
)
from gateway.knowledge.formats.file_titles import file_title
from gateway.knowledge.formats.front_matter import FrontMatter, front_matter
from gateway.knowledge.formats.markdown_comments import seen
from gateway.knowledge.formats.plain_headings import plain_title
from gateway.knowledge.formats.restructured import is_restructured
from gateway.knowledge.formats.tabular.records import LONGEST, is_settings
from gateway.knowledge.formats.titles import written
from gateway.knowledge.splitting.prose import language_of
from gateway.knowledge.splitting.splitter import title_of
from gateway.words.languages import ANSWERED

LONGEST_TITLE = 300

_MAGIC = {
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a ZIP or Office file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"\x1f\x8b": "a compressed file",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"SQLite format 3": "a database",
    b"\xd0\xcf\x11\xe0": "an Office file",
}
_OPENING = 1 << 18
"""Characters that are searched for a title."""
_BINARY_SHARE = 0.01
"""More control characters than one in a hundred: not a text."""
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff]")
_CHARSET = re.compile(r";\s{0,9}charset\s{0,9}=\s{0,9}[\"']?([\w\-:.]{1,99})", re.IGNORECASE)
_LOOSE_BREAK = re.compile("[\x0b\x0c]")
_HARMFUL_IN_TITLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_LOOKS_HTML = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.DOTALL
)


class Unreadable(Exception):
    """This file cannot be read as text. The message is a sentence for the person who sent it.

    `lasting`: to try the same bytes again here would cost the same and bring nothing.
    """

    def __init__(self, sentence: str, *, lasting: bool = True) -> None:
        super().__init__(sentence)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file says. The text comes in pieces, as often as `pieces` is called; none of them is empty. Offsets of
    passages point into the whole `text`."""

    title: str
    media_type: str
    language: str | None
    lines: tuple[LayoutLine, ...]
    pieces: Callable[[], Iterator[str]]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    origin: StatedOrigin = UNSTATED
    note: str = ""
    """What could not be read, after the name of the file."""
    omissions: Omissions = field(default_factory=Omissions)
    """What is left out of the text; known when the pieces were read to their end."""

    @property
    def text(self) -> str:
        return "".join(self.pieces())


def opened(data: bytes, name: str, media_type: str | None = None, omissions: Omissions | None = None) -> Opened:
    """Reads a file by its media type, else by its name's suffix, else by its look. Raises `Unreadable`.

    `name`: a path or a file name; it also serves as the title where the text has none.
    Only HTML is read as a whole.
    """
    omissions = omissions or Omissions()
    charset = _CHARSET.search(media_type or "")
    media_type = kind_of(data, name, media_type)
    encoding = _readable(data, name, charset[1] if charset else "")

    pieces = _cleaned(data, encoding)
    opening = _opening(pieces())
    if not media_type:
        media_type = HTML if _LOOKS_HTML.match(opening) else PLAIN_TEXT
    if media_type == PLAIN_TEXT and is_restructured(opening):
        media_type = RST
    known = BY_MEDIA_TYPE.get(media_type)
    if known and known.page:
        return finished(known.page("".join(pieces()), omissions), name, media_type, omissions)
    if media_type in RECORDS and not is_settings(name) and len(data) <= LONGEST:
        records_type, records = RECORDS[media_type]
        if content := records("".join(pieces())):
            return finished(content, name, records_type, omissions)
    title, found, matter = None, pieces, None
    lines = known.lines if known else None
    if lines and (
        media_type != RST or any(line.strip() for line in lines(pieces, omissions))
    ):  # else it only names other files
        found = partial(_joined, lines, pieces, omissions)
        opening = _opening(found())
        title = title_of(opening) if media_type in (MARKDOWN, RST) else None
    elif media_type == MARKDOWN:
        found = seen(pieces, omissions, is_mdx=name.lower().endswith(".mdx"))
        opening = _opening(found())
        matter = front_matter(opening)
        title = matter.title if matter else None
        title = title if title and written(title) else title_of(opening)
    elif media_type == PLAIN_TEXT:
        title = plain_title(opening)
    elif media_type in CODE:
        title = PurePath(name).name
    if not any(piece.strip() for piece in found()):
        raise Unreadable(f"{name} holds no text.")
    title = clean_title(title if media_type in CODE and title else file_title(title, name)) or "Untitled"
    return Opened(title, media_type, _language(matter, opening), (), found, *_stated(matter), omissions=omissions)


def _language(matter: FrontMatter | None, opening: str) -> str | None:
    """Returns the language that a text states, where it is one that answers are given in, else the one it is in."""
    stated = matter.language if matter else None
    return stated if stated in ANSWERED else language_of(opening[matter.end :] if matter else opening)


def _stated(matter: FrontMatter | None) -> tuple[Mapping[str, Any], StatedOrigin]:
    fields = (matter.fields if matter else None) or {}
    return fields, origin_of_fields("front_matter", fields)


def opened_text(data: bytes, name: str, omissions: Omissions) -> Opened:
    """Opens a text that was sent, in UTF-8. Raises `Unreadable`."""
    pieces = seen(stored_pieces(data), omissions, is_mdx=False)
    if not any(piece.strip() for piece in pieces()):
        raise Unreadable(f"{name} holds no text.")
    opening = _opening(pieces())
    matter = front_matter(opening)
    return Opened("Untitled", MARKDOWN, _language(matter, opening), (), pieces, *_stated(matter), omissions=omissions)


def stored_pieces(data: bytes) -> Callable[[], Iterator[str]]:
    """Returns what gives a stored text, in UTF-8."""
    return _cleaned(data, Encoding("utf-8", errors="surrogatepass"))


def _cleaned(data: bytes, encoding: Encoding) -> Callable[[], Iterator[str]]:
    """Returns what gives the clean text in pieces, as often as it is called; a short text is made once."""

    def pieces() -> Iterator[str]:
        return filter(None, map(clean_text, without_bare_returns(decoded(data, encoding))))

    return list(pieces()).__iter__ if len(data) <= PIECE else pieces


def _opening(pieces: Iterator[str]) -> str:
    """Returns as much of a text as is looked at for its title and language."""
    opening = ""
    while len(opening) < _OPENING and (piece := next(pieces, "")):
        opening += piece
    return opening


def _joined(
    lines: Callable[[Callable[[], Iterable[str]], Omissions], Iterator[str]],
    pieces: Callable[[], Iterable[str]],
    omissions: Omissions,
) -> Iterator[str]:
    """Yields the lines that a format makes of a text, joined to larger pieces."""
    omissions.clear()
    waiting: list[str] = []
    size = 0
    between = ""
    for line in lines(pieces, omissions):
        waiting.append(between + line)
        between = "\n"
        size += len(line) + 1
        if size >= PIECE:
            yield clean_text("".join(waiting))
            waiting, size = [], 0
    if waiting:
        yield clean_text("".join(waiting))


def finished(content: Content, name: str, media_type: str, omissions: Omissions) -> Opened:
    """Cleans text and title. Raises `Unreadable` when there is nothing to read."""
    text = clean_text(content.text)
    if not text.strip():
        raise Unreadable(f"{name} holds no text.")
    if len(text) != len(content.text):
        content = replace(content, lines=_moved(content))
    title = clean_title(file_title(content.title, name)) or "Untitled"
    language = content.language or language_of(text)

    def pieces() -> Iterator[str]:
        return (text[at : at + PIECE] for at in range(0, len(text), PIECE))

    stated = properties(content.metadata)
    return Opened(title, media_type, language, content.lines, pieces, stated, content.origin, content.note, omissions)


def _moved(content: Content) -> tuple[LayoutLine, ...]:
    """Lines of a text that loses characters when it is cleaned."""
    offsets = [0, *accumulate(len(clean_text(character)) for character in content.text)]
    return tuple(line._replace(start=offsets[line.start], end=offsets[line.end]) for line in content.lines)


def _readable(data: bytes, name: str, label: str) -> Encoding:
    """Returns how to decode a text. Raises `Unreadable` for what is no text, or is in an encoding that cannot be
    told."""
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise Unreadable(f"{name} is {kind}; {READABLE}.")
    encoding = encoding_of(data, label)
    length, controls = look_at(data, encoding or Encoding("latin-1"))
    if controls > length * _BINARY_SHARE:
        raise Unreadable(f"{name} is not a text file; {READABLE}.")
    if encoding is None:
        raise Unreadable(f"{name} is in an encoding that it does not name; save it as UTF-8.")
    return encoding


def clean_text(text: str) -> str:
    """Returns a text whose line ends are LF, without NUL, control characters other than tab and line feed, lone
    surrogates and byte order marks.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text  # most texts, at a tenth of the cost
    return _DROPPED.sub("", _LOOSE_BREAK.sub("\n", text))


def visible(name: str) -> str:
    """Returns a file name on one line; what would hide in it or turn it around is written out, as `<U+202E>`."""
    return _HARMFUL_IN_TITLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", name)


def clean_title(title: str) -> str:
    """Returns one line of at most 300 characters that cannot turn the reading direction or hide anything."""
    title = " ".join(_HARMFUL_IN_TITLE.sub(" ", title).split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"
