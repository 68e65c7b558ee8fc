"""Markdown without what no reader of the page sees: comments of HTML, MDX and Obsidian, and the code of MDX. Pure.

A text without comments stays as it is, byte for byte. Code, between fences or within a line, is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.front_matter import front_matter
from gateway.knowledge.formats.plain_lines import ended_lines

Pieces = Callable[[], Iterator[str]]

_LONGEST_TAG = 60
"""Lines of one tag of a component."""
_OPENING = 1 << 16
"""Characters that show whether a text is one of Obsidian."""
_OVERLAP = 500
"""Characters of one piece that are searched again with the next."""
_AS_LINK = re.compile(
    r"^ {0,3}\[(?://\]:[^\n]*+|[^\]\n]{1,200}\]:[ \t]{0,9}(?:#|<>)[ \t]{1,9}(?:\([^\n]{0,9999}\)|\"[^\n]{0,9999}\""
    r"|'[^\n]{0,9999}'))[ \t]{0,99}$",
    re.MULTILINE,
)
"""A link that leads nowhere, whose title is a remark."""
_ENDS = {"<!--": "-->", "{/*": "*/}", "%%": "%%"}
_FENCE = re.compile(r"[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+(?P<fence>`{3,}(?=[^`\n]*+$)|~{3,})", re.MULTILINE)
_ITEM = re.compile(r"[ \t>]*+(?:[-*+]|\d{1,9}[.)])[ \t]")
_INDENTED = re.compile(r"(?: {4}|\t)\s*+\S")
_TOKEN = re.compile(r"\\.|`+|<!--|\{/\*|%%")
_OBSIDIAN = re.compile(
    r"!?\[\[[^\[\]\n]{1,200}\]\]|^> ?\[!\w{1,40}\]|(?:^|[ \t])#[^\W\d_][\w/-]{0,100}(?=\s|\Z)"
    r"|^(?:aliases|cssclasses|tags):|[ \t]\^[\w-]{1,60}$|==[^=\n]{1,400}==",
    re.MULTILINE,
)
"""Signs of Obsidian: links to notes, callouts, tags, names of blocks, highlights."""
_MODULE = re.compile(
    r"import\s{1,9}(?:[\w*{},$ \t]{1,1000}\sfrom\s{1,9})?['\"][^'\"\n]{1,1000}['\"];?\s*$|import\s{0,9}\{"
    r"|export\s{1,9}(?:const|let|var|default|function|async|class|type|interface)\b|export\s{0,9}[{*]"
)
_TAG = re.compile(
    r"</?(?:[A-Z][\w.]{0,200}(?:\s(?:\"[^\"]*+\"|'[^']*+'|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\}"
    r"|[^<>\"'{}])*+)?)?>"
)
_OPEN_TAG = re.compile(r"<[A-Z][\w.]{0,200}+(?=\s)[^<>]*+\Z")
_LABEL = re.compile(r"\b(?:title|label|summary|caption|heading|header|alt)=\{?[\"'`]([^\"'`{}<>]{1,500})[\"'`]")
_SPAN = re.compile(r"((?<!`)(`{1,9})(?!`)[^\n]{1,2000}?(?<!`)\2(?!`))")
_WORD = re.compile(r"[\w%]")
_EDGE = re.compile(r"[ \t]*+\n?\Z")
_NO_TEXT = " \t>-*+"


def seen(pieces: Pieces, omissions: Omissions, *, is_mdx: bool) -> Pieces:
    """Returns what gives the text that readers of the page see, as often as it is called."""
    last = dict.fromkeys(_ENDS, -1)
    opening, before, at, holds = "", "", 0, is_mdx
    for piece in pieces():
        opening = opening if len(opening) >= _OPENING else opening + piece
        text, start = before + piece, at - len(before)
        holds = holds or any(begin in text for begin in _ENDS) or ("]:" in text and _AS_LINK.search(text) is not None)
        for begin, end in _ENDS.items() if holds else ():
            last[begin] = max(last[begin], start + text.rfind(end)) if end in text else last[begin]
        at, before = at + len(piece), text[-_OVERLAP:]
    if not holds:
        return pieces
    matter = front_matter(opening)
    head = matter.end if matter and matter.fields is not None else 0
    is_obsidian = _OBSIDIAN.search(opening) is not None
    return lambda: _CommentedPage(omissions, last, is_mdx=is_mdx, is_obsidian=is_obsidian).text(pieces(), head)


class _CommentedPage:
    """Reads one text. `last`: where the last end of each kind of comment begins; a comment without an end is text."""

    def __init__(self, omissions: Omissions, last: dict[str, int], *, is_mdx: bool, is_obsidian: bool) -> None:
        self._omissions, self._last, self._is_mdx, self._is_obsidian = omissions, last, is_mdx, is_obsidian
        self._within = ""
        """How a comment began that continues in the next line."""
        self._hides = True
        self._fence, self._is_list, self._is_module, self._above = "", False, False, ""

    def text(self, pieces: Iterable[str], head: int) -> Iterator[str]:
        """Yields the lines. The first `head` characters are front matter."""
        self._omissions.clear()
        at = 0
        for line in (_tags_joined if self._is_mdx else iter)(ended_lines(pieces)):
            start, at = at, at + len(line)
            if start >= head and (self._within or self._is_prose(line)):
                line = "" if self._is_module else self._line(line, start)
            if line:
                yield line

    def _is_prose(self, line: str) -> bool:
        """Tells lines in which a comment can be from code and empty lines."""
        if self._fence:
            left = line.strip(" \t>\n")
            self._fence = "" if len(left) >= len(self._fence) and not left.strip(self._fence[0]) else self._fence
            return False
        is_first, is_empty = not self._above.strip(), not line.strip()
        begins = self._is_mdx and is_first and _MODULE.match(line) is not None
        self._is_module = not is_empty and (begins or self._is_module)
        is_code = is_first and not self._is_list and _INDENTED.match(line) is not None
        self._is_list = (self._is_list and (is_empty or line[:1] in " \t")) or _ITEM.match(line) is not None
        self._above = self._above if is_code else line
        if opens := _FENCE.match(line):
            self._fence = opens["fence"]
        return not (opens or is_code or is_empty)

    def _line(self, line: str, start: int) -> str:
        """Returns what is seen of a line; nothing if that is no text."""
        if not self._within and _AS_LINK.match(line):
            return "" if self._omissions.hides("source_comment") else line
        at, shown = 0, list[str]()
        if self._within:
            end = line.find(_ENDS[self._within])
            if end < 0:
                return "" if self._hides else line
            shown, at = [line[: 0 if self._hides else end]], end + len(_ENDS[self._within])
            self._within = ""
        for begin, end, inner in self._comments(line, at, start):
            self._hides = self._omissions.hides("source_comment")
            shown += [line[at:begin], "" if self._hides else inner]
            at = end
            while self._hides and line[at : at + 1] == " " and line[begin - 1 : begin] in (" ", ""):
                at += 1  # else a space on either side stays
        text = "".join([*shown, line[at:]]) if shown else line
        if self._is_mdx:
            parts = _SPAN.split(text)  # two groups: of three parts, the first is no code
            text = "".join(
                [part if number % 3 else _TAG.sub(_label, part) for number, part in enumerate(parts) if number % 3 < 2]
            )
        if text == line:
            return line
        return text.rstrip() + "\n" * line.endswith("\n") if text.strip().strip(_NO_TEXT) else ""

    def _comments(self, line: str, at: int, start: int) -> Iterator[tuple[int, int, str]]:
        """Yields begin, end and text of the comments that begin in a line, from `at` on."""
        missing: set[str] = set()
        while found := _TOKEN.search(line, at):
            token, at = found[0], found.end()
            if token[0] == "`" and token not in missing:
                end = _closing(line, token, at)
                missing |= {token} if end < 0 else set()
                at = max(at, end)
            if token not in _ENDS or (token == "{/*" and not self._is_mdx):
                continue
            sign = _ENDS[token]
            end = -1 if sign in missing else line.find(sign, found.start() + 2)  # `<!-->` is one, too
            if token == "%%" and not self._is_remark(line, found.start(), end):
                continue
            if end >= 0:
                inner, at = line[at:end], end + len(sign)
                yield found.start(), at, inner
            elif self._last[token] >= start + at:
                self._within = token
                yield found.start(), len(line), line[at:]
                return
            else:
                missing.add(sign)

    def _is_remark(self, line: str, begin: int, end: int) -> bool:
        """Tells a comment of Obsidian from other doubled signs, such as `50%% off` or `x %% 2`."""
        if _WORD.match(line, begin - 1 if begin else len(line)) or line.startswith("%", begin + 2):
            return False
        if end < 0:
            return self._is_obsidian or line.strip() == "%%"
        if _WORD.match(line, end + 2):
            return False
        is_alone = _EDGE.match(line, end + 2) or (line[:1].isspace() and not line[:begin].strip()) or not begin
        return bool(self._is_obsidian or is_alone or not (line[begin + 2].isspace() or line[end - 1].isspace()))


def _tags_joined(lines: Iterable[str]) -> Iterator[str]:
    """Yields lines; one with a tag that ends in a later line together with the lines up to there."""
    waiting: list[str] = []
    for line in lines:
        waiting.append(line)
        if len(waiting) == _LONGEST_TAG or not line.strip() or not _OPEN_TAG.search("".join(waiting)):
            yield "".join(waiting) if _TAG.search("".join(waiting)) else waiting[0]
            yield from () if _TAG.search("".join(waiting)) else waiting[1:]
            waiting = []
    yield from waiting


def _closing(line: str, ticks: str, at: int) -> int:
    """Returns where code within a line ends, behind its closing signs; -1: there are none."""
    while (at := line.find(ticks, at)) >= 0:
        end = at + len(ticks)
        if line[end : end + 1] != "`":
            return end
        while line[end : end + 1] == "`":
            end += 1
        at = end
    return -1


def _label(tag: re.Match[str]) -> str:
    """Returns what a tag of a component shows: its title or label."""
    label = None if tag[0].startswith("</") else _LABEL.search(tag[0])
    return f"**{label[1].strip()}** " if label else ""
