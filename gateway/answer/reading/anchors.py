r"""Where our own structure stands in a text that may be damaged.

Models break JSON inside the text: bare quotes, raw newlines, stray braces. So a quote ends a text only where our schema
follows it, of which one character may be wrong. The window is of bounded length: what could still become an anchor
waits, everything else is decided at once and for good.
"""

from __future__ import annotations

import re

from gateway.answer.reading.schema_keys import OPENING, ROLES, SIGNS, compact, near, role_of

WINDOW = 256
"""Characters behind a quote that may be needed to tell whether it ends the text (pretty-printed JSON included)."""

_PARAGRAPH_KEYS = tuple(f'"{key}":' for key, role in ROLES.items() if role in ("text", "ids"))
_DOCUMENT_KEYS = tuple(f'"{key}":' for key, role in ROLES.items() if role != "outline" and key != "answer")
_STARTS = (
    *(f"{{{key}" for key in _DOCUMENT_KEYS),
    *(f"[{{{key}" for key in _PARAGRAPH_KEYS),
    '"paragraphs":[',
)
_NEXT = tuple(f"}},{{{key}" for key in _PARAGRAPH_KEYS)
"""The end of one paragraph and the start of the next."""
_NEXT_LINE = tuple(target.replace(",", "", 1) for target in _NEXT)
"""The same without the comma, as between objects on lines of their own."""
_IDS = (',"citationids":[', ',"citations":[')
"""The ids behind a text."""
_FOLLOWS = (*_NEXT, *(f",{{{key}" for key in _PARAGRAPH_KEYS), *(f",{key}" for key in _PARAGRAPH_KEYS))
_DAMAGED = ('},{"citationids":[', '},{"text":"', '},{"content":"', *_IDS, '}],"outline":[')
"""What is asked for behind a text, recognised with one character wrong."""
_OWN = "|".join(sorted(ROLES, key=len, reverse=True))
_SIBLING = re.compile(rf',"\w+":[^{{}}]{{0,160}}\}}(?:\]|,\{{"(?:{_OWN})":)')
_PART_OF_SIBLING = re.compile(r',(?:"\w*(?:"(?::[^{}]{0,160}(?:\}(?:,(?:\{(?:"\w*"?)?)?)?)?)?)?)?')
_CLOSED = re.compile(r"\s*+\}\s*+,?\s*+\](?:\s*+\}[ \t]*+(?:\n|`|\{)|[^\S\n]*+\n|\s*+[`{])")
_PART_OF_CLOSED = re.compile(r"\s*+(?:\}\s*+(?:,?\s*+(?:\]\s*+(?:\}[ \t]*+)?)?)?)?")
_LENIENT = re.compile(r',"\w+":|\}|,\}|,\{"|\][\]},]|/[/*]')
_PART_OF_LENIENT = re.compile(r'(?:,(?:"\w*"?|\{)?|\]|/)?')
_ITEM = re.compile(r"[,\]\"]")
_CLOSERS = re.compile(r"[\]},]*`*")
_AT_END = re.compile(r"[\]},]*`*|(?=.*[\]}].*[\]}])[\]},]*+[^`\]},][\]},]*+`*")
"""The closers of the document, a sign among them."""
_PART_OF_END = re.compile(r"[\]},]{0,4}.?[\]},]{0,4}`{0,3}")
_PART_OF_FENCED_END = re.compile(r"\}\s*+\]\s*+\}?\s*+`*+\s*+")
_CLOSERS_AT_END = re.compile(r"\}\s*+\]\s*+\}?\s*+`*+\s*+")
_WORDS_FOLLOW = re.compile(r"\s{0,64}(?:[^\W_][\s,.'’-]{0,2}[^\W_]|(?:[\"']\s{0,8}[,:]?\s{0,8}){3})")
"""Behind a quote: no anchor begins like this, not even a damaged one."""
_BRACE = re.compile(r"\}\s{0,64}(?:[,\]{]|$)")
_COMMA = re.compile(rf",\s{{0,64}}(?:[{OPENING}]|$)")
_STRUCTURE = re.compile(
    rf"[{SIGNS}]?[\s:,{{\[]{{0,32}}(?:[{SIGNS}]|(?<=\{{))(?:{_OWN})[{SIGNS}]\s{{0,8}}:", re.IGNORECASE
)
_PART_OF_STRUCTURE = re.compile(
    rf"[{SIGNS}]?[\s:,{{\[]{{0,32}}(?:(?:[{SIGNS}]|(?<=\{{))(?:[A-Za-z]{{0,12}}(?:[{SIGNS}]\s{{0,8}})?)?)?"
)
_CLOSER = re.compile(rf"[{SIGNS}]\s{{0,64}}[\]}}]")
_GOES_ON = re.compile(
    rf"[{SIGNS}]?[\s}}\],]{{0,40}}(?:(\{{)\s{{0,32}})?[{SIGNS}]([A-Za-z][\w -]{{0,16}})[{SIGNS}]"
    rf"\s{{0,8}}:\s{{0,32}}(?:(\[)|[{SIGNS}])"
)
"""From a text that broke off to the next key of ours and its value."""
_PART_OF_GOING_ON = re.compile(
    rf"[{SIGNS}]?[\s}}\],]{{0,40}}"
    rf"(?:`{{1,3}}\s{{0,8}}|(?:\{{\s{{0,32}})?(?:[{SIGNS}]"
    rf"(?:[A-Za-z][\w -]{{0,16}}(?:[{SIGNS}]\s{{0,8}}(?::\s{{0,32}})?)?)?)?)"
)
_WHOLE = ('{"paragraphs":[{"citationids":[', '{"paragraphs":[{"text":"', '{"citationids":["e', '{"citationids":["g')
"""What nothing but an answer begins with."""
_CLOSES = re.compile(rf"(?:[{SIGNS}]\s*[}}\]]|[}}\]]\s*[}}\]])[\s}}\],]*+`*+\s*+")


