"""Whole sentences of a text, as spans. Knows the lines of Markdown, so that no sentence runs out of its block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import listed
from gateway.words.text import markdown
from gateway.words.text.folding import HAN, KANA, fold

Span = tuple[int, int]


WHOLE_ITEM = 300
"""Characters; a list item up to this length is one unit even when it holds several sentences."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LINE = re.compile(r"[^\n]*\n?")
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]+")
_ITEM = re.compile(r"[ \t>]*(?:[-*+•‣◦–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NUMERALS = "".join(language.unspaced.numerals for language in LANGUAGES.values())
_CJK_ITEM = re.compile(rf"[ \t>]*(?:[（(]?[{_NUMERALS}]{{1,3}}[）)、]|\d{{1,2}}[、])\s*")
_QUOTE = re.compile(r"[ \t]*>[ \t>]*")
_ROW = re.compile(r"[ \t>]*+\|.*\|[ \t]*$|[^|\n]+(?: \| [^|\n]*)+$")
_RULE = re.compile(r"[ \t>]*+(?:[-=*_][ \t]*+){3,}$|[ \t>]*+\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-*:?[ \t]*+)+$")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-{2,})[ \t]*$")

_CJK = f"{HAN}{KANA}\u3000-\u303f\uff00-\uffef"
_CLOSERS = "\"'”’»›)\\]）】」』》〉*_"
_END = re.compile(
    rf"(?P<mark>[。！？｡.!?…؟۔।](?:(?<=[。！？｡])[。！？｡]*|(?<=[.!?…؟۔।])[.!?…؟۔।]*))(?P<close>(?:[{_CLOSERS}]|[ \u00a0\u202f]?»)*)(?P<gap>\s*)",
    re.DOTALL,
)
_CODE = re.compile(r"(?<!`)(`++).{1,1000}?(?<!`)\1(?!`)", re.DOTALL)
_UNMARKED = "\u0e01-\u0edf"
"""Thai and Lao, which write a space where other languages write a full stop, and between some phrases."""
_SPACE = re.compile(rf"(?<=[{_UNMARKED}]) +(?=[{_UNMARKED}])")
SHORTEST_UNMARKED = 200
"""Characters of what counts as a sentence between two such spaces."""
SHORTEST_CLAUSE = 50
"""Characters of what counts as a part of one."""
_LONGEST_ABBREVIATION = 20
_LAST_WORD = re.compile(rf"[^\s(\[«“\"'’]{{0,{_LONGEST_ABBREVIATION + 4}}}$")
_TABLES = list(LANGUAGES.values())
_DAY, _WORD = re.compile(r"(?<!\d)\d{1,2}$"), re.compile(r"[^\W\d_]+")
_MONTHS_BEHIND_POINT = frozenset(" ".join(each.months for each in _TABLES if each.day_point).replace(";", " ").split())
"""Months before which the point behind the day ends no sentence."""
_BEFORE_NAME = frozenset().union(*(listed(each.abbreviations_before_names) for each in _TABLES))
"""Never the end of a sentence: something always follows."""
_BEFORE_NUMBER = frozenset().union(*(listed(each.abbreviations_before_numbers) for each in _TABLES))
"""Not an end when a number follows."""
_MAYBE_LAST = frozenset().union(*(listed(each.abbreviations_anywhere) for each in _TABLES))
"""May end a sentence: it does when a capital follows."""


def sentences(text: str, language: str | None = None) -> list[Span]:
    """Spans (code points) of whole sentences in reading order, without the blanks around them.

    Headings, list items and table rows are units of their own, without their markers; lines of code stay together
    up to a blank line; nothing crosses a blank line. Closing quotes and brackets belong to their sentence.
    `language` is part of the interface; the rules hold for all languages at once.
    """
    found: list[Span] = []
    for start, end, kind in _blocks(text):
        start, end = _trim(text, start, end)
        if start >= end:
            continue
        if kind == "whole" or (kind == "item" and end - start <= WHOLE_ITEM):
            found.append((start, end))
        else:
            found.extend(_split(text, start, end))
    return _at_spaces(text, found, SHORTEST_UNMARKED)


def clauses(text: str) -> list[Span]:
    """Spans of sentences, and of smaller parts of them where nothing marks their ends. They suit a comparison; what is
    quoted is a sentence."""
    return _at_spaces(text, sentences(text), SHORTEST_CLAUSE)


def _at_spaces(text: str, spans: list[Span], shortest: int) -> list[Span]:
    if not _SPACE.search(text):
        return spans
    return [part for start, end in spans for part in _parts(text, start, end, shortest)]


