"""What of a passage can be quoted, and how: whole sentences, list items, lists, tables, and rows under their head.
Pure.

Headings, code and tables are no sentences. A code block or a formula is quoted with the sentence that announces it, a
list with its introducing sentence, a term with its definition; a fragment (a list item without a full stop, a caption)
is never quoted alone. In a text that is no Markdown, indented lines are no code: manuals set what they say in them, and
it is quoted as it is set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from gateway import words
from gateway.models.quoting.glued import pieces
from gateway.models.quoting.looks import is_entry, is_leader, is_menu, is_navigation, is_wrapped, without_cues
from gateway.words.languages import LANGUAGES
from gateway.words.text import markdown

Kind = Literal["sentence", "code", "item", "list", "table", "row", "excerpt", "loose"]
LONGEST_SENTENCE = 1200
LONGEST_TITLE = 120
LONGEST_CODE = 1800
UNENDED = 60
"""Characters from which the last sentence of a paragraph is one without a full stop, too; shorter ones are captions."""

_NAMED = re.compile(r"\w{2}")
_NUMERALS = "".join(language.unspaced.numerals for language in LANGUAGES.values())
_ITEM = re.compile(
    rf"(?<![ \t])([ \t]*+)(?:([-*+•‣◦])|(\(?\d{{1,3}}[.)、]|\(?[a-zA-Z][)]|[（(]?[{_NUMERALS}]{{1,3}}[）)、]))[ \t]*(?=\S)"
)
_BULLET_GAP = re.compile(r"[ \t]*[-*+](?![ \t])")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$|[^|\n]+(?: \| [^|\n]*)+$")
_ROW_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*\|?[ \t]*+$")
_RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_HTML = re.compile(r"[ \t]*<(?:!--|/?[a-zA-Z][^>]*>[ \t]*$)")
_TITLE_END = re.compile(r"[.!?…。！？：:;；,，]\W{0,40}$")
_STOP_INSIDE = re.compile(r"[.!?…]\s|[。！？]")
_ENDED = re.compile(r"[.!?…。！？｡][\"'”’»›)\]）】」』*_`\s\u00a0\u202f]*$")
_ITEM_ENDED = re.compile(r"[.!?…。！？｡;；][\"'”’»›)\]）】」』*_`\s\u00a0\u202f]*$")
_QUOTED = re.compile(r"^[ \t]{0,3}(?:>[ \t]+)+")
_VALUE = re.compile(r"[^:：=\n]{1,60}[:：=][ \t]*\S")
"""A name and its value on one line: "Default: `180`"."""
_ANNOUNCES = re.compile(r"[:：][*_\s]*$")
_PRECEDES = re.compile(
    "|".join(filter(None, (language.quoting.announcement for language in LANGUAGES.values()))), re.IGNORECASE
)
"""A sentence that introduces the list after it, though it ends with a full stop."""
_RST_LINK = re.compile(r"`([^`<>\s](?:[^`<>]*[^`<>\s])?)\s*+<[^<>`]+>`__?")
_DEFINES = re.compile(r"[ \t]{0,3}:[ \t]+(?=\S)")
"""Begins the definition below a term."""
_FORMULA = {"$$": "$$", "\\[": "\\]"}
_MOST_LINES = 40
"""Lines of a formula."""
_BREAK = re.compile(r"[ \t]*\n[ \t>]*")
_WIDE_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n|\n(?=[\u3000-\u9fff\uff00-\uffef])")


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that is quoted whole or not at all. `text` is Markdown, without links and soft line breaks."""

    text: str
    kind: Kind
    sentence: str
    """Its sentence: all of a sentence, an item or an excerpt, the cells of a row, what introduces a list, a table or
    code; "" where nothing does."""
    block: int
    """Number of the block in its passage: neighbours of one block read on from each other."""
    order: int
    """Its place among the units of its passage; one is skipped where a sentence or block is no unit."""
    heading: str = ""
    """The heading above it, where it stands in the passage."""
    lead: str = ""
    """The sentence that introduces the list it is an item of, or the table it is a row of."""
    ordered: bool = False
    parts: tuple[str, ...] = ()
    """The items of a list or the rows of a table, with which its text ends."""


@dataclass(slots=True)
class _QuotableBlock:
    kind: Literal["heading", "title", "prose", "list", "code", "table", "definition"]
    lines: list[str]
    ordered: bool = False


