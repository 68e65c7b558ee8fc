"""What Markdown says about a text: its blocks, its headings, its code, and a line without its marks. By markdown-it.

This is the one file that knows the library. Three readers do not leave everything to it:

- The readers of a text that is still being written (`answer/reading/`, `answer/outline.py`) must decide on the
  characters that are there; the library needs the whole text.
- `words/text/sentences.py` and `models/quoting/blocks.py` ask for code and headings, and judge lists, rows and rules
  line by line: they read pieces of texts of every kind, which know items as `一、` or `•` and rows without a rule below
  the head.
- A text of any length is parsed in parts: `knowledge/splitting/text_blocks.py`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

Kind = Literal["heading", "prose", "item", "table", "code", "rule"]

_NESTING = 20
"""MarkdownBlock quotes and lists nested deeper are text; markdown-it's time grows with the square of the depth."""
_UNUSED = Token("unused", "", 0)
_KINDS: dict[str, Kind] = {
    "heading_open": "heading",
    "paragraph_open": "prose",
    "blockquote_open": "prose",
    "html_block": "prose",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "hr": "rule",
}
_MAY_BE_HEADING = re.compile(r"#(?=[#\s]|\Z)|\n[ \t>]*+(?:=++|-++)[ \t]*+(?=\n|\Z)")
_HAS_MARKS = re.compile(r"[\\`*_\[\]<>&{\n]")
_LEFT_OVER = re.compile(r"\*{2,}|(?<!\w)_{2,}|(?<!_)_{2,}+(?!\w)")
"""Emphasis that Markdown does not see, for it ends at a Chinese colon, or has no end."""
_TARGET = r"(?:\((?:data:[^()\s]*+|[^)]{0,1000})\)|\[[^\]]{0,400}\])"
"""Where a link leads. Only an image that is written there, without brackets, may be of any length."""
_LINK = re.compile(rf"!?\[([^\]]{{0,400}})\]{_TARGET}")
_IMAGE = re.compile(rf"!\[[^\]]{{0,400}}\]{_TARGET}")
_ANCHOR = re.compile(r"\{#[^}]{0,200}\}\s*+$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:?|<sup>\s*[\[(]?[\d*†]{1,3}[\])]?\s*</sup>")
_DEFINITION = re.compile(
    r"""^ {0,3}\[[^\]^]{1,200}\]:[ \t]+\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$""", re.MULTILINE
)
"""Where a link leads that is named elsewhere."""
_FORMULA = re.compile(
    r"\$\$[^$]{1,400}\$\$|(?<![\w$\\])\$(?![\s$])(?:\\.|[^\\$]){1,400}?(?<!\s)\$(?![\w$])"
    r"|\\\((?:(?!\\\)).){1,400}\\\)|\\\[(?=(?:(?!\\\]).){0,400}(?:\\[A-Za-z*]|[\^_=]))(?:(?!\\\]).){1,400}\\\]"
)
"""A formula on one line. A dollar sign opens one by Pandoc's rule: no blank behind it, none before the closing one, and
no digit behind that. Markdown would take its backslashes and stars away."""
_STANDS_FOR_FORMULA = re.compile("[\ue000-\ue3ff]")
"""Each stands for one formula of a line while Markdown is read: signs of the private use area, which mean nothing."""
_LONGEST_LINE, _MOST_BRACKETS = 2000, 100
"""Characters and brackets of a line whose marks are read: brackets without end cost the square of their number."""
_BOLD_LINE = re.compile(r"[ \t>]*(\*\*|__)(?P<title>(?![*_])(?:(?!\1)[^\n])+?)[:：]?\1[ \t]*+[:：]?[ \t]*")


class MarkdownBlock(NamedTuple):
    """A block of the outermost level, or an item of a list there. `end` is the line behind its last one."""

    kind: Kind
    start: int
    end: int
    level: int = 0
    """Of a heading: 1 to 6."""
    title: str = ""
    """Of a heading: as it is written, on one line or several."""
    fence: str = ""
    """Of code between fences: the opening one."""

    @property
    def is_marked(self) -> bool:
        """Whether a heading stands on one line, behind `#`."""
        return self.end - self.start == 1


