"""Excerpts of texts that have no sentences: transcripts, chats, subtitles, values below a heading. Pure."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.graph_text import statements
from gateway.knowledge.format_table import PLAIN_TEXT, is_code
from gateway.models.quoting.blocks import code_lines, readable

LONGEST = 400
"""Characters of an excerpt; those of scripts without spaces count twice."""
LONGEST_HEADING = 120
LONGEST_PIECE = 200
"""Characters of a piece that is compared by its meaning."""
CUT = "…"
WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_BORDER = re.compile(r"\n+|(?<=[.!?…])[\"'”’»)\]*_]*\s+|[。！？｡]+[」』”’）]*")
"""Ends a line or a sentence, with or without a capital after it."""
_MARKS = ("**", "__", "`")


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of the question in a text."""

    start: int
    end: int
    term: str


def around(text: str, weights: Mapping[str, float], kin: words.Kin, language: str | None) -> str:
    """Returns the part of a text that has most of the question's words, with its whole lines or sentences where they
    are short enough; else its beginning. "…" shows where a line is cut."""
    widths = [0, *accumulate(2 if WIDE.match(character) else 1 for character in text)]
    if widths[-1] <= LONGEST:
        return text
    first, last = _densest(_hits(text, weights, kin, language), weights, widths)
    spare = LONGEST - (widths[last] - widths[first])
    room = max(spare // 2, spare - (widths[-1] - widths[last]))
    lowest = next(at for at in range(first + 1) if widths[first] - widths[at] <= room)
    borders = [0, *(match.end() for match in _BORDER.finditer(text)), len(text)]
    start = next((at for at in borders if lowest <= at <= first), None)
    begin = _word_start(text, lowest, first) if start is None else start
    highest = next(at for at in range(len(text), last - 1, -1) if widths[at] - widths[begin] <= LONGEST)
    stop = next((at for at in reversed(borders) if last <= at <= highest), None)
    end = _word_end(text, highest, last) if stop is None else stop
    found = text[begin:end].strip()
    for mark in _MARKS:  # whose other half is cut off
        found = found.replace(mark, "") if found.count(mark) % 2 else found
    return f"{'' if start is not None else CUT + ' '}{found}{'' if stop is not None else ' ' + CUT}"


def pieces(text: str) -> list[str]:
    """Returns a text without sentences in pieces of whole lines; a long line is cut between words."""
    found: list[str] = []
    lines = (line for part in _BORDER.split(text) for line in textwrap.wrap(part, LONGEST_PIECE))
    for line in lines:
        if found and len(found[-1]) + len(line) < LONGEST_PIECE:
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def headed(excerpt: str, heading: str, weights: Mapping[str, float], kin: words.Kin, language: str | None) -> str:
    """Returns an excerpt below its heading if that has words of the question that the excerpt lacks."""
    own_terms, over = (dict.fromkeys(words.terms(text, language), 1.0) for text in (excerpt, heading))
    if not any(kin.credit(term, over) and not kin.credit(term, own_terms) for term in weights):
        return excerpt
    name = heading if len(heading) <= LONGEST_HEADING else f"{heading[:LONGEST_HEADING].rpartition(' ')[0]} {CUT}"
    return f"{name}:{chr(10) if chr(10) in excerpt else ' '}{excerpt}"


def closest(
    question: str, language: str, candidates: Sequence[Candidate], *, matching: bool
) -> tuple[Candidate, str] | None:
    """Returns the source with the most of a question's words, and an excerpt around them; None if no source has text,
    or if no source has any of the words and one is `matching` only with a word."""
    terms = words.query_terms(question, language)
    texts = {each.citation_id: _readable(each) for each in candidates}
    standing = words.vocabulary("\n".join(texts.values()), language)
    kin, weights = words.kin(question, terms, standing, language), dict.fromkeys(terms, 1.0)
    found: list[tuple[float, Candidate, str]] = []
    for candidate in candidates:
        if text := texts.get(candidate.citation_id):
            heading = candidate.heading.rpartition(" › ")[2] or candidate.title
            excerpt = headed(around(text, weights, kin, language), heading, weights, kin, language)
            own_terms = dict.fromkeys(words.terms(excerpt, language), 1.0)
            found.append((sum(kin.credit(term, own_terms) for term in terms), candidate, excerpt))
    best = max(found, key=lambda each: each[0], default=None)  # of equals the first: that which search found best
    return best[1:] if best and (best[0] or not matching) else None


def _readable(candidate: Candidate) -> str:
    if candidate.type == "graph":
        return "\n".join(statement.text for statement in statements(candidate.graph))
    if is_code(candidate.source or candidate.title):
        return "\n".join(unit.text for unit in code_lines(candidate.text))
    return readable(candidate.text, plain=candidate.media_type == PLAIN_TEXT) or candidate.text.strip()


def _hits(text: str, weights: Mapping[str, float], kin: words.Kin, language: str | None) -> list[AskedWord]:
    """Returns the words of a text that say a term of the question, in reading order."""
    found = words.words(text, language)
    standing = {word.term for word in found}
    asked_by_term = {term: term for term in standing & weights.keys()}
    for term in weights.keys() - standing:
        asked_by_term.update({other: term for other in standing if kin.credit(term, {other: 1.0})})
    return [AskedWord(word.start, word.end, asked_by_term[word.term]) for word in found if word.term in asked_by_term]


def _densest(hits: Sequence[AskedWord], weights: Mapping[str, float], widths: Sequence[int]) -> tuple[int, int]:
    """Returns where the shortest part begins and ends that says most of the question within `LONGEST`."""
    best, span = (0.0, 0), (0, 0)
    for number, left in enumerate(hits):
        told: set[str] = set()
        for right in hits[number:]:
            width = widths[right.end] - widths[left.start]
            if width > LONGEST:
                break
            if right.term not in told:
                told.add(right.term)
                worth = sum(weights[term] for term in told), -width
                if worth > best:
                    best, span = worth, (left.start, right.end)
    return span


def _word_start(text: str, lowest: int, first: int) -> int:
    """Returns the first beginning of a word from `lowest` on; in a script without spaces any character begins one."""
    at = lowest
    while at < first and not text[at - 1].isspace() and not words.is_unspaced(text[at]):
        at += 1
    while at < first and unicodedata.category(text[at]) in ("Mn", "Mc"):
        at += 1
    return at


def _word_end(text: str, highest: int, last: int) -> int:
    """Returns the last end of a word up to `highest`."""
    at = highest
    while at > last and not text[at].isspace() and not words.is_unspaced(text[at - 1]):
        at -= 1
    while at > last and unicodedata.category(text[at]) in ("Mn", "Mc"):
        at -= 1
    return at
