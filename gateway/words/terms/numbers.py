"""Numbers and dates of a text in one spelling, so that a claim and its source can be compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from gateway.words.languages import LANGUAGES
from gateway.words.text.folding import fold
from gateway.words.text.fragments import FragmentCache, pieces

_BLANK = "[ \u00a0\u202f]"
_TABLES = list(LANGUAGES.values())
_MONTHS = {
    name: month
    for language in _TABLES
    for month, names in enumerate(language.months.split(";"), start=1)
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_COUNTS = {name: value for language in _TABLES for name, value in language.counts.items()}


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(" ".join(words).split())


_SUFFIX = _alternatives(language.day_suffixes for language in _TABLES)
_SUFFIX_AFTER_MONTH = _alternatives(language.day_suffixes for language in _TABLES if language.month_first)
_OF = _alternatives(language.day_joins for language in _TABLES)
_YEAR_SIGN = "".join(language.unspaced.year_sign for language in _TABLES)
_MONTH_SIGN = "".join(language.unspaced.month_sign for language in _TABLES)
_DAY_SIGN = "".join(language.unspaced.day_signs for language in _TABLES)
_Y, _D = r"(?P<y>\d(?<!\d\d)\d{3})", r"(?P<d>\d(?<!\d\d)\d?)"
"""A year or day with no digit before it. Beginning with a digit, not with a look behind, makes a search three times
faster."""
_DIGIT_DATES = (
    re.compile(rf"{_Y}[-/.{_YEAR_SIGN}](?P<m>\d{{1,2}})[-/.{_MONTH_SIGN}](?P<d>\d{{1,2}})[{_DAY_SIGN}]?(?!\d)"),
    re.compile(rf"{_Y}[{_YEAR_SIGN}](?P<m>\d{{1,2}})[{_MONTH_SIGN}]"),
)
_NAMED_DATES = (
    re.compile(
        rf"{_D}(?:{_SUFFIX}|\.)?\s+(?:(?:{_OF})\s+)?(?P<n>{_MONTH})\b\.?,?\s+(?:(?:{_OF})\s+)?(?P<y>\d{{4}})(?!\d)"
    ),
    re.compile(rf"\b(?P<n>{_MONTH})\b\.?\s+(?P<d>\d{{1,2}})(?:{_SUFFIX_AFTER_MONTH})?,?\s+(?P<y>\d{{4}})(?!\d)"),
    re.compile(rf"\b(?P<n>{_MONTH})\b\.?\s+(?:(?:{_OF})\s+)?(?P<y>\d{{4}})(?!\d)"),
)
_BEFORE_MONTH, _BEFORE_YEAR = re.compile(rf"\d{{4}}[-/.{_YEAR_SIGN}]"), re.compile(r"\s\d{4}")
"""What a date of either kind cannot do without."""
_NUMBER = re.compile(
    rf"""(?<![\w.])(?<![^\W\d]-)(?:
        \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?!\d)
        |\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:,\d+)?(?![\w.])
        |\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d)
        |\d+(?:\.\d+)+
        |(?<!\d,)\d+,\d{{1,2}}(?![\d,])
        |\d+
    )(?![^\W\d]*\d)""",
    re.VERBOSE,
)
_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_FIGURES = ""
"""Stands among the numbers of a piece for figures that are read in their sentence."""


def numbers(text: str) -> set[str]:
    """Returns every number and date, normalised: `{"1234", "3.5", "2024-05-01"}`.

    `1,234`, `1 234` and `1 234,0` lose their grouping, a decimal comma becomes a point, dates become ISO (year and
    month alone: `2024-05`), small numbers written out in English or French count. Digits inside identifiers (`S2`) do
    not.
    """
    found = set[str]().union(*map(_counts_of.__getitem__, pieces(text)))
    if _FIGURES in found:
        found.discard(_FIGURES)
        found |= _figures(fold(text))
    return found


def _counts_in(piece: str) -> tuple[str, ...]:
    """Numbers written out, and whether there are figures: those may go on in the next piece."""
    if piece.isascii() and piece.isalpha():  # most pieces
        count = _COUNTS.get(piece.lower())
        return (count,) if count else ()
    folded = fold(piece)
    counts = [_COUNTS[word] for word in _WORD.findall(folded) if word in _COUNTS]
    return (*counts, _FIGURES) if _DIGIT.search(folded) else tuple(counts)


_counts_of = FragmentCache(_counts_in)


def _figures(text: str) -> set[str]:
    """Numbers and dates in figures, of a folded text."""
    found: set[str] = set()

    def take(date: str) -> str:
        found.add(date)
        return " ; "

    found.update([canonical(number) for number in _plain(with_dates(text, take))])
    return found


def with_dates(text: str, written: Callable[[str], str]) -> str:
    """Returns a folded text with each date as `written` writes it, which is given its ISO form."""

    def write(match: re.Match[str]) -> str:
        parts = match.groupdict()
        month = _MONTHS[parts["n"]] if parts.get("n") else int(parts["m"])
        day = int(parts.get("d") or 0)
        if not (1 <= month <= 12 and day <= 31):
            return match.group()
        return written(f"{parts['y']}-{month:02d}" + (f"-{day:02d}" if day else ""))

    patterns = _DIGIT_DATES if _BEFORE_MONTH.search(text) else ()
    for pattern in patterns + _NAMED_DATES if _BEFORE_YEAR.search(text) else patterns:
        text = pattern.sub(write, text)
    return text


def _plain(text: str) -> Iterator[str]:
    """Yields every number, tried at digits alone: the pattern looks behind itself first, and would be tried
    everywhere."""
    digit = _DIGIT.search(text)
    while digit:
        number = _NUMBER.match(text, digit.start())
        if number:
            yield number.group()
        digit = _DIGIT.search(text, number.end() if number else digit.end())


def canonical(number: str) -> str:
    """One number without its grouping: `1,234` → `1234`, `3,5` → `3.5`, `007` → `7`; a version such as `1.2.3`
    stays."""
    if re.fullmatch(rf"\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:,\d+)?", number):
        number = re.sub(_BLANK, "", number)
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", number):
        number = number.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", number):
        number = number.replace(".", "")
    return re.sub(r"^0+(?=\d)", "", number.replace(",", "."))
