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
from gateway.words.terms.numbers import canonical, numbers
from gateway.words.text.folding import fold

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<currency>[$€£¥₹]\s?)?(?P<number>\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,:]\d+)*)"
    r"(?P<scale>\s?(?:k|m|bn|mio|mrd|tsd|million\w*|billion\w*|milliard\w*|millones|mil millones|millon|thousand|tausend|mille|milion\w*|миллион\w*|миллиард\w*|тысяч\w*)\b\.?|\s?[万萬亿億千百])?"
    r"(?P<unit>\s?(?:%|‰|°\s?[CF]?|[€$£¥]|[^\W\d_]+))?",
    re.IGNORECASE,
)
_SCALES = {
    "k": 3,
    "m": 6,
    "bn": 9,
    "mio": 6,
    "mrd": 9,
    "tsd": 3,
    "thousand": 3,
    "tausend": 3,
    "mille": 3,
    "万": 4,
    "萬": 4,
    "亿": 8,
    "億": 8,
    "千": 3,
    "百": 2,
}
_UNITS = {
    name: unit
    for unit, names in {
        "%": "% percent prozent pourcent percento procent procenta процентов",
        "EUR": "€ eur euro euros",
        "USD": "$ usd dollar dollars",
        "GBP": "£ gbp pound pounds pfund",
        "year": "year years jahr jahre jahren an ans annee annees ano anos anni anno jaar ar лет года год 年",
        "month": "month months monat monate monaten mois mes meses mesi mese maand maanden manad manader месяц месяцев 月",
        "week": "week weeks woche wochen semaine semaines semana semanas settimane settimana weken vecka veckor недель",
        "day": "day days tag tage tagen jour jours dia dias giorni giorno dag dagen dagar дней день 天 日",
        "hour": "hour hours h stunde stunden heure heures hora horas ore ora uur timme timmar часов час 小时 小時",
        "minute": "minute minutes min minuten minuto minutos minuti минут 分钟 分鐘",
        "second": "second seconds sekunde sekunden seconde secondes segundo segundos secondi",
        "km": "km kilometer kilometers kilometre kilometres kilometern",
        "m": "m meter meters metre metres metern metros metro",
        "mile": "mile miles mi meilen",
        "kg": "kg kilogram kilograms kilogramm kilogrammes kilo kilos",
        "celsius": "°c celsius",
        "fahrenheit": "°f fahrenheit",
        "litre": "l litre litres liter liters litros litri",
    }.items()
    for name in names.split()
}
"""Units whose names say the same; another unit is compared by nothing."""
_ROMAN = re.compile(r"(?<!\w)(?=[IVXLC]{2,})C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?!\w)")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_COUNTS = {name: value for language in LANGUAGES.values() for name, value in language.counts.items()}
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset({"0", "1"})
"""Written out, they are articles more often than numbers."""


class Figure(NamedTuple):
    """A number in a text. `value`: without grouping, `1200000`. `unit`: a key of `_UNITS`, or empty."""

    value: str
    unit: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """What it may be confused with."""
        if self.unit:
            return self.unit
        return "year" if re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", self.value) else ""


def figures(text: str) -> list[Figure]:
    """Returns the figures of a text in their order, those in words and Roman numerals too."""
    found = []
    for match in _NUMBER.finditer(text):
        value = _value(match["number"])
        if match["scale"]:
            value = _scaled(value, match["scale"])
        unit = _UNITS.get(fold((match["currency"] or match["unit"] or "").strip()), "")
        end = match.end("scale") if match["scale"] else match.end("number")
        found.append(Figure(value, unit, match.start("number"), end))
    for match in _WORD.finditer(text):
        value = _COUNTS.get(fold(match[0]), "")
        if value and value not in _SMALL:
            found.append(Figure(value, "", match.start(), match.end()))
    found += [Figure(str(_roman(match[0])), "", *match.span()) for match in _ROMAN.finditer(text)]
    return sorted(found, key=lambda figure: figure.start)


