"""Whether a text contains a wording, whatever the spelling of its numbers, dates and names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gateway.answer.evidence.facts.quantities import Figure, figures
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.facts import UNITS
from gateway.words.terms.numbers import with_dates
from gateway.words.text.folding import UNSPACED, fold

_DAY_FIRST = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])")
_DATE = re.compile(r"(⟨[^⟨⟩]*⟩)")
_TOKEN = re.compile(
    rf"(?:(?<![\w)\]])[-−])?(?:\d{{1,3}}(?:[.,' \u00a0\u202f]\d{{3}})+(?!\d)|\d+(?:[.,:/]\d+)*)"
    rf"|[{UNSPACED}]|(?![{UNSPACED}])[^\W\d_](?:(?![{UNSPACED}])[^\W_])*|[%‰€$£¥₹]"
)
_GROUPED = re.compile(r"(\d{1,3})([.,])(\d{3})")
_UNITS = {name: unit for unit, names in UNITS.items() for name in names.split()}
_WORD = re.compile(r" ?([^\W\d_]+)")
_NEGATIVE = re.compile(r"(?<![\w)\]])[-−]$")


def states(text: str, wording: str, language: str = "") -> bool:
    """Tells whether a text contains a wording at the bounds of words, after normalising both.

    Case, accents, width, punctuation and blanks do not count. Numbers are compared by their values, dates by their
    days. `1.200` is read as its language reads it. Both readings of it count if the language leaves them open, and so
    do both readings of `12/03/2024` in English.
    """
    return any(_contains(list(form(text, language)), list(form(wording, language))) for form in (_plain, _valued))


def _contains(text: list[str], wording: list[str]) -> bool:
    pattern = re.compile("".join(map(_pattern, wording)))
    starts, at = [], 0
    for token in text:
        starts.append(at)
        at += len(token)
    whole, bounds = "".join(text), {*starts, at}
    found = (pattern.match(whole, start) for start in starts) if wording else ()
    return any(match is not None and match.end() in bounds for match in found)


def _pattern(token: str) -> str:
    """Returns a pattern for a token of a text that has some reading of this token of a wording."""
    if not token.startswith("⟨"):
        return re.escape(token)
    readings = "|".join(map(re.escape, token.strip("⟨⟩").split("|")))
    return rf"⟨(?:[^⟨⟩]*\|)?(?:{readings})(?:\|[^⟨⟩]*)?⟩"


def _plain(text: str, _: str) -> Iterator[str]:
    """Yields the words and numbers of a text as they are."""
    return (match[0] for match in _TOKEN.finditer(fold(text)))


def _valued(text: str, language: str) -> Iterator[str]:
    """Yields the words of a text, and each number and date as all of its readings: `⟨1200|1.2⟩`."""

    def by_day(match: re.Match[str]) -> str:
        first, sign, second, year = match.groups()
        days = [(first, second)] if int(first) <= 31 and 1 <= int(second) <= 12 else []
        if (sign == "/" and language in ("en", "")) or not days:
            days.append((second, first))
        dates = {f"{year}-{int(month):02d}-{int(day):02d}" for day, month in days if 1 <= int(month) <= 12}
        return f"⟨{'|'.join(sorted(dates))}⟩" if dates else match[0]

    dated = with_dates(fold(_DATE.sub(" ", text)), "⟨{}⟩".format)
    for piece in _DATE.split(_DAY_FIRST.sub(by_day, dated)):
        if piece.startswith("⟨"):
            yield piece
        else:
            yield from _counted(piece, language)


def _counted(text: str, language: str) -> Iterator[str]:
    """Yields the words of a text without dates, its numbers, and the units behind these."""
    at = 0
    for figure in figures(text):
        if figure.start < at:
            continue
        before = text[at : figure.start]
        is_negative = bool(_NEGATIVE.search(before))
        yield from _plain(before[:-1] if is_negative or before.endswith(tuple("$€£¥₹")) else before, language)
        yield _token(figure, text, "-" if is_negative else "", language)
        at = max(figure.end, figure.unit_end)
        unit = figure.unit
        if not unit and (behind := _WORD.match(text, at)) and (unit := _UNITS.get(behind[1], "")):
            at = behind.end()
        if unit:
            yield f"⟨{unit}⟩"
    yield from _plain(text[at:], language)


def _token(figure: Figure, text: str, sign: str, language: str) -> str:
    readings = figure.readings
    if grouped := _GROUPED.fullmatch(text[figure.start : figure.end]):
        whole, mark, rest = grouped.groups()
        divided = f"{whole}.{rest}".rstrip("0").rstrip(".")
        if language in LANGUAGES and (language == "en" or not LANGUAGES[language].has_spaces):
            readings = {whole + rest} if mark == "," else {divided}
        else:
            readings = {whole + rest, divided}
    return f"⟨{'|'.join(sorted(sign + each for each in readings))}⟩"
