"""Citation markers in a text, as models write them: `[E1]`, `【E1, G2】`, `[E1-E3]`, `[Source: E1, p. 3]`,
`(see [E2])`, `**[E1]**`, `^[E1]^`, `[E1](#E1)`.

A marker is nothing but ids with brackets or other signs around them, words that announce a source, and places in it. In
brackets that texts use for their own ends, `(E1)`, the id must be a candidate's that no passage speaks of. Bare
numbers never are ids: `[2024]` and `x[1]` stay text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from gateway.words.languages.subjects.citing import CITING

POOL = {"E": 20, "G": 10}
"""The ids that the answer schema allows; `[E404]` is text."""
LONGEST = 160
"""Characters of a marker with all that belongs to it."""
MOST_IDS = 10
"""Ids that a range stands for."""
DEEPEST = 4
"""Brackets within brackets."""

Cites = Callable[[str], bool]
"""Whether an id can mean nothing but a candidate."""

_WIDE = str.maketrans("ＥＧ０１２３４５６７８９", "EG0123456789")
_PAIRS = {"[": "]", "【": "】", "［": "］", "〔": "〕", "(": ")", "（": "）", "{": "}"}
_SAME = str.maketrans("【［〔（】］〕）", "[[[(]]])")
"""Full-width brackets close ASCII ones, and the other way round."""
_LATIN = r"A-Za-z\u00c0-\u024f"
_TOKEN = re.compile(
    rf"(?P<id>[EeGgＥＧ][0-9０-９]{{1,3}}(?![0-9０-９{_LATIN}]))"
    r"|(?P<open>\\?[\[【［〔(（]|\\cite[pt]?\{)"
    r"|(?P<close>\\?[\]】］〕)）]|\})"
    r"|(?P<mark>\*{1,3}|_{1,3}|\^)"
    r"|(?P<tag></?(?:sup|small|b|i|em|strong|cite|ref)>)"
    r"|(?P<dash>[-–—‑~〜]|\.{2,3}|…)"
    r"|(?P<join>[,，、;；/&|+])"
    r"|(?P<sign>[:：=#@.§†¶])"
    r"|(?P<number>[0-9０-９]{1,5})"
    rf"|(?P<word>[{_LATIN}]{{1,16}}|(?:(?![ＥＧ])[^\W\d_{_LATIN}]){{1,16}})"
    r"|(?P<blank>[ \u00a0]{1,2})",
    re.IGNORECASE,
)
_WHOLE = ("open", "close", "tag", "join", "sign")
"""Tokens that nothing behind them changes."""
_PART_OF_TOKEN = re.compile(r"\\(?:c(?:i(?:te?[pt]?)?)?)?|</?[a-z]{0,6}|\.{1,2}|[ＥＧ]", re.IGNORECASE)
_LINK = re.compile(r"\([^()\s]{0,120}\)")
_PART_OF_LINK = re.compile(r"\([^()\s]{0,120}")
_BETWEEN = re.compile(r"[ \u00a0]{0,2}(?:[,，、;；&+/]|[^\W\d_]{1,5})?[ \u00a0]{0,2}")


def _words(field: str) -> frozenset[str]:
    return frozenset(word for language in CITING.values() for word in getattr(language, field).split())


_SOURCE, _PLACE, _AND = _words("source"), _words("locator"), _words("links")
_TO = frozenset(("to", "through", "bis"))


def nothing_cites(citation_id: str) -> bool:
    """Tells that an id may mean anything, where no candidates are known."""
    return False


class Marker(NamedTuple):
    end: int
    """The place behind it; that of its start where there is no marker."""
    ids: tuple[str, ...] = ()


def marker_at(buffer: str, at: int, final: bool, cites: Cites) -> Marker | None:
    """Returns the marker at `at`, with those that only signs and blanks part from it; None: wait."""
    found, start = Marker(at), at
    try:
        while True:
            unit = _Scan(buffer, start, at + LONGEST, final, cites).unit()
            if not unit.ids:
                return found
            found = Marker(unit.end, found.ids + unit.ids)
            between = _BETWEEN.match(buffer, unit.end)
            start = between.end() if between else unit.end
            if start == len(buffer) and not final and start - unit.end < 9:
                return None
            word = buffer[unit.end : start].strip(" \u00a0")
            if word.isalpha() and word not in _AND:
                return found
    except _Waits:
        return None


class _Waits(Exception):
    """More of the text is needed."""


class _Scan:
    """Reads one marker, token by token, up to `limit`."""

    def __init__(self, buffer: str, at: int, limit: int, final: bool, cites: Cites, depth: int = 1) -> None:
        self._buffer, self._begin, self._at, self._limit = buffer, at, at, limit
        self._final, self._cites, self._depth = final, cites, depth

    def unit(self) -> Marker:
        """Returns the marker that begins here."""
        kind, sign = self._next()
        ids: list[str] = []
        if kind == "open":
            square = sign[-1].translate(_SAME) in "[{"
            ids = self._items("close", _PAIRS[sign[-1].translate(_SAME)], bare=True, sure=square)
            if ids and square:
                self._pass_link()
        elif kind == "mark":
            ids = self._items(kind, sign, bare=sign == "^", sure=False)
            if not ids and sign == "^":  # `^[E1]` is a note of Pandoc's
                self._at = self._begin + 1
                kind, bracket = self._next()
                ids = self._items("close", "]", bare=True, sure=True) if kind == "open" and bracket[-1] == "[" else []
        elif kind == "tag" and sign[1] != "/":
            ids = self._items(kind, f"</{sign[1:]}", bare=sign.lower() in ("<sup>", "<cite>", "<ref>"), sure=False)
        return Marker(self._at, tuple(ids)) if ids else Marker(self._begin)

    def _next(self) -> tuple[str, str]:
        """Returns the kind and the text of the next token; of neither where there is none."""
        buffer, at = self._buffer, self._at
        if at >= self._limit:
            return "", ""
        found = _TOKEN.match(buffer, at)
        if not self._final:
            whole = found is not None and found.lastgroup in _WHOLE
            touches = (found.end() if found else at) == len(buffer)
            if (touches and not whole) or _PART_OF_TOKEN.fullmatch(buffer, at):
                raise _Waits
        if found is None:
            return "", ""
        self._at = found.end()
        return found.lastgroup or "", found.group()

    def _pass_link(self) -> None:
        """Takes along the address of a link whose text is the marker."""
        at = self._at
        if not self._final and (at == len(self._buffer) or _PART_OF_LINK.fullmatch(self._buffer, at)):
            raise _Waits
        link = _LINK.match(self._buffer, at)
        self._at = link.end() if link else at

    def _items(self, closing: str, sign: str, *, bare: bool, sure: bool) -> list[str]:
        """Returns the ids up to the token of this kind that ends them; none where anything else stands there.

        bare: an id without a bracket of its own counts.
        sure: it counts whatever else it may mean.
        """
        ids: list[str] = []
        words: list[str] = []
        ranged = False
        while True:
            start = self._at
            kind, token = self._next()
            if kind == closing and token[-len(sign) :].translate(_SAME).lower() == sign:
                return ids if _named(words, ids, sure) else []
            if kind in ("id", "open"):
                found = self._one(kind, token, start, bare, sure)
                if not found or not _named(words, ids, sure):
                    return []
                ids += _range(ids[-1], found[0]) if ranged else found
                words, ranged = [], False
            elif kind == "number" and ranged:
                ids += _range(ids[-1], ids[-1][0] + token.translate(_WIDE))
                ranged = False
            elif kind in ("word", "number") or token == "†":
                ranged = bool(ids) and not words and token in _TO
                if not (ranged or token == "†" or "†" in words or _belongs(token.casefold(), behind=bool(ids))):
                    return []
                words += [] if ranged else [token.casefold()]
            elif kind == "dash":
                ranged = bool(ids) and not words
            elif kind in ("", "close"):
                return []

    def _one(self, kind: str, token: str, start: int, bare: bool, sure: bool) -> list[str]:
        """Returns the ids of a marker within this one, or the id that stands here."""
        if kind == "open":
            if self._depth == DEEPEST:
                return []
            inner = _Scan(self._buffer, start, self._limit, self._final, self._cites, self._depth + 1).unit()
            self._at = inner.end
            return list(inner.ids)
        citation_id = token.translate(_WIDE)
        if not bare or not (sure or self._cites(citation_id)):
            return []
        citation_id = citation_id.upper()
        return [citation_id] if 0 < int(citation_id[1:]) <= POOL[citation_id[0]] else []


def _belongs(word: str, *, behind: bool) -> bool:
    """Tells whether a word belongs to a marker: before its first id it announces a source, `behind` one it names a
    place in it."""
    return word in _PLACE or word in _AND or word.isdigit() if behind else word in _SOURCE


def _named(words: list[str], ids: list[str], sure: bool) -> bool:
    """Tells whether numbers behind an id have a word that says what they count, where the marker may be something
    else."""
    return sure or not ids or not words or not words[0].isdigit()


def _range(first: str, last: str) -> list[str]:
    """Returns the ids behind the first up to the last one; only the last one where these are no range."""
    begin, end = int(first[1:]), int(last[1:])
    if first[0] != last[0] or not begin < end < begin + MOST_IDS:
        return [last]
    return [f"{first[0]}{number}" for number in range(begin + 1, end + 1)]