def _parts(text: str, start: int, end: int, shortest: int) -> Iterator[Span]:
    """Yields the parts of a sentence between spaces, each of so many characters at least."""
    for gap in _SPACE.finditer(text, start, end):
        if min(gap.start() - start, end - gap.end()) >= shortest:
            yield start, gap.start()
            start = gap.end()
    yield start, end


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Blocks (start, end, kind): `prose`, `item` (a list item with its further lines) or `whole` (never split)."""
    code = markdown.lines_of_code(text)
    open_block: tuple[int, int, str] | None = None
    for number, match in enumerate(_LINE.finditer(text)):
        start, end = match.span()
        if start == end:
            break
        line = match.group().rstrip("\n")
        block: tuple[int, int, str] | None = None
        joins = False
        if number in code:
            if code[number] and line.strip():
                block, joins = (start, end, "whole"), open_block is not None
        elif line.strip(" \t>"):
            block, joins = _line_block(line, start, end, open_block)
        if joins and block and open_block:
            open_block = (open_block[0], block[1], open_block[2])
            continue
        if open_block:
            yield open_block
        open_block = block
    if open_block:
        yield open_block


def _line_block(
    line: str, start: int, end: int, previous: tuple[int, int, str] | None
) -> tuple[tuple[int, int, str] | None, bool]:
    """Returns the block that a line of prose opens, and whether it rather continues the previous one."""
    joins = previous is not None and previous[2] in ("prose", "item")
    if line[0] in _LETTERS and line[1:2] != ")" and "|" not in line:
        return (start, end, "prose"), joins  # most lines; none of the signs below can begin here
    if previous and previous[2] == "prose" and _UNDERLINE.match(line):
        return None, False
    if _RULE.match(line):
        return None, False
    if heading := _HEADING.match(line):
        return (start + heading.end(), end, "whole"), False
    if _ROW.match(line):
        return (start, end, "whole"), False
    if item := _ITEM.match(line) or _CJK_ITEM.match(line):
        return (start + item.end(), end, "item"), False
    if quote := _QUOTE.match(line):
        return (start if joins else start + quote.end(), end, "prose"), joins
    return (start, end, "prose"), joins


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    spans = [match.span() for match in _CODE.finditer(text, start, end)] if text.find("`", start, end) >= 0 else []
    code = iter([*spans, (end, end)])
    code_start, code_end = next(code)
    begin = start
    for match in _END.finditer(text, start, end):
        at = match.start()  # of the mark, with which it begins
        while code_end <= at < end:
            code_start, code_end = next(code)
        if code_start <= at < code_end:
            continue
        stop = match.end(2)  # behind closing quotes and brackets
        if stop < end and not _ends(text, match, begin, end):
            continue
        if begin < stop:
            yield begin, stop
        begin = match.end()
    if begin < end:
        yield _trim(text, begin, end)


def _ends(text: str, match: re.Match[str], begin: int, end: int) -> bool:
    """Says whether a sentence ends at this mark, by what stands before and after it."""
    mark, close, gap = match.groups()
    mark_start, stop = match.span()
    after = text[stop : stop + 1]
    if mark[0] in "。！？｡":
        return after not in "，、；：,;:" or not after
    before = text[mark_start - 1] if mark_start > begin else ""
    if not gap:
        return mark[0] in "!?" and bool(before) and bool(re.match(f"[{_CJK}]", before)) and not close
    if after.islower():
        return mark[-1] in "!?" and not close and before not in (" ", "\u00a0", "\u202f")
    if after in ",;:":
        return False
    if mark != ".":
        return True
    if before.isdecimal() and _DAY.search(text, max(begin, mark_start - 3), mark_start):
        following = _WORD.match(text, stop)
        return following is None or fold(following[0]) not in _MONTHS_BEHIND_POINT
    return not _abbreviation(text[max(begin, mark_start - _LONGEST_ABBREVIATION) : mark_start], after)


def _abbreviation(sentence: str, after: str) -> bool:
    token = sentence.rpartition(" ")[2]
    if not token.isalpha():
        word = _LAST_WORD.search(sentence[-_LONGEST_ABBREVIATION - 4 :])  # a search for `$` tries every place
        token = word.group() if word else ""
    lower = token.lower()
    if lower in _BEFORE_NUMBER:
        return after.isdigit() or after in "°º"
    if lower in _BEFORE_NAME:
        return True
    if lower in _MAYBE_LAST:
        return not (after.isupper() or after in '«“"(' or not after.isalnum())
    return len(token) == 1 and token.isupper()


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
