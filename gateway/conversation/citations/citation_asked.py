"""Does a question ask about a source of the last answer, about which one, and what? Rules, no model.

Every word of such a question is known (`tagging`), except for the subject of "what does it say about …?". So one word
of any other subject makes it a question for the documents: "What is source code?", "How old is the bridge?". Next to a
source that is certain ("source 2"), such words are a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from gateway import words
from gateway.answer.answer import Asks
from gateway.conversation.citations.citation_reading import CitationReading, Pointed
from gateway.conversation.citations.tagging import LONGEST, PLACES, UNKNOWN, has_key, line_of
from gateway.words.languages.citation_talk import CITATION_TALK, KINDS
from gateway.words.text.folding import HAN, HAS_UNSPACED, KANA

COVERED = 0.6
"""The share of a title's words that a question must say in one piece."""
NAMED = 3
"""Words of a title that name it even if none of them says what kind of document it is."""
_ALONE = rf"(?<![^\W{HAN}{KANA}])(?:{{}})(?![^\W\d{HAN}{KANA}])"
_KINDS = [re.compile(_ALONE.format(kind.replace(r"\w*", rf"[^\W{HAN}{KANA}]*"))) for kind in KINDS]
_HAS_KANA = re.compile(f"[{KANA}]")
_JOINED = [code for code, table in CITATION_TALK.items() if HAS_UNSPACED.search(table.source)]
"""Languages without spaces."""
_IN_TOPIC = ("num", "more", "exactly", "origin", *PLACES)
"""Meanings that words of a subject may have: "more than 20 years"."""
_SOURCE_WORDS = ("source", "claim", "cited", "exact", "sourced")
"""One of these makes a name mean its source: "the wording of HR department", but not "Where is the HR department?"."""
_MARK = "\x01"
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"[「『《“„«\"]")


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
    is_guess: bool = False
    """The source is certain and the request is not: the search within its document decides."""
    by_hash: bool = False
    """Only "#2" or "number 2" points: it may also be an item of a list."""
    language: str = ""
    """The one in which it was read."""


def citation_asked(text: str, language: str, titles: Sequence[str]) -> CitationAsked | None:
    """Returns what a question asks about a source of an answer that cites documents with these titles; None if it asks
    for something else. Never raises."""
    if not text.strip() or len(text) > LONGEST:
        return None
    plain = line_of(text)
    line, title, strong = _with_title(plain, titles)
    guessed = words.guess_language(text)
    found = [
        asked
        for code in _languages(line, guessed or language)
        if (asked := _read(line, plain, code, title, strong))
        and (asked.asks != "about" or asked.pointed in ("chip", "id") or guessed in (code, None))
    ]
    asked = max(found, key=_rank, default=None)
    if asked is None or (not asked.is_sure and _QUOTED.search(text)):
        return None
    if not asked.topic:
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


def citation_meant(text: str, language: str, titles: Sequence[str], asks: Asks) -> CitationAsked:
    """Returns which source a question points at that is known to ask about one, and what: a guess. Any number, title or
    place in it points. Never raises."""
    line, title, strong = _with_title(line_of(text), titles)
    guessed = words.guess_language(text) or language
    code = guessed if guessed in CITATION_TALK else "en"
    reading = CitationReading(line, code, title, strong)
    pointed, numbers = reading.loosely()
    named = title if pointed == "title" else ""
    topic = ""
    if asks == "about":
        folded = _topic(line, reading).replace(_MARK, " ")
        topic = _as_written(folded.split(), text) or folded.strip() or text  # nothing is no subject to search for
    return CitationAsked(asks, pointed, numbers, reading.ids, named, topic, is_guess=True, language=code)


def may_ask(text: str) -> bool:
    """Says whether a question has a word of those that questions about sources have, or a kind of document."""
    if len(text) > LONGEST:
        return False
    line = line_of(text)
    return bool(_languages(line, "")) or any(kind.search(line) for kind in _KINDS)


def _rank(asked: CitationAsked) -> tuple[bool, ...]:
    return asked.is_sure, not asked.is_guess, asked.pointed != "last", asked.asks != "about", asked.asks != "more"


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
        pieces = [plain] if HAS_UNSPACED.search(plain) else _runs(plain, line)
        named = (re.search(_ALONE.format(re.escape(each)), line) for each in pieces)
        if match := next(filter(None, named), None):
            sure = any(kind.search(match[0]) for kind in _KINDS) or len(match[0].split()) >= NAMED
            return f"{line[: match.start()]}{_MARK}{line[match.end() :]}", title, sure
    for kind in _KINDS:
        called = [title for title in titles if kind.search(line_of(title))]
        if called and (match := kind.search(line)):
            return f"{line[: match.start()]}{_MARK}{line[match.end() :]}", called[0], True
    return line, "", False