class _Kept(StateBlock, ABC):
    """Keeps the tokens that something reads. A million tokens cost more memory management than the parsing itself."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        level = self.level
        self.level += nesting
        if nesting < 0 or not self._is_read(ttype, level):
            return _UNUSED
        token = Token(ttype, tag, nesting, level=level, block=True)
        self.tokens.append(token)
        return token

    @abstractmethod
    def _is_read(self, ttype: str, level: int) -> bool: ...


class _OuterBlocks(_Kept):
    """The outermost level and the items of its lists: a tenth of all tokens."""

    def _is_read(self, ttype: str, level: int) -> bool:
        return level < 1 or (level == 1 and ttype in ("inline", "list_item_open"))


class _Everywhere(_Kept):
    """Headings, their texts and code between fences, at any depth."""

    def _is_read(self, ttype: str, level: int) -> bool:
        is_title = ttype == "inline" and bool(self.tokens) and self.tokens[-1].type == "heading_open"
        return is_title or ttype in ("fence", "heading_open")


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table")


@lru_cache(maxsize=1)
def _fragments() -> MarkdownIt:
    """Returns a parser of texts that may begin inside a list: no indent makes code of them, and no tag hides a line."""
    return MarkdownIt("commonmark", {"maxNesting": _NESTING}).disable(["code", "html_block", "reference"])


def _tokens(state: type[StateBlock], parser: MarkdownIt, text: str) -> list[Token]:
    tokens = list[Token]()
    if text:
        parsed = state(text, parser, {}, tokens)
        parser.block.tokenize(parsed, parsed.line, parsed.lineMax)
    return tokens


def blocks(text: str) -> Iterator[MarkdownBlock]:
    """Yields the blocks of the outermost level in reading order; of a list, its items. Lines count from 0."""
    tokens = _tokens(_OuterBlocks, _parser(), text)
    for index, token in enumerate(tokens):
        if not token.map:
            continue
        start, end = token.map
        kind = _KINDS.get(token.type) if token.level == 0 else "item" if token.type == "list_item_open" else None
        if kind == "heading":
            yield MarkdownBlock("heading", start, end, level=int(token.tag[1]), title=tokens[index + 1].content)
        elif kind:
            yield MarkdownBlock(kind, start, end, fence=token.markup if token.type == "fence" else "")


@lru_cache(maxsize=2)
def _everywhere(text: str) -> list[Token]:
    """Returns the headings and the code of a text; who asks for the one often asks for the other next."""
    return _tokens(_Everywhere, _fragments(), text)


def fences(text: str, *, outermost: bool = False) -> list[MarkdownBlock]:
    """Returns the code between fences, each from its opening fence to behind its closing one.

    `outermost`: only what stands in no list and no quote.
    """
    return [_code(token) for token in _fences(text) if not (outermost and token.level)]


def _fences(text: str) -> Iterator[Token]:
    if "```" in text or "~~~" in text:
        yield from (token for token in _everywhere(text) if token.type == "fence")


def _code(token: Token) -> MarkdownBlock:
    start, end = token.map or (0, 0)
    return MarkdownBlock("code", start, end, fence=token.markup)


def lines_of_code(text: str) -> dict[int, bool]:
    """Returns the lines of code between fences, by their numbers; False: the line is a fence."""
    found: dict[int, bool] = {}
    for token in _fences(text):
        block, code = _code(token), token.content
        size = code.count("\n") + (not code.endswith("\n") and code != "")
        found |= {line: block.start < line <= block.start + size for line in range(block.start, block.end)}
    return found


def headings(text: str, *, outermost: bool = False) -> list[MarkdownBlock]:
    """Returns the headings of a text: with `#`, or one line underlined by two signs at least.

    Markdown also knows underlined headings of several lines, and lets one sign do; a text that a model breaks off has
    these by accident.
    `outermost`: only those that stand in no list and no quote.
    """
    if not _MAY_BE_HEADING.search(text):
        return []
    lines, tokens = text.split("\n"), _everywhere(text)
    found: list[MarkdownBlock] = []
    for token, title in pairwise(tokens):
        if token.type != "heading_open" or (outermost and token.level):
            continue
        start, end = token.map or (0, 0)
        if token.markup.startswith("#") or (end - start == 2 and len(lines[end - 1].strip(" \t>")) > 1):
            found.append(MarkdownBlock("heading", start, end, level=int(token.tag[1]), title=title.content))
    return found


def without(blocks: Iterable[MarkdownBlock], text: str) -> str:
    """Returns a text with empty lines in place of some of its blocks."""
    empty = {line for block in blocks for line in range(block.start, block.end)}
    if not empty:
        return text
    return "\n".join("" if number in empty else line for number, line in enumerate(text.split("\n")))


def bold_line(line: str) -> str:
    """Returns the text of a line that is bold from end to end, as models write headings; else an empty text."""
    found = _BOLD_LINE.fullmatch(line)
    return found["title"] if found else ""


def plain(line: str) -> str:
    """Returns a line, such as the text of a heading, as a reader sees it: without marks, links as their words. Formulas
    stay as they are written, and so does a text that is too long or has too many brackets."""
    if len(line) > _LONGEST_LINE or line.count("[") > _MOST_BRACKETS or not _HAS_MARKS.search(line):
        return " ".join(line.split())
    formulas = [] if _STANDS_FOR_FORMULA.search(line) else _FORMULA.findall(line)[:1000]
    signs = iter(range(0xE000, 0xE000 + len(formulas)))
    signed = _FORMULA.sub(lambda _: chr(next(signs)), line, count=len(formulas)) if formulas else line
    parser, tokens = _parser(), list[Token]()
    parser.inline.parse(_ANCHOR.sub("", signed), parser, {}, tokens)
    seen = _LINK.sub(r"\1", "".join(map(_seen, tokens)))
    if formulas:
        seen = _STANDS_FOR_FORMULA.sub(lambda sign: formulas[ord(sign[0]) - 0xE000], seen)
    return " ".join(seen.split())


def _seen(token: Token) -> str:
    if token.type == "text":
        return _LEFT_OVER.sub("", token.content)
    if token.type in ("code_inline", "text_special"):
        return token.content
    if token.type == "image":
        return plain(token.content)
    is_break = token.type in ("softbreak", "hardbreak") or token.content[:3].lower() == "<br"
    return " " if is_break else ""


def without_links(text: str) -> str:
    """Returns Markdown whose links and images are only their words, even where nobody says where `[a][b]` leads."""
    return _LINK.sub(r"\1", text)


def without_images(text: str) -> str:
    """Returns Markdown without its images."""
    return _IMAGE.sub("", text)


def as_read(text: str) -> str:
    """Returns Markdown as a reader sees it, line by line: links as their words, no emphasis, tags, images, footnote
    marks and definitions of links.

    The marks of items, rows, headings and fences stay: they tell what a line is.
    """
    if not _HAS_MARKS.search(text):
        return text
    if "[" in text or "<" in text:
        text = _FOOTNOTE.sub("", _DEFINITION.sub("", text))
    return "\n".join(_line_as_read(line) for line in text.split("\n"))


def _line_as_read(line: str) -> str:
    if len(line) > _LONGEST_LINE or line.count("[") > _MOST_BRACKETS or not _HAS_MARKS.search(line):
        return line  # with its spaces
    return plain(without_images(line))
