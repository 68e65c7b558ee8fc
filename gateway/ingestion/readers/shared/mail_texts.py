"""The texts of a mail: which of two versions is the fuller one, lines that flow, invitations. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from gateway import words

_ADDRESS = re.compile(r"<?\b(?:https?|mailto):[^\s<>()]*+>?")
_LETTERS = re.compile(r"[^\W_]+")
_LONGEST_STUB = 400
"""Letters of a text that only says where the other one is."""
_STUB = frozenset(("html", "browser"))
"""Words of such a text in nearly any language."""
_FULLER = 1.25
"""An HTML part with this many times the letters says more; a few more are the foot of the page."""
_OTHER = 0.75
"""The same of a page that says something else than a short plain text."""
_UNSEEN = re.compile(r"<(style|script|title)\b[^<>]*+>(?:[^<]++|<(?!/\1\b))*+", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*+>")
_QUOTED = re.compile(r">*+")
_FOLDED = re.compile(r"\r?\n[ \t]")
_FIELD = re.compile(r"(?P<name>[A-Z-]{2,20})(?P<given>(?:;(?:\"[^\"\r\n]*+\"|[^\":\r\n])*+)?):(?P<value>[^\r\n]*+)")
_ZONE = re.compile(r";TZID=\"?([^\";:]{1,100})")
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:\d\d)?(Z?))?")
_MOST_EVENTS = 50


def fuller(plain: str, page: str) -> str:
    """Returns the version of a text that says more; both if neither contains the other.

    The plain one comes first, for it was written to be read so. Often it only says that there is a page.
    """
    if not page.strip() or not plain.strip():
        return page.strip() or plain
    plain_words, page_words = (_words(_ADDRESS.sub(" ", text)) for text in (plain, page))
    if not plain_words or not page_words:
        return page if page_words else plain
    letters, page_letters = (sum(map(len, _LETTERS.findall(_ADDRESS.sub(" ", text)))) for text in (plain, page))
    is_same = 2 * len(plain_words & page_words) >= len(plain_words)
    if (
        not is_same
        and letters <= _LONGEST_STUB
        and (_STUB & plain_words - page_words or page_letters > _OTHER * letters)
    ):
        return page
    if is_same and page_letters > _FULLER * letters:
        return page
    return plain if is_same or len(page_words - plain_words) < 3 else f"{plain}\n\n{page}"


def may_say_more(source: str, plain: str) -> bool:
    """Tells whether HTML may say more than a plain text, without converting it: it shows no letters but those beyond
    its tags."""
    known = _LETTERS.findall(plain.lower())
    letters = sum(map(len, known))
    if letters <= _LONGEST_STUB:
        return True
    found, known_words = _LETTERS.findall(unescape(_TAG.sub(" ", _UNSEEN.sub(" ", source))).lower()), set(known)
    is_same = 2 * len(known_words.intersection(found)) >= len(known_words)
    return not is_same or sum(map(len, found)) > _FULLER * letters


def _words(text: str) -> set[str]:
    return words.vocabulary(text, words.UNDETERMINED)


def added(text: str, more: str) -> str:
    """Returns the paragraphs of `more` that say something which `text` does not."""
    known = _words(text) if more else set()
    return "\n\n".join(part for part in more.split("\n\n") if not known >= _words(part))


def joined_lines(text: str, *, without_space: bool) -> str:
    """Returns a text of `format=flowed` (RFC 3676) with each paragraph on one line. `without_space`: `delsp=yes`."""
    found: list[str] = []
    depth, flows = 0, False
    for line in text.replace("\r\n", "\n").split("\n"):
        quotes = _QUOTED.match(line)
        level = quotes.end() if quotes else 0
        line = line[level:].removeprefix(" ")
        is_signature = line == "-- "
        if flows and level == depth and not is_signature:
            found[-1] += line
        else:
            found.append(">" * level + " " * bool(level) + line)
        depth, flows = level, line.endswith(" ") and not is_signature
        if flows and without_space:
            found[-1] = found[-1][:-1]
    return "\n".join(line.rstrip() if line != "-- " else line for line in found)


def invitation(text: str) -> str:
    """Returns what a calendar (RFC 5545) says of each event: summary, time, place, description."""
    return "\n\n".join(dict.fromkeys(_events(_FOLDED.sub("", text))))


def _events(text: str) -> Iterator[str]:
    for part in text.split("BEGIN:VEVENT")[1 : _MOST_EVENTS + 1]:
        fields: dict[str, tuple[str, str]] = {}
        for line in part.partition("END:VEVENT")[0].partition("BEGIN:VALARM")[0].splitlines():
            if found := _FIELD.match(line):
                fields.setdefault(found["name"], (_unescaped(found["value"]), found["given"]))
        begin, end = (_time(*fields.get(name, ("", ""))) for name in ("DTSTART", "DTEND"))
        summary, location, about = (fields.get(name, ("",))[0] for name in ("SUMMARY", "LOCATION", "DESCRIPTION"))
        when = " – ".join(dict.fromkeys(filter(None, (begin, end))))
        yield "\n\n".join(filter(None, (summary and f"## {' '.join(summary.split())}", when, location, about)))


def _unescaped(value: str) -> str:
    return re.sub(r"\\([nN;,\\])", lambda found: "\n" if found[1] in "nN" else found[1], value).strip()


def _time(value: str, given: str) -> str:
    """Returns a time as it is written there: `2024-03-05 10:00 (Europe/Paris)`."""
    found = _TIME.match(value)
    if not found:
        return ""
    year, month, day, hour, minute, zulu = found.groups()
    zone = _ZONE.search(given)
    named = " UTC" if zulu else f" ({zone[1]})" if zone else ""
    return f"{year}-{month}-{day}" + (f" {hour}:{minute}{named}" if hour else "")
