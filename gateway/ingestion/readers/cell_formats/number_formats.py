"""Values of a sheet as the program shows them: numbers, percent, money, dates by the format of their cell.

Formats are those of ECMA-376, part 1, 18.8.31. A full stop is written before decimals, whatever the language of the
reader. A format that is not understood gives the plain value, never another number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from gateway.ingestion.readers.cell_formats.format_sections import FormatSection, Token, number_format
from gateway.ingestion.readers.cell_formats.serial_dates import shown_date

_MOST_DIGITS, _WIDEST = 10, 11
"""Digits of a number with decimals in a cell without a format, and characters of a small one without an exponent."""
_MOST_WHOLE, _MOST_EXACT = 10**21, 10**15
"""Whole numbers that are written with all digits: those that the file writes so, and those with an exponent."""
_MOST_PLACES, _MOST_PERCENTS, _MOST_THOUSANDS = 30, 3, 5
_EXACT = Context(prec=400)
_GENERAL = frozenset({"", "General", "general", "GENERAL", "@"})


def shown(value: object, pattern: str | None, *, is_1904: bool = False) -> str:
    """Returns a cell's value as text; an empty one for an empty cell, or if the format shows nothing.

    value: text, a number, a truth value, or None.
    pattern: the format of its cell, such as `#,##0.00 "€"`.
    is_1904: whether the workbook counts its days from 1904.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        if pattern is None or pattern in _GENERAL:
            return plain(value)
        return _number(value, pattern, is_1904)
    text = str(value)
    if pattern is None or pattern in _GENERAL:
        return text
    section = number_format(pattern).text
    if section is None or section.kind == "unknown":
        return text
    return "".join(text if part.kind == "text" else part.text for part in section.tokens).strip()


def plain(value: float) -> str:
    """Returns a number as a cell without a format shows it, except that whole numbers keep all their digits."""
    if not math.isfinite(value):
        return str(value)
    if isinstance(value, int) or value.is_integer():
        if abs(value) < (_MOST_WHOLE if isinstance(value, int) else _MOST_EXACT):
            return str(int(value))
        return _scientific(f"{float(value):.5E}")
    if abs(value) >= 10**_MOST_DIGITS:
        return f"{value:.15g}".replace("e", "E")
    fixed = f"{value:.12f}".rstrip("0")
    if len(fixed) <= _WIDEST and float(fixed) == value:
        return fixed
    return _scientific(f"{value:.{_MOST_DIGITS}g}".upper())


def _scientific(text: str) -> str:
    """Returns a number without the zeros at the end of its mantissa."""
    mantissa, sign, exponent = text.partition("E")
    return mantissa.rstrip("0").rstrip(".") + sign + exponent if sign else text


def _number(value: float, pattern: str, is_1904: bool) -> str:
    if not math.isfinite(value):
        return str(value)
    section, shows_sign = number_format(pattern).section(value)
    if section is None or section.kind == "unknown":
        return plain(value)
    if section.kind == "date":
        written = shown_date(value, section, pattern, is_1904)
        return plain(value) if written is None else written
    exact = abs(Decimal(value) if isinstance(value, int) else Decimal(f"{value:.15g}"))
    if section.kind in ("general", "text"):
        text = "".join(plain(abs(value)) if part.kind == "text" else part.text for part in section.tokens)
        is_zero = False
    else:
        text, is_zero = _exponent(exact, section) if section.kind == "scientific" else _filled(exact, section.tokens)
    sign = "-" if value < 0 and not shows_sign and not is_zero and text.strip() else ""
    return " ".join((sign + text.strip()).split())