def _value(number: str) -> str:
    number = re.sub(r"(?<=\d)[' \u00a0\u202f](?=\d{3})", "", number)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", number):
        number = number.replace(".", "").replace(",", ".")
    value = canonical(number)
    return re.sub(r"(\.\d*?)0+$", r"\1", value).rstrip(".") if value.count(".") == 1 else value


def _scaled(value: str, scale: str) -> str:
    word = fold(scale.strip(" ."))
    power = _SCALES.get(word) or (
        9
        if word.startswith(("bill", "mill", "mrd", "милли")) and word.startswith(("bill", "milliard", "миллиард"))
        else 6
        if word.startswith(("mil", "мил"))
        else 3
    )
    try:
        number = float(value) * 10**power
    except ValueError:
        return value
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _roman(numeral: str) -> int:
    total = 0
    for sign, behind in zip(numeral, [*numeral[1:], ""], strict=True):
        value = _ROMAN_VALUES[sign]
        total += -value if _ROMAN_VALUES.get(behind, 0) > value else value
    return total


class _Figures(NamedTuple):
    """The figures of a text, their values as they may be written, and the units of each value."""

    found: tuple[Figure, ...]
    values: frozenset[str]
    units: frozenset[tuple[str, str]]

    def state(self, figure: Figure) -> bool:
        if _readings(figure.value).isdisjoint(self.values):
            return False
        units = {unit for value, unit in self.units if value == figure.value} - {""}
        return not figure.unit or not units or figure.unit in units


def findings(claim: FactText, near: Sequence[FactText], cited: Sequence[FactText]) -> list[Finding]:
    """Returns figures that the cited passages do not have, or that stand elsewhere in them while the sentence that
    carries the claim has another figure of the kind.

    near: the sentences that carry the claim, the best one first.
    """
    found = []
    own = _figures(claim.text).found
    values = frozenset().union(*(_readings(figure.value) for figure in own))
    best = near[0]
    for figure in own:
        if any(_figures(text.text).state(figure) for text in near):
            continue
        others = [
            other
            for other in _figures(best.text).found
            if other.value not in values and (other.kind == figure.kind or "" in (other.kind, figure.kind))
        ]
        if others or not any(_figures(text.text).state(figure) for text in cited):
            found.append(Finding("figure", figure.start, figure.end, _only(others, best)))
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns figures in whose place the source that a sentence copies has another one."""
    found = []
    theirs = _figures(source.text).found
    for figure in _figures(claim.text).found:
        readings = _readings(figure.value)
        for place in places:
            others = [other for other in theirs if source.meets(other.start, other.end, place.theirs)]
            differ = all(readings.isdisjoint(_readings(other.value)) for other in others)
            if others and differ and claim.meets(figure.start, figure.end, place.ours):
                found.append(Finding("figure", figure.start, figure.end, _only(others, source)))
                break
    return found


def _only(found: Sequence[Figure], source: FactText) -> str | None:
    return source.text[found[0].start : found[0].end] if len(found) == 1 else None


@lru_cache(maxsize=REMEMBERED)
def _figures(text: str) -> _Figures:
    found = figures(text)
    values = set().union(*(_readings(figure.value) for figure in found))
    for date in numbers(text):
        values |= {date, *(part.lstrip("0") or part for part in date.split("-"))}
    return _Figures(tuple(found), frozenset(values), frozenset((figure.value, figure.unit) for figure in found))


def _readings(value: str) -> set[str]:
    """Returns a value as others may write it: a time without its minutes, a point that groups."""
    found = {value}
    if re.fullmatch(r"\d{1,2}[:.]00", value):
        found.add(value[:-3].lstrip("0") or "0")
    if ":" in value:
        found.add(value.replace(":", ".").lstrip("0"))
    if re.fullmatch(r"\d{1,3}\.\d{3}", value):
        found.add(value.replace(".", ""))
    return found