def _runs(plain: str, line: str) -> Iterator[str]:
    """Yields the runs of a title's words that name it and that a line says, the longest first."""
    pieces = plain.split()
    whole = len(words.content_words(plain)) or len(pieces)
    least = max(COVERED * whole, min(2, whole))
    runs = {run for start in range(len(pieces)) for run in takewhile(line.__contains__, _from(pieces, start))}
    for run in sorted(runs, key=lambda run: (-len(run), run)):
        if not run.isdigit() and len(words.content_words(run)) >= least:
            yield run


def _from(pieces: Sequence[str], start: int) -> Iterator[str]:
    """Yields one word of a title, two words, and so on."""
    return (" ".join(pieces[start:end]) for end in range(start + 1, len(pieces) + 1))


def _read(line: str, plain: str, language: str, title: str, strong: bool) -> CitationAsked | None:
    reading = CitationReading(line, language, title, strong)
    if reading.names_document and plain != line:
        line, reading = plain, CitationReading(plain, language, "", False)
    asks = _asks(reading)
    is_guess = asks is None and bool(reading.unknown) and reading.is_certain
    asks = "about" if is_guess else asks
    is_guess = is_guess or (asks == "about" and reading.pointed == "table" and not reading.has("cited"))
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
        is_guess=is_guess,
        by_hash=reading.by_hash,
        language=language,
    )


def _asks(reading: CitationReading) -> Asks | None:
    """Returns what is asked; None if it is not about a source."""
    has, points, clean = reading.has, reading.pointed != "last", not reading.unknown
    if reading.pointed == "title" and not reading.strong and not (clean and has(*_SOURCE_WORDS)):
        return None
    if has("according") and points and not reading.by_hash:
        return "about"
    if has("why") and has("num", "ref") and reading.pointed == "chip" and not reading.by_hash:
        return "status"
    if (
        reading.pointed in ("chip", "id")
        and not has("why")
        and any(pair in (("other", "document"), ("other", "source")) for pair in pairwise(reading.names))
    ):
        return "otherwise"
    others = has("other_word") and has("document", "source", "sourced", "say", "other")
    nearly = clean or reading.is_nearly_clean
    if not clean and _is_about(reading) and not (nearly and others):
        return "about"
    if nearly:
        if (points and has("why")) or (has("fault") and has("source") and not has("say")):
            return "status"
        if others or (has("other_word") and points):
            return "otherwise"
        if has("nearby") and not has("exact", "sourced", "aged"):
            return "more"
        if has("exact") or (points and has("exactly") and not has("sourced", "origin", "aged")):
            return "wording"
        if has("sourced") or (points and has("origin", "aged")) or (has("aged") and _is_bare(reading)):
            return "origin"
        if points and (has("more") or (has("claim") and (has("other") or not clean))):
            return "more"
        if reading.pointed == "chip" and (has("document") or has("other")):
            return "origin" if has("document") else "otherwise"
    if clean and has("source") and (reading.pointed == "title" or set(reading.names) == {"source"}):
        return "origin"
    if not (clean and points):
        return None
    if (has("claim") and reading.pointed in ("chip", "id")) or (has("cited") and reading.pointed == "table"):
        return "wording"
    return "more" if has("say") or _names_a_source(reading) else None


def _is_about(reading: CitationReading) -> bool:
    """Says whether a question asks what the source says about a subject."""
    if reading.pointed == "last" or reading.by_hash or _is_topic(reading):
        return False
    if reading.has("say") or (reading.has("cited") and reading.pointed != "title"):
        return True
    return reading.pointed == "chip" and ("about", UNKNOWN) in pairwise(reading.names)


def _is_topic(reading: CitationReading) -> bool:
    """Says whether the source is the subject of the question: "What does the council say about the handbook?"; or is
    something else: "the home page"."""
    if "title" not in reading.names:
        return reading.is_described()
    at = reading.names.index("title")
    before = " ".join(reading.names[:at])
    sides = {tag.start > reading.tags[at].start for tag in reading.unknown}
    return re.search(rf"\babout( this)*( {UNKNOWN})*$", before) is not None or len(sides) > 1


def _is_bare(reading: CitationReading) -> bool:
    """Says whether nothing is named that could be old or written."""
    return not reading.has("table", "page", "num")


def _names_a_source(reading: CitationReading) -> bool:
    """Says whether a question consists of a reference to a source and nothing else."""
    return reading.pointed in ("chip", "id") and not reading.by_hash


def _topic(line: str, reading: CitationReading) -> str:
    """Returns what the source may say something about: the words without meaning, and those between and around them."""
    if not reading.unknown:
        return ""
    first, last = reading.unknown[0], reading.unknown[-1]
    before = [tag.end for tag in reading.tags if tag.start < first.start and tag.name not in _IN_TOPIC]
    return line[first.start if reading.joined else max(before, default=0) : last.end].strip()
