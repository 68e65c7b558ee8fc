"""RTF by striprtf, which knows its control words and code pages: headings, lists, tables, footnotes, the stated title.

striprtf gives plain text. What it would lose is marked for it before, with characters that Unicode never gives to a
text, and read back from what it gives.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html import escape

from striprtf.striprtf import font_table_group, rtf_to_text

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

MOST_BYTES = 60 * 1024 * 1024
"""Of text and formatting, without pictures that are written as bytes."""
MOST_CHARACTERS = 10_000_000
_HEAD = 4096
"""Bytes in which the code page is said."""
_LONGEST_INFO = 20_000
_LEVELS = 6
_CELL, _ROW, _PARAGRAPH, _NOTE, _NOTE_END, _PLAIN, _IN_TABLE, _HEADING = map(chr, range(0xFDD0, 0xFDD8))
"""`_HEADING` is followed by its level."""
_MARKED = {
    b"cell": _CELL,
    b"nestcell": _CELL,
    b"row": _ROW,
    b"nestrow": _ROW,
    b"par": _PARAGRAPH,
    b"sect": _PARAGRAPH,
    b"page": _PARAGRAPH,
    b"column": _PARAGRAPH,
    b"footnote": _NOTE,
    b"pard": _PLAIN,
    b"intbl": _IN_TABLE,
}
_DATA = {b"pict", b"objdata", b"themedata", b"colorschememapping", b"datastore", b"datafield", b"fontemb"}
"""Words whose group is no text; such groups make up most of a large file."""
_TOKEN = re.compile(
    rb"(?P<bin>\\bin(?P<size>\d{1,9}) ?)|\\(?P<word>[A-Za-z]+)(?P<value>-?\d+)? ?|\\'[0-9A-Fa-f]{2}"
    rb"|(?P<break>\\(?:\r\n|[\r\n]))|\\[^A-Za-z']|(?P<brace>[{}])|(?P<end>[\r\n\0]+)|(?P<high>[\x80-\xff]+)"
)
_BEGIN = re.compile(rb"[\\{}\r\n\0\x80-\xff]")
"""Of a token: to look for one character is ten times as fast."""
_STYLE = re.compile(rb"{\\s(\d{1,9})\b(?=[^{}]*\\outlinelevel([0-8])\b|[^{}]*?heading ([1-9]);)", re.IGNORECASE)
_FONT = re.compile(r"\\f(?:(\d{1,9})|charset(\d{1,9}))(?!\d)")
_MOST_FONTS = 5000
_TITLE = re.compile(r"{\\title\b ?((?:[^{}\\]|\\.)*)}", re.DOTALL)
_FOOTNOTE = re.compile(f"{_NOTE}([^{_NOTE}{_NOTE_END}]*){_NOTE_END}")
_PIECE = re.compile(f"([{_CELL}{_ROW}{_PARAGRAPH}{_PLAIN}{_IN_TABLE}]|{_HEADING}[0-9])")
_LEFT_OVER = re.compile(f"{_HEADING}[0-9]|[\ufdd0-\ufddf]")
_BULLET = re.compile(r"\s*[•·▪◦‣o\-\uf0a7\uf0b7]\t\s*")
_NUMBER = re.compile(r"\s*(\d{1,9}[.)])\t\s*")
_ENCODINGS = {b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
_MAC_PAGES = {10000: "mac_roman", 10006: "mac_greek", 10007: "mac_cyrillic", 10029: "mac_latin2", 10081: "mac_turkish"}


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures, heads, feet and text boxes. Raises `Unreadable`."""
    begin = data.find(b"{\\rtf")
    if begin < 0:
        raise Unreadable("is damaged: it cannot be opened as an RTF file.")
    data = data[begin:]
    encoding = _encoding(data[:_HEAD])
    marked = _with_short_fonts(_marked(data))
    info = marked[(start := marked.find("{\\info")) : start + _LONGEST_INFO] if "{\\info" in marked else ""
    try:
        text = _text(marked, encoding)
        title = " ".join(_text("{" + found + "}", encoding) for found in _TITLE.findall(info)[-1:]).strip()
    except (ValueError, TypeError, OverflowError, LookupError):
        raise Unreadable("is damaged: it cannot be opened as an RTF file.") from None
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"has more than {MOST_CHARACTERS:,} characters; split it into several files.")
    found = read_html(f"<body>{''.join(_html(text))}</body>", omissions)
    return Content(title if telling(title, found.text) else found.title, found.text)


def _encoding(head: bytes) -> str:
    """Returns the code page that the file names, for text whose font names none."""
    page = re.search(rb"\\ansicpg(\d{1,5})", head)
    if page and (encoding := _known(int(page[1]))):
        return encoding
    older = re.search(rb"\\(mac|pca?)\b", head)
    return _ENCODINGS[older[1]] if older else "cp1252"


def _known(page: int) -> str | None:
    try:
        return codecs.lookup(_MAC_PAGES.get(page, f"cp{page}")).name
    except LookupError:
        return None


