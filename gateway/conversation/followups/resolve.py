"""Does a question point at something that was said before, and at which section of it? Rules, no model, under a
millisecond.

Two tiers. An explicit reference (`S2`, "point B", "le 2e point", "#1", "the last one", words of a title) is looked up
among the sections and list items of the thread. Whatever else leans on what was said is only marked as dependent: it
allows a second search and forbids sharing the answer, and never rewrites a question.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from gateway import words
from gateway.answer.answer import RefType
from gateway.conversation.followups.pointing import Sentence
from gateway.conversation.followups.pointing_unspaced import UnspacedSentence
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.conversation.followups.tokens import GRAMMARS, NAMES, Pointer, QuestionToken, tokens
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.languages.subjects.asking import ASKING
from gateway.words.text.folding import HAN, HAS_UNSPACED, collapsed
from gateway.words.text.patterns import compiled

MOST = 3
"""Sections that one question may point at; a search is made for each."""
LONGEST = 400
"""Characters that are looked at: a follow-up is short."""
COVERED, NAMED = 0.6, 0.5
"""The share of a title's words, each counted the less the more titles have it, that the question must say; and the
share of the question's own words that must be of such titles."""
SHORT = 6
"""Characters, signs among them, of a question in a script without blanks that cannot stand alone."""
HINTED = 0.3
"""The share of a title that is enough where the question says nothing else."""

_UNSPACED = next(code for code, language in LANGUAGES.items() if language.unspaced_grammar)
"""The language of a question with Han characters."""
_ABOUT = frozenset().union(*(grammar.about for grammar in GRAMMARS.values()))
"""Behind what a section is called, they make the rest its title."""
_HAN = re.compile(f"[{HAN}]")
_ID = re.compile(r"(?<![A-Za-z0-9_.,:/#-])[Ss]([1-9])(?![A-Za-z0-9_]|[.,:/-]\d)")
"""The id of a section in a text whose words are not known."""
_QUOTED = re.compile('[«“"「『《](.{3,120}?)[»”"」』》]')


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What a question points at."""

    ref_type: RefType = "none"
    sections: tuple[OutlineEntry, ...] = ()
    """At most `MOST`, in the order of the question."""
    matched: tuple[str, ...] = ()
    """The words of the question that pointed."""
    beside: str = ""
    """What it says beside them that is no way of asking: "fees" of "and the fees of S2?"."""
    dependent: bool = False
    """It seems to depend on what was said before."""
    choose: bool = False
    """It points at what cannot be told, and there are sections to choose from: the answer is to ask which one."""

    @property
    def detected(self) -> bool:
        return self.ref_type != "none" or self.dependent

    @property
    def resolved(self) -> bool:
        return bool(self.sections)

    def queries(self, question: str) -> tuple[str, ...]:
        """Returns what to look up: `<title> — <question>` for each section, else the question as it is."""
        return tuple(f"{section.title} — {question}" for section in self.sections) or (question,)


def resolve(question: str, language: str, state: ThreadState | None) -> FollowUp:
    """Returns what `question` points at in a thread whose last answers left `state`; None: nothing is known of them.

    `language`: as it was recognised; a grammar also shows by its words. In a language without a grammar, ids and titles
    are understood. Never raises.
    """
    text = collapsed(unicodedata.normalize("NFC", question))[:LONGEST].strip()
    found = _resolve_unspaced(text, state or ThreadState()) if _HAN.search(text) else _resolve(text, language, state)
    if found.ref_type != "none" or not state or _is_read(language):
        return found
    return _resolve_unread(text, language, state)


def _is_read(language: str) -> bool:
    """Says whether a language has a grammar, or none of the tables."""
    tables = language_of(language)
    return language not in LANGUAGES or bool(tables.grammar or tables.unspaced_grammar)


def _resolve(text: str, language: str, state: ThreadState | None) -> FollowUp:
    state = state or ThreadState()
    question_tokens = tokens(text)
    sentences = _sentences(question_tokens, language)
    for sentence in sentences:
        if pointers := sentence.pointers():
            return _pointed(pointers, text, state, _beside(sentence, pointers, text))
    for sentence in sentences if state.outline or state.listed else ():
        if named := _named(text, state, _topic(sentence, language), language, alone=_is_bare(sentence)):
            return named
    if any(map(_asks_for_more, sentences)):
        return _anaphora(text, state)
    return FollowUp(dependent=any(map(_leans, sentences)))


def _resolve_unspaced(text: str, state: ThreadState) -> FollowUp:
    sentence = UnspacedSentence(text)
    if pointers := sentence.pointers():
        return _pointed(pointers, text, state, UnspacedSentence(_without(pointers, text)).topic.strip("，。？！、 "))
    topic = set(words.content_words(sentence.topic, _UNSPACED)) if sentence.framed else None
    if named := _named(text, state, topic, _UNSPACED, alone=sentence.topic == sentence.text):
        return named
    return _anaphora(text, state) if sentence.anaphoric else FollowUp(dependent=sentence.dependent)


def _resolve_unread(text: str, language: str, state: ThreadState) -> FollowUp:
    """Reads a question in a language without a grammar: an id, the words of a title, and words that ask for more. So
    short a question that it says one word more depends on what was said."""
    ids = [Pointer("section_id", (int(match[1]),), *match.span()) for match in _ID.finditer(text)]
    deep, either = _asking(language)
    rest = words.fold(_without(ids, text))
    asked, rest = deep.search(rest) is not None, either.sub(" ", rest)
    topic = set(words.content_words(rest, language))
    if ids and any(_pools(ids, state)) and NAMES.isdisjoint(words.fold(text).split()):
        return _pointed(ids, text, state, words.excerpt(rest, topic))
    if named := _named(text, state, topic, language, alone=not asked):
        return named
    if asked and not topic:
        return _anaphora(text, state)
    brief = len("".join(rest.split())) <= SHORT if HAS_UNSPACED.search(rest) else len(topic) < 2
    return FollowUp(dependent=brief)


@lru_cache(maxsize=32)
def _asking(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns what finds the words that ask for more, and them with those around them."""
    asking = ASKING.get(language)
    if asking is None:
        return compiled(""), compiled("")
    patterns = asking.deep, f"{asking.deep}|{asking.filler}"
    joined = HAS_UNSPACED.search(asking.deep)
    deep, either = (re.compile(pattern if joined else rf"\b(?:{pattern})\b") for pattern in patterns)
    return deep, either


