"""Follows the groups of RTF and writes their text in its look. `interpreter.py` knows the destinations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gateway.ingestion.readers.shared.rich_text.letters import decoded, signs
from gateway.ingestion.readers.shared.rich_text.lexer import RtfToken, tokens
from gateway.ingestion.readers.shared.rich_text.stories import CellShape, ParagraphLook, State, Story
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable

_DEEPEST, _DEEPEST_TABLE, _DEEPEST_LIST = 10_000, 20, 8
_WORD_BYTES = 6
"""Of a control word on average."""
_OUTLINE_LEVELS = 6
_PRIVATE, _UNKNOWN = range(0xF000, 0xF100), 0xFFFD
_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
_CHARACTERS: Mapping[str, str] = {
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "softline": "\n",
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
}
_SIGNS: Mapping[str, str] = {"~": "\xa0", "-": "\xad", "_": "\u2011", "{": "{", "}": "}", "\\": "\\"}
_ENDS = ("par", "sect", "page", "column")

Handler = Callable[[int | None], None]


class SizeLimits(NamedTuple):
    """Bytes of text and formatting, without pictures, and characters of a file."""

    bytes: int
    characters: int


class Machine:
    """Keeps the state of the open group. `styles`: the level of headings by the number of their style."""

    def __init__(self, omissions: Omissions, encoding: str, styles: Mapping[int, int], limits: SizeLimits) -> None:
        self.omissions, self.fallback_encoding, self._styles, self._limits = omissions, encoding, styles, limits
        self.state = State(Story(omissions), encoding)
        self.groups: list[State] = []
        """The states of the groups around the open one."""
        self.encodings: dict[int, str] = {}
        """The encoding of each font."""
        self.whites: frozenset[int] = frozenset()
        """The numbers of white in the table of colours."""
        self.default_font = -1
        self.is_coloured = False
        """Whether the page has a background."""
        self._ends: list[tuple[int, Callable[[], None]]] = []
        self._bytes = bytearray()
        self.written = 0
        """Characters that the stories have."""
        self._passed_over = self._size = self._high = 0
        self._cells: list[CellShape] = []
        self._is_down = self._is_across = self._is_row_shaded = self._is_starred = False
        self.words: dict[str, Handler] = self._looks() | self._layout()
        self.starred: set[str] = set()
        """Destinations that are known although their group may be ignored."""

    def run(self, data: bytes) -> None:
        """Interprets a file. Raises `Unreadable`."""
        for token in tokens(data):
            if token.kind in ("text", "hex"):
                if not self.state.skips:
                    self._count(len(token.data))
                    passed = min(self._passed_over, len(token.data))
                    self._passed_over -= passed
                    self._bytes += token.data[passed:]
                continue
            self._flush()
            self._passed_over = 0
            if token.kind == "brace":
                if token.name == "{":
                    self._open()
                elif not self._close():
                    break
            elif not self.state.skips:
                self._count(_WORD_BYTES)
                self._control(token)
        self._flush()
        while self._ends:
            self._ends.pop()[1]()

    def at_end(self, action: Callable[[], None]) -> None:
        """Calls `action` when the open group ends, with its state still the current one."""
        self._ends.append((len(self.groups), action))

    def captured(self, use: Callable[[str], None]) -> Handler:
        """Returns the handler of a destination whose text is used when it ends."""

        def begin(_: int | None) -> None:
            found: list[str] = []
            self.state.capture = found
            self.at_end(lambda: use("".join(found)))

        return begin

    def write(self, text: str) -> None:
        """Writes text of the open group."""
        if self.state.capture is not None:
            self.state.capture.append(text)
        elif not self.state.deleted:
            self.tell(text)

    def tell(self, text: str) -> None:
        """Writes text to the open story."""
        self.written += len(text)
        if self.written > self._limits.characters:
            raise Unreadable(f"has more than {self._limits.characters:,} characters; split it into several files.")
        shaded = self.is_coloured or (self._is_row_shaded and self.state.paragraph.table > 0)
        self.state.story.runs.append(self.state.run(text, shaded=shaded))

    def label(self) -> str | None:
        """Counts the paragraph that ends, and returns its number; None outside lists."""
        return None

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > self._limits.bytes:
            raise Unreadable(f"has more than {self._limits.bytes // 1_048_576} MB of text and formatting; split it.")

    def _open(self) -> None:
        if len(self.groups) >= _DEEPEST:
            raise Unreadable("is damaged: its groups are nested too deeply.")
        self.groups.append(self.state)
        self.state = self.state.child()
        self._is_starred = False

    def _close(self) -> bool:
        """Ends a group; False if it was the whole file."""
        while self._ends and self._ends[-1][0] == len(self.groups):
            self._ends.pop()[1]()
        if len(self.groups) < 2:
            return False
        self.state = self.groups.pop()
        return True

    def _flush(self) -> None:
        if self._bytes:
            data = bytes(self._bytes)
            self._bytes.clear()
            self.write(decoded(data, self.state.encoding))

    def _control(self, token: RtfToken) -> None:
        if token.kind == "sign":
            if token.name == "*":
                self._is_starred = True
            elif token.name in ("\n", "\r", "\r\n"):
                self._end_paragraph(None)
            elif token.name in _SIGNS:
                self.write(_SIGNS[token.name])
            return
        name = token.name
        if self._is_starred:
            self._is_starred = False
            if name not in self.starred:
                self.state.skips = True
                return
        if name in _CHARACTERS:
            self.write(_CHARACTERS[name])
        elif (handler := self.words.get(name)) is not None:
            handler(token.value)

    def _looks(self) -> dict[str, Handler]:
        """Returns the control words that change the look of text."""

        def changed(name: str, value_of: Callable[[int | None], Any]) -> Handler:
            return lambda value: setattr(self.state, name, value_of(value))

        def shifted(sign: int, points: int) -> Handler:
            return changed("shift", lambda value: sign if (points if value is None else value) else 0)

        return {
            "super": shifted(1, 1),
            "sub": shifted(-1, 1),
            "nosupersub": shifted(0, 0),
            "up": shifted(1, 6),
            "dn": shifted(-1, 6),
            **dict.fromkeys(("strike", "striked"), changed("struck", _is_on)),
            "v": changed("hidden", _is_on),
            "deleted": changed("deleted", _is_on),
            "plain": lambda _: self.state.plain(self.encodings.get(self.default_font, self.fallback_encoding)),
            "cf": changed("white", lambda value: value in self.whites),
            **dict.fromkeys(("highlight", "cb", "chcbpat"), changed("shaded", self._is_shade)),
            "f": self.font,
            "uc": changed("fallback", lambda value: min(max(0, value or 0), 100)),
            "u": self._unicode,
        }

    def _layout(self) -> dict[str, Handler]:
        """Returns the control words of paragraphs and tables."""

        def look(**changes: Any) -> None:
            self.state.paragraph = self.state.paragraph._replace(**changes)

        def level(value: int | None) -> None:
            look(level=0 if value is None or not 0 <= value < _OUTLINE_LEVELS else value + 1)

        def style(value: int | None) -> None:
            if value is not None and value in self._styles:
                level(self._styles[value] - 1)

        return {
            **dict.fromkeys(_ENDS, self._end_paragraph),
            "pard": lambda _: setattr(self.state, "paragraph", ParagraphLook()),
            "intbl": lambda _: look(table=max(1, self.state.paragraph.table)),
            "itap": lambda value: look(table=min(max(0, value or 0), _DEEPEST_TABLE)),
            "ilvl": lambda value: look(depth=min(max(0, value or 0), _DEEPEST_LIST)),
            "ls": lambda value: look(in_list=bool(value)),
            "outlinelevel": level,
            "s": style,
            "cbpat": lambda value: look(shaded=self._is_shade(value)),
            "cell": lambda _: self._cell(1),
            "nestcell": lambda _: self._cell(max(2, self.state.paragraph.table)),
            "row": lambda _: self._row(1),
            "nestrow": lambda _: self._row(max(2, self.state.paragraph.table)),
            "trowd": lambda _: self._begin_row(),
            "clvmrg": lambda _: setattr(self, "_is_down", True),
            "clmrg": lambda _: setattr(self, "_is_across", True),
            "clcbpat": lambda value: setattr(self, "_is_row_shaded", value not in self.whites),
            "cellx": self._edge,
        }

    def _is_shade(self, colour: int | None) -> bool:
        return bool(colour) and colour not in self.whites

    def _begin_row(self) -> None:
        self._cells = []
        self._is_down = self._is_across = self._is_row_shaded = False

    def _edge(self, value: int | None) -> None:
        self._cells.append(CellShape(value or 0, self._is_down, self._is_across))
        self._is_down = self._is_across = False

    def _end_paragraph(self, _: int | None) -> None:
        if self.state.capture is not None:
            self.state.capture.append(" ")
        elif not self.state.deleted:
            self.state.story.end_paragraph(self.state.paragraph, self.label())

    def _cell(self, depth: int) -> None:
        if self.state.capture is None:
            self.state.story.end_cell(self.state.paragraph, self.label(), depth)

    def _row(self, depth: int) -> None:
        if self.state.capture is None:
            self.state.story.end_row(self.state.paragraph, self._cells, depth)

    def font(self, value: int | None) -> None:
        self.state.encoding = self.encodings.get(-1 if value is None else value, self.fallback_encoding)

    def _unicode(self, value: int | None) -> None:
        if value is None or not -0x10000 <= value <= 0x10FFFF:
            return
        number = value + 0x10000 if value < 0 else value
        self._passed_over = self.state.fallback
        high, self._high = self._high, 0
        if number in _HIGH:  # the first half of a letter above U+FFFF
            self._high = number
            return
        if number in _LOW:
            number = 0x10000 + ((high - _HIGH.start) << 10) + number - _LOW.start if high else _UNKNOWN
        letter = chr(number)
        self.write(signs(letter, self.state.encoding) if number in _PRIVATE else letter)


def _is_on(value: int | None) -> bool:
    return value != 0
