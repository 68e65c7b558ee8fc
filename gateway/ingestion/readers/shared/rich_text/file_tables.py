"""The tables of an RTF file: fonts with their code pages, and lists with their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.ingestion.readers.shared.rich_text.letters import font_encoding, page_encoding
from gateway.ingestion.readers.shared.rich_text.list_tables import ListTables, RtfListLevel
from gateway.ingestion.readers.shared.rich_text.machine import Handler, Machine, SizeLimits
from gateway.knowledge.documents.omissions import Omissions

_MOST_FONTS, _MOST_NUMBER = 5000, 1_000_000


class TableReader(Machine):
    """Reads the tables; `numbers` are the latest values of control words in tables and fields."""

    def __init__(self, omissions: Omissions, encoding: str, styles: Mapping[int, int], limits: SizeLimits) -> None:
        super().__init__(omissions, encoding, styles, limits)
        self.lists = ListTables()
        self.numbers: dict[str, int] = {}
        self._font_name: list[str] = []
        self._pattern_text = ""
        self._levels: list[RtfListLevel] = []
        self._starts: dict[int, int] = {}
        self.words |= self._tables()

    def _tables(self) -> dict[str, Handler]:
        """Returns the control words of the tables of fonts and lists, and numbers that fields and tables state."""
        words = ["levelnfc", "levelnfcn", "levelstartat", "listid", "fftype", "ffres", "ffdefres", "fcharset", "cpg"]
        return {
            **{word: self._numbered(word) for word in words},
            "deff": self._default,
            "fonttbl": self._fonts,
            "f": self._font_or_entry,
            "list": self._list,
            "listlevel": self._level,
            "leveltext": self.captured(self._pattern),
            "listoverride": self._override,
            "lfolevel": self._start,
            "ls": self._list_number,
        }

    def _numbered(self, word: str) -> Handler:
        def use(value: int | None) -> None:
            if value is not None:
                self.numbers[word] = value

        return use

    def _default(self, value: int | None) -> None:
        self.default_font = -1 if value is None else value

    def _fonts(self, _: int | None) -> None:
        self.state.in_fonts, self.state.capture = True, self._font_name
        self.at_end(self._end_font)

    def _font_or_entry(self, value: int | None) -> None:
        if not self.state.in_fonts:
            self.font(value)
            return
        self._end_font()
        self.numbers["f"] = -1 if value is None else value

    def _end_font(self) -> None:
        number, charset, page = (self.numbers.pop(word, None) for word in ("f", "fcharset", "cpg"))
        if number is not None and len(self.encodings) < _MOST_FONTS:
            stated = page_encoding(page) if page else None
            name = "".join(self._font_name)
            self.encodings.setdefault(number, stated or font_encoding(name, charset, self.fallback_encoding))
        self._font_name.clear()

    def _list(self, _: int | None) -> None:
        self._levels = []
        self.at_end(lambda: self.lists.add(self.numbers.pop("listid", 0), self._levels))

    def _level(self, _: int | None) -> None:
        self._pattern("")
        self.at_end(self._end_level)

    def _end_level(self) -> None:
        kind = self.numbers.pop("levelnfcn", self.numbers.pop("levelnfc", 0))
        self._levels.append(RtfListLevel(kind, self.numbers.pop("levelstartat", 1), self._pattern_text))

    def _pattern(self, text: str) -> None:
        self._pattern_text = text[1:].rstrip(";")  # the first character is the length of the pattern

    def _override(self, _: int | None) -> None:
        self._starts = {}
        self.numbers["lfolevel"] = 0
        self.at_end(self._end_override)

    def _end_override(self) -> None:
        self.lists.override(self.numbers.pop("ls", 0), self.numbers.pop("listid", 0), self._starts)
        self.numbers.pop("lfolevel", None)

    def _start(self, _: int | None) -> None:
        self.at_end(self._end_start)

    def _end_start(self) -> None:
        level = self.numbers.get("lfolevel", 0)
        if (first := self.numbers.pop("levelstartat", None)) is not None:
            self._starts[level] = first
        self.numbers["lfolevel"] = level + 1

    def _list_number(self, value: int | None) -> None:
        if "lfolevel" in self.numbers:
            self.numbers["ls"] = value or 0
        else:
            self.state.paragraph = self.state.paragraph._replace(number=min(max(0, value or 0), _MOST_NUMBER))