def _marked(data: bytes) -> str:
    """Returns the same file in ASCII, with marks for what plain text does not show. Raises `Unreadable`."""
    styles = {int(style): int(level) + 1 if level else int(named) for style, level, named in _STYLE.findall(data)}
    pieces: list[bytes] = []
    notes: list[int] = []
    size = at = depth = 0
    skipped = 0
    while begin := _BEGIN.search(data, at):
        piece = b"" if skipped else data[at : begin.start()]
        match = _TOKEN.match(data, begin.start())
        if match is None:
            pieces.append(piece)
            at = begin.end()
            continue
        at = match.end()
        if match["bin"]:
            at += int(match["size"])
        elif match["brace"]:
            depth += 1 if match["brace"] == b"{" else -1
            skipped = 0 if depth < skipped else skipped
            if notes and depth < notes[-1]:
                notes.pop()
                piece += _mark(_NOTE_END)
            piece += b"" if skipped else match["brace"]
        elif skipped:
            continue
        elif match["word"] in _DATA:
            skipped = depth
        elif match["word"]:
            piece += _word(match, styles)
            if match["word"] == b"footnote":
                notes.append(depth)
        else:
            piece += _sign(match)
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise Unreadable(f"has more than {MOST_BYTES // 1_048_576} MB of text and formatting; split it.")
    return b"".join(pieces if skipped else [*pieces, data[at:]]).decode("ascii", "replace")


def _sign(match: re.Match[bytes]) -> bytes:
    """Returns what stands for a token that is neither word nor brace. Only escaped line ends mean anything."""
    if match["high"]:
        return b"".join(b"\\'%02x" % byte for byte in match["high"])
    return _mark(_PARAGRAPH) if match["break"] else b"" if match["end"] else match[0]


def _with_short_fonts(marked: str) -> str:
    """Returns the file with a table of fonts that says nothing but their code pages: striprtf looks for them at the
    square of its length.
    """
    table = str(font_table_group(marked))  # type: ignore[no-untyped-call]
    charsets: dict[str, str] = {}
    font = ""
    for number, charset in _FONT.findall(table):
        font = number or font
        if charset and len(charsets) < _MOST_FONTS:
            charsets.setdefault(font, charset)
    fonts = "".join(f"{{\\f{font}\\fcharset{charset} A;}}" for font, charset in charsets.items() if font)
    return marked.replace(table, f"{{\\fonttbl{fonts}}}", 1) if table else marked


def _word(match: re.Match[bytes], styles: dict[int, int]) -> bytes:
    """Returns what stands for a control word. `\\field` goes: striprtf looks for links in it, at the square of a line's
    length; `\\pntext`, as it would hide the signs of lists; and `\\ansicpg`, which `_encoding` reads.
    """
    word, value = match["word"], int(match["value"][:11]) if match["value"] else None
    if word in _MARKED:
        return _mark(_MARKED[word])
    if word == b"outlinelevel" and value is not None:
        return _level(value + 1)
    if word == b"s" and value in styles:
        return _level(styles[value])
    if word == b"u" and (value is None or not -0x10000 <= value <= 0x10FFFF):
        return b""
    if word in (b"field", b"pntext", b"ansicpg") or (word == b"uc" and value is None):
        return b""
    return match[0].rstrip(b" ") + b" "  # what follows it may go


def _level(level: int) -> bytes:
    return _mark(_HEADING) + b"%d" % (level if 0 < level <= _LEVELS else 0)


def _mark(mark: str) -> bytes:
    return b"{\\uc0\\u%d}" % ord(mark)


def _text(marked: str, encoding: str) -> str:
    """Returns plain text with its marks. Letters above U+FFFF come as two halves."""
    text = str(rtf_to_text(marked, encoding, "replace"))  # type: ignore[no-untyped-call]
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _html(text: str) -> Iterator[str]:
    """Yields blocks of HTML for our own reader of it."""
    notes: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        notes.append(match[1].replace(_PARAGRAPH, " "))
        return f"[{len(notes)}]"

    text = _FOOTNOTE.sub(numbered, text)
    table: list[list[str]] = []
    row: list[str] = []
    cell: list[str] = []
    level, in_table = 0, False
    pieces = _PIECE.split(text + _PARAGRAPH)
    pending = ""
    for words, mark in zip(pieces[::2], pieces[1::2], strict=False):
        pending += words
        if mark[0] == _HEADING:
            level = int(mark[1])
        elif mark in (_PLAIN, _IN_TABLE):
            level, in_table = (0, False) if mark == _PLAIN else (level, True)
        elif mark == _ROW:
            table.append(row + [pending] * bool(pending.strip()))
            row, cell, pending = [], [], ""
        elif mark == _CELL:
            row.append("\n".join([*cell, pending]))
            cell, pending = [], ""
        elif in_table:
            cell.append(pending)
            pending = ""
        else:
            if pending.strip() and table:
                yield _table(table)
                table = []
            yield _block(pending, level)
            pending = ""
    if row or cell:
        table.append(row + ["\n".join(cell)] * bool(cell))
    if table:
        yield _table(table)
    yield f"<ol>{''.join(f'<li>{_inline(note)}</li>' for note in notes)}</ol>"


def _table(rows: list[list[str]]) -> str:
    return (
        "<table>"
        + "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows)
        + "</table>"
    )


def _block(text: str, level: int) -> str:
    if not text.strip():
        return ""
    if level:
        return f"<h{level}>{_inline(text)}</h{level}>"
    if bullet := _BULLET.match(text):
        return f"<ul><li>{_inline(text[bullet.end() :])}</li></ul>"
    if number := _NUMBER.match(text):
        return f'<ul><li data-marker="{number[1]}">{_inline(text[number.end() :])}</li></ul>'
    return f"<p>{_inline(text)}</p>"


def _inline(text: str) -> str:
    return "<br>".join(map(escape, _LEFT_OVER.sub("", text).strip().split("\n")))
