"""Does a question ask about a source of the last answer, about which one, and what? Rules, no model.

Every word of such a question is known (`tagging`), except for the subject of "what does it say about …?". So one word
of any other subject makes it a question for the documents: "What is source code?", "How old is the bridge?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from gateway import words
from gateway.answer.answer import Asks
from gateway.conversation.citations.tagging import LONGEST, PLACES, UNKNOWN, Tag, has_key, line_of, tagged
from gateway.words.languages.citation_talk import CITATION_TALK, KINDS
from gateway.words.text.folding import HAN, HAS_UNSPACED, KANA

Pointed = Literal["chip", "id", "document", "page", "table", "title", "last"]
COVERED = 0.6
"""The share of a title's words that a question must say in one piece."""
NAMED = 3
"""Words of a title that name it even if none of them says what kind of document it is."""
_KINDS = [re.compile(rf"(?<![^\W{HAN}{KANA}])(?:{kind})(?![^\W\d{HAN}{KANA}])") for kind in KINDS]
_HAS_KANA = re.compile(f"[{KANA}]")
_JOINED = [code for code, table in CITATION_TALK.items() if HAS_UNSPACED.search(table.source)]
"""Languages without spaces."""
_ATTRIBUTES, _BEFORE = 2, 8
"""Words that may describe "the handbook"; characters before it in a script without spaces."""
_GAP = 6
"""Characters between a title and what describes it: "of the"."""
_SHORT = 2
"""Letters of "of"."""
_OF = ("this", "about")
_IN_TOPIC = ("num", "more", "exactly", "origin", *PLACES)
"""Meanings that words of a subject may have: "more than 20 years"."""
_MARK = "\x01"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class CitationAsked:
    """What a question asks about which source."""

    asks: Asks
    pointed: Pointed = "last"
    numbers: tuple[int, ...] = ()
    """Numbers of chips; -1 is the last one."""
    ids: tuple[str, ...] = ()
    title: str = ""
    """The cited title that it names."""
    topic: str = ""
    """What the source may say something about."""
    is_sure: bool = True
    """False: "it" may also be the thing that the answer is about."""
    continues: bool = False
    """It asks for what follows what was shown."""
    by_hash: bool = False
    """Only "#2" or "number 2" points: it may also be an item of a list."""


def citation_asked(text: str, language: str, titles: Sequence[str]) -> CitationAsked | None:
    """Returns what a question asks about a source of an answer that cites documents with these titles; None if it asks
    for something else. Never raises."""
    if not text.strip() or len(text) > LONGEST:
        return None
    line, title, strong = _with_title(line_of(text), titles)
    guessed = words.guess_language(text)
    found = [
        asked
        for code in _languages(line, guessed or language)
        if (asked := _read(line, code, title, strong))
        and (asked.asks != "about" or asked.pointed in ("chip", "id") or guessed in (code, None))
    ]
    asked = max(found, key=_rank, default=None)
    if asked is None or not asked.topic:
        return asked
    return replace(asked, topic=_as_written(asked.topic.split(), text) or asked.topic)


def _as_written(folded: Sequence[str], text: str) -> str:
    """Returns the part of a text that these words are, as it writes them; empty if they are not in a row."""
    found = list(_WORD.finditer(text))
    plain = [words.fold(match[0]) for match in found]
    for at in range(len(plain) - len(folded) + 1):
        if plain[at : at + len(folded)] == list(folded):
            return text[found[at].start() : found[at + len(folded) - 1].end()]
    return ""


def may_ask(text: str) -> bool:
    """Says whether a question has a word of those that questions about sources have, or a kind of document."""
    if len(text) > LONGEST:
        return False
    line = line_of(text)
    return bool(_languages(line, "")) or any(kind.search(line) for kind in _KINDS)


def _rank(asked: CitationAsked) -> tuple[bool, ...]:
    return asked.is_sure, asked.pointed != "last", asked.asks != "about", asked.asks != "more"


def _languages(line: str, language: str) -> list[str]:
    """Returns the languages that a line may be in, the most likely one first."""
    if HAS_UNSPACED.search(line):
        codes = [code for code in _JOINED if not _HAS_KANA.search(line) or _HAS_KANA.search(CITATION_TALK[code].source)]
    else:
        codes = [code for code in CITATION_TALK if code not in _JOINED]
    return [code for code in sorted(codes, key=lambda code: code != language) if has_key(line, code)]


def _with_title(line: str, titles: Sequence[str]) -> tuple[str, str, bool]:
    """Returns a line with a mark instead of a cited title, that title, and whether it is certainly a title. Several
    words of a title in a row name it. So does a word such as "handbook" in any language if a cited title has one."""
    for title in titles:
        plain = line_of(title)
        pieces = [plain] if HAS_UNSPACED.search(plain) else _runs(plain)
        if piece := next((each for each in pieces if re.search(rf"(?<![^\W{HAN}{KANA}]){re.escape(each)}", line)), ""):
            sure = any(kind.search(piece) for kind in _KINDS) or len(piece.split()) >= NAMED
            return line.replace(piece, _MARK, 1), title, sure
    for kind in _KINDS:
        called = [title for title in titles if kind.search(line_of(title))]
        if called and (match := kind.search(line)):
            return f"{line[: match.start()]}{_MARK}{line[match.end() :]}", called[0], True
    return line, "", False


def _runs(plain: str) -> list[str]:
    """Returns the runs of a title's words that name it, the longest first."""
    pieces = plain.split()
    whole = len(words.content_words(plain)) or len(pieces)
    least = [
        " ".join(pieces[start:end])
        for start in range(len(pieces))
        for end in range(start + 1, len(pieces) + 1)
        if len(words.content_words(" ".join(pieces[start:end]))) >= max(COVERED * whole, min(2, whole))
    ]
    return sorted((run for run in least if not run.isdigit()), key=len, reverse=True)


