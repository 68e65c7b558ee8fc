"""Follow-ups in a language without blanks: patterns over the text, for there is nothing that a word could be told
by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gateway.conversation.followups.tokens import LARGEST, LARGEST_SECTION, Kind, Pointer
from gateway.words.languages import LANGUAGES
from gateway.words.text.patterns import compiled

_GRAMMAR = next(language.unspaced_grammar for language in LANGUAGES.values() if language.unspaced_grammar)
_SPANS = frozenset(_GRAMMAR.spans)


def value_of(text: str) -> int:
    """A number in figures or characters, or a letter."""
    text = text.strip()
    if text.isdigit():
        return int(text)
    if text.isascii():
        return ord(text.lower()) - ord("a") + 1
    return sum(_GRAMMAR.digits.get(sign, 0) for sign in text)


def simplified(text: str) -> str:
    """Traditional characters of this grammar in their simplified form; the length stays."""
    return text.translate(_GRAMMAR.simplified)


class UnspacedSentence:
    """A question in such a language."""

    def __init__(self, text: str) -> None:
        self.text = simplified(text)
        self._open = compiled(_GRAMMAR.traps).sub(lambda trap: "…" * len(trap.group()), self.text)
        self.framed = bool(compiled(_GRAMMAR.wants).search(self.text) or compiled(_GRAMMAR.back).search(self.text))

    def pointers(self) -> list[Pointer]:
        """Returns all references, in the order of the question; of two that overlap the earlier, then the longer
        one."""
        found = [*self._ids(), *self._counted(), *self._others()]
        found.sort(key=lambda pointer: (pointer.start, -pointer.end))
        chosen: list[Pointer] = []
        for pointer in found:
            if (
                max(map(abs, pointer.numbers)) <= LARGEST
                and not self._of_another(pointer)
                and (not chosen or pointer.start >= chosen[-1].end)
            ):
                chosen.append(pointer)
        return self._spanned(chosen)

    def content(self) -> str:
        """Returns what is left when everything is taken out that asks, points or is polite."""
        rest = self.text
        for pattern in (_GRAMMAR.wants, _GRAMMAR.deep, _GRAMMAR.that, _GRAMMAR.polite):
            rest = compiled(pattern).sub("", rest)
        return rest

    @property
    def topic(self) -> str:
        """What is left when what asks is taken out, and what sections are called."""
        return compiled(_GRAMMAR.frame).sub(" ", self.text)

    @property
    def anaphoric(self) -> bool:
        return bool(compiled(_GRAMMAR.deep).search(self.text)) and not self.content()

    @property
    def dependent(self) -> bool:
        return bool(compiled(_GRAMMAR.back).search(compiled(_GRAMMAR.not_back).sub("", self.text)))

    def _ids(self) -> list[Pointer]:
        if compiled(_GRAMMAR.named_section_id).search(self._open):
            return []
        return [_pointer("section_id", match, [int(match["n"])]) for match in self._matches(_GRAMMAR.section_id)]

    def _matches(self, pattern: str) -> Iterator[re.Match[str]]:
        return compiled(pattern).finditer(self._open)

    def _is_free(self, letter: re.Match[str]) -> bool:
        """Says whether what stands before lets a letter be one."""
        before = self._open[: letter.start()].rstrip()
        return not before or before[-1] in _GRAMMAR.before_letter

    def _counted(self) -> list[Pointer]:
        found = [_pointer("ordinal", match, [1, -1]) for match in self._matches(_GRAMMAR.ends)]
        for match in self._matches(_GRAMMAR.nth_list):
            first, last = value_of(match["n"]), value_of(match["m"] or match["last"])
            spanned = not _SPANS.isdisjoint(match.group())
            numbers = list(range(first, last + 1)) if spanned and first < last <= LARGEST else [first, last]
            found.append(_pointer("ordinal", match, numbers))
        found += [_pointer("ordinal", match, _values(match)) for match in self._matches(_GRAMMAR.nth)]
        if self.framed or len(self.text) <= 5:
            found += [_pointer("ordinal", match, [value_of(match["n"])]) for match in self._matches(_GRAMMAR.bare_nth)]
        for match in self._matches(_GRAMMAR.first):
            count = value_of(match["count"])
            numbers = list(range(1, count + 1)) if match["front"] else list(range(-count, 0))
            found.append(_pointer("ordinal" if match["front"] else "relative", match, numbers))
        for match in self._matches(_GRAMMAR.relative):
            count = value_of(match["count"]) if match["count"] else 1
            numbers = [-value_of(match["n"])] if match["n"] else list(range(-count, 0))
            found.append(_pointer("relative", match, numbers))
        found += [_pointer("ordinal", match, [1]) for match in self._matches(_GRAMMAR.first_one)]
        return [pointer for pointer in found if pointer.numbers and 0 not in pointer.numbers]

    def _others(self) -> list[Pointer]:
        found = []
        for match in self._matches(_GRAMMAR.named):
            letter = match["n"].isascii() and match["n"].isalpha()
            numbers = _values(match)
            if letter or max(numbers) <= LARGEST_SECTION:
                found.append(_pointer("letter" if letter else "number", match, numbers))
        letters = filter(self._is_free, self._matches(_GRAMMAR.letter))
        found += [
            _pointer("number", match, [int(match["n"] or match["h"])]) for match in self._matches(_GRAMMAR.numbered)
        ]
        found += [_pointer("letter", match, _values(match)) for match in letters]
        found += [_pointer("letter", match, [value_of(match["n"])]) for match in self._matches(_GRAMMAR.lone_letter)]
        return found

    def _of_another(self, pointer: Pointer) -> bool:
        """Says whether it is a part of something else than the answer: 租约的最后一点."""
        before = self.text[: pointer.start].rstrip()
        return (
            before.endswith(_GRAMMAR.possessive)
            and pointer.kind != "section_id"
            and not compiled(_GRAMMAR.own).search(before)
        )

    def _spanned(self, found: list[Pointer]) -> list[Pointer]:
        """`S2到S4` and `S2-S4` are everything from the one to the other."""
        filled: list[Pointer] = []
        for pointer in found:
            before = filled[-1] if filled else None
            between = self.text[before.end : pointer.start].strip() if before else ""
            if before and before.kind == pointer.kind and between in _SPANS:
                first, last = before.numbers[-1], pointer.numbers[0]
                numbers = (*before.numbers, *range(first + 1, last), *pointer.numbers)
                filled[-1] = before._replace(numbers=tuple(dict.fromkeys(numbers)), end=pointer.end)
            else:
                filled.append(pointer)
        return filled


def _pointer(kind: Kind, match: re.Match[str], numbers: list[int]) -> Pointer:
    return Pointer(kind, tuple(dict.fromkeys(numbers)), match.start(), match.end())


def _values(match: re.Match[str]) -> list[int]:
    """Returns the number of a match and those that follow it."""
    more = compiled(f"{_GRAMMAR.number}|[A-Ha-h]").findall(match["more"] or "")
    return [value_of(part) for part in (match["n"], *more)]
