"""The list that an answer's text holds: numbered items, else lettered items, else headings. Bullets cannot be pointed
at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gateway.answer.outline import one_line
from gateway.words.languages import LANGUAGES
from gateway.words.text import markdown

FEWEST, MOST = 2, 8
"""Items of a list that is kept. Of a longer one the first seven and the last, so that "the last one" stays right."""
LONGEST_LEAD = 80
"""Characters before a colon or a dash that are an item's title; a longer part is a sentence of its own."""
LONGEST_BOLD_LINE = 150
"""Characters of a line in bold that is a heading."""

_UNSPACED = next(language.unspaced for language in LANGUAGES.values() if language.unspaced.numerals)
_NUMERALS = _UNSPACED.numerals
_HAN = f"{_NUMERALS[9]}[{_NUMERALS[:2]}]?|[{_NUMERALS[:9]}]"
_NTH, _UNIT = _UNSPACED.ordinal_sign, _UNSPACED.item_units
_LINE = re.compile(
    rf"""(?P<indent>[ \t]*+)(?:>[ \t]*+)?(?P<hashes>\#{{1,6}}[ \t]++)?(?:[-*+][ \t]++)?(?P<bold>\*\*|__)?(?:
        [(（]?(?P<number>\d{{1,2}})(?:[.)][*_]*(?=[ \t]|$)|[）、．][*_]*)
        |[(（]?(?P<han>{_HAN})[)）、.．][*_]*
        |{_NTH}(?P<nth>{_HAN})(?:[、，：:]|[{_UNIT}](?=[、，：:]))
        |(?P<circled>[①-⑫])
        |[(（]?(?P<letter>[A-Ha-h])[.)）][*_]*(?=[ \t（]|$)
    )?[ \t、，：:]*+(?P<text>.*)""",
    re.VERBOSE,
)
_MARKER = re.compile(
    r"(?<![ \t])[ \t]*+(?:\[(?:[EG]?\d{1,3})(?:[ \t]*+,[ \t]*+[EG]?\d{1,3})*\](?!\()|\([EG]\d{1,3}\)|【[EG]?\d{1,3}】)"
)
_MARKUP = re.compile(r"\*\*|__|`")
_BOLD_LEAD = re.compile(r"(\*\*|__)(?P<lead>[^*_\n]{2,120}?)[:：.。]?\1")
_LEAD = re.compile(rf"(?P<lead>.{{2,{LONGEST_LEAD}}}?)(?::(?=\s|$)|：|[ \u00a0][—–-][ \u00a0]|——)")
_SENTENCE = re.compile(r"(?P<lead>.{8,}?[.!?](?=\s+[^a-z\s])|.{2,}?[。！？；])")


@dataclass(frozen=True, slots=True)
class Item:
    """One item. `number` is its place in the answer's own list, `text` the number of the text that it stands in."""

    number: int
    title: str
    text: int


class _ListLine(NamedTuple):
    kind: Literal["number", "letter", "heading"]
    number: int
    raw: str
    text: int
    indent: int


def listed(texts: Sequence[str]) -> tuple[Item, ...]:
    """Returns the items of the list that one would point at, `MOST` at most; empty where there are fewer than `FEWEST`.

    `texts`: the paragraphs of an answer, or the whole of it. Of several lists under headings the headings count, else
    the longest list.
    """
    lines = list(_lines(texts))
    headings = [line for line in lines if line.kind == "heading"]
    numbered, lettered = (list(_runs(line for line in lines if line.kind == kind)) for kind in ("number", "letter"))
    runs = numbered or lettered
    if not runs or (len(runs) > 1 and len(headings) >= FEWEST):
        chosen = [line._replace(number=number) for number, line in enumerate(headings, start=1)]
    else:
        chosen = max(runs, key=len)
    items = [Item(line.number, title, line.text) for line in chosen if (title := title_of(line.raw))]
    if len(items) < FEWEST:
        return ()
    return tuple(items if len(items) <= MOST else [*items[: MOST - 1], items[-1]])


def title_of(raw: str) -> str:
    """Returns what an item is called: its bold beginning, what stands before a colon or dash, else its first
    sentence."""
    text = markdown.without_links(_MARKER.sub("", raw)).strip()
    bold = _BOLD_LEAD.match(text)
    if bold:
        return one_line(bold["lead"])
    text = one_line(_MARKUP.sub("", text)) if len(text) <= 120 else _MARKUP.sub("", text)
    found = _LEAD.match(text) or _SENTENCE.match(text)
    return one_line(found["lead"] if found else text).rstrip(" .:：;；,，。")


def _lines(texts: Iterable[str]) -> Iterator[_ListLine]:
    """Yields the lines that begin an item or are a heading; what stands in fences of code is none."""
    for number, text in enumerate(texts):
        for line in markdown.without(markdown.fences(text), text).split("\n"):
            if line.strip() and (found := _line(line, number)):
                yield found


def _line(line: str, text: int) -> _ListLine | None:
    match = _LINE.match(line)
    if match is None:
        return None
    indent, marker = len(match["indent"].expandtabs(4)), line[: match.start("text")]
    open_bold = match["bold"] if match["bold"] and marker.count(match["bold"]) == 1 else ""
    raw = open_bold + match["text"]
    if match["hashes"]:
        return _ListLine("heading", 0, match["text"].rstrip("# "), text, indent)
    number = _number(match)
    if number and match["text"].strip():
        return _ListLine("letter" if match["letter"] else "number", number, raw, text, indent)
    if 0 < len(bold := markdown.bold_line(line)) <= LONGEST_BOLD_LINE:
        return _ListLine("heading", 0, bold, text, indent)
    return None


def _number(match: re.Match[str]) -> int:
    """Says which item the line is; 0: none."""
    if match["number"]:
        return int(match["number"])
    if match["circled"]:
        return ord(match["circled"]) - ord("①") + 1
    if match["letter"]:
        return ord(match["letter"].lower()) - ord("a") + 1
    han = match["han"] or match["nth"] or ""
    return sum(_NUMERALS.index(sign) + 1 for sign in han)


def _runs(lines: Iterable[_ListLine]) -> Iterator[list[_ListLine]]:
    """Yields the lists: each counts from 1 without gaps. What is indented deeper than its list belongs to an item."""
    run: list[_ListLine] = []
    for line in lines:
        if run and line.indent >= run[0].indent + 2:
            continue
        if line.number == 1:
            if len(run) >= FEWEST:
                yield run
            run = [line]
        elif run and line.number == len(run) + 1:
            run.append(line)
    if len(run) >= FEWEST:
        yield run
