"""JSON that is still being written: a text is shown while its string is open, an id once its closing quote has arrived.

Two layers read the same text. The scanner reads strings and knows our keys, even damaged ones. ijson's `basic_parse` is
the strict judge of everything between strings: of a string it sees a whole one, of a text an empty one in its place
(its C backend is quadratic inside one long string: 0.4 µs a piece at 2 kB, 47 µs at 320 kB). Where the judge refuses,
the scanner looks for the next key of ours.
"""

from __future__ import annotations

import json
import re
from typing import Any

import ijson  # type: ignore[import-untyped]

from gateway.answer.reading import escapes
from gateway.answer.reading.anchors import is_structure
from gateway.answer.reading.brackets import Brackets
from gateway.answer.reading.json.answer_shape import MOST_STRINGS, Shape, Unlike
from gateway.answer.reading.json.json_surroundings import Beside
from gateway.answer.reading.json.json_text import JsonText, stray_sign
from gateway.answer.reading.markers import Cites, nothing_cites
from gateway.answer.reading.parts import Cut, Format, Ids, Note, Part
from gateway.answer.reading.schema_keys import ASKED, OPENING, PLAIN, QUOTES, SIGNS, Role, key_at

LONGEST_STRING = 4096
"""Characters of a key, id or title; more of it is left out."""

_TOKEN = re.compile(rf"\s+|[{{}}\[\],:]|[{SIGNS}]|[^\s{{}}\[\],:{SIGNS}]{{1,64}}")
_LITERALS = {"True": "true", "False": "false", "None": "null", "NaN": "null", "undefined": "null"}
_LITERALS |= dict.fromkeys(("Infinity", "-Infinity", "+Infinity", "-NaN"), "null")
_LITERAL = re.compile(r"(?:true|false|null|-?\d[\d.eE+-]*|0[xX][0-9a-fA-F]+)")
_ID = re.compile(r"[EeGg]\d{1,3}")
_PROSE = re.compile(r"[^\W\d_][^\"“”{}\[\]\\]{7}")
"""A sentence where structure should stand: so many characters without a sign of JSON."""
_WORDS = re.compile(r"\w\W?\s\W?\w|[^\W\x00-\x7f]{2}")
_PROSE_STRING = re.compile(rf"[{OPENING}][^\"“”{{}}\[\]:\\]{{12}}")
_SHORT_STRING = re.compile(rf"[{OPENING}](?!\s*[:,])([^{SIGNS}{{}}\[\]\\\n]{{0,12}})[{SIGNS}]")
_STRING_SIGN = re.compile(rf"[\\{SIGNS}]")
_STRING_ENDS = re.compile(r"\s{0,64}[:,}\]]")
_VALUE_ENDS = re.compile(r"\s{0,64}(?:[,}\]\"]|$)")
_SWAPPED = re.compile(r"\w(?:\"([^\s:,}\]])?)?")
"""The quote behind the first letter of its text."""
_TRAILER = re.compile(r"[\s`},\]]+|[\"'](?![\w])")


