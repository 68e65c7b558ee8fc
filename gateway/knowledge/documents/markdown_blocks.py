"""The outermost blocks of a Markdown text, by markdown-it, without the work that splitting does not need."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

_NESTING = 20
"""Block quotes and lists nested deeper are text; markdown-it's time grows with the square of the depth."""
_UNUSED = Token("unused", "", 0)


class _OuterBlocks(StateBlock):
    """Keeps the tokens of the outermost level and of the items of its lists, a tenth of them all; nothing reads the rest.

    A million tokens cost more in memory management than the parsing itself.
    """

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        if nesting < 0:
            self.level -= 1
        level = self.level
        if nesting > 0:
            self.level += 1
        if nesting < 0 or level > 1 or (level == 1 and ttype not in ("inline", "list_item_open")):
            return _UNUSED
        token = Token(ttype, tag, nesting, level=level, block=True)
        self.tokens.append(token)
        return token


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table")


def outer_blocks(text: str) -> list[Token]:
    """Tokens of the blocks of level 0 and of the list items directly in them, in reading order; `map` counts lines.

    The text of a heading is the `content` of the token after it, as written: nothing inside a line is parsed.
    """
    parser, tokens = _parser(), list[Token]()
    if text:
        state = _OuterBlocks(text, parser, {}, tokens)
        parser.block.tokenize(state, state.line, state.lineMax)
    return tokens
