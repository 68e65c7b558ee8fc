r"""Where our own structure stands in a text that may be damaged.

Models break JSON inside the text: bare quotes, raw newlines, stray braces. So a quote ends a text only where our schema
follows it. Anchors are compared without blanks, underscores and case, in a window of bounded length: what could still
become an anchor waits, everything else is decided at once and for good.
"""

from __future__ import annotations

import re

Role = str
"""What stands behind a key: `paragraphs`, `text`, `ids`, `outline`, or nothing of ours."""

_ROLES = {
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
QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”"}
"""Opening quote to closing quote."""
WINDOW = 256
"""Characters behind a quote that may be needed to tell whether it ends the text (pretty-printed JSON included)."""

_DAMAGED = {
    key[:place] + key[place + 1 :]: _ROLES[key]
    for key in ("paragraphs", "text", "citationids")
    for place in range(len(key))
} | _ROLES
"""Our own keys, one letter lost."""
_IGNORED = re.compile(r"[\s_-]+")
_SIGNS = re.compile(r"[^a-z0-9]+")
_SAME_QUOTE = str.maketrans("'“”", '"""')
_PARAGRAPH_KEYS = tuple(f'"{key}":' for key, role in _ROLES.items() if role in ("text", "ids"))
_DOCUMENT_KEYS = tuple(f'"{key}":' for key, role in _ROLES.items() if role != "outline" and key != "answer")
_STARTS = tuple(f"{{{key}" for key in _DOCUMENT_KEYS) + tuple(f"[{{{key}" for key in _PARAGRAPH_KEYS)
_NEXT = tuple(f"}},{{{key}" for key in _PARAGRAPH_KEYS)
"""The end of one paragraph and the start of the next."""
_STRICT = (
    *_NEXT,
    *(f"}}{{{key}" for key in _PARAGRAPH_KEYS),
    *(f",{{{key}" for key in _PARAGRAPH_KEYS),
    *(f"],{{{key}" for key in _PARAGRAPH_KEYS),
    *(f",{key}" for key in _PARAGRAPH_KEYS),
    '}],"outline":',
)
_OWN = "|".join(sorted(_ROLES, key=len, reverse=True))
_SIBLING = re.compile(rf',"\w+":[^{{}}]{{0,160}}\}}(?:\]|,\{{"(?:{_OWN})":)')
_PART_OF_SIBLING = re.compile(r',(?:"\w*(?:"(?::[^{}]{0,160}(?:\}(?:,(?:\{(?:"\w*"?)?)?)?)?)?)?)?')
_CLOSED = re.compile(r"\s*\}\s*,?\s*\]\s*\}?[ \t]*(?:\n|`|\{)")
_PART_OF_CLOSED = re.compile(r"\s*(?:\}\s*(?:,?\s*(?:\]\s*(?:\}[ \t]*)?)?)?)?")
_LENIENT = re.compile(r',"\w+":|\}|,\}|,\{"|\][\]},]|/[/*]')
_PART_OF_LENIENT = re.compile(r'(?:,(?:"\w*"?|\{)?|\]|/)?')
_AT_END = re.compile(r"[\]},]*`*")
_CLOSERS_AT_END = re.compile(r"\}\s*\]\s*\}?\s*`*\s*")
_WORDS_FOLLOW = re.compile(r"\s{0,64}[^\s}\],/`_-]")
"""Behind a quote: no anchor begins like this."""
_BRACE = re.compile(r"\}\s{0,64}(?:[,\]]|$)")
_STRUCTURE = re.compile(rf"""[\s:,{{\[]{{0,32}}["'](?:{_OWN})["']\s{{0,8}}:""", re.IGNORECASE)
_PART_OF_STRUCTURE = re.compile(r"""[\s:,{\[]{0,32}(?:["'](?:[A-Za-z]{0,12}(?:["']\s{0,8})?)?)?""")
_KEY = re.compile(r"""(["'“]?)([A-Za-z][\w -]{0,24})(["'”]?)\s{0,64}(?:[:：]|=>?)""")
_PART_OF_KEY = re.compile(r"""["'“]?(?:[A-Za-z][\w -]{0,24}["'”]?\s{0,64})?""")


def role_of(key: str) -> Role:
    """The role of a key in any tolerated spelling; empty for a key that is not ours."""
    compact = _compact(key)
    return _ROLES.get(compact) or _DAMAGED.get(_SIGNS.sub("", compact), "")


def _compact(text: str) -> str:
    return _IGNORED.sub("", text).lower().translate(_SAME_QUOTE)


def _begins(compact: str, targets: tuple[str, ...], complete: bool) -> bool | None:
    """Whether a target starts here; None while more text may still make one."""
    if compact.startswith(targets):
        return True
    waits = not complete and any(target.startswith(compact) for target in targets)
    return None if waits else False


def starts_document(buffer: str, at: int, final: bool) -> bool | None:
    """Whether a document of our schema begins at the bracket at `at`."""
    window = buffer[at : at + 80]
    return _begins(_compact(window), _STARTS, final or len(window) == 80)


def key_at(buffer: str, at: int, final: bool) -> tuple[Role, int] | None:
    """The role of the key at `at` and the place behind its colon; ("", at) where there is no key; None: wait."""
    found = _KEY.match(buffer, at)
    if found:
        return role_of(found.group(2)), found.end()
    part = _PART_OF_KEY.match(buffer, at)
    return None if part and part.end() > at and part.end() == len(buffer) and not final else ("", at)


def quote_ends_text(buffer: str, at: int, final: bool, *, damaged: bool) -> bool | None:
    """Whether the quote at `at` ends the text that it stands in; None: wait.

    The first unescaped quote ends the text where anything like JSON follows. Once one did not (`damaged`), only our own
    schema counts.
    """
    if _WORDS_FOLLOW.match(buffer, at + 1):
        return False
    window = buffer[at + 1 : at + 1 + WINDOW]
    at_end = final and at + 1 + len(window) == len(buffer)
    complete = at_end or len(window) == WINDOW
    compact = _compact(window)
    if at_end and (_AT_END.fullmatch(compact) or any(target.startswith(compact) for target in _STRICT)):
        return True
    ends = _begins(compact, _STRICT, complete)
    if ends:
        return True
    if at_end and not damaged and _PART_OF_LENIENT.fullmatch(compact):
        return True
    if damaged:
        if _SIBLING.match(compact) or _CLOSED.match(window):
            return True
        waits = _PART_OF_SIBLING.fullmatch(compact) or _PART_OF_CLOSED.fullmatch(window)
    else:
        if _LENIENT.match(compact):
            return True
        waits = _PART_OF_LENIENT.fullmatch(compact)
    waits = waits or _AT_END.fullmatch(compact)
    return None if ends is None or (waits and not complete) else False


def is_structure(buffer: str, at: int, final: bool) -> bool | None:
    """Whether our own schema stands where a text would begin, so that the quote before it was stray; None: wait."""
    if _STRUCTURE.match(buffer, at):
        return True
    part = _PART_OF_STRUCTURE.fullmatch(buffer, at, at + 64)
    return None if part and part.end() == len(buffer) and not final else False


def brace_ends_text(buffer: str, at: int, final: bool) -> bool | None:
    """Whether the brace at `at` ends a text whose closing quote is missing; None: wait."""
    if not _BRACE.match(buffer, at):
        return False
    window = buffer[at : at + WINDOW]
    at_end = final and at + len(window) == len(buffer)
    complete = at_end or len(window) == WINDOW
    if at_end and _CLOSERS_AT_END.fullmatch(window):
        return True
    ends = _begins(_compact(window), _NEXT, complete)
    if ends is False and not complete and _PART_OF_CLOSED.fullmatch(window):
        return None
    return ends
