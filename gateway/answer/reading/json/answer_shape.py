"""Our schema over the events of a JSON parser: which string is a text, which an id, and where a paragraph ends.

Tolerated: both key orders, a top-level array, one object per paragraph, aliases of keys, ids as one string, a comma
list, numbers of objects, texts as lists of strings, plain strings in place of paragraph objects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from gateway.answer.reading.markup import InnerText, without_ids
from gateway.answer.reading.parts import End, Ids, Note, Part, Title
from gateway.answer.reading.schema_keys import Role, role_of

DEEPEST = 8
"""Levels of nesting; ours needs three."""
MOST_IDS = 10_000
"""Ids in one answer; what follows is not read."""
MOST_STRINGS = 262_144
"""Characters of strings outside our schema that are kept in case nothing else is found."""
_ID_KEYS = frozenset({"id", "citationid", "citation_id", "ref"})
_STRAY_ID = re.compile(r"\W*[^\W\d]?([EeGg]\d{1,3})")
"""An id where none belongs, behind other signs than its quote perhaps."""
_ERROR_KEYS = frozenset({"error", "errors"})
_TITLE_KEYS = frozenset({"title", "text", "name"})
_VALUE_KEYS = frozenset({"value", "body", "markdown", "string"})
"""Where a text is an object."""


@dataclass(slots=True)
class _Frame:
    is_map: bool
    role: Role
    key: str | None = None
    empty: bool = True
    """It has no key yet."""
    wraps: bool = False
    """An object in place of a text."""
    owns: bool = False
    """The paragraph that is open began in this object."""
    title: str = ""
    told: bool = False
    """It has a key of texts or of paragraphs."""
    strings: list[str] = field(default_factory=list)
    """Strings in it that are none of our schema's."""

    @property
    def holds_value(self) -> bool:
        """What comes next is the text that this object stands for."""
        return self.wraps and self.key in _VALUE_KEYS


class Unlike(Exception):
    """JSON that is no answer. `str(error)`: `too_deep`, or `bad_json` where an object is empty that never is."""


