"""Dates, times and durations of workbooks: days since the first one of a calendar, and as their format shows them."""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

from gateway.ingestion.readers.cell_formats.format_sections import FormatSection, Token

MOST_DAYS = 2_958_465
"""The last day of the year 9999."""
_DAY_S = 86_400
_FIRST, _FIRST_1904, _LEAP = datetime.date(1899, 12, 31), datetime.date(1904, 1, 1), 60
"""The days 0 of the two calendars. Day 60 of the older one is 29 February 1900, which never was."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_SYSTEM_ORDER = {"mm-dd-yy", "m/d/yy h:mm"}
"""The formats 14 and 22, which mean "a date as this system writes it"."""
_ISO = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?Z?")
_EXACT = Context(prec=60)
_MOST_FRACTION = 9


class Moment(NamedTuple):
    """A date and a time of day, as a calendar of a workbook counts them."""

    year: int
    month: int
    day: int
    weekday: int
    """From Sunday, 0."""
    days: int
    """Since the beginning of the calendar."""
    seconds: Decimal
    """Since midnight."""


def serial(text: str, is_1904: bool) -> float | None:
    """Returns the number of days for a date in ISO 8601, as strict workbooks write it; None if it is not one."""
    found = _ISO.fullmatch(text.strip())
    if not found or not text.strip():
        return None
    days = 0
    try:
        if found[1]:
            date = datetime.date(int(found[1]), int(found[2]), int(found[3]))
            days = (date - (_FIRST_1904 if is_1904 else _FIRST)).days
            days += not is_1904 and days >= _LEAP
    except ValueError:
        return None
    seconds = int(found[4] or 0) * 3600 + int(found[5] or 0) * 60 + float(found[6] or 0)
    return days + seconds / _DAY_S


def shown_date(value: float, section: FormatSection, pattern: str, is_1904: bool) -> str | None:
    """Returns a date, a time or a duration as its format shows it; None if the number is not one of these.

    A date whose order or names a system decides, or whose names are in a language other than English, is written as
    ISO 8601.
    """
    if not 0 <= value <= MOST_DAYS + 1:
        return None
    tokens = _with_roles(section.tokens)
    fraction = _fraction(tokens)
    has_seconds = any(token.kind in ("date", "elapsed") and token.text[0] == "s" for token in tokens)
    moment = _moment(value, fraction if has_seconds else None, is_1904)
    has_names = any(token.kind == "date" and re.match("m{3}|d{3}", token.text) for token in tokens)
    if pattern.lower() in _SYSTEM_ORDER or section.is_odd or (section.is_foreign and has_names):
        return _iso(moment, tokens)
    half_days = any(token.kind == "half_day" for token in tokens)
    return " ".join("".join(_written(token, moment, half_days, fraction) for token in tokens).split())


def _with_roles(tokens: tuple[Token, ...]) -> list[Token]:
    """Returns the tokens with lower-case codes; minutes, which a format writes as months, are `n`."""
    codes = [at for at, token in enumerate(tokens) if token.kind in ("date", "elapsed")]
    found = [Token(t.kind, t.text.lower()) if t.kind in ("date", "elapsed") else t for t in tokens]
    for number, at in enumerate(codes):
        token = found[at]
        if token.text not in ("m", "mm"):
            continue
        before = found[codes[number - 1]].text[0] if number else ""
        after = found[codes[number + 1]].text[0] if number + 1 < len(codes) else ""
        if token.kind == "elapsed" or before == "h" or after == "s":
            found[at] = Token(token.kind, "n" * len(token.text))
    return found


def _fraction(tokens: list[Token]) -> int:
    """Returns the decimals of seconds."""
    return min(_MOST_FRACTION, sum(token.kind == "digit" for token in tokens))


def _moment(value: float, fraction: int | None, is_1904: bool) -> Moment:
    """Returns the moment, rounded to the decimals of its seconds; without seconds, to milliseconds."""
    step = Decimal(1).scaleb(-(3 if fraction is None else fraction))
    total = (Decimal(repr(value)) * _DAY_S).quantize(step, ROUND_HALF_UP, _EXACT)
    days = min(int(total // _DAY_S), MOST_DAYS)
    seconds = total - days * _DAY_S
    if is_1904:
        date = _FIRST_1904 + datetime.timedelta(min(days, MOST_DAYS - 1462))
        return Moment(date.year, date.month, date.day, date.isoweekday() % 7, days, seconds)
    if days in (0, _LEAP):
        year, month, day = (1900, 1, 0) if not days else (1900, 2, 29)
    else:
        date = _FIRST + datetime.timedelta(days - (days > _LEAP))
        year, month, day = date.year, date.month, date.day
    return Moment(year, month, day, (days + 6) % 7, days, seconds)


def _written(token: Token, moment: Moment, half_days: bool, fraction: int) -> str:
    code = token.text
    hours, minutes, seconds = _clock(moment)
    if token.kind == "elapsed":
        total = moment.days * _DAY_S + moment.seconds
        number = int(total // {"h": 3600, "n": 60, "s": 1}[code[0]])
        return f"{number:0{len(code)}}"
    if token.kind == "half_day":
        return (code.split("/")[hours >= 12]).upper() if len(code) > 3 else code.split("/")[hours >= 12]
    if token.kind == "digit":
        return ""
    if token.kind == "point":
        return f"{seconds % 1:.{fraction}f}"[1:] if fraction else "."
    if token.kind != "date":
        return token.text
    if code[0] == "y":
        return f"{moment.year % 100:02}" if len(code) < 3 else f"{moment.year:04}"
    if code[0] == "m" and len(code) > 2:
        name = _MONTHS[moment.month - 1]
        return name[:1] if len(code) == 5 else name[:3] if len(code) == 3 else name
    if code[0] == "d" and len(code) > 2:
        return _DAYS[moment.weekday][: 3 if len(code) == 3 else None]
    hour = (hours % 12 or 12) if half_days else hours
    number = {"m": moment.month, "d": moment.day, "h": hour, "n": minutes, "s": int(seconds)}[code[0]]
    return f"{number:0{min(2, len(code))}}"


def _clock(moment: Moment) -> tuple[int, int, Decimal]:
    minutes, seconds = divmod(moment.seconds, 60)
    return int(minutes) // 60, int(minutes) % 60, seconds


def _iso(moment: Moment, tokens: list[Token]) -> str:
    codes = {token.text[0] for token in tokens if token.kind in ("date", "elapsed")}
    hours, minutes, seconds = _clock(moment)
    clock = f"{hours:02}:{minutes:02}" + f":{int(seconds):02}" * bool(int(seconds) or "s" in codes)
    date = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    if codes & set("ymdbgea"):
        return f"{date} {clock}" if codes & set("hns") else date
    return clock