class _Reading:
    """One line read in one language."""

    def __init__(self, line: str, language: str, title: str, strong: bool) -> None:
        self.tags = tagged(line, language)
        self.language, self.title, self.strong = language, title, strong
        self.joined = HAS_UNSPACED.search(line) is not None
        self.names = [tag.name for tag in self.tags]
        self.numbers: tuple[int, ...] = ()
        self.ids = tuple(dict.fromkeys(tag.value.upper() for tag in self.tags if tag.name == "id"))
        self.by_hash = False
        self.pointed: Pointed = self._pointed()
        self.unknown = self._unknown()

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
        if (self._after_this("table") and (asks or cited or self.has("say", "more"))) or (cited and self.has("table")):
            return "table"
        if self._after_this("page") or (cited and self.has("page")):
            return "page"
        if (
            self._after_this("document", "source", "claim")
            or (self.joined and self.has("claim"))
            or (cited and self.has("document", "source"))
        ):
            return "document"
        return "last"

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
                if "this" in near and "other" not in near:
                    return True
        return False

    def is_described(self) -> bool:
        """Says whether a word without meaning says which page or document is meant: "la page d'accueil"."""
        return not self.joined and any(
            noun.name == self.pointed and after.name == UNKNOWN and after.start - noun.end <= _SHORT + 2
            for noun, after in pairwise(tag for tag in self.tags if tag.name != "about" or len(tag.value) > _SHORT)
        )

    def _unknown(self) -> list[Tag]:
        """Returns the words without meaning here, without those that describe the title."""
        unknown = [tag for tag in self.tags if tag.name == UNKNOWN]
        if "title" not in self.names or not self.strong:
            return unknown
        at = self.names.index("title")
        described: list[Tag] = []
        for step in (1, -1):
            index = at + step
            most = _BEFORE if self.joined else _ATTRIBUTES
            while 0 <= index < len(self.tags) and len(described) < most:
                tag = self.tags[index]
                last = self.tags[index - step]
                gap = tag.start - last.end if step > 0 else last.start - tag.end
                if gap > _GAP or tag.name not in (UNKNOWN, "num", *(() if self.joined or step < 0 else _OF)):
                    break
                if self.joined and step > 0 and not tag.value.isdigit():
                    break
                if tag.name == UNKNOWN:
                    described.append(tag)
                index += step
        own = line_of(self.title)
        if words.guess_language(self.title) == self.language and any(tag.value not in own for tag in described):
            return unknown
        return [tag for tag in unknown if tag not in described]


def _place(name: str) -> int:
    return -1 if name == "last" else PLACES.index(name) + 1


def _read(line: str, language: str, title: str, strong: bool) -> CitationAsked | None:
    reading = _Reading(line, language, title, strong)
    asks = _asks(reading)
    if asks is None:
        return None
    topic = _topic(line, reading) if asks == "about" else ""
    sure = not (reading.pointed == "last" and asks == "origin" and not reading.has("sourced", "source"))
    return CitationAsked(
        asks,
        reading.pointed,
        reading.numbers,
        reading.ids,
        title if reading.pointed == "title" else "",
        topic,
        sure,
        by_hash=reading.by_hash,
    )


def _asks(reading: _Reading) -> Asks | None:
    """Returns what is asked; None if it is not about a source."""
    has, points, clean = reading.has, reading.pointed != "last", not reading.unknown
    if reading.pointed == "title" and not reading.strong:
        return None
    if clean and has("fault") and (has("why") or has("source")) and (points or has("source")):
        return "status"
    if clean and has("other_word") and (has("document", "source") or points):
        return "otherwise"
    if clean and (has("exact") or (points and has("exactly") and not has("sourced", "origin", "aged"))):
        return "wording"
    if set(reading.names) == {"source"} and not points:
        return "origin"
    if clean and (has("sourced") or (points and has("origin", "aged")) or (has("aged") and _is_bare(reading))):
        return "origin"
    if reading.by_hash:
        return "more" if points and clean and has("more") else None
    if (
        points
        and not clean
        and (has("say") or (has("cited") and reading.pointed != "title"))
        and not _is_topic(reading)
    ):
        return "about"
    if clean and (has("nearby") or (points and (has("more", "say") or _names_a_source(reading)))):
        return "more"
    return None


def _is_topic(reading: _Reading) -> bool:
    """Says whether the source is the subject of the question: "What does the council say about the handbook?"; or is
    something else: "the home page"."""
    if "title" not in reading.names:
        return reading.is_described()
    at = reading.names.index("title")
    before = [name for name in reading.names[:at] if name not in (UNKNOWN, "this")]
    sides = {tag.start > reading.tags[at].start for tag in reading.unknown}
    return before[-1:] == ["about"] or len(sides) > 1


def _is_bare(reading: _Reading) -> bool:
    """Says whether nothing is named that could be old or written."""
    return not reading.has("table", "page", "num")


def _names_a_source(reading: _Reading) -> bool:
    """Says whether a question consists of a reference to a source and nothing else."""
    return reading.pointed in ("chip", "id") and not reading.by_hash


def _topic(line: str, reading: _Reading) -> str:
    """Returns what the source may say something about: the words without meaning, and those between and around them."""
    first, last = reading.unknown[0], reading.unknown[-1]
    before = [tag.end for tag in reading.tags if tag.start < first.start and tag.name not in _IN_TOPIC]
    return line[first.start if reading.joined else max(before, default=0) : last.end].strip()