def _sentences(question_tokens: Sequence[QuestionToken], language: str) -> list[Sentence]:
    """Returns the question read with each grammar whose words occur, the one with the most of them first, and with the
    one of its language."""
    texts = [token.text for token in question_tokens]
    hits = {code: sum(map(grammar.markers.__contains__, texts)) for code, grammar in GRAMMARS.items()}
    spoken = [code for code in hits if hits[code] or code == language] or list(hits)
    spoken.sort(key=lambda code: (-hits[code], code != language))
    return [Sentence(question_tokens, code, sure=hits[code] == hits[spoken[0]]) for code in spoken]


def _pointed(pointers: Sequence[Pointer], text: str, state: ThreadState, beside: str) -> FollowUp:
    """Looks the references up; where one of them is nowhere, none is guessed."""
    matched = tuple(text[pointer.start : pointer.end] for pointer in pointers)
    several = len({number for pointer in pointers for number in pointer.numbers}) > 1
    kind: RefType = "multi" if several else pointers[0].kind
    pools = [pool for pool in _pools(pointers, state) if pool]
    for pool in pools:
        found = [_entry(pool, number) for pointer in pointers for number in pointer.numbers]
        entries = dict.fromkeys(entry for entry in found if entry)
        if None not in found:
            return FollowUp(kind, tuple(entries)[:MOST], matched, beside, dependent=True)
    return FollowUp(kind, (), matched, beside, dependent=True, choose=bool(pools))


def _beside(sentence: Sentence, pointers: Sequence[Pointer], text: str) -> str:
    """Returns the words of a question that neither point nor ask."""
    beside = (
        text[token.start : token.end]
        for token in sentence.content()
        if not any(pointer.start <= token.start < pointer.end for pointer in pointers)
    )
    return " ".join(beside)


def _without(pointers: Sequence[Pointer], text: str) -> str:
    for pointer in reversed(pointers):
        text = text[: pointer.start] + text[pointer.end :]
    return text


def _pools(pointers: Sequence[Pointer], state: ThreadState) -> list[tuple[OutlineEntry, ...]]:
    """Says where to look, in this order. Section ids are those of an outline; the rest means what was said last."""
    outlines = [state.outline, state.parent]
    if any(pointer.kind == "section_id" and not pointer.section for pointer in pointers):
        return outlines
    if state.listed_newer and not any(pointer.section for pointer in pointers):
        return [state.listed, *outlines]
    return [*outlines, state.listed]


