"""Marks around a model's reasoning: `<think>…</think>`, `[THINK]`, `<|channel|>analysis<|message|>` and their kin.

A text about such marks names them in code, in quotes or in the midst of a sentence; those are text.
"""

from __future__ import annotations

import re
from typing import Literal

Side = Literal["open", "close", "end", ""]
"""`end`: the end of an answer or of a turn. It closes a thought, and elsewhere it is left out."""

NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad")
SIGNS = "<[◁"
"""What marks begin with."""
_NAMED = f"(?:{'|'.join(NAMES)})"
_ANSWER = "(?:final|response|answer|solution)"
_PREFIX = r"(?:[a-z]{1,12}[:_])?"
_HEADER = r"(?:<\|start\|>[a-z]{1,16})?<\|channel\|>\s{0,2}"
_MESSAGE = r"[^<>]{0,60}(?:<\|constrain\|>\s?\w{0,16})?<\|message\|>"
"""A channel's header, as gpt-oss writes it."""
_OPEN = (
    rf"<{_PREFIX}{_NAMED}(?:\s[^<>]{{0,120}})?>",
    rf"<\|(?:(?:start|begin)_(?:of_)?)?{_NAMED}(?:_start|_begin)?\|>",
    rf"{_HEADER}(?:{_NAMED}|analysis|commentary){_MESSAGE}",
    rf"<(?:\|channel|unused94)>\s{{0,2}}{_NAMED}\b\s{{0,2}}",
    r"(?-i:\[THINK\])|◁think▷",
)
_CLOSE = (
    rf"</{_PREFIX}{_NAMED}\s{{0,8}}>",
    rf"<\|(?:(?:end_(?:of_)?|/){_NAMED}|{_NAMED}_end|(?:start|begin)_(?:of_)?{_ANSWER})\|>",
    rf"{_HEADER}{_ANSWER}{_MESSAGE}",
    r"<\|start\|>assistant<\|message\|>|<channel\|>|<unused95>",
    r"(?-i:\[/THINK\]|\[BEGIN FINAL RESPONSE\])|◁/think▷",
)
_END = (
    rf"<\|(?:end|return|im_end|eot_id|eom_id|endoftext|end_(?:of_)?(?:text|turn|{_ANSWER}))\|>",
    r"<end_of_turn>|(?-i:\[END FINAL RESPONSE\])",
)
_PART = re.compile(
    r"<\|/?\w{0,24}\|?|(?:<\|(?:start|channel|constrain)\|>[^<>]{0,64}){1,3}(?:<\|?\w{0,9}\|?)?"
    r"|<(?:\|channel|unused94)>\s{0,2}[a-z]{0,12}\s{0,2}|<(?:channel\|?|unused\d{0,2}|end_[of_turn]{0,7})"
    r"|(?-i:\[/?[A-Z ]{0,20})|◁/?[a-z]{0,8}"
    rf"|<(?:/?({_PREFIX})([a-z]{{0,12}})|{_PREFIX}{_NAMED}\s[^<>]{{0,120}}|/{_PREFIX}{_NAMED}\s{{1,8}})",
    re.IGNORECASE,
)
_MY = r"(?:\*\*)?(?:here(?:['’]s|\sis|\sare)|this\sis)\smy\s"
_COLON = r"\s?(?:\*\*)?:(?:\*\*)?"
_THOUGHTS = r"(?:thought\sprocess|thinking(?:\sprocess)?|thoughts|reasoning(?:\s(?:steps|process))?|chain\sof\sthought)"
_PART_OF_WORDS = re.compile(
    r"\*{0,2}(?:h|he|her|here['’\sa-z]{0,36}|t|th|thi|this[\sa-z]{0,36})?\*{0,2}:?\*{0,2}", re.IGNORECASE
)
QUOTING = "`'\"“„«‘「([{"
_ENDS = ".!?:…。！？："

_Grammar = tuple[tuple[Side, re.Pattern[str]], ...]
_MARKS: _Grammar = (
    ("close", re.compile("|".join(_CLOSE), re.IGNORECASE)),
    ("open", re.compile("|".join(_OPEN), re.IGNORECASE)),
    ("end", re.compile("|".join(_END), re.IGNORECASE)),
)
_WORDS: _Grammar = (
    ("open", re.compile(f"{_MY}{_THOUGHTS}{_COLON}", re.IGNORECASE)),
    ("close", re.compile(rf"{_MY}(?:final\s)?(?:response|answer|reply){_COLON}", re.IGNORECASE)),
)
_NONE: Side = ""


def tag_at(buffer: str, at: int, final: bool) -> tuple[Side, int] | None:
    """Returns which mark stands at `at`, and the place behind it; ("", at) where there is none; None: wait."""
    side, end = _longest(_MARKS, buffer, at)
    if final or (side and buffer[end - 1] in ">]▷"):
        return side, end
    part = _PART.fullmatch(buffer, at)
    return None if part and (side or _may_become(part.group(1), part.group(2))) else (side, end)


def words_at(buffer: str, at: int, final: bool) -> tuple[Side, int] | None:
    """Returns, like `tag_at`, which words at `at` stand for a mark: "Here is my thought process:" (Granite)."""
    side, end = _longest(_WORDS, buffer, at)
    return None if not final and _PART_OF_WORDS.fullmatch(buffer, at) else (side, end)


def _longest(grammar: _Grammar, buffer: str, at: int) -> tuple[Side, int]:
    matches = ((side, pattern.match(buffer, at)) for side, pattern in grammar)
    return next(((side, found.end()) for side, found in matches if found), (_NONE, at))


def _may_become(prefix: str | None, name: str | None) -> bool:
    """Tells whether a name that has begun like this, behind a prefix perhaps, may be one of ours, or a prefix
    itself."""
    return not prefix or any(known.startswith((name or "").lower()) for known in NAMES)


def mentioned(buffer: str, begin: int, at: int, end: int, final: bool) -> bool | None:
    """Tells whether the tag between `at` and `end` is only spoken of, in a line of text from `begin` on; None: wait."""
    before = buffer[begin:at]
    if before.count("`") % 2 or (before and before[-1] in QUOTING):
        return True
    trimmed = before.rstrip(" \t")
    if trimmed == before or trimmed[-1:] in _ENDS or trimmed[-1:] in ("", "\n"):
        return False
    if end == len(buffer):
        return False if final else None
    return buffer[end] in " ,.;)"
