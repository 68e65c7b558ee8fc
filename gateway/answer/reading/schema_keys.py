"""The keys of our schema in every spelling that is tolerated, and with one character wrong.

Texts are compared in a compact form, without blanks, underscores and case, and with one kind of quote.
"""

from __future__ import annotations

import re
from functools import lru_cache

Role = str
"""What stands behind a key: `paragraphs`, `text`, `ids`, `outline`, or nothing of ours."""

ROLES = {
    "paragraphs": "paragraphs",
    "text": "text",
    "content": "text",
    "paragraph": "text",
    "answer": "text",
    "citationids": "ids",
    "citationid": "ids",
    "citations": "ids",
    "citation": "ids",
    "outline": "outline",
}
ASKED = {"paragraphs": "paragraphs", "text": "text", "ids": "citationIds", "outline": "outline"}
"""By role: the key that the prompt asks for."""
QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "„": "“", "‘": "’", "«": "»", "「": "」", "『": "』"}
"""Opening quote to closing quote."""
OPENING = "".join(QUOTES)
SIGNS = "".join(dict.fromkeys(sign for pair in QUOTES.items() for sign in pair))
"""All quotes, for a character class."""
PLAIN = "\"'"
"""Quotes that open a value wherever they stand; the others may as well be its first character."""

_ONE_LETTER_OFF = {"test", "next", "context", "contest", "consent"}
"""Words of their own, one letter away from `text` or `content`."""
_OPENERS = {"paragraphs": "[", "ids": "[", "outline": "[", "text": '"'}
_SPELLED = (*ASKED.items(), ("ids", "citations"), ("text", "content"))
"""The keys that are known with one character wrong."""
_DAMAGED = tuple((role, f'"{key.lower()}":{_OPENERS[role]}') for role, key in _SPELLED)
_IGNORED = re.compile(r"[\s_-]+")
_SIGNS = re.compile(r"[^a-z0-9]+")
_SAME = str.maketrans(dict.fromkeys(SIGNS, '"') | {"：": ":", "，": ","})
_COLON = r"\s{0,64}(?:[:：;]|=>?)"
_KEY = re.compile(rf"(?:[{SIGNS}]\s{{0,8}}([A-Za-z][\w -]{{0,24}})[{SIGNS}]|([A-Za-z]\w{{0,24}})){_COLON}")
_PART_OF_KEY = re.compile(rf"[{SIGNS}]?\s{{0,8}}(?:[A-Za-z][\w -]{{0,24}}[{SIGNS}]?\s{{0,64}}=?)?")
_FEW = re.compile(r"(?:[\s_-]{0,64}[^\s_-]){1,18}[\s_-]{0,64}")
"""More characters than any of our keys has with its signs, blanks aside."""

_EDITS = ((1, 0), (1, 1), (0, 1))
"""How many characters of what stands there and of what is meant differ: one added, changed, lost."""
_SWAP_OR_EDITS = ((2, 2), *_EDITS)


def compact(text: str) -> str:
    return _IGNORED.sub("", text).lower().translate(_SAME)


def near(text: str, target: str) -> int | None:
    """Returns how many characters of `text` are the `target`, one of them added, changed or lost at most, or two of
    them in the wrong order; the most of these.

    0 where they are not; None where more of `text` is needed to tell.
    """
    at, size = 0, min(len(text), len(target))
    while at < size and text[at] == target[at]:
        at += 1
    if at == len(target):
        return at
    if at == len(text):
        return None
    swapped = text[at : at + 2] == target[at : at + 2][::-1]
    for added, lost in _SWAP_OR_EDITS if swapped else _EDITS:
        rest, wanted = text[at + added :], target[at + lost :]
        if rest.startswith(wanted):
            return at + added + len(wanted)
        if wanted.startswith(rest):
            return None
    return 0


@lru_cache(maxsize=256)
def role_of(key: str) -> Role:
    """Returns the role of a key; empty for a key that is not ours."""
    compacted = compact(key)
    exact = ROLES.get(compacted)
    if exact or compacted in _ONE_LETTER_OFF:
        return exact or ""
    for spelled in (compacted, key.lower(), _SIGNS.sub("", compacted)):
        for role, asked in _SPELLED:
            # The signs behind both make `near` compare them to their ends.
            if (near(f"{spelled}\n\n\n", f"{asked.lower()}\n") or 0) > len(spelled):
                return role
    return ""


def key_at(buffer: str, at: int, final: bool) -> tuple[Role, int] | None:
    """Returns the role of the key at `at` and the place behind its colon; ("", at) where there is no key; None: wait.

    The colon counts as part of the key: where it is lost or changed, the rest must be whole.
    """
    found = _KEY.match(buffer, at)
    if found and found.group().endswith("=") and found.end() == len(buffer) and not final:
        return None
    role = role_of(found.group(1) or found.group(2)) if found else ""
    if found and role:
        return role, found.end()
    few = _FEW.match(buffer, at)
    compacted = compact(few.group()) if few else ""
    waits = False
    for role, target in _DAMAGED:
        size = near(compacted, target)
        if size:
            return role, _position(buffer, at, size - 1)
        waits |= size is None
    part = _PART_OF_KEY.match(buffer, at)
    is_part = part is not None and part.end() > at and part.end() == len(buffer)
    if not final and (is_part or (waits and few and few.end() == len(buffer))):
        return None
    return "", found.end() if found else at


def _position(buffer: str, at: int, size: int) -> int:
    """Returns the place behind so many characters, not counting those that the compact form leaves out."""
    while size:
        size -= not _IGNORED.match(buffer, at)
        at += 1
    return at
