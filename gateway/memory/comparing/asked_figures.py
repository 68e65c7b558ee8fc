"""Numbers, dates and codes of a question in one spelling each. Pure.

Builds on `words.numbers`; a question needs more than a claim and its source do: digits inside codes, Chinese numerals
before a measure word, months and weekdays without a year, times of day in one clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gateway import words
from gateway.memory.comparing.question_words import QuestionReading
from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import FigureWords, Language, listed
from gateway.words.text.folding import HAN
from gateway.words.text.patterns import compiled

_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TABLES = [language.figures for language in LANGUAGES.values()]
_HOUR_SIGNS = "|".join(filter(None, (figures.hour for figures in _TABLES)))
_FULL_HOURS = "|".join(filter(None, (figures.full_hour for figures in _TABLES)))
_SUFFIXES = "|".join(" ".join(figures.ordinal_suffixes for figures in _TABLES).split())
_AM_PM = re.compile(r"\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.? ?m\b\.?")
_HOUR = re.compile(rf"\b(\d{{1,2}}) ?(?:{_HOUR_SIGNS}) ?([0-5]\d)\b")
_FULL_HOUR = re.compile(rf"\b(\d{{1,2}})(?::00| ?(?:{_FULL_HOURS})\b)")
_ORDINAL = re.compile(rf"\b(\d+)(?:{_SUFFIXES})\b")
_QUARTER = re.compile(r"\b[qt]([1-4])\b")
_QUARTERS = re.compile("|".join([_QUARTER.pattern, *(figures.quarter for figures in _TABLES if figures.quarter)]))
_DATED = [(re.compile(pattern), date) for figures in _TABLES for pattern, date in figures.dated.items()]
_RELATIVE = [(re.compile(figures.relative), figures) for figures in _TABLES if figures.relative]

_WORDS = {word: value for figures in _TABLES for word, value in figures.numbers.items()}
"""Beside those that `words.numbers` knows."""
_COUNTS = frozenset(word for language in LANGUAGES.values() for word in language.counts)
_UNSURE = frozenset().union(*(figures.unsure for figures in _TABLES))
"""Words that are a number in some sentences only: counted where the other question has the number."""
_ONES = frozenset().union(*(figures.ones for figures in _TABLES))
_DIGITS = {sign: value for figures in _TABLES for sign, value in figures.digits.items()}


def _calendar(language: Language) -> Iterator[tuple[str, str]]:
    """Yields every word for a month, a weekday or a season, with what it stands for."""
    for number, names in enumerate(language.months.split(";"), 1):
        yield from (
            (name, f"month-{number}") for name in names.split()[:1] if name not in language.figures.unsure_months
        )
    for number, name in enumerate(language.figures.days.split(), 1):
        yield from ((name, f"day-{number}"), (f"{name}s", f"day-{number}"))
    yield from language.figures.calendar.items()


CALENDAR = dict(pair for language in LANGUAGES.values() for pair in _calendar(language))
_BESIDE_HAN = re.compile(f"(?<=[{HAN}])(?=\\d)|(?<=\\d)(?=[{HAN}])")

_CODE = re.compile(
    r"(?<![\w./@-])(?:https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|--?[a-z][\w-]*|(?:/[\w.-]+){2,}|[A-Za-z]\w*(?:[._]\w+)+|\.[a-z][a-z0-9]{1,4}\b"
    r"|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)",
    re.ASCII,
)
_MEASURE = re.compile(
    r"\d+(?:st|nd|rd|th|e|eme|er|ere|h|h\d\d|am|pm|k|km|m|cm|mm|kg|g|mg|l|ml|gb|mb|tb|kb|w|kw|v|a|hz|ghz|x|s|min|d|-[a-z]{3,}(?:-[a-z]+)*)",
    re.IGNORECASE,
)
"""A number with its unit, which is no code."""
_LABEL = re.compile(
    r"(?<=[\w)] )([A-Z])(?=[\s?!.,;:)]|$)|(?<=[\u4e00-\u9fff])([A-Z])(?![A-Za-z])|(?<![A-Za-z])([A-Z])(?=[\u4e00-\u9fff])"
)
_FILE_TYPES = listed(
    "pdf csv json xml html docx doc xlsx xls pptx ppt txt png jpg jpeg gif svg zip tar mp3 mp4 yaml yml toml md rtf odt epub sql exe"
)


def numbers(reading: QuestionReading) -> frozenset[str]:
    """Returns every number of the question, dates aside; those in words too, and those inside codes."""
    text, figures = _clocked(reading.folded), reading.tables.figures
    spaced = reading.tables.has_spaces
    if not spaced:  # a figure inside a word is none to `words.numbers`
        text = _BESIDE_HAN.sub(" ", compiled(figures.date).sub(" ", text))
    found = {number for number in words.numbers(text) if not _is_date(number)}
    found |= {_plain(number) for code in codes(reading) for number in re.findall(r"\d+", code)}
    found |= {_WORDS[token] for token in reading.tokens if token in _WORDS and token not in _UNSURE}
    if not spaced:
        numerals = compiled(figures.number).finditer(reading.folded)
        found |= {str(_value(match.group(1), figures)) for match in numerals} - {"1"}
    return frozenset(found)


def perhaps(reading: QuestionReading) -> frozenset[str]:
    """Returns numbers that the question has in words that may mean something else: "one", "second"."""
    found = {_WORDS.get(token, "") for token in reading.tokens if token in _UNSURE}
    if not _ONES.isdisjoint(reading.tokens):
        found.add("1")
    return frozenset(found - {""})


def dates(reading: QuestionReading) -> frozenset[str]:
    """Returns dates, years, months, weekdays, quarters, seasons, relative dates ("last year"), `past` for what was and
    `future` for what will be."""
    text, own = reading.folded, reading.tables
    found = {number for number in words.numbers(text) if _is_date(number)}
    found |= {CALENDAR[token] for token in reading.tokens if token in CALENDAR}
    if compiled(own.figures.past).search(text):
        found.add("past")
    if compiled(own.figures.future).search(text):
        found.add("future")
    found |= {date for pattern, date in _DATED if pattern.search(reading.text)}
    for pattern, figures in _RELATIVE:
        for match in pattern.finditer(text):
            found.add(f"{figures.tenses[match['tense']]} {figures.units[match['unit']]}")
    for match in _QUARTERS.finditer(text):
        number = match[match.lastindex or 0]
        found.add(f"quarter-{_DIGITS.get(number, number)}")
    if not own.has_spaces:
        found |= _unspaced_dates(text, own.figures)
    whole = {f"month-{int(date[5:7])}" for date in found if _DATE.fullmatch(date)}
    return frozenset(found - whole)


def _unspaced_dates(text: str, figures: FigureWords) -> set[str]:
    """Returns relative dates, months and weekdays of a text without blanks."""
    relative = compiled("|".join(sorted(figures.relative_dates, key=len, reverse=True)))
    found = {figures.relative_dates[match.group()] for match in relative.finditer(text)}
    months = (match[1] for match in compiled(figures.month).finditer(text))
    found |= {f"month-{int(month) if month.isdigit() else _value(month, figures)}" for month in months}
    days = (match[1] for match in compiled(figures.weekday).finditer(text))
    return found | {f"day-{day if day.isdigit() else figures.weekdays[day]}" for day in days}


def is_figure(token: str) -> bool:
    """Says whether a word is a number or a date that `numbers` or `dates` compares."""
    return (token in _WORDS and token not in _UNSURE) or token in _COUNTS or token in CALENDAR


def without(reading: QuestionReading) -> str:
    """Returns the folded text of a question in a language without blanks, with blanks for the dates and numbers that
    `dates` and `numbers` find in characters."""
    figures, text = reading.tables.figures, reading.folded
    relative = "|".join(sorted(figures.relative_dates, key=len, reverse=True))
    for pattern in (relative, figures.weekday, figures.date, figures.month, figures.number):
        text = compiled(pattern).sub(" ", text)
    return text


def codes(reading: QuestionReading) -> frozenset[str]:
    """Codes, versions, addresses, options, file types and single capital letters ("plan B"), without case and
    hyphens."""
    found = {match.group() for match in _CODE.finditer(reading.text) if not _MEASURE.fullmatch(match.group())}
    squashed = {squash(code) for code in found if not _QUARTER.fullmatch(code.lower())}
    labels = {next(filter(None, match.groups())).lower() for match in _LABEL.finditer(reading.text)} - {"i"}
    types = {token for token in reading.tokens if token in _FILE_TYPES}
    return frozenset((squashed | labels | types) - {""})


def squash(text: str) -> str:
    """Letters and digits alone, folded: `X-200`, `x 200` and `X200` are one."""
    return "".join(filter(str.isalnum, words.fold(text)))


def _is_date(number: str) -> bool:
    return bool(_DATE.fullmatch(number) or _YEAR.fullmatch(number))


def _plain(number: str) -> str:
    return number.lstrip("0") or "0"


def _clocked(text: str) -> str:
    """Times of day in one spelling: `5 pm` and `17h` become `17`, `5:30 pm` and `17h30` become `17:30`."""

    def half_day(match: re.Match[str]) -> str:
        hour = int(match[1]) % 12 + (12 if match[3] == "p" else 0)
        return f"{hour}:{match[2]}" if match[2] and match[2] != "00" else str(hour)

    text = _HOUR.sub(r"\1:\2", _AM_PM.sub(half_day, text))
    return _ORDINAL.sub(r"\1", _FULL_HOUR.sub(r"\1 ", text))


def _value(numeral: str, figures: FigureWords) -> int:
    """Returns the value of a numeral: three → 3, ten five → 15, two hundred five ten → 250; digits in a row without a
    power of ten count as they stand (two zero two four → 2024)."""
    digits, powers = figures.digits, figures.powers
    if not any(power in numeral for power in powers):
        return int("".join(str(digits[digit]) for digit in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in digits:
            digit = digits[character]
        elif powers[character] >= _MYRIAD:
            total += (section + digit or 1) * powers[character]
            section = digit = 0
        else:
            section += (digit or 1) * powers[character]
            digit = 0
    return total + section + digit


_MYRIAD = 10_000
"""From this power on all that stands before it is multiplied."""