class Shape:
    """Reads one document. `out` receives the parts; the scanner asks `expects()` before it reads a string."""

    def __init__(self, out: list[Part]) -> None:
        self.out = out
        self.stack: list[_Frame] = []
        self.closed = False
        self.in_paragraph = False
        self.has_text = False
        self.has_ids = False
        self.ids_first = False
        """A paragraph began with its ids: one that has none does not get them behind its text."""
        self.ended = False
        self.awaits: Role = ""
        """The role of the last key of ours whose value has not begun."""
        self.texts = 0
        self.reports_error = False
        """An error object in place of an answer: its strings are not shown."""
        self.strings: list[str] = []
        self._strings_size = 0
        self._ids = 0

    # What the scanner asks -----------------------------------------------------------------------------------------

    @property
    def lacks_ids(self) -> bool:
        """A text is complete, but the ids that were to follow it have not begun."""
        return self.in_paragraph and self.has_text and not self.has_ids and not self.ended

    @property
    def awaits_text(self) -> bool:
        """The value of a text key comes next, so that bare words are a text whose opening quote is missing."""
        return self.awaits == "text" and not self.in_outline

    @property
    def in_outline(self) -> bool:
        return any(frame.role in ("outline", "section") for frame in self.stack)

    @property
    def awaits_id(self) -> bool:
        """The value of a key of ids comes next, or one of its list."""
        return any(
            not frame.is_map if frame.role == "ids" else frame.is_map and role_of(frame.key or "") == "ids"
            for frame in self.stack[-1:]
        )

    def expects(self) -> str:
        """Returns the kind of the string that would begin here: `key`, `text`, `item` (a text in a list) or `other`."""
        if not self.stack:
            return "other"
        frame = self.stack[-1]
        if frame.is_map and frame.key is None:
            return "key"
        if frame.role in ("ids", "outline", "section"):
            return "other"
        if not frame.is_map:
            return "item" if frame.role in ("paragraphs", "texts") else "other"
        is_text = role_of(frame.key or "") in ("text", "paragraphs") or frame.holds_value
        return "text" if is_text else "other"

    @property
    def keeps_strings(self) -> bool:
        """What comes next is a value outside our schema."""
        return self.expects() == "other" and not self.awaits_id and not self.in_outline

    # What the scanner says -----------------------------------------------------------------------------------------

    def text_opens(self, kind: str) -> None:
        """Notes that a text begins; the scanner will give its characters itself."""
        if kind == "item" and self.stack[-1].role == "paragraphs":
            self._begin(self.stack[-1], fresh=True)
        elif self.stack[-1].role == "texts" or self.stack[-1].holds_value:
            self._begin(self.stack[-2], fresh=False)
        else:
            self._begin(self.stack[-1], fresh=False)
        if self.has_text:
            self.out.append("\n\n")
        self.has_text = True
        self.awaits = ""
        self.texts += 1

    def text_closes(self, kind: str) -> None:
        if kind == "item" and self.stack[-1].role == "paragraphs":
            self.ended, self.stack[-1].owns = True, False

    def stray(self, value: str) -> bool:
        """Tells whether a word where none belongs is an id; one behind the key of ids counts."""
        found = _STRAY_ID.fullmatch(value)
        if found and self.awaits == "ids":
            self._id(found.group(1))
        return found is not None

    def settle(self, more: bool) -> None:
        """Gives the end of the paragraph whose object is closed, now that it is known whether another one follows."""
        if self.ended:
            self.out.append(End(more))
            self.ended = self.in_paragraph = self.has_text = self.has_ids = False

    def restart(self, role: Role, saw_brace: bool) -> str:
        """Goes on at a key of ours after damage; returns the document that leads a parser to the value of this key."""
        self.closed = False
        if role == "text":
            fresh = self.has_text
        elif role == "ids":
            fresh = self.has_ids or (self.has_text and self.ids_first and (saw_brace or self.ended))
        else:
            fresh = True
        self.ended = self.in_paragraph and fresh
        self.settle(more=role != "outline")
        self.stack = [_Frame(True, "root")]
        if role in ("paragraphs", "outline"):
            return "{"
        self.stack[0].key = "paragraphs"
        self.stack += [_Frame(False, "paragraphs"), _Frame(True, "paragraph", owns=self.in_paragraph)]
        return '{"paragraphs":[{'

    # What the judge says -------------------------------------------------------------------------------------------

    def event(self, name: str, value: Any) -> None:
        """Takes one event of `ijson.basic_parse`."""
        if name == "map_key":
            self._key(str(value))
        elif name in ("start_map", "start_array"):
            if len(self.stack) >= DEEPEST:
                raise Unlike("too_deep")
            self._open(name == "start_map")
        elif name in ("end_map", "end_array"):
            self._close()
        else:
            first = self.stack[0] if self.stack else None
            self.reports_error |= bool(value) and first is not None and first.key in _ERROR_KEYS
            kind = "text" if self.awaits_text else self.expects()
            if isinstance(value, str):
                self._string(value)
            elif name == "number" and kind in ("text", "item") and self.stack:
                self.text_opens(kind)
                self.out.append(str(value))
                self.text_closes(kind)
            elif value is not None and (self.keeps_strings or kind in ("text", "item")):
                key, scalar = self.stack[-1].key if self.stack else None, str(value).lower()
                # Alone it would tell nothing.
                self.keep(f"{key}: {scalar}" if key and not role_of(key) else scalar)
            self._value_done()

    def _open(self, is_map: bool) -> None:
        if self.stack and self.stack[-1].role == "paragraphs" and not self.stack[-1].is_map:
            self.settle(more=True)
        wraps = is_map and bool(self.stack) and self.stack[-1].is_map and role_of(self.stack[-1].key or "") == "text"
        self.stack.append(_Frame(is_map, self._role_below(is_map), wraps=wraps))

    def _key(self, key: str) -> None:
        frame = self.stack[-1]
        frame.key, frame.empty = key, False
        role = role_of(key)
        frame.told |= role in ("text", "paragraphs")
        if not role:
            self.stray(key)
        if frame.role in ("ids", "outline", "section"):
            return
        if role or frame.wraps:
            self.awaits = role or ("text" if frame.holds_value else "")
        if role == "outline":
            self.settle(more=False)
        elif role == "ids":
            self._begin(frame, fresh=False)
            self.has_ids = True
            self.ids_first |= not self.has_text

    def _begin(self, frame: _Frame, *, fresh: bool) -> None:
        """Makes sure that a paragraph is open and belongs to this object."""
        if self.in_paragraph and not self.ended and frame.owns and not fresh:
            return
        if self.in_paragraph:
            self.ended = True
            self.settle(more=True)
        self.in_paragraph = frame.owns = True

    def _role_below(self, is_map: bool) -> Role:
        if not self.stack:
            return "root" if is_map else "paragraphs"
        frame = self.stack[-1]
        if frame.role == "ids":
            return "ids"
        if frame.role in ("outline", "section"):
            return "section"
        if not frame.is_map:
            return "paragraph" if is_map else frame.role
        role = role_of(frame.key or "")
        if role == "text":
            return "paragraph" if is_map else "texts"
        return role or "other"

    def _close(self) -> None:
        frame = self.stack.pop()
        if frame.role == "ids" and frame.is_map and frame.empty:
            raise Unlike("bad_json")  # a brace in place of the bracket that closes the list
        self._strings_of(frame)
        if frame.owns and self.in_paragraph:
            self.ended = True
        if frame.role == "section" and frame.title:
            self.out.append(Title(without_ids(frame.title)))
        self._value_done()
        self.closed = not self.stack

    def _strings_of(self, frame: _Frame) -> None:
        """Shows the strings under a key that is not ours as the text of a paragraph that has none."""
        if not frame.strings:
            return
        if frame.is_map and not frame.told and (frame.role == "paragraph" or frame.owns):
            self.stack.append(frame)
            self.text_opens("text")
            self.stack.pop()
            self.out.append(Note("other_keys"))
            InnerText().feed("\n\n".join(frame.strings), self.out, final=True)
        elif self.stack:
            self.stack[-1].strings += frame.strings

    def _value_done(self) -> None:
        if self.stack and self.stack[-1].is_map:
            if self.awaits == "text" and role_of(self.stack[-1].key or "") == "text":
                self.awaits = ""
            self.stack[-1].key = None

    def _string(self, value: str) -> None:
        if not self.stack or self.expects() in ("text", "item"):
            return
        frame = self.stack[-1]
        key = (frame.key or "").lower()
        if frame.role == "ids":
            if not frame.is_map or key in _ID_KEYS:
                self._id(value)
        elif frame.role in ("outline", "section"):
            if not frame.is_map:
                self.out.append(Title(without_ids(value)))
            elif key in _TITLE_KEYS:
                frame.title = value
        elif role_of(key) == "ids":
            self._id(value)
        elif _STRAY_ID.fullmatch(value):
            self._listed_id(value)
        elif self.keep(value):
            frame.strings.append(value)

    def keep(self, value: str) -> bool:
        """Keeps a value outside our schema in case nothing else is found; False where it is none to show."""
        keeps = bool(value.strip()) and self._strings_size < MOST_STRINGS and not self.reports_error
        if keeps:
            self.strings.append(value)
            self._strings_size += len(value)
        return keeps

    def _listed_id(self, value: str) -> None:
        """Takes an id in a list of a paragraph whose key is not ours."""
        owner = next((frame for frame in reversed(self.stack) if frame.role != "other"), None)
        if owner is not None and owner.role == "paragraph" and not self.stack[-1].is_map:
            self._begin(owner, fresh=False)
            self.has_ids = True
            self.ids_first |= not self.has_text
            self._id(value)

    def _id(self, value: str) -> None:
        self._ids += 1
        if self._ids <= MOST_IDS:
            found = re.split(r"[,;，、；]", value)
            self.out += [Ids(raw) for raw in found if raw.strip() or len(found) == 1]
        elif self._ids == MOST_IDS + 1:
            self.out.append(Note("too_many_ids", {"cap": MOST_IDS}))