def _entry(pool: Sequence[OutlineEntry], number: int) -> OutlineEntry | None:
    """Returns the entry of this number, as the answer counted; from the end for -1, -2."""
    wanted = pool[-1].number + 1 + number if number < 0 else number
    return next((entry for entry in pool if entry.number == wanted), None)


def _anaphora(text: str, state: ThreadState) -> FollowUp:
    """ "Détaille ça": nobody can tell what, so the user is asked, if there is anything to choose from."""
    return FollowUp("anaphora", (), (text,), dependent=True, choose=bool(state.outline or state.listed))


def _asks_for_more(sentence: Sentence) -> bool:
    g = sentence.grammar
    asked = any(token.text in g.deep for token in sentence.tokens) or compiled(g.more).search(sentence.line)
    return bool(asked) and not sentence.content()


def _leans(sentence: Sentence) -> bool:
    """Says whether a question depends on its context: it goes on from it, or a pronoun comes before anything it could
    mean."""
    g = sentence.grammar
    if not sentence.tokens:
        return False
    line = compiled(g.impersonal).sub(" ", sentence.line)
    bare = line.rstrip(" ?!.…,;:")
    if compiled(g.back).search(bare):
        return True
    content = {token.text for token in sentence.content()}
    if not content:
        return True
    seen = 0
    texts = bare.split()
    for position, word in enumerate(texts, start=1):
        if word in g.pronouns and (not seen or (seen == 1 and position == len(texts))):
            return True
        seen += word in content
    return False


def _topic(sentence: Sentence, language: str) -> set[str] | None:
    """Returns what the question is about, if it asks for something in a way that may name a section; None: it does
    not."""
    g = sentence.grammar
    texts = [token.text for token in sentence.tokens]
    named = any(
        before in g.articles - g.open_articles and noun in g.nouns and behind in _ABOUT
        for before, noun, behind in zip(texts, texts[1:], texts[2:], strict=False)
    )
    points = (
        not g.deep.isdisjoint(texts)
        or named
        or compiled(g.opener).match(sentence.line)
        or compiled(g.more).search(sentence.line)
    )
    if not points and not _is_bare(sentence):
        return None
    return set(words.content_words(" ".join(token.text for token in sentence.content()), language))


def _is_bare(sentence: Sentence) -> bool:
    """Hardly anything is said but names of things: "Late fees?"."""
    words_said = [token for token in sentence.tokens if token.kind != "sign"]
    return len(words_said) - len(sentence.content()) <= 2 and not sentence.framed


def _named(text: str, state: ThreadState, topic: set[str] | None, language: str, *, alone: bool) -> FollowUp | None:
    """Returns the sections whose titles the question says. `alone`: nothing asks for them, so the whole title must be
    said."""
    pools = (state.listed, state.outline) if state.listed_newer else (state.outline, state.listed)
    pool = next((pool for pool in pools if pool), ())
    if not pool:
        return None
    quoted = {words.fold(match[1].strip()) for match in _QUOTED.finditer(text)}
    found = [entry for entry in pool if words.fold(entry.title) in quoted]
    matched, beside = [entry.title for entry in found], ""
    if not found and topic:
        found, told = _said(topic, pool, language, alone=alone)
        beside = words.excerpt(text, topic - told, language)
        matched = [text[word.start : word.end] for word in words.words(text, language) if word.term in told]
    if not found:
        return None
    kind: RefType = "title" if len(found) == 1 else "multi"
    return FollowUp(kind, tuple(found[:MOST]), tuple(dict.fromkeys(matched)), beside, dependent=True)


def _said(
    topic: Set[str], pool: Sequence[OutlineEntry], language: str, *, alone: bool
) -> tuple[list[OutlineEntry], set[str]]:
    """Returns the entries whose titles the topic says well enough, if together they are what it is about, and its words
    that say them."""
    titles = [set(words.content_words(entry.title, language)) for entry in pool]
    holders = Counter(word for title in titles for word in title)
    found = []
    told: set[str] = set()
    for entry, title in zip(pool, titles, strict=True):
        common = title & topic
        if any(holders[word] == 1 for word in common):
            share = sum(1 / holders[word] for word in common) / sum(1 / holders[word] for word in title)
            if share >= (HINTED if common == topic and not alone else COVERED):
                found.append(entry)
                told |= common
    return (found, told) if len(told) >= len(topic) * (1 if alone else NAMED) else ([], set())
