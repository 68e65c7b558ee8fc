"""Who wrote a source and when, as its file states it. Pure: what a file states is brought into one form here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parseaddr, parsedate_to_datetime
from typing import Any, NamedTuple

LONGEST_AUTHOR = 200
_DATE_NAMES = [
    "updated",
    "last_updated",
    "lastupdated",
    "lastmod",
    "last_modified",
    "modified",
    "date_modified",
    "datemodified",
    "revised",
    "date",
    "date_published",
    "datepublished",
    "published",
    "publishdate",
    "publish_date",
    "pubdate",
    "created",
    "date_created",
]
"""Names of a date in front matter, without regard to case and `-`; the first that is there counts."""
_AUTHOR_NAMES = ("author", "authors", "creator", "creators", "byline", "written_by")
_ISO = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?",
    re.IGNORECASE,
)
_SLASHES = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
_PDF = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?\s?(?:(Z)|([+-]\d\d)'?(\d\d)?'?)?")
_GERMAN = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_WRITTEN = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y")
_OF_TEMPLATES = frozenset(
    [
        "2006-08-16T00:00:00+00:00",
        "2006-09-16T00:00:00+00:00",
        "2013-01-27T09:14:16+00:00",
        "2013-01-27T09:15:58+00:00",
        "2013-12-23T23:15:00+00:00",
        "2015-06-05T18:17:20+00:00",
        "2015-06-05T18:19:34+00:00",
        "2000-01-01T00:00:00+00:00",
    ]
)
"""The times of templates that programs write into each new file."""
_ZEROS = ("1601-01-01", "1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01", "1970-01-01", "1980-01-01")
"""The days that clocks count from: no time was known."""
_NOBODY = frozenset(
    """
    admin administrator anonymous author authors creator default guest me n/a na nobody none null owner pc root
    steve\xa0canny unknown unknown\xa0author unknown\xa0creator untitled user username windows\xa0user
    microsoft\xa0office\xa0user office\xa0user your\xa0name microsoft microsoft\xa0corporation microsoft\xa0word
    microsoft\xa0excel microsoft\xa0powerpoint libreoffice openoffice google\xa0docs apache\xa0poi docx4j openpyxl
    xlsxwriter python-docx python-pptx phpword phpexcel phpspreadsheet phpoffice pandoc reportlab wkhtmltopdf latex
    pdflatex canva adobe\xa0indesign (anonymous) (unspecified)
    """.replace("\n", " ").split(" ")
)
"""What stands where an author is expected and names none: words of templates and names of programs."""


class StatedOrigin(NamedTuple):
    """When a source was last changed and who wrote it. `date`: a date, or a time as RFC 3339; empty without one."""

    date: str = ""
    date_from: str = "loaded"
    """As `dateFrom` of a reference."""
    author: str = ""


UNSTATED = StatedOrigin()


def origin(date_from: str, dates: Iterable[Any], authors: Any = "", programs: Iterable[str] = ()) -> StatedOrigin:
    """Returns what a file states: the first of its dates that can be read, and its authors without the names of
    `programs`."""
    firsts = (value[0] if isinstance(value, list) and value else value for value in dates)
    date = next(filter(None, map(stated_date, firsts)), "")
    return StatedOrigin(date, date_from if date else "loaded", author_of(authors, programs))


def origin_of_fields(date_from: str, fields: Mapping[str, Any]) -> StatedOrigin:
    """Returns what named fields state, such as those of front matter."""
    plain = {name.lower().replace("-", "_").replace(" ", "_"): value for name, value in fields.items()}
    dates = [plain[name] for name in _DATE_NAMES if name in plain]
    return origin(date_from, dates, next((plain[name] for name in _AUTHOR_NAMES if plain.get(name)), ""))


def filed(stated: StatedOrigin, modified: str) -> StatedOrigin:
    """Returns an origin with the time of the file, if the file states none itself."""
    date = stated_date(modified) if modified and not stated.date else ""
    return stated._replace(date=date, date_from="file") if date else stated


def stated_date(value: Any) -> str:
    """Returns a date or time as RFC 3339 writes it: one without an offset from UTC is its day alone. Empty for what
    is no date, or that of a template."""
    text = str(value).strip()[:60] if isinstance(value, str | int) else ""
    found = _read(text)
    return "" if found in _OF_TEMPLATES or found.startswith(_ZEROS) else found


def instant(date: str) -> datetime:
    """Returns the time to order dates by; one without a time of day counts from its midnight (UTC). Raises
    `ValueError`."""
    found = datetime.fromisoformat(date)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def moment(seconds: float) -> str:
    """Returns a Unix time as RFC 3339; empty for one that no calendar has."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _read(text: str) -> str:
    try:
        if match := _ISO.fullmatch(text):
            year, month, day, hour, minute, second, zone = match.groups()
        elif match := _SLASHES.fullmatch(text):
            (year, month, day), hour = match.groups(), None
        elif match := _GERMAN.fullmatch(text):
            (day, month, year), hour = match.groups(), None
        elif text.startswith("D:") and (match := _PDF.fullmatch(text)):
            year, month, day, hour, minute, second, utc, ahead, minutes = match.groups()
            zone = utc or (ahead and f"{ahead}:{minutes or '00'}")
        else:
            return _of_mail(text) or _in_words(text)
        date = f"{year}-{int(month or 1):02}-{int(day or 1):02}"
        if hour is None or not zone:
            return datetime.fromisoformat(date).date().isoformat()
        return datetime.fromisoformat(f"{date}T{hour}:{minute}:{second or '00'}{zone.upper()}").isoformat()
    except (ValueError, OverflowError):
        return ""


def _of_mail(text: str) -> str:
    """Reads a date as mails and feeds of RSS write it."""
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return ""
    return found.isoformat() if found.tzinfo else found.date().isoformat()


def _in_words(text: str) -> str:
    for form in _WRITTEN:
        with suppress(ValueError):
            return datetime.strptime(f"{text} +0000", f"{form} %z").date().isoformat()
    return ""


def author_of(stated: Any, programs: Iterable[str] = ()) -> str:
    """Returns the names of authors on one line; empty if they are the names of programs or of nobody."""
    known = {_folded(program) for program in programs if program}
    names = [name for name in _names(stated, 2) if _folded(name) not in known | _NOBODY]
    line = ", ".join(dict.fromkeys(names))
    return line if len(line) <= LONGEST_AUTHOR else f"{line[: LONGEST_AUTHOR - 1].rstrip()}…"


def _names(stated: Any, levels: int) -> Iterable[str]:
    if isinstance(stated, str):
        name, address = parseaddr(stated[:1000]) if "@" in stated else (stated[:1000], "")
        shown = "".join(letter if letter.isprintable() else " " for letter in name or address)
        if shown.strip():
            yield " ".join(shown.split())
    elif isinstance(stated, Mapping):
        yield from _names(stated.get("name") or stated.get("@name") or "", levels - 1)
    elif isinstance(stated, list | tuple) and levels:
        for inner in stated[:20]:
            yield from _names(inner, levels - 1)


def _folded(name: str) -> str:
    return " ".join(name.casefold().split()).replace(" ", "\xa0")
