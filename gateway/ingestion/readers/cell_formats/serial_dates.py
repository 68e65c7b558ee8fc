"""Dates, times and durations of workbooks: days since the first one of a calendar, and as their format shows them."""

from __future__ import annotations

import datetime
import re
from datetime import UTC
from decimal import ROUND_HALF_UP, Context, Decimal

from gateway.ingestion.readers.cell_formats.format_sections import FormatSection, Token

_DAY_S, _MOST_DAYS = 86_400, 2_958_466
_FIRST, _FIRST_1904, _LEAP = datetime.datetime(1899, 12, 31, tzinfo=UTC), datetime.datetime(1904, 1, 1, tzinfo=UTC), 60
"""The days 0 of the two calendars. Day 60 of the older one is 29 February 1900, which never was."""
_SYSTEM_ORDER = {"mm-dd-yy", "m/d/yy h:mm"}
"""The formats 14 and 22, which mean "a date as this system writes it"."""
_EXACT = Context(prec=60)
_MOST_DECIMALS, _DECIMALS = 6, 3
"""Decimals of seconds: the most that are shown, and those that count if no seconds are shown."""
_SECONDS = {"h": 3600, "n": 60, "s": 1}


def shown_date(value: float, section: FormatSection, pattern: str, is_1904: bool) -> str | None:
    """Returns a date, a time or a duration as its format shows it; None if the number is not one of these.

    A date whose order or names a system decides, or whose names are in a language other than English, is written as
    ISO 8601.
    """
    if not 0 <= value < _MOST_DAYS:
        return None
    tokens = _with_roles(section.tokens)
    codes = [token.text for token in tokens if token.kind in ("date", "elapsed")]
    decimals = min(_MOST_DECIMALS, sum(token.kind == "digit" for token in tokens))
    has_seconds = any(code[0] == "s" for code in codes)
    step = Decimal(1).scaleb(-(decimals if has_seconds else _DECIMALS))
    seconds = (Decimal(repr(value)) * _DAY_S).quantize(step, ROUND_HALF_UP, _EXACT)
    first = _FIRST_1904 if is_1904 else _FIRST - datetime.timedelta(value >= _LEAP)
    try:
        moment = first + datetime.timedelta(microseconds=int(seconds * 1_000_000))
    except OverflowError:
        return None
    has_names = any(re.match("m{3}|d{3}", code) for code in codes)
    if pattern.lower() in _SYSTEM_ORDER or section.is_odd or (section.is_foreign and has_names):
        return _iso(moment, {code[0] for code in codes})
    half_days = any(token.kind == "half_day" for token in tokens)
    parts = []
    for token in tokens:
        if token.kind == "elapsed":
            parts.append(f"{int(seconds // _SECONDS[token.text[0]]):0{len(token.text)}}")
        elif token.kind == "point" and decimals:
            parts.append(f".{moment.microsecond:06}"[: decimals + 1])
        elif token.kind != "digit":
            parts.append(_written(token, moment, half_days))
    return " ".join("".join(parts).split())


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


def _written(token: Token, moment: datetime.datetime, half_days: bool) -> str:
    code = token.text
    if token.kind == "half_day":
        shown = code.split("/")[moment.hour >= 12]
        return shown.upper() if len(code) > 3 else shown
    if token.kind != "date":
        return code
    if code[0] == "y":
        return moment.strftime("%y" if len(code) < 3 else "%Y")
    if code[0] in "md" and len(code) > 2:
        name = moment.strftime("%B" if code[0] == "m" else "%A")
        return name[: {3: 3, 5: 1}.get(len(code))]
    hour = (moment.hour % 12 or 12) if half_days else moment.hour
    number = {"m": moment.month, "d": moment.day, "h": hour, "n": moment.minute, "s": moment.second}[code[0]]
    return f"{number:0{min(2, len(code))}}"


def _iso(moment: datetime.datetime, codes: set[str]) -> str:
    clock = f"{moment:%H:%M}" + f":{moment:%S}" * bool(moment.second or "s" in codes)
    if codes & set("ymdbgea"):
        return f"{moment:%Y-%m-%d}" + f" {clock}" * bool(codes & set("hns"))
    return clock
