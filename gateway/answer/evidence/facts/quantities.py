"""Figures of a sentence that its sources do not have: numbers with their units, dates and times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import REMEMBERED, FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.facts import SCALES, UNITS, UNITS_UNSPACED
from gateway.words.terms.numbers import canonical, numbers
from gateway.words.text.folding import UNSPACED, fold

_LETTER = rf"(?:(?![{UNSPACED}])[^\W\d_])"
_NUMBER = re.compile(
    rf"(?<![^\W{UNSPACED}])(?<![\d.,])(?P<currency>[$€£¥₹]\s?)?"
    r"(?P<number>\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,:]\d+)*)"
    rf"(?P<scale>\s?(?:{'|'.join(sorted(SCALES, key=len, reverse=True))})(?!{_LETTER})\.?)?"
    rf"(?P<unit>\s?(?:[%‰€$£¥]|°\s?[CF]?|{UNITS_UNSPACED}|{_LETTER}+))?",
    re.IGNORECASE,
)
_UNITS = {name: unit for unit, names in UNITS.items() for name in names.split()}
_DAY_DATE = re.compile(r"(?<![\d.])(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)")
_NO_NUMBER = re.compile(rf"{_DAY_DATE.pattern}|\[\d{{1,3}}(?:, ?\d{{1,3}})*\]")
"""A date, which is read by itself, and the mark of a note or of a citation."""
_GROUPED_OR_NOT = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_YEAR_DATE = re.compile(r"(?<!\d)\d{4}[-/.](\d\d)(?!\d)")
_ROMAN = re.compile(r"(?<!\w)(?=[IVXLC]{2,})C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?!\w)")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_COUNTS = {name: value for language in LANGUAGES.values() for name, value in language.counts.items()}
MONTHS = {
    name: f"month {number}"
    for language in LANGUAGES.values()
    for number, names in enumerate(language.months.split(";"), start=1)
    for name in names.split()
}
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE_MONTH = re.compile(r"\d(?:st|nd|rd|th|er|de|º)?(?: (?:of|de|del|di|van))?$")
SMALL = frozenset({"0", "1"})
"""Written out, they are articles more often than numbers."""


class Figure(NamedTuple):
    """A number in a text. `value`: without grouping, `1200000`. `unit`: a key of `UNITS`, or empty."""

    value: str
    unit: str
    start: int
    end: int
    unit_end: int = 0
    also: str = ""
    """Another value that may be meant: `1.2 m` is a length or 1,200,000, and `1.200` is 1,200 or 1.2."""

    @property
    def readings(self) -> set[str]:
        """The value as others may write it."""
        return _readings(self.value) | ({self.also} if self.also else set())

    @property
    def kind(self) -> str:
        """What it may be confused with."""
        if self.unit:
            return self.unit
        return "year" if re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", self.value) else ""


def figures(text: str) -> list[Figure]:
    """Returns the figures of a text in their order, those in words and Roman numerals too."""
    found = []
    for match in _DAY_DATE.finditer(text):
        found += [Figure(match[group].lstrip("0"), "", *match.span(group)) for group in (1, 3)]
    for match in _NUMBER.finditer(_NO_NUMBER.sub(lambda found: " " * len(found[0]), text)):
        value = _value(match["number"])
        also = match["number"].replace(".", "") if _GROUPED_OR_NOT.fullmatch(match["number"]) else ""
        if match["scale"]:
            scaled = _scaled(value, match["scale"])
            value, also = (value, scaled) if match["scale"].strip() == "m" else (scaled, "")
        unit = _UNITS.get(fold((match["currency"] or match["unit"] or "").strip()), "")
        end = match.end("scale") if match["scale"] else match.end("number")
        found.append(Figure(value, unit, match.start("number"), end, match.end() if unit else 0, also))
    for match in _WORD.finditer(text):
        word = fold(match[0])
        value = _COUNTS.get(word, "")
        if value and value not in SMALL:
            found.append(Figure(value, "", match.start(), match.end()))
        elif word in MONTHS and _is_month(text, match):
            found.append(Figure(MONTHS[word], "calendar", match.start(), match.end()))
    found += [Figure(str(_roman(match[0])), "", *match.span()) for match in _ROMAN.finditer(text)]
    return sorted(found, key=lambda figure: figure.start)


def _value(number: str) -> str:
    number = re.sub(r"(?<=\d)[' \u00a0\u202f](?=\d{3})", "", number)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", number):
        number = number.replace(".", "").replace(",", ".")
    value = canonical(number)
    return value.rstrip("0").rstrip(".") if value.count(".") == 1 else value


def _scaled(value: str, scale: str) -> str:
    try:
        number = float(value) * 10 ** SCALES[fold(scale.strip(" .\u00a0"))]
    except ValueError:  # a time or a version
        return value
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _is_month(text: str, word: re.Match[str]) -> bool:
    """Tells whether a word that may be a month stands beside a figure, or has a capital inside a sentence."""
    before, behind = text[: word.start()].rstrip(" .,"), text[word.end() : word.end() + 8].lstrip(" .,")
    beside = before[-1:].isdigit() or behind[:1].isdigit() or bool(_BEFORE_MONTH.search(before[-12:]))
    return beside or (word[0][0].isupper() and before[-1:].isalpha())


def _roman(numeral: str) -> int:
    total = 0
    for sign, behind in zip(numeral, [*numeral[1:], ""], strict=True):
        value = _ROMAN_VALUES[sign]
        total += -value if _ROMAN_VALUES.get(behind, 0) > value else value
    return total


class FiguresOf(NamedTuple):
    """The figures of a text, their values as they may be written, and the units of each value."""

    found: tuple[Figure, ...]
    values: frozenset[str]
    units: frozenset[tuple[str, str]]

    def state(self, figure: Figure) -> bool:
        if figure.readings.isdisjoint(self.values):
            return False
        units = {unit for value, unit in self.units if value == figure.value} - {""}
        return not figure.unit or not units or figure.unit in units


def findings(claim: FactText, near: Sequence[FactText], cited: Sequence[FactText]) -> list[Finding]:
    """Returns figures that the cited passages do not have, or that stand elsewhere in them while the sentence that
    carries the claim has another figure of the kind.

    near: the sentences that carry the claim, the best one first.
    """
    found = []
    own = figures_of(claim.text).found
    values = frozenset().union(*(figure.readings for figure in own))
    best = near[0]
    for figure in own:
        if any(figures_of(text.text).state(figure) for text in near):
            continue
        others = [
            other
            for other in figures_of(best.text).found
            if (other.value not in values and (other.kind == figure.kind or "" in (other.kind, figure.kind)))
            or (other.value == figure.value and other.unit)
        ]
        if others or not any(figures_of(text.text).state(figure) for text in cited):
            found.append(Finding("figure", figure.start, figure.end, _only(others, best, figure)))
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns figures in whose place the source that a sentence copies has another one."""
    found = []
    stated = figures_of(claim.text).values
    theirs = [figure for figure in figures_of(source.text).found if figure.value not in stated]
    for figure in figures_of(claim.text).found:
        readings = figure.readings
        for difference in places:
            others = [other for other in theirs if source.within(other.start, other.end, difference.theirs)]
            differ = all(readings.isdisjoint(other.readings) for other in others)
            if others and differ and claim.within(figure.start, figure.end, difference.ours):
                found.append(Finding("figure", figure.start, figure.end, _only(others, source, figure)))
                break
    return found


def _only(found: Sequence[Figure], source: FactText, figure: Figure) -> str | None:
    """Returns what the source has in the place of a figure; with its unit, if only that is another."""
    if len(found) != 1:
        return None
    (other,) = found
    return source.text[other.start : other.unit_end if other.value == figure.value else other.end]


@lru_cache(maxsize=REMEMBERED)
def figures_of(text: str) -> FiguresOf:
    found = figures(text)
    values = set().union(*(figure.readings for figure in found))
    for date in numbers(text):
        values |= {date, *(part.lstrip("0") or part for part in date.split("-"))}
    months = [part for match in _DAY_DATE.finditer(text) for part in match.groups()[:2]]
    values |= {f"month {int(part)}" for part in [*months, *_YEAR_DATE.findall(text)]}
    return FiguresOf(tuple(found), frozenset(values), frozenset((figure.value, figure.unit) for figure in found))


def _readings(value: str) -> set[str]:
    """Returns a value as others may write it: a time without its minutes."""
    found = {value}
    if re.fullmatch(r"\d{1,2}[:.]00", value):
        found.add(value[:-3].lstrip("0") or "0")
    if ":" in value:
        found.add(value.replace(":", ".").lstrip("0"))
    return found