class _DigitPlaces:
    """The places for digits in a run of tokens, before and behind the decimal point."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        point = next((at for at, token in enumerate(tokens) if token.kind == "point"), len(tokens))
        digits = [at for at, token in enumerate(tokens) if token.kind == "digit"]
        self.whole = [at for at in digits if at < point]
        self.decimals = [at for at in digits if at > point][:_MOST_PLACES]
        last = max([-1, *digits])
        commas = [at for at, token in enumerate(tokens) if token.kind == "comma"]
        inner = [at for at in commas if self.whole and self.whole[0] < at < self.whole[-1]]
        self.has_groups = bool(inner)
        outer = [at for at in commas if at not in inner and self._follows(tokens, at) and (at > last or at < point)]
        self.thousands = min(len(outer), _MOST_THOUSANDS)
        self.silent = {*inner, *outer}
        self.percents = min(sum(token.kind == "percent" for token in tokens), _MOST_PERCENTS)

    @staticmethod
    def _follows(tokens: Sequence[Token], at: int) -> bool:
        """Tells whether a comma follows a place for a digit, or other commas that do."""
        while at and tokens[at].kind == "comma":
            at -= 1
        return tokens[at].kind == "digit"


@lru_cache(maxsize=512)
def _places(tokens: tuple[Token, ...]) -> _DigitPlaces:
    return _DigitPlaces(tokens)


def _filled(value: Decimal, tokens: tuple[Token, ...]) -> tuple[str, bool]:
    """Returns a number in the places of its format, and whether it is rounded to zero."""
    places = _places(tokens)
    scaled = value.scaleb(2 * places.percents - 3 * places.thousands, _EXACT)
    rounded = scaled.quantize(Decimal(1).scaleb(-len(places.decimals)), ROUND_HALF_UP, _EXACT)
    whole, _, behind = f"{rounded:f}".partition(".")
    written = ["" if token.kind == "digit" or at in places.silent else token.text for at, token in enumerate(tokens)]
    for at, digits in zip(reversed(places.whole), _whole(whole.lstrip("0"), tokens, places), strict=True):
        written[at] = digits
    last = max((at for at, digit in enumerate(behind) if digit != "0"), default=-1)
    for number, at in enumerate(places.decimals):
        written[at] = behind[number] if number <= last or tokens[at].text == "0" else " " * (tokens[at].text == "?")
    point = next((at for at, token in enumerate(tokens) if token.kind == "point"), None)
    if point is not None:
        shows = any(written[at].strip() for at in places.decimals)
        blank = not any(written[at].strip() for at in places.whole)
        written[point] = ("0." if blank else ".") if shows else ""
    return "".join(written), not rounded


def _whole(digits: str, tokens: Sequence[Token], places: _DigitPlaces) -> Iterator[str]:
    """Yields what is in the places before the point, from the last one; the first one has all remaining digits."""
    count = len(places.whole)
    for number, at in enumerate(reversed(places.whole)):
        filler = {"0": "0", "?": " "}.get(tokens[at].text, "")
        if number < count - 1:
            part = digits[len(digits) - number - 1 : len(digits) - number] if number < len(digits) else filler
        else:
            part = digits[: max(0, len(digits) - number)] or filler
        if not places.has_groups:
            yield part
            continue
        written = ""
        for power, digit in enumerate(reversed(part), number):
            written = digit + ("," if power and power % 3 == 0 and digit != " " else "") + written
        yield written


def _exponent(value: Decimal, section: FormatSection) -> tuple[str, bool]:
    """Returns a number with an exponent, as `0.00E+00` writes it."""
    cut = next(at for at, token in enumerate(section.tokens) if token.kind == "exponent")
    mantissa, behind = section.tokens[:cut], section.tokens[cut + 1 :]
    places = _places(mantissa)
    if len(places.whole) > 1:  # the exponent is a multiple of their number
        return plain(float(value)), not value
    rounded = Context(prec=1 + len(places.decimals), rounding=ROUND_HALF_UP).plus(value)
    exponent = rounded.adjusted() if rounded else 0
    text, is_zero = _filled(rounded.scaleb(-exponent, _EXACT), mantissa)
    sign = "-" if exponent < 0 else section.tokens[cut].text[1:].replace("-", "")
    digits = sum(token.text == "0" for token in behind)
    return f"{text.strip()}E{sign}{abs(exponent):0{digits}}", is_zero