class JsonReader(Beside):
    """Reads one or several JSON documents of our schema, from the first bracket on."""

    def __init__(self, cites: Cites = nothing_cites) -> None:
        super().__init__(JsonReader._structure)
        self._cites = cites
        self.next: Format | None = None
        self.shape, self._brackets = Shape(self.parts), Brackets()
        self._judge, self._events = _new_judge()
        self._key_quote = self._quote = '"'
        self._body, self._kind = JsonText(), "other"
        self._string: list[str] = []
        self._string_size, self._longest = 0, LONGEST_STRING
        self._saw_brace = False

    def read(self, buffer: str, at: int, final: bool, out: list[Part]) -> int:
        self.parts = self.shape.out = out
        size = len(buffer)
        while at < size and self.next is None:
            step = self._step
            position = step(self, buffer, at, final)
            if position == at and self._step is step:
                break  # it waits for more
            at = position
        if final and self.next is None:
            self._finish()
        return at

    def _finish(self) -> None:
        """Gives the end of the text: whether an id, a paragraph or the document was left open."""
        if self._step is JsonReader._short and self._string:
            value = "".join(self._string)
            if self.shape.awaits_id:
                self.parts.append(Ids(value, whole=False))
            elif self.shape.keeps_strings:
                self.shape.keep(value)
            self._brackets.read(value[len(value.rstrip("}],` \n")) :])  # its closing quote is missing, perhaps
        self._body.end(self.parts)
        if self._step is JsonReader._text or self.shape.lacks_ids:
            self.parts.append(Cut(open_text=True, unclosed=True))
        elif not (self.shape.closed and self._brackets.closed):
            self.parts.append(Cut(open_text=False, unclosed=not self._brackets.closed))
        else:
            self.shape.settle(more=False)
        if not self.shape.texts:
            self.parts.append(Note("bad_shape", {"strings": tuple(self.shape.strings)}))

    # Between strings -----------------------------------------------------------------------------------------------

    def _structure(self, buffer: str, at: int, final: bool) -> int:
        found = _TOKEN.match(buffer, at)
        assert found is not None  # every character begins a token
        token, end = found.group(), found.end()
        first = token[0]
        if first.isspace():
            return end
        if first == "<" and (position := self._thought_begins(buffer, at, final)) != at:
            return at if position is None else position
        if self.shape.awaits_text and first != '"':
            swapped = _SWAPPED.match(buffer, at)
            if swapped and swapped.end() == len(buffer) and not swapped.group(1) and not final:
                return at
            if swapped and swapped.group(1):
                return self._swapped_text(buffer, at)
            stray = stray_sign(buffer, at, final, self._key_quote)
            if stray is None:
                return at
            if stray:
                return end
        if first == "/":
            return self._slash(buffer, at, final)
        if first == "#" and not self.shape.awaits_text and (position := self._hash(buffer, at, final)) != at:
            return at if position is None else position
        if first in "{}[],:":
            return self._after(end) if self._hand_over(token) else at
        kind = self.shape.expects()
        if first in QUOTES and kind in ("text", "item"):
            return self._text_opens(buffer, at, final, kind)
        key = key_at(buffer, at, final)
        if key is None:
            return at
        if key[0]:
            self._key_quote = first if first in QUOTES else '"'
            self._own_key(key[0])
            return key[1]
        if first in QUOTES:
            self._quote, self._string, self._string_size = QUOTES[first], [], 0
            self._longest = MOST_STRINGS if self.shape.keeps_strings else LONGEST_STRING
            self._step = JsonReader._short
            return end
        if end == len(buffer) and len(token) < 64 and not final:
            return at
        return self._word(token, at, end, buffer, final)

    def _word(self, token: str, at: int, end: int, buffer: str, final: bool) -> int:
        """Reads a number or literal, a key without quotes, a bare id, or a text whose opening quote is missing."""
        literal = _LITERALS.get(token, token)
        if self.shape.awaits_text:
            ends = _VALUE_ENDS.match(buffer, end)
            if not (ends and _LITERAL.fullmatch(literal)):
                return self._bare_text(at)
            if ends.end() == len(buffer) and not final:
                return at
        if self.shape.expects() == "key" or _ID.fullmatch(token) or (token[0].isdigit() and self.shape.awaits_id):
            literal = json.dumps(token)
        return self._after(end) if self._hand_over(literal) else at

    def _own_key(self, role: Role) -> None:
        """Goes on behind a key of ours, wherever it stands."""
        key = json.dumps(ASKED[role]) + ":"
        if self.shape.expects() != "key" or not self._hand_over(key):
            self._restart(role)
            self._hand_over(key)
        self._brackets.key(role, damaged=False)

    def _misplaced(self, at: int) -> int:
        """Passes over the slash at `at`, which begins no comment."""
        if self._step is JsonReader._structure:
            self._hand_over("/")
            return at
        return at + 1

    def _after(self, end: int) -> int:
        if self.shape.closed:
            self._step = JsonReader._between_documents
        return end

    def _hand_over(self, token: str) -> bool:
        """Gives a token to the judge. Where it refuses, the result is False, and the next key of ours is looked for."""
        try:
            self._judge.send(token.encode())
            for name, value in self._events:
                self.shape.event(name, value)
        except (ijson.JSONError, Unlike) as error:
            self._refuse(str(error) if isinstance(error, Unlike) else "bad_json", token)
            return False
        finally:
            del self._events[:]
        self._brackets.read(token if len(token) == 1 else "")  # a longer one is a value
        return True

    def _refuse(self, kind: str, token: str) -> None:
        self.parts.append(Note(kind, {"token": token[:40]}))
        self._step, self._saw_brace = JsonReader._seek, False

    def _between_documents(self, buffer: str, at: int, final: bool) -> int:
        """Looks behind a closed document: another one may follow; anything else is no part of the answer."""
        if found := _TRAILER.match(buffer, at):
            self._brackets.read(found.group())
            return found.end()
        if buffer[at] == "<" and (position := self._thought_begins(buffer, at, final)) != at:
            return at if position is None else position
        starts = self._starts_again(buffer, at, final) if buffer[at] in "{[" else False
        if starts is None:
            return at
        if starts:
            self.shape.closed = False
            self._brackets.begin()
            self._judge, self._events = _new_judge()
            self._step = JsonReader._structure
            return at
        if not self.shape.texts and not self.shape.reports_error:
            self._step = JsonReader._seek
            return at
        if final and buffer[at] in "{[" and self._starts_again(buffer, at, False) is None:
            self._brackets.read(buffer[at])  # another one has begun, and was cut off
        self.parts.append(Note("text_after_document"))
        self._back, self._step = self._step, JsonReader._aside
        return at

    # After damage --------------------------------------------------------------------------------------------------

    def _seek(self, buffer: str, at: int, final: bool) -> int:
        """Skips what cannot be read up to the next key of ours; a sentence on the way means that the format is lost."""
        found = _TOKEN.match(buffer, at)
        assert found is not None  # every character begins a token
        token, end = found.group(), found.end()
        if token in "{}[],:" or token.isspace():
            self._saw_brace |= token == "{"
            self._brackets.read(token)
            return end
        if token[0] == "/":
            return self._slash(buffer, at, final)
        if token[0] == "<" and (position := self._thought_begins(buffer, at, final)) != at:
            return at if position is None else position
        key = key_at(buffer, at, final)
        if key is None:
            return at
        role, behind = key
        if role:
            self._restart(role)
            return at
        if behind > at:
            return behind
        if token in QUOTES:
            return self._seek_string(buffer, at, final)
        if end == len(buffer) and len(token) < 64 and not final:
            return at
        return self._seek_word(buffer, at, end, final)

    def _seek_word(self, buffer: str, at: int, end: int, final: bool) -> int:
        token = buffer[at:end]
        if token in _LITERALS or _LITERAL.fullmatch(token):
            return end
        if self.shape.stray(token) or self.shape.in_outline:
            return end
        if self.shape.awaits_text:
            return self._bare_text(at)
        if len(buffer) - at < 8 and not final:
            return at
        ahead = buffer[at : at + 8]
        if (_PROSE.match(ahead) or (final and len(ahead) < 8 and not _STRING_SIGN.search(ahead))) and _WORDS.search(
            ahead
        ):
            self.next = "prose"
            return at
        return end

    def _seek_string(self, buffer: str, at: int, final: bool) -> int:
        """Reads a string without a key: a text whose key is damaged, when the paragraph still lacks one."""
        if len(buffer) - at < 16 and not final:
            return at
        if not self.shape.has_text and not self.shape.in_outline and _PROSE_STRING.match(buffer, at):
            self._own_key("text")
            return at
        if (short := _SHORT_STRING.match(buffer, at)) is None:
            return at + 1
        self.shape.stray(short.group(1))
        return short.end()

    def _restart(self, role: Role) -> None:
        self._judge, self._events = _new_judge()
        self._judge.send(self.shape.restart(role, self._saw_brace).encode())
        self._brackets.key(role, damaged=True)
        del self._events[:]
        self._step = JsonReader._structure

    # Strings -------------------------------------------------------------------------------------------------------

    def _text_opens(self, buffer: str, at: int, final: bool, kind: str) -> int:
        structure = is_structure(buffer, at, final, item=kind == "item")
        if structure is None:
            return at
        if structure:
            self._refuse("bad_json", buffer[at])
            return at
        sign = buffer[at]
        json_quote = sign in PLAIN or self._key_quote not in PLAIN or kind == "item"
        self._begin(kind, QUOTES[sign] if json_quote else QUOTES[self._key_quote])
        return at + json_quote

    def _bare_text(self, at: int) -> int:
        """Begins a text whose opening quote is missing."""
        self._restart("text")
        self._hand_over('"text":')
        self._begin("text", QUOTES[self._key_quote])
        return at

    def _swapped_text(self, buffer: str, at: int) -> int:
        """Begins a text whose first letter stands before its opening quote."""
        self._bare_text(at)
        self._body = JsonText(cites=self._cites)
        self._body.add(buffer[at], self.parts)
        return at + 2

    def _begin(self, kind: str, quote: str) -> None:
        self._kind, self._body = kind, JsonText(quote, item=kind == "item", cites=self._cites)
        self.shape.text_opens(kind)
        self._step = JsonReader._text

    def _text(self, buffer: str, at: int, final: bool) -> int:
        position, ended = self._body.read(buffer, at, final, self.parts)
        if ended:
            self._step = JsonReader._structure
            self._hand_over('""')
            self.shape.text_closes(self._kind)
        return position

    def _short(self, buffer: str, at: int, final: bool) -> int:
        """Reads a key, an id or a title up to its end. Where its own quote is missing, another one or a key of ours
        ends it."""
        found = _STRING_SIGN.search(buffer, at)
        position = found.start() if found else len(buffer)
        self._keep(buffer[at:position])
        if found is None:
            return position
        sign = buffer[position]
        if sign == "\\":
            decoded = escapes.decode(buffer, position, final, False)
            if decoded is None:
                return position
            self._keep(decoded[0])
            return decoded[1]
        key = key_at(buffer, position, final)
        ends = _STRING_ENDS.match(buffer, position + 1)
        if key is None or (not ends and not final and not buffer[position + 1 :].strip()):
            return position
        if not (key[0] or sign == self._quote or ends):
            self._keep(sign)
            return position + 1
        self._step = JsonReader._structure
        value = "".join(self._string)
        if not self._hand_over(json.dumps(value)):
            self.shape.stray(value)
        return position if key[0] else position + 1

    def _keep(self, text: str) -> None:
        room = self._longest - self._string_size
        if room > 0:
            self._string.append(text[:room])
        self._string_size += len(text)


def _new_judge() -> tuple[Any, Any]:
    events = ijson.sendable_list()
    return ijson.basic_parse_coro(events), events