def units(text: str, *, plain: bool = False) -> list[Unit]:
    """Returns everything quotable of a passage in reading order; a list follows its items, and text without a sentence
    is `loose`. `plain`: no Markdown."""
    found: list[Unit] = []
    over: list[tuple[str, int]] = []
    heading, lead, left_out = "", "", 0

    def add(kind: Kind, block: int, sentence: str, below: str = "", **more: Any) -> None:
        # No blank line between: an answer's paragraph is one block.
        text = f"{sentence}\n{below}".strip("\n") if kind != "row" else below
        found.append(Unit(text, kind, sentence, block, len(found) + left_out, heading, **more))

    blocks = list(_blocks(text))
    for index, block in enumerate(blocks):
        following = blocks[index + 1].kind if index + 1 < len(blocks) else ""
        over.append((heading, len(found) + left_out))
        if block.kind in ("heading", "title"):
            heading, lead = block.lines[0], ""
        elif block.kind == "prose":
            lead = ""
            wrapped = is_wrapped(block.lines)
            for sentence, last in _sentences("\n".join(block.lines)):
                if _ANNOUNCES.search(sentence):
                    lead = sentence
                elif _ENDED.search(sentence) or (last and wrapped and len(sentence) >= UNENDED):
                    add("sentence", index, sentence)
                    lead = sentence if following in ("list", "table") and _PRECEDES.search(sentence) else lead
                else:
                    left_out += 1
            if following == "code" and _short(blocks[index + 1]) and _ANNOUNCES.search(lead):
                add("code", index, lead, _code(blocks[index + 1]))
        elif block.kind == "list":
            _list(block, index, lead, add)
            lead = ""
        elif block.kind == "table":
            _table(block, index, lead, add)
            lead = ""
        elif block.kind == "definition":
            heading, lead = whole(block.lines[0]), ""
            told = (sentence for sentence, _ in _sentences(block.lines[1], begins=True) if sentence)
            for number, sentence in enumerate(told):
                add("sentence", index, sentence if number else f"{heading}: {sentence}")
        elif plain and _short(block):
            excerpt = "\n".join(block.lines[1:-1])
            found.append(Unit(_code(block), "excerpt", excerpt, index, len(found) + left_out, heading))
        elif found and found[-1].block == index - 1 and found[-1].kind == "sentence" and _short(block):
            add("code", index, found[-1].text, _code(block))
        left_out += len(found) + left_out == over[-1][1]
    return sorted([*found, *_loose(blocks, {unit.block for unit in found}, over)], key=lambda unit: unit.order)


def _loose(blocks: Sequence[_QuotableBlock], spoken: Set[int], over: Sequence[tuple[str, int]]) -> Iterator[Unit]:
    """Yields each stretch of blocks without a sentence, item or row. `spoken`: the numbers of the other blocks; `over`:
    the heading above each block, and its order. A title or an announcement of a spoken block is no such text, nor is
    code."""
    run: list[int] = []
    for index in range(len(blocks) + 1):
        block = blocks[index] if index < len(blocks) else None
        if block and index not in spoken and block.kind not in ("heading", "code") and not _links(block):
            run.append(index)
            continue
        while run and block and block.kind != "heading" and _introduces(blocks[run[-1]], over[run[-1]][0]):
            run.pop()
        text = "\n".join(_shown(blocks[number]) for number in run)
        if not is_menu(text.split("\n")):
            heading, order = over[run[0]]
            yield Unit(text, "loose", text, run[0], order, heading)
        run = []


def _introduces(block: _QuotableBlock, heading: str) -> bool:
    """Says whether a block is the title or the announcement of the next one; a value below a heading is neither."""
    if block.kind == "title":
        return not (heading and _VALUE.match(block.lines[0]))
    return block.kind == "prose" and bool(_ANNOUNCES.search(block.lines[-1]))


def _links(block: _QuotableBlock) -> bool:
    return block.kind == "list" and is_navigation(block.lines)


def _shown(block: _QuotableBlock) -> str:
    """Returns the lines of a block, for an excerpt."""
    if block.kind == "code":
        return "\n".join(unit.text for unit in code_lines("\n".join(block.lines[1:-1])))
    return "\n".join(_unlinked(_QUOTED.sub("", line).rstrip()) for line in block.lines)


def readable(text: str, *, plain: bool = False) -> str:
    """Returns the lines of a passage as an excerpt shows them, without what belongs to nothing; code as inline code."""
    if plain:
        return "\n".join(line.strip() for line in without_cues(text).split("\n") if line.strip())
    return "\n".join(_shown(block) for block in _blocks(text) if not _links(block))


