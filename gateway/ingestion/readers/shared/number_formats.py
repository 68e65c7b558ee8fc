"""Values of a sheet as the program shows them: numbers, percent, money and dates by the format of their cell.

Formats are those of ECMA-376, part 1, 18.8.31. What a program shows in the language of its user is written so that it
is understood everywhere: a full stop before decimals, dates with names of months or in the system's own order as
ISO 8601.
"""

from __future__ import annotations

import datetime
import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from typing import Any

_OWN_ORDER = {"mm-dd-yy", "m/d/yy", "m/d/yy h:mm", "m/d/yyyy", "mm/dd/yy"}
"""Formats that stand for "a date as this system writes it"."""
_QUOTED = re.compile(r'"([^"]*)"|\\(.)|[_*](.)|\[\$([^\]-]{0,255})(?:-[^\]]{0,255})?\]|\[[^\]]{0,255}\]')
_DATE_TOKEN = re.compile(r"y+|m+|d+|h+|s+(?:\.0+)?|am/pm|a/p|.", re.IGNORECASE | re.DOTALL)
_PLACES = re.compile(r"[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+,*")
_MOST_DIGITS = 11
"""Digits of a number in a cell without a format."""
_FIRST_LITERAL, _LITERALS = 0xE100, re.compile("[\ue100-\ue500]")
"""Characters that stand for the literal words of a format while it is taken apart."""
_LONGEST = 1000
_MOST_PLACES, _MOST_PERCENTS = 30, 3
_EXACT = Context(prec=400)


def shown(value: Any, pattern: str | None) -> str:
    """Returns a cell's value as text; an empty one for an empty cell.

    value: what openpyxl gives: text, number, truth value, date, time or duration.
    pattern: the format of its cell, such as `#,##0.00 "€"`.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return _date(value, pattern or "")
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, int | float):
        return _number(value, pattern or "General")
    return str(value)


def _number(value: float, pattern: str) -> str:
    if not math.isfinite(value):
        return str(value)
    sections = _sections(pattern)
    at = 0
    if value < 0 and len(sections) > 1:
        at, value = 1, -value  # a section of its own shows that a number is negative, if it wants to
    elif value == 0 and len(sections) > 2:
        at = 2
    section, literals = sections[at]
    if section.strip().lower() in ("general", "@"):
        return _general(value)
    places = _PLACES.search(section)
    if places is None:
        return _whole(section, literals) if section.strip() else ""
    if re.search("e[+-]", section, re.IGNORECASE):
        return f"{value:.{len(places[0].partition('.')[2])}E}"
    if "/" in section:
        return _general(value)
    written = _digits(value, places[0], section.count("%"))
    sign = "-" * written.startswith("-")
    return sign + _whole(section[: places.start()] + written.lstrip("-") + section[places.end() :], literals)


def _digits(value: float, places: str, percents: int) -> str:
    """Returns a number in the digits that a format gives it."""
    thousands = min(len(places) - len(places.rstrip(",")), _MOST_PERCENTS)
    whole, _, decimals = places.rstrip(",").partition(".")
    decimals = decimals[:_MOST_PLACES]
    exact = Decimal(repr(value)).scaleb(2 * min(percents, _MOST_PERCENTS) - 3 * thousands)
    rounded = exact.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, _EXACT)
    text = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    front, _, behind = text.partition(".")
    least = len(decimals.rstrip("#?"))
    while len(behind) > least and behind.endswith("0"):
        behind = behind[:-1]
    digits = front.lstrip("-").zfill(whole.count("0")) if "," not in front else front.lstrip("-")
    sign = "-" * (rounded < 0)
    return sign + digits + f".{behind}" * bool(behind)


def _general(value: float) -> str:
    if isinstance(value, int) or value.is_integer():
        return (
            str(int(value))
            if abs(value) < 10**_MOST_DIGITS
            else f"{value:.5E}"
            if abs(value) > 1e15
            else f"{value:.0f}"
        )
    return f"{value:.10g}"


@lru_cache(maxsize=512)
def _sections(pattern: str) -> list[tuple[str, list[str]]]:
    """Returns the parts of a format for positive, negative, zero and text, and the literal words in each."""
    found = []
    literals: list[str] = []

    def put(match: re.Match[str]) -> str:
        quoted, escaped, blank, money = match.groups()
        if blank is not None or (quoted is None and escaped is None and money is None):
            return ""
        literals.append(next(word for word in (quoted, escaped, money) if word is not None))
        return chr(_FIRST_LITERAL + len(literals) - 1)

    for section in _QUOTED.sub(put, pattern[:_LONGEST]).split(";"):
        found.append((section, literals))
    return found


def _whole(section: str, literals: list[str]) -> str:
    text = _LITERALS.sub(lambda match: literals[ord(match[0]) - _FIRST_LITERAL], section)
    return " ".join(text.replace("?", " ").split())


def _date(value: datetime.datetime | datetime.date | datetime.time, pattern: str) -> str:
    section, literals = _sections(pattern)[0] if pattern else ("", [])
    plain = section.strip().lower().replace("general", "")
    has_names = re.search("m{3,}|d{3,}|g|e|b", plain) is not None
    if not plain or plain in _OWN_ORDER or has_names or "am/pm" in plain or "a/p" in plain:
        return _iso(value, plain)
    return _whole("".join(_tokens(value, _DATE_TOKEN.findall(section))), literals)


def _iso(value: datetime.datetime | datetime.date | datetime.time, plain: str) -> str:
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M:%S" if value.second or "s" in plain else "%H:%M")
    has_time = isinstance(value, datetime.datetime) and (value.time() != datetime.time() if not plain else "h" in plain)
    if isinstance(value, datetime.datetime) and has_time:
        return value.isoformat(" ", "seconds" if value.second else "minutes")
    return value.isoformat()[:10]


def _tokens(value: datetime.datetime | datetime.date | datetime.time, tokens: list[str]) -> list[str]:
    """Returns the parts of a date; `m` is a minute behind an hour and before a second."""
    codes = [token.lower() for token in tokens]
    parts = []
    for at, (token, code) in enumerate(zip(tokens, codes, strict=True)):
        before = next((known[0] for known in reversed(codes[:at]) if known[0] in "ymdhs"), "")
        after = next((known[0] for known in codes[at + 1 :] if known[0] in "ymdhs"), "")
        name = {"y": "year", "d": "day", "h": "hour", "s": "second", "m": "month"}.get(code[0])
        if code[0] == "m" and (before == "h" or after == "s"):
            name = "minute"
        if name is None:
            parts.append(token)
        elif (number := getattr(value, name, None)) is not None:
            width = 4 if name == "year" and len(code) > 2 else min(2, len(code.partition(".")[0]))
            parts.append(f"{number % 100 if name == 'year' and width == 2 else number:0{width}}")
    return parts
