"""Numbers of lists of RTF, by its tables of lists, for files that do not state the number of each item."""

from __future__ import annotations

from typing import NamedTuple

from gateway.ingestion.readers.shared.marked_lists import BULLET
from gateway.ingestion.readers.shared.numerals import numeral

_LEVELS = 9
_BULLETS = 23
_KINDS = dict(
    enumerate(
        [
            *("decimal", "upperRoman", "lowerRoman", "upperLetter", "lowerLetter", "ordinal", "cardinalText"),
            *("ordinalText", "hex", "chicago", "ideographDigital", "japaneseCounting", "aiueo", "iroha"),
            *("decimalFullWidth", "decimal", "japaneseLegal", "japaneseDigitalTenThousand", "decimalEnclosedCircle"),
            *("decimalFullWidth2", "aiueoFullWidth", "irohaFullWidth", "decimalZero", "bullet", "ganada", "chosung"),
            *("decimalEnclosedFullstop", "decimalEnclosedParen", "decimalEnclosedCircleChinese"),
            *("ideographEnclosedCircle", "ideographTraditional", "ideographZodiac", "ideographZodiacTraditional"),
            *("taiwaneseCounting", "ideographLegalTraditional", "taiwaneseCountingThousand", "taiwaneseDigital"),
            *("chineseCounting", "chineseLegalSimplified", "chineseCountingThousand", "decimal", "koreanDigital"),
            *("koreanCounting", "koreanLegal", "koreanDigital2", "hebrew1", "arabicAlpha", "hebrew2", "arabicAbjad"),
            *("hindiVowels", "hindiConsonants", "hindiNumbers", "decimal", "thaiLetters", "thaiNumbers", "decimal"),
            *("decimal", "numberInDash", "russianLower", "russianUpper"),
        ]
    )
) | {255: "none"}
"""Kinds of numbers by the number that RTF has for them."""
_MOST_LISTS = 10_000


class RtfListLevel(NamedTuple):
    """A level of a list: the kind of its numbers, the first one, and its pattern, in which the characters U+0000 to
    U+0008 stand for the number of a level."""

    kind: int = 0
    first: int = 1
    pattern: str = "\0."


class ListTables:
    """The lists of a file; counts their items."""

    def __init__(self) -> None:
        self._lists: dict[int, list[RtfListLevel]] = {}
        self._overrides: dict[int, tuple[int, dict[int, int]]] = {}
        self._counts: dict[int, list[int]] = {}

    def add(self, number: int, levels: list[RtfListLevel]) -> None:
        if len(self._lists) < _MOST_LISTS:
            self._lists[number] = levels[:_LEVELS]

    def override(self, number: int, of: int, starts: dict[int, int]) -> None:
        """Names a list by the number that paragraphs use, with first numbers of its own by level."""
        if len(self._overrides) < _MOST_LISTS:
            self._overrides[number] = of, starts

    def label(self, number: int, level: int) -> str | None:
        """Counts an item and returns its number, `-` for a bullet; None if there is no such list."""
        of, starts = self._overrides.get(number, (0, {}))
        levels = self._lists.get(of)
        if not levels or level >= len(levels):
            return None
        # Lists with first numbers of their own count alone; the others count along with their list.
        counts = self._counts.setdefault(-number if starts else of, [0] * _LEVELS)
        firsts = [starts.get(at, known.first) for at, known in enumerate(levels)]
        counts[level] = counts[level] + 1 if counts[level] else firsts[level]
        counts[level + 1 :] = [0] * (_LEVELS - level - 1)
        if levels[level].kind == _BULLETS:
            return BULLET
        parts = []
        for sign in levels[level].pattern:
            at = ord(sign)
            parts.append(
                numeral(counts[at] or firsts[at], _KINDS.get(levels[at].kind, "decimal")) if at < len(levels) else sign
            )
        return "".join(parts).strip()