def _begins(text: str, targets: tuple[str, ...], complete: bool) -> bool | None:
    """Tells whether a target starts here; None while more text may still make one."""
    if text.startswith(targets):
        return True
    waits = not complete and any(target.startswith(text) for target in targets)
    return None if waits else False


def starts_document(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether a document of our schema begins at `at`, its first brace lost perhaps; None: wait."""
    window = buffer[at : at + 80]
    return _begins(compact(window), _STARTS, final or len(window) == 80)


def quote_ends_text(buffer: str, at: int, final: bool, *, damaged: bool) -> bool | None:
    """Tells whether the quote at `at` ends the text that it stands in; None: wait.

    The first unescaped quote ends the text where anything like JSON follows. Once one did not (`damaged`), only our own
    schema counts.
    """
    if _WORDS_FOLLOW.match(buffer, at + 1):
        return False
    window = buffer[at + 1 : at + 1 + WINDOW]
    at_end = final and at + 1 + len(window) == len(buffer)
    complete = at_end or len(window) == WINDOW
    ahead = compact(window)
    if ahead.startswith(_FOLLOWS):
        return True
    if window.lstrip().startswith(buffer[at]):  # of two quotes, the second one ends the text
        if ahead.startswith(_FOLLOWS, 1) or (at_end and _CLOSERS.fullmatch(ahead, 1)):
            return False
        if not complete and (_CLOSERS.fullmatch(ahead, 1) or any(target.startswith(ahead[1:]) for target in _FOLLOWS)):
            return None
    sizes = [near(ahead, target) for target in _DAMAGED]
    if any(sizes):
        return True
    if at_end and (_AT_END.fullmatch(ahead) or any(target.startswith(ahead) for target in _FOLLOWS)):
        return True
    if at_end and not damaged and _PART_OF_LENIENT.fullmatch(ahead):
        return True
    if damaged:
        ends = _SIBLING.match(ahead) or _CLOSED.match(window)
        part = _PART_OF_SIBLING.fullmatch(ahead) or _PART_OF_CLOSED.fullmatch(window)
    else:
        ends = _LENIENT.match(ahead)
        part = _PART_OF_LENIENT.fullmatch(ahead)
    if ends or complete:
        return ends is not None
    part = part or _PART_OF_END.fullmatch(ahead)
    waits = part or None in sizes or any(target.startswith(ahead) for target in _FOLLOWS)
    return None if waits else False


def quote_ends_item(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether the quote at `at` ends a text that is an element of a list; None: wait."""
    behind = buffer[at + 1 : at + 1 + WINDOW].lstrip()
    if _ITEM.match(behind):
        return True
    return quote_ends_text(buffer, at, final, damaged=True)


def is_structure(buffer: str, at: int, final: bool, *, item: bool) -> bool | None:
    """Tells whether our own schema stands at the quote at `at` instead of a text, with a stray sign or none; None:
    wait.

    An element of a list (`item`) does not begin with a closing bracket either.
    """
    if _STRUCTURE.match(buffer, at) or (item and _CLOSER.match(buffer, at)):
        return True
    part = _PART_OF_STRUCTURE.fullmatch(buffer, at, at + 64)
    return None if part and part.end() == len(buffer) and not final else False


def brace_ends_text(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether the brace at `at` ends a text whose closing quote is missing; None: wait."""
    if not _BRACE.match(buffer, at):
        return False
    window = buffer[at : at + WINDOW]
    at_end = final and at + len(window) == len(buffer)
    complete = at_end or len(window) == WINDOW
    if at_end and _CLOSERS_AT_END.fullmatch(window):
        return True
    ends = _begins(compact(window), (*_NEXT, *_NEXT_LINE, '}],"outline":['), complete)
    if ends is False and not complete and (_PART_OF_CLOSED.fullmatch(window) or _PART_OF_FENCED_END.fullmatch(window)):
        return None
    return ends


def comma_ends_text(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether the comma at `at` ends a text whose closing quote is missing and whose ids follow; None: wait."""
    if not _COMMA.match(buffer, at):
        return False
    window = buffer[at : at + WINDOW]
    return _begins(compact(window), _IDS, final or len(window) == WINDOW)


def starts_answer(buffer: str, at: int, final: bool) -> bool | None:
    """Tells whether a document of our schema, and nothing else, begins at `at` in the midst of a line; None: wait."""
    window = buffer[at : at + 120]
    return _begins(compact(window), _WHOLE, final or len(window) == 120)


def goes_on(buffer: str, at: int, final: bool) -> int | None:
    """Returns the place at which a document that broke off goes on, behind what closes the text at `at`; -1 where it
    does not, None: wait."""
    found = _GOES_ON.match(buffer, at)
    if found is None:
        part = None if final else _PART_OF_GOING_ON.fullmatch(buffer, at)
        return None if part else -1
    role = role_of(found.group(2))
    if not role or (role != "text") != bool(found.group(3)):
        return -1
    return found.start(1) if found.group(1) else found.start(2) - 1


def closes_document(buffer: str, at: int) -> bool:
    """Tells whether nothing but the end of a document stands from `at` to the end of the text."""
    return len(buffer) - at <= WINDOW and _CLOSES.fullmatch(buffer, at) is not None
