"""Figures, dates and codes of a sentence that a passage in another language does not have.

Every language writes figures in its own way. So a passage has a figure if one of its figures or number words can mean
the same. Words and names are not compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gateway.answer.evidence.facts.fact_text import REMEMBERED
from gateway.answer.evidence.facts.finding import Finding
from gateway.answer.evidence.facts.quantities import MONTHS, SMALL, Figure, figures, figures_of
from gateway.words.languages.subjects.tabular.number_words import DECADE, HAN_NUMERALS, MONTH, NUMBER_WORDS
from gateway.words.text.folding import fold

_CODE = re.compile(r"(?<![\w-])(?=[A-Z-]{1,20}\d)[A-Z0-9-]{2,40}(?![\w-])")
"""Letters with a figure, such as `LC-34`. Abbreviations without a figure may be translated."""
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'\s]\d{3})+")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_NUMBER_WORDS = {
    fold(name): value for value, *names in map(str.split, NUMBER_WORDS.strip().splitlines()) for name in names
}
_DECADE, _MONTH = re.compile(DECADE), re.compile(MONTH)
_HAN_NUMBER = re.compile(f"[{''.join(HAN_NUMERALS)}]+")
_ABBREVIATED = 3
_STEM, _ENDING = 4, 4
"""The least letters of a number word without its ending, and the most letters of an ending: `viertes` means 4."""


class Compared(NamedTuple):
    """The facts of a sentence that a passage lacks, and how many facts the sentence has."""

    missing: tuple[Finding, ...]
    facts: int


def compared(claim: str, source: str) -> Compared:
    """Returns which figures, dates and codes of a sentence a passage in another language lacks. A number that the
    sentence writes in words is not compared."""
    claim, source = _plain(claim), _plain(source)
    codes = list(_CODE.finditer(claim))
    named = {at for code in codes for at in range(*code.span())}
    stated = [
        figure
        for figure in figures(claim)
        if _is_compared(figure, claim[figure.start : figure.end]) and figure.start not in named
    ]
    known, folded = _values(source), fold(source)
    missing = [
        Finding("figure", figure.start, figure.end)
        for figure in stated
        if not _is_stated(figure, claim[figure.start : figure.end], known, source)
    ]
    missing += [
        Finding("name", *code.span()) for code in codes if not all(part in folded for part in fold(code[0]).split("-"))
    ]
    return Compared(tuple(missing), len(stated) + len(codes))


def _is_compared(figure: Figure, written: str) -> bool:
    """Tells whether a figure is in digits, or the full name of a month: `mar` is a sea, too."""
    is_month = figure.unit == "calendar" and len(written) > _ABBREVIATED
    return is_month or (bool(_DIGITS.search(written)) and figure.value not in SMALL)


def _plain(text: str) -> str:
    """Returns a text with digits of ASCII, and with decades as years, at the same places."""
    if text.isascii():
        return text
    text = _DIGITS.sub(lambda found: "".join(str(unicodedata.digit(digit)) for digit in found[0]), text)
    return _DECADE.sub(lambda found: str(100 * int(found[1]) - 100 + int(found[2])).ljust(len(found[0])), text)


def _is_stated(figure: Figure, written: str, known: frozenset[str], source: str) -> bool:
    readings = set(figure.readings)
    if _GROUPED.fullmatch(written):
        readings.add(re.sub(r"\D", "", written))
    if figure.unit == "month":
        readings.add(f"month {figure.value}")
    if _YEAR.fullmatch(figure.value) and figure.value.endswith("0"):
        readings.add(figure.value[2:])
    if readings.isdisjoint(known):
        return False
    units = {unit for value, unit in figures_of(source).units if value in readings} - {"", "calendar"}
    return figure.unit in ("", "calendar") or not units or figure.unit in units


@lru_cache(maxsize=REMEMBERED)
def _values(text: str) -> frozenset[str]:
    """Returns every value that a text may mean."""
    found = set(figures_of(text).values)
    found |= {run.lstrip("0") or "0" for run in _DIGITS.findall(text)}
    found |= {re.sub(r"\D", "", number) for number in _GROUPED.findall(text)}
    found |= {f"month {month}" for month in _MONTH.findall(text)}
    found |= {year[2:] for year in _YEAR.findall(text) if year.endswith("0")}
    found |= set(map(_han_value, _HAN_NUMBER.findall(text)))
    return frozenset(found.union(*map(_meanings, _WORD.findall(fold(text)))))


def _meanings(word: str) -> Iterator[str]:
    """Yields the numbers and the month that a word may mean."""
    for length in range(max(len(word) - _ENDING, min(len(word), _STEM)), len(word) + 1):
        if value := _NUMBER_WORDS.get(word[:length]):
            yield value
    if month := MONTHS.get(word):
        yield month


def _han_value(numeral: str) -> str:
    total = digits = 0
    for sign in numeral:
        value = HAN_NUMERALS[sign]
        if value < 10:
            digits = 10 * digits + value
        else:
            total, digits = total + (digits or 1) * value, 0
    return str(total + digits)