def code_lines(text: str) -> list[Unit]:
    """Returns everything quotable of source code or configuration: its lines, each for itself, as inline code."""
    lines = (line.strip() for line in text.split("\n"))
    found: list[Unit] = []
    for line in lines:
        if _NAMED.search(line) and len(line) <= LONGEST_SENTENCE:
            ticks = "``" if "`" in line else "`"
            gap = " " if ticks == "``" else ""
            quoted = f"{ticks}{gap}{line}{gap}{ticks}"
            # Blocks of their own, a gap between them: lines of code do not lean on each other as sentences do.
            found.append(Unit(quoted, "sentence", line, 2 * len(found), len(found)))
    return found


def whole(text: str) -> str:
    """A sentence on one line, links reduced to their words, images gone; reStructuredText's `::` is a colon."""
    text = _unlinked(text)
    text = text[:-1] if text.endswith("::") else text
    return _BREAK.sub(" ", _WIDE_BREAK.sub("", text)).strip()


def _unlinked(text: str) -> str:
    """Links of documents are not links of the answer: relative ones lead nowhere, others are not ours to vouch for."""
    return _RST_LINK.sub(r"\1", markdown.without_links(markdown.without_images(text)))


def _list(block: _QuotableBlock, index: int, lead: str, add: Callable[..., None]) -> None:
    items = list(_items(block.lines))
    for item in items:
        sentence = whole(_ITEM.sub("", item[0], count=1) + "\n" + "\n".join(item[1:]))
        flat = "```" not in sentence and not any(_marker(line) for line in item[1:])
        if flat and (_ITEM_ENDED.search(sentence) or is_entry(sentence)) and len(sentence) <= LONGEST_SENTENCE:
            add("item", index, sentence, lead=lead)
    parts = tuple(_unlinked("\n".join(item).rstrip()) for item in items)
    if len(parts) > 1 and not is_navigation(block.lines):
        add("list", index, lead, "\n".join(parts), ordered=block.ordered, parts=parts)


def _items(lines: list[str]) -> Iterator[list[str]]:
    """Yields the lines of each item of the outermost level, dedented to it."""
    margin = len(lines[0]) - len(lines[0].lstrip())
    item: list[str] = []
    for line in lines:
        started = _marker(line)
        if started and len(started.group(1)) <= margin + 1 and item:
            yield item
            item = []
        item.append(line[margin:] if not line[:margin].strip() else line)
    yield item


def _table(block: _QuotableBlock, index: int, lead: str, add: Callable[..., None]) -> None:
    """Adds every row under the head, and the table; without a head none."""
    lines = [_unlinked(line) for line in block.lines]
    if len(lines) < 3 or not _ROW_RULE.match(lines[1]):
        return
    head = "\n".join(lines[:2])
    for row in lines[2:]:
        add("row", index, " ".join(row.replace("|", " ").split()), f"{head}\n{row}", lead=lead)
    add("table", index, lead, "\n".join(lines), parts=tuple(lines[2:]))


def _code(block: _QuotableBlock) -> str:
    return "\n".join(block.lines)


def _short(block: _QuotableBlock) -> bool:
    return len(_code(block)) <= LONGEST_CODE


def _sentences(text: str, *, begins: bool = False) -> Iterator[tuple[str, bool]]:
    """Yields the whole sentences of a paragraph, and whether each is its last; "" for one that is too long or only part
    of a sentence (cut at a passage's edge), unless it is known that the text `begins` here."""
    found = [(start, sentence) for start, end in words.sentences(text) for sentence in pieces(whole(text[start:end]))]
    for number, (start, sentence) in enumerate(found, start=1):
        is_first = start == 0 and number == 1 and not begins
        is_part = is_first and sentence[:1].islower() and not _ANNOUNCES.search(sentence)
        yield "" if len(sentence) > LONGEST_SENTENCE or is_part else sentence, number == len(found)


def _marker(line: str) -> re.Match[str] | None:
    found = _ITEM.match(line)
    if found is None or _RULE.match(line) or _BULLET_GAP.match(line):
        return None
    glued = found.group(3) and not line[found.end(3) :].startswith((" ", "\t")) and found.group(3)[-1] in ".)"
    return None if glued else found


