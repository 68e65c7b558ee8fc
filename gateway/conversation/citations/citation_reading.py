"""One question read in one language: which source it points at, and which of its words have no meaning there."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

from gateway import words
from gateway.conversation.citations.tagging import PLACES, UNKNOWN, Tag, line_of, tagged
from gateway.words.languages.citation_talk import INSIDE, POINTING
from gateway.words.text.folding import HAS_UNSPACED

Pointed = Literal["chip", "id", "document", "page", "table", "title", "last"]
_BEFORE = 8
"""Characters that may describe "the handbook" before it in a script without spaces."""
_NOUNS = ("document", "page", "table", "title", "claim")
"""What a number may belong to instead of a chip."""
_MOST_CHIPS = 20
"""A number alone points at no chip beyond this."""
_SHORT = 2
"""Letters of "of"."""
_FEW = 2
"""Unknown words in a question that certainly points at a source; twice as many characters without spaces."""
_POINTING, _INSIDE = re.compile(POINTING), re.compile(INSIDE.format("\x01"))


class CitationReading:
    """One line read in one language."""

    def __init__(self, line: str, language: str, title: str, strong: bool) -> None:
        self._line, self.tags = line, tagged(line, language)
        self.language, self.title, self.strong = language, title, strong
        self.joined = HAS_UNSPACED.search(line) is not None
        self.names = [tag.name for tag in self.tags]
        self.numbers: tuple[int, ...] = ()
        self.ids = tuple(dict.fromkeys(tag.value.upper() for tag in self.tags if tag.name == "id"))
        self.by_hash = False
        self.unknown = self._unknown()
        self.pointed: Pointed = self._pointed()

    def has(self, *names: str) -> bool:
        return any(name in self.names for name in names)

    def _pointed(self) -> Pointed:
        if self.ids:
            return "id"
        if numbers := self._chips():
            self.numbers = numbers
            return "chip"
        if "title" in self.names:
            return "title"
        cited = self.has("cited")
        asks = self.has("exact", "sourced", "origin", "aged", "other_word")
        listed = asks or cited or self.has("say", "more", "about")
        if self.has("table") and (cited or (listed and (self.names[:1] == ["table"] or self._after_this("table")))):
            return "table"
        if self._after_this("page") or ((cited or self.has("more")) and self.has("page")):
            return "page"
        if (
            self._after_this("document", "source", "claim")
            or (self.joined and self.has("claim"))
            or (cited and self.has("document", "source"))
            or (self.joined and self.names[:1] == ["document"])
        ):
            return "document"
        return "last"

    def loosely(self) -> tuple[Pointed, tuple[int, ...]]:
        """Returns what a question points at that certainly asks about a source, and the numbers of chips: any number
        and any place is one then."""
        if self.pointed not in ("last", "document"):
            return self.pointed, self.numbers
        counted = [int(tag.value) for tag in self.tags if tag.name in ("num", "hash") and int(tag.value) <= _MOST_CHIPS]
        if numbers := counted or [_place(name) for name in self.names if name in PLACES]:
            return "chip", tuple(dict.fromkeys(numbers))
        nouns: tuple[Pointed, ...] = ("table", "page", "document")
        return next((noun for noun in nouns if self.has(noun)), self.pointed), ()

    def _chips(self) -> tuple[int, ...]:
        """Returns the numbers of chips: next to a word such as "source", in brackets, or after "#"."""
        numbers = [int(tag.value) for tag in self.tags if tag.name == "ref"]
        if numbers:
            return tuple(dict.fromkeys(numbers))
        for at, name in enumerate(self.names):
            if name == "source" and (counted := self._counted(at)):
                return counted
        hashed = [int(tag.value) for tag in self.tags if tag.name == "hash"]
        if not hashed and "numbered" in self.names:
            hashed = list(self._values(self.names.index("numbered"), 1))
        if not hashed and not self.unknown and self.names.count("num") == 1 and not self.has(*_NOUNS):
            hashed = [int(tag.value) for tag in self.tags if tag.name == "num" and int(tag.value) <= _MOST_CHIPS]
        self.by_hash = bool(hashed) and "source" not in self.names
        return tuple(dict.fromkeys(hashed))

    def _counted(self, at: int) -> tuple[int, ...]:
        """Returns the numbers next to a noun: "source 2 and 3", "the second source"."""
        if after := self._values(at, 1):
            return after
        for before in range(at - 1, max(-1, at - 4), -1):
            name = self.names[before]
            if name in PLACES:
                return (_place(name),)
            if name not in ("numbered", "num", "this", "about") and not name.startswith("cardinal"):
                break
            if name == "num" and self.joined and before + 1 < at and self.names[before + 1] == "numbered":
                return (int(self.tags[before].value),)
        return ()

    def _values(self, at: int, step: int) -> tuple[int, ...]:
        found: list[int] = []
        for tag in self.tags[at + step :]:
            if tag.name in ("num", "hash"):
                found.append(int(tag.value))
            elif tag.name.startswith("cardinal") and not found:
                found.append(int(tag.name.removeprefix("cardinal")))
            elif tag.name in PLACES and not found and at + 1 < len(self.tags) and tag is self.tags[at + 1]:
                found.append(_place(tag.name))
            elif tag.name not in ("numbered", "source", "hash") or (tag.name == "source" and not found):
                break
        return tuple(found)

    def _after_this(self, *nouns: str) -> bool:
        """Says whether "this" or "the" is before one of these nouns, and "other" is not."""
        for at, name in enumerate(self.names):
            if name in nouns:
                near = self.names[max(0, at - 2) : at]
                if "this" in near and not {"other", *PLACES}.intersection(near):
                    return True
        return False

    @property
    def names_document(self) -> bool:
        """Says whether "that document" is meant and not a kind of it: "Which rules are in that document?"."""
        return "title" in self.names and self._after_this("document") and not self.has("other", "other_word")

    @property
    def is_nearly_clean(self) -> bool:
        """A question that certainly points at a source may say a word or two that no table has. A document or a title
        may also be what the question is about, so that only words that fit nothing but a source allow one."""
        if self.pointed == "chip":
            counted = self.has("num", "ref")
            most = 0 if self.by_hash else _FEW if counted else int(not self.is_described("source"))
        elif self.pointed == "id" and self.has("exact", "exactly"):
            most = _FEW
        else:
            known = self.pointed in ("document", "page") or (self.pointed == "title" and self.strong)
            asks = self.has("exact", "sourced", "aged", "other_word") or (
                self.pointed != "title" and self.has("origin") and not self.has("about") and not self.is_described()
            )
            most = int((known and asks) or (self.pointed == "page" and self.has("more")))
        return len(self.unknown) <= (2 * most if self.joined else most)

    @property
    def is_certain(self) -> bool:
        """Says whether a question that has any other words still points at a source: "source 2", "[2]", "E1", "that
        document", "in the handbook"."""
        if self.pointed == "chip":
            return not self.by_hash and self.has("num", "ref")
        if self.pointed == "id":
            return not self.joined and not any(
                {tag.name, after.name} == {"id", UNKNOWN} and after.start - tag.end <= 1
                for tag, after in pairwise(self.tags)
            )
        if self.pointed == "title":
            return self.strong and _INSIDE.search(self._line) is not None
        return any(
            tag.name == "this" and _POINTING.fullmatch(tag.value) and noun.name in ("document", "page")
            for tag, noun in pairwise(self.tags)
        )

    def is_described(self, called: str = "") -> bool:
        """Says whether a word without meaning says which page or document is meant: "la page d'accueil"."""
        asks = self.pointed == "id" and "say" in self.names[: self.names.index("id")]  # "erwähnt E2 Feiertage?"
        return not (self.joined or asks) and any(
            noun.name == (called or self.pointed) and after.name == UNKNOWN and after.start - noun.end <= _SHORT + 2
            for noun, after in pairwise(tag for tag in self.tags if tag.name != "about" or len(tag.value) > _SHORT)
        )

    def _unknown(self) -> list[Tag]:
        """Returns the words without meaning here, without those that describe the title."""
        unknown = [tag for tag in self.tags if tag.name == UNKNOWN]
        if "title" not in self.names or not self.strong:
            return unknown
        described = [*self._described(1), *self._described(-1)]
        own = line_of(self.title)
        if words.guess_language(self.title) == self.language and any(tag.value not in own for tag in described):
            return unknown
        rest = [tag for tag in unknown if tag not in described]
        # "Does the policy mention the carry-over?" names the subject directly after the title.
        other = self.has("more", "sourced", "aged", "other_word", "exact")
        return unknown if described and not rest and self.has("say") and not other else rest

    def _described(self, step: int) -> list[Tag]:
        """Returns the words on one side of the title that describe it: "manuel de l'employé", "Leave policy 2026"."""
        index, found = self.names.index("title") + step, list[Tag]()
        most = _BEFORE if self.joined else max(1, len(line_of(self.title).split()) - 1)
        while 0 <= index < len(self.tags) and len(found) < most:
            tag, last = self.tags[index], self.tags[index - step]
            between = self._line[last.end : tag.start] if step > 0 else self._line[tag.end : last.start]
            links = step > 0 and not self.joined and tag.name in ("about", "this")
            known = tag.name in (UNKNOWN, "num") and (tag.value.isdigit() or not (self.joined and step > 0))
            if any(len(word) > _SHORT + 1 for word in between.split()) or not (known or links):
                break
            found += [tag] if known else []
            index += step
        return found


def _place(name: str) -> int:
    return -1 if name == "last" else PLACES.index(name) + 1
