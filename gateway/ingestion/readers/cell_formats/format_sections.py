"""Number formats (ECMA-376, part 1, 18.8.31) taken apart: sections, their conditions and their tokens."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

_LONGEST = 1000
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<blank>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]{0,255})\]'
    r"|(?P<end>;)|(?P<general>general)|(?P<half_day>am/pm|a/p)|(?P<foreign>[^\x00-\x7f]{1,3}/[^\x00-\x7f]{1,3})"
    r"|(?P<exponent>e[+-])|(?P<date>y+|m+|d+|h+|s+|b+|g+|e+|a{3,4})|(?P<digit>[0#?])|(?P<point>\.)|(?P<comma>,)"
    r"|(?P<percent>%)|(?P<slash>/)|(?P<text>@)|(?P<letter>[a-z])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*([-+]?\d{1,30}(?:\.\d{1,30})?(?:E[-+]?\d{1,2})?)", re.IGNORECASE)
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}


class Token(NamedTuple):
    """A piece of a format; kinds are `literal`, `elapsed` and the names of the groups of `_TOKEN`."""

    kind: str
    text: str


class Condition(NamedTuple):
    sign: str
    limit: float

    def matches(self, value: float) -> bool:
        return _COMPARED[self.sign](value, self.limit)

    @property
    def is_negative(self) -> bool:
        """Whether only negative numbers match."""
        return (self.sign == "<" and self.limit <= 0) or (self.sign in ("<=", "=") and self.limit < 0)

    @property
    def leaves_negative(self) -> bool:
        """Whether only negative numbers, and zero, are left to the next section."""
        return self.sign in (">", ">=") and self.limit <= 0


class FormatSection(NamedTuple):
    """One part of a format.

    kind: `general`, `number`, `scientific`, `date`, `text`, `literal` or `unknown`.
    is_foreign: names of months and days are in a language other than English, or the system decides the order.
    is_odd: it has codes that are not understood, or those of eras.
    """

    kind: str
    tokens: tuple[Token, ...]
    condition: Condition | None
    is_foreign: bool
    is_odd: bool


class NumberFormat(NamedTuple):
    """The sections for numbers, and the one for text if the format has one."""

    numbers: tuple[FormatSection, ...]
    text: FormatSection | None

    def section(self, value: float) -> tuple[FormatSection | None, bool]:
        """Returns the section for a number, and whether it shows by itself that the number is negative. There is no
        section if no condition matches."""
        first, *others = self.numbers
        if len(self.numbers) == 1:
            return (first, False) if first.condition is None or first.condition.matches(value) else (None, False)
        default = Condition(">" if len(self.numbers) > 2 else ">=", 0)
        above = first.condition or default
        if above.matches(value):
            return first, above.is_negative
        if len(others) == 1:
            only = others[0].condition
            return (None if only and not only.matches(value) else others[0]), above.leaves_negative
        second = others[0].condition or Condition("<", 0)
        if second.matches(value):
            return others[0], second.is_negative
        return others[1], False


@lru_cache(maxsize=512)
def number_format(pattern: str) -> NumberFormat:
    """Returns the sections of a format such as `#,##0.00 "€";[Red]-#,##0.00`."""
    sections: list[FormatSection] = []
    tokens: list[re.Match[str]] = []
    for match in _TOKEN.finditer(pattern[:_LONGEST]):
        if match["end"]:
            sections.append(_section(tokens))
            tokens = []
        else:
            tokens.append(match)
    sections.append(_section(tokens))
    text = sections[-1] if len(sections) > 3 or sections[-1].kind == "text" else None
    numbers = sections[:-1] if text and len(sections) > 1 else sections
    return NumberFormat(tuple(numbers[:3]), text)


def _section(matches: list[re.Match[str]]) -> FormatSection:
    tokens: list[Token] = []
    condition: Condition | None = None
    is_foreign = is_general = is_unknown = is_odd = False
    for match in matches:
        kind, text = match.lastgroup or "", match[match.lastgroup or 0]
        if kind == "bracket":
            if found := _CONDITION.fullmatch(text.strip()):
                condition = Condition(found[1], float(found[2]))
            elif text.lower() in ("h", "hh", "m", "mm", "s", "ss"):
                tokens.append(Token("elapsed", text.lower()))
            elif text.startswith("$"):
                money, _, locale = text[1:].partition("-")
                tokens.append(Token("literal", money))
                is_foreign = is_foreign or _is_foreign(locale)
        elif kind in ("quoted", "escaped", "other"):
            tokens.append(Token("literal", text))
        elif kind == "blank":
            tokens.append(Token("literal", " "))
        elif kind == "general":
            is_general = True
            tokens.append(Token("text", "@"))
        elif kind in ("letter", "foreign"):
            is_odd = True
            is_unknown = is_unknown or (text not in "TZ" and kind == "letter")
        elif kind != "fill":
            tokens.append(Token(kind, text))
    is_odd = is_odd or any(token.kind == "date" and token.text[0] in "bgeaBGEA" for token in tokens)
    return FormatSection(_kind(tokens, is_general, is_unknown), tuple(tokens), condition, is_foreign, is_odd)


def _kind(tokens: list[Token], is_general: bool, is_unknown: bool) -> str:
    kinds = {token.kind for token in tokens}
    if is_unknown:
        return "unknown"
    if kinds & {"date", "elapsed", "half_day"}:
        return "date"
    if sum(token.kind == "point" for token in tokens) > 1 or ("digit" in kinds and (is_general or "slash" in kinds)):
        return "unknown"
    if is_general:
        return "general"
    if "text" in kinds:
        return "text"
    if "digit" not in kinds:
        return "literal"
    if "exponent" in kinds:
        return "scientific"
    return "number"


def _is_foreign(locale: str) -> bool:
    """Tells whether a locale is known and not English: not for `409`, `en-US`, yes for `407` and `F800`."""
    name = locale.lower().partition(",")[0]
    return name.strip("0") not in ("", "4") and not name.startswith("en") and not name.endswith("09")