def _blocks(text: str) -> Iterator[_QuotableBlock]:
    """Yields the blocks of a Markdown or plain text; a blank line ends all but a list that goes on after it."""
    text = without_cues(text)
    lines = text.split("\n")
    fences, headings = markdown.fences(text, outermost=True), markdown.headings(text, outermost=True)
    marked = {block.start: block for block in [*fences, *headings]}
    current: _QuotableBlock | None = None
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        block = marked.get(at) or _formula(lines, at)
        if block and not (current and current.kind == "list" and line[:1].isspace()):
            yield from _finished(current)
            current = None
            if block.kind == "code":
                yield _QuotableBlock("code", lines[at : block.end])
            elif block.title:
                yield _QuotableBlock("heading", [block.title])
            at = block.end
            continue
        at += 1
        if not line.strip(" \t>"):
            if current and not (current.kind == "list" and at < len(lines) and _goes_on(lines[at])):
                yield from _finished(current)
                current = None
            continue
        kind = _kind(line, current)
        if current and current.kind == kind:
            current.lines.append(line)
            continue
        yield from _finished(current)
        marker = _marker(line)
        current = kind and _QuotableBlock(kind, [line], ordered=bool(marker and marker.group(3)))
    yield from _finished(current)


def _formula(lines: list[str], at: int) -> markdown.MarkdownBlock | None:
    """Returns the formula whose lines begin here."""
    closing = _FORMULA.get(lines[at].strip()[:2])
    if closing is None:
        return None
    for end in range(at, min(len(lines), at + _MOST_LINES)):
        line = lines[end].strip()
        if line.endswith(closing) and (end > at or len(line) > 2):
            return markdown.MarkdownBlock("code", at, end + 1)
    return None


def _finished(block: _QuotableBlock | None) -> Iterator[_QuotableBlock]:
    """Yields the block as what it turned out to be: one short line without a full stop is a title, indented lines are
    code."""
    if block is None:
        return
    if block.kind == "prose" and all(line.startswith(("    ", "\t")) for line in block.lines):
        yield _QuotableBlock(
            "code", ["```", *(line.removeprefix("\t").removeprefix("    ") for line in block.lines), "```"]
        )
    elif block.kind == "prose" and any(_DEFINES.match(line) for line in block.lines[1:]):
        yield from _definitions(block.lines)
    elif block.kind == "prose" and len(block.lines) == 1 and _is_title(block.lines[0]):
        yield _QuotableBlock("title", [block.lines[0].strip()])
    elif block.kind == "prose" and _begins_with_title(block.lines):
        yield _QuotableBlock("title", [block.lines[0].strip()])
        yield _QuotableBlock("prose", block.lines[1:])
    else:
        yield block


def _definitions(lines: list[str]) -> Iterator[_QuotableBlock]:
    """Yields each term of a list of definitions with what is said of it; a further line belongs to what it follows,
    unless a definition follows it."""
    term, about = "", list[str]()
    for line, below in pairwise([*lines, ""]):
        if _DEFINES.match(line):
            about.append(_DEFINES.sub("", line, count=1))
        elif _DEFINES.match(below):
            if about:
                yield _QuotableBlock("definition" if term else "prose", [term, "\n".join(about)] if term else about)
            term, about = line.strip(), []
        else:
            about.append(line)
    if about:
        yield _QuotableBlock("definition" if term else "prose", [term, "\n".join(about)] if term else about)


def _is_title(line: str) -> bool:
    return len(line) <= LONGEST_TITLE and not _TITLE_END.search(line) and not _STOP_INSIDE.search(line)


def _begins_with_title(lines: Sequence[str]) -> bool:
    """Says whether the first line is a title: one that is cut for its width fills it, so the next is no longer."""
    first, following = lines[0].strip(), lines[1].strip() if len(lines) > 1 else ""
    return 2 * len(first) < len(following) and not following[0].islower() and _is_title(first)


def _kind(line: str, current: _QuotableBlock | None) -> Literal["prose", "list", "table"] | None:
    """Returns what a line belongs to; None for a rule, a tag and a line of contents, which belong to nothing."""
    if _RULE.match(line) or _HTML.match(line) or is_leader(line):
        return None
    if current and current.kind == "table" and _ROW_RULE.match(line):
        return "table"
    if current and current.kind == "list":
        return "list"
    if _marker(line):
        return "list"
    return "table" if _ROW.match(line) else "prose"


def _goes_on(line: str) -> bool:
    return bool(_marker(line)) or (line.startswith(("  ", "\t")) and bool(line.strip()))
