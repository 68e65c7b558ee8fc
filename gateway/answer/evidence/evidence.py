"""Does the passage say what the paragraph says? Words, not understanding.

The score is the share of the paragraph's content words that the passage holds, every word alike: on claims with human
labels no weight by rarity did better, and rarity among candidates of one subject makes the subject's own words count
for nothing. `ok` means "wording covered": negation and arithmetic are not seen. Where words cannot be compared (fewer
than two content words, code and formulas, a source without text) the citation is kept as `unchecked`. So is that of a
source in another language, until `far_sources` judges it. What was tried and what it was worth:
`docs/adr/0018-word-cover.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from gateway import words
from gateway.answer.answer import Candidate, Candidates, Citation, Evidence
from gateway.answer.events import CoreDecision
from gateway.answer.evidence import far_sources
from gateway.answer.evidence.citation_ids import refuses
from gateway.answer.evidence.doubts import findings, marked
from gateway.answer.evidence.evidence_rule import EvidenceFeatures, features
from gateway.answer.evidence.facts.finding import Finding
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.graph_text import statements
from gateway.words.text import markdown
from gateway.words.text.folding import UNSPACED


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """`drop`, `move`, `weak`: scores below which a citation goes, moves to a better passage, or is called weak.
    `report` says so without dropping or moving, `off` checks nothing.

    The three numbers fit the way covered words are counted: they change with it, and not by settings.
    """

    mode: Literal["enforce", "report", "off"] = "enforce"
    drop: float = 0.2
    move: float = 0.35
    weak: float = 0.65
    across: bool = False
    """The caller compares the meaning of sentences in two languages (`EvidenceIndex.far_sources`)."""


FEWEST_WORDS = 2
"""Content words of a claim below which its score is chance."""
MOST_RANGES = 3
"""Sentences of a source shown for one citation."""
_GAIN = 0.1
"""Share of the claim's words that a further sentence must add to be shown."""
_FORMULA = re.compile(
    r"\$\$.*?(?:\$\$|\Z)|\$[^\s$](?:[^$\n]{0,200}[^\s$])?\$(?!\d)|\\\[.{0,1000}?\\\]|\\\([^\n]{0,400}?\\\)"
    r"|\\begin\{([a-z]{1,20}\*?)\}.{0,1000}?\\end\{\1\}",
    re.DOTALL,
)
_LEFT_OUT = re.compile(r"^[ \t]*(?:[-*+|][ \t]+)?….{0,24}$", re.MULTILINE)
_MARKED_WORD = re.compile(rf"(?<=[{UNSPACED}])(?:\*{{1,3}}|`|~~)(?=[{UNSPACED}])")
"""A mark between two characters that are words together only without it."""
REMEMBERED, LONGEST = 128, 2000
"""Sources whose sentences are kept, and characters of one of them: 10 to 20 kB each."""
_UNKNOWN = Candidate("", "graph", {"entitiesFromQuestion": [], "vertices": [], "edges": []}, 0.0, 0)
"""Stands for a source that is not among the candidates. It says nothing."""


class _Voice(NamedTuple):
    """In which script and language a text is written."""

    script: str
    language: str | None


@dataclass(slots=True)
class _Claim:
    """One sentence of a paragraph: where it begins, its content words, and how many of them each candidate holds."""

    start: int
    text: str
    terms: set[str]
    covered: list[int]


_Sentence = tuple[int, int, Set[str]]
"""Where a sentence of a source begins and ends, and its terms."""


class EvidenceIndex:
    """The candidates of one answer, indexed once, when the first paragraph with a citation is complete."""

    def __init__(self, candidates: Candidates, settings: EvidenceSettings, language: str) -> None:
        self._candidates, self.settings, self._language = candidates, settings, language
        self._places = candidates.places
        self._terms: list[tuple[words.PlacedTerms, ...]] = []
        self._holders: dict[str, list[int]] = {}
        self._sentences: dict[str, Sequence[_Sentence]] = {}
        self._voices: dict[str, _Voice] = {}

    # Public --------------------------------------------------------------------------------------------------------

    def check(
        self, text: str, ids: Sequence[str], quoted: Mapping[str, Sequence[tuple[int, int]]] | None = None
    ) -> tuple[list[Citation], list[CoreDecision]]:
        """Returns the citations of a paragraph that stand, with status, score and evidence; and what was decided about
        the others. `quoted`: ranges of the sources that the model's service named, by id; they are the evidence where
        words cannot be compared."""
        if not ids:
            return [], []
        if self.settings.mode == "off":
            return [Citation(citation_id) for citation_id in ids], []
        prose = prose_of(text)
        claims = self._claims(prose)
        enough = sum(len(claim.terms) for claim in claims) >= FEWEST_WORDS
        voice = self._voice(prose, claims, ids)
        checkable = [citation_id for citation_id in ids if enough and self._comparable(voice, citation_id)]
        standing: list[Citation] = []
        decisions: list[CoreDecision] = []
        taken = set(ids)
        doubts: dict[str, list[Finding]] = {}
        for citation_id in ids:
            if citation_id not in checkable:
                standing.append(
                    Citation(citation_id, evidence=self._named(citation_id, (quoted or {}).get(citation_id)))
                )
                continue
            citation, decision = self._judge(citation_id, checkable, claims, voice, taken, doubts)
            if citation:
                taken.add(citation.citation_id)
                standing.append(citation)
            if decision:
                decisions.append(decision)
        far = [each.citation_id for each in standing if each.score is None and self._is_far(voice, each.citation_id)]
        self._doubt(claims, standing, doubts, far)
        if far:
            cited = [searchable(self._candidate(each.citation_id)) for each in standing]
            lacking = far_sources.lacking([(claim.start, claim.text) for claim in claims], cited, self._language)
            doubts |= {each: list(lacking.findings) for each in far}
            if lacking.findings:
                share = round(1 - len(lacking.findings) / lacking.facts, 3)
                standing = [replace(each, score=share) if each.citation_id in far else each for each in standing]
        return [
            found if found.score is None else marked(found, doubts.get(found.citation_id, ()), prose, text)
            for found in standing
        ], decisions

    def far_sources(self, text: str, citations: Sequence[Citation]) -> list[FarSource]:
        """Returns the sources in another language whose sentences are to be compared with those of a paragraph by
        their meaning; empty if facts decided already, or if nobody compares."""
        unchecked = [each.citation_id for each in citations if each.status == "unchecked"]
        if not self.settings.across or self.settings.mode == "off" or not unchecked:
            return []
        prose = prose_of(text)
        claims = self._claims(prose)
        voice = self._voice(prose, claims, [each.citation_id for each in citations])
        places = [self._places[each.citation_id] for each in citations if each.score is not None]
        weak = self.settings.weak
        left = [each for each in claims if all(each.covered[at] < weak * len(each.terms) for at in places)] or claims
        if sum(len(claim.terms) for claim in left) < FEWEST_WORDS:
            return []
        return far_sources.limited(
            FarSource(
                each,
                (voice.language or self._language, self._voices[each].language or ""),
                tuple(claim.text for claim in left),
                self._texts_of(each),
            )
            for each in unchecked
            if self._is_far(voice, each)
        )

    def compared(
        self, citations: Sequence[Citation], sources: Sequence[FarSource], found: Sequence[Sequence[Near]]
    ) -> list[Citation]:
        """Returns the citations with what a comparison by meaning found (`far_sources`)."""
        return far_sources.judged(citations, sources, found, self._sentence_ranges)

    def features(self, text: str, citations: Sequence[Citation], *, is_verified: bool = False) -> EvidenceFeatures:
        """Returns what the calibrated rule reads of a paragraph and its sources that are `ok`; if none is, of those
        that were checked."""
        prose = prose_of(text)
        voice = self._voice(prose, claims := self._claims(prose), [each.citation_id for each in citations])
        checked = [each for each in citations if each.score is not None]
        standing = [each for each in checked if each.status == "ok"] or checked
        alike = [each for each in standing if self._comparable(voice, each.citation_id)]
        if not alike:  # the features of words say nothing
            nearness = max((each.score or 0.0 for each in standing), default=0.0)
            return EvidenceFeatures(nearness=nearness, verified=float(is_verified))
        places = {self._places[each.citation_id] for each in alike}
        found = sum(not places.isdisjoint(self._holding(term)) for claim in claims for term in claim.terms)
        total = max(1, sum(len(claim.terms) for claim in claims))
        cited = ((each.citation_id, self._candidate(each.citation_id)) for each in alike)
        sources = [(f"{source.title} {source.heading}", self._texts_of(name)) for name, source in cited]
        return features(prose, sources, found / total, is_verified=is_verified)

    def supporters(self, text: str) -> tuple[str, ...]:
        """Returns the candidates that carry a text without ids, in the order of the sentences they carry."""
        if self.settings.mode == "off":
            return ()
        found: dict[str, None] = {}
        for claim in self._claims(prose_of(text))[:200]:
            most = max(claim.covered, default=0)
            if len(claim.terms) >= FEWEST_WORDS and most >= self.settings.weak * len(claim.terms):
                found[self._candidates[claim.covered.index(most)].citation_id] = None
        return tuple(found)

    def _candidate(self, citation_id: str) -> Candidate:
        return self._candidates.get(citation_id) or _UNKNOWN

    # Scores --------------------------------------------------------------------------------------------------------

    def _holding(self, term: str) -> list[int]:
        """Returns the places of the candidates that hold a term."""
        found = self._holders.get(term)
        if found is None:
            self._terms = self._terms or [_placed(candidate, self._language) for candidate in self._candidates]
            holding = (index for index, texts in enumerate(self._terms) if any(term in text for text in texts))
            found = self._holders[term] = list(holding)
        return found

    def _claims(self, prose: str) -> list[_Claim]:
        claims = []
        for start, end in words.sentences(prose, self._language):
            sentence = prose[start:end]
            terms = set(words.content_words(sentence, self._language))
            if not terms:
                continue
            covered = [0] * len(self._candidates)
            for term in terms:
                for index in self._holding(term):
                    covered[index] += 1
            claims.append(_Claim(start, sentence, terms, covered))
        return claims

    def _carried(self, citation_id: str, ids: Sequence[str], claims: Sequence[_Claim]) -> list[_Claim]:
        """Returns the sentences that this source carries best of all cited ones."""
        places = self._places
        own = places[citation_id]
        return [claim for claim in claims if claim.covered[own] >= max(claim.covered[places[other]] for other in ids)]

    def _judge(
        self,
        citation_id: str,
        ids: Sequence[str],
        claims: Sequence[_Claim],
        voice: _Voice,
        taken: set[str],
        doubts: dict[str, list[Finding]],
    ) -> tuple[Citation | None, CoreDecision | None]:
        """Judges one of the cited `ids` by the sentences that it carries best; where there is none, by the one that it
        carries best of all, and without help of the others. A citation that would move to a passage with other facts
        stays, with what is found there in `doubts`."""
        settings, own = self.settings, self._places[citation_id]
        carried, together = self._carried(citation_id, ids, claims), ids
        if not carried:
            carried, together = [max(claims, key=lambda claim: claim.covered[own])], [citation_id]
        score = _score(carried, own)
        detail = {"id": citation_id, "score": score}
        if score < settings.move:
            better = self._better(carried, voice, taken)
            if better is not None:
                different = [each for claim in carried for each in self._findings(claim, [better.citation_id])]
                if different:
                    doubts[citation_id] = different
                    return self._stands(citation_id, carried, "weak"), None
                if settings.mode == "enforce":
                    moved = self._stands(better.citation_id, carried, "moved")
                    return replace(moved, original_id=citation_id), CoreDecision(
                        "id_moved", {**detail, "to": better.citation_id}
                    )
                decision = CoreDecision("id_would_move", {**detail, "to": better.citation_id})
                return self._stands(citation_id, carried, "weak"), decision
            if score < settings.drop and settings.mode == "enforce":
                return None, CoreDecision("id_dropped", {**detail, "reason": "no_evidence"})
            would_drop = CoreDecision("id_would_drop", detail) if score < settings.drop else None
            return self._stands(citation_id, carried, "weak"), would_drop
        return self._stands(citation_id, carried, "ok" if self._covers(together, carried) else "weak"), None

    def _covers(self, ids: Sequence[str], claims: Sequence[_Claim]) -> bool:
        """Tells whether cited sources hold enough of the sentences' words. A sentence may rest on several of them
        together, each of which holds enough of it not to be dropped."""
        places, found, total = self._places, 0, 0
        for claim in claims:
            total += len(claim.terms)
            least = self.settings.move * len(claim.terms)
            sources = {places[each] for each in ids if claim.covered[places[each]] >= least}
            found += sum(not sources.isdisjoint(self._holding(term)) for term in claim.terms)
        return found >= self.settings.weak * total

    def _doubt(
        self,
        claims: Sequence[_Claim],
        standing: Sequence[Citation],
        doubts: dict[str, list[Finding]],
        far: Sequence[str],
    ) -> None:
        """Adds to `doubts` what no cited source states, at the one that carries the sentence best. `far`: cited sources
        in another language, which may state a figure."""
        ids = [citation.citation_id for citation in standing if citation.score is not None]
        others = [searchable(self._candidate(each)) for each in far]
        for claim in claims if ids else ():
            if not refuses(claim.text, self._language) and (found := self._findings(claim, ids)):
                best = max(ids, key=lambda each: claim.covered[self._places[each]])
                doubts.setdefault(best, []).extend(
                    each
                    for each in found
                    if each.reason != "figure"
                    or not far_sources.states(claim.text[each.start - claim.start : each.end - claim.start], others)
                )

    def _findings(self, claim: _Claim, ids: Sequence[str]) -> list[Finding]:
        """Returns the facts of a sentence that these sources do not state, at their places in the paragraph."""
        sources = [(self._candidate(each), self._sentences_of(each)) for each in ids]
        found = findings(claim.text, claim.terms, sources, self._language)
        return [each.moved(claim.start) for each in found]

    def _better(self, claims: Sequence[_Claim], voice: _Voice, taken: set[str]) -> Candidate | None:
        """Returns the candidate that carries the sentences best, where it does so well enough to be `ok`."""
        score, index = max((_score(claims, index), -index) for index in range(len(self._candidates)))
        candidate: Candidate = self._candidates[-index]
        well = score >= self.settings.weak and candidate.citation_id not in taken
        return candidate if well and self._comparable(voice, candidate.citation_id) else None

    def _stands(self, citation_id: str, claims: Sequence[_Claim], status: Literal["ok", "weak", "moved"]) -> Citation:
        score = _score(claims, self._places[citation_id])
        return Citation(citation_id, status, score, self._ranges(citation_id, claims))

    # Sources -------------------------------------------------------------------------------------------------------

    def _voice(self, prose: str, claims: Sequence[_Claim], ids: Iterable[str]) -> _Voice:
        """Returns the script and language of a paragraph. If nobody can tell the language, it is that of the answer,
        unless a cited source in any language has the words."""
        voice, least = _voice(prose, None), self.settings.weak
        places = [self._places[each] for each in ids if each in self._places]
        if voice.language or (claims and any(_score(claims, at) >= least for at in places)):
            return voice
        return voice._replace(language=self._language)

    def _comparable(self, voice: _Voice, citation_id: str) -> bool:
        """Tells whether the words of a paragraph and a source can meet at all."""
        if citation_id not in self._voices:
            candidate = self._candidate(citation_id)
            self._voices[citation_id] = _voice(searchable(candidate), candidate.language)
        written = self._voices[citation_id]
        same_language = voice.language is None or written.language is None or voice.language == written.language
        return voice.script == written.script != "" and same_language

    def _is_far(self, voice: _Voice, citation_id: str) -> bool:
        """Tells whether a paragraph and a source have words in two languages."""
        return not self._comparable(voice, citation_id) and "" not in (voice.script, self._voices[citation_id].script)

    def _sentence_ranges(self, citation_id: str, sentences: Iterable[int]) -> tuple[Evidence, ...]:
        """Returns the ranges of the first of these sentences of a source, in reading order."""
        candidate, known = self._candidate(citation_id), self._sentences_of(citation_id)
        chosen = sorted(list(sentences)[:MOST_RANGES])
        return tuple(Evidence(known[at][0], known[at][1], candidate.page_at(known[at][0])) for at in chosen)

    def _ranges(self, citation_id: str, claims: Sequence[_Claim]) -> tuple[Evidence, ...]:
        """Returns the sentences of the source that carry the claims, in reading order: the best one, and those that add
        to it."""
        wanted, candidate = set[str]().union(*[claim.terms for claim in claims]), self._candidate(citation_id)
        left = [
            (start, end, found) for start, end, terms in self._sentences_of(citation_id) if (found := terms & wanted)
        ]
        chosen: list[Evidence] = []
        while len(chosen) < MOST_RANGES and left:
            start, end, covered = max(left, key=lambda sentence: (len(sentence[2]), -sentence[0]))
            if chosen and len(covered) < _GAIN * len(wanted):
                break
            chosen.append(Evidence(start, end, candidate.page_at(start)))
            left = [(start, end, uncovered) for start, end, terms in left if (uncovered := terms - covered)]
        return tuple(sorted(chosen, key=lambda part: part.start))

    def _named(self, citation_id: str, ranges: Sequence[tuple[int, int]] | None) -> tuple[Evidence, ...]:
        """Returns the ranges that a service named which lie in the source's text, in reading order."""
        candidate = self._candidate(citation_id)
        text = candidate.text
        real = {
            (start, end) for start, end in ranges or () if 0 <= start < end <= len(text) and text[start:end].strip()
        }
        return tuple(Evidence(start, end, candidate.page_at(start)) for start, end in sorted(real)[:MOST_RANGES])

    def _texts_of(self, citation_id: str) -> tuple[str, ...]:
        text = self._candidate(citation_id).text
        return tuple(text[start:end] for start, end, _ in self._sentences_of(citation_id))

    def _sentences_of(self, citation_id: str) -> Sequence[_Sentence]:
        if citation_id not in self._sentences:
            candidate = self._candidate(citation_id)
            cut = _sentences if len(candidate.text) <= LONGEST else _sentences.__wrapped__
            self._sentences[citation_id] = cut(candidate.text, candidate.language, self._language)
        return self._sentences[citation_id]


def _score(claims: Sequence[_Claim], index: int) -> float:
    return round(sum([claim.covered[index] for claim in claims]) / sum([len(claim.terms) for claim in claims]), 3)


@lru_cache(maxsize=REMEMBERED)
def _sentences(text: str, language: str | None, stemmed: str) -> Sequence[_Sentence]:
    """Returns the sentences of a source; those of sources that are cited again are cut once."""
    return [
        (start, end, words.vocabulary(_unmarked(text[start:end]), stemmed))
        for start, end in words.sentences(text, language)
    ]


def _unmarked(text: str) -> str:
    """Returns a text without marks inside of its words: those of a script without blanks."""
    marked = not text.isascii() and ("*" in text or "`" in text or "~~" in text)
    return _MARKED_WORD.sub("", text) if marked else text


def prose_of(text: str) -> str:
    """Returns what a text says to its reader: without its code and formulas, whose signs are no words, and without what
    is only markup; nor the line that says how much of a list was left out."""
    text = _LEFT_OUT.sub("", text)
    return markdown.as_read(_FORMULA.sub(" ", markdown.without(markdown.fences(text), text)))


def searchable(candidate: Candidate) -> str:
    """Returns what a candidate says: a passage with its title and heading; of a graph result, its names and
    descriptions."""
    if candidate.type == "embedding":
        return f"{candidate.title}\n{candidate.heading}\n{candidate.text}" if candidate.text.strip() else ""
    names = [vertex["name"] for vertex in candidate.graph["vertices"]]
    described = [statement.text for statement in statements(candidate.graph)]
    return "\n".join([candidate.text, *candidate.entities, *names, *described])


def _placed(candidate: Candidate, language: str) -> tuple[words.PlacedTerms, ...]:
    """Returns the terms of what a candidate says; where the language is known, in the two parts that the gate has laid
    out."""
    if candidate.type != "embedding" or not candidate.text.strip() or words.known(language) is None:
        texts = [searchable(candidate)]
    else:
        texts = [f"{candidate.title}\n{candidate.heading}", candidate.text]
    return tuple(words.placed(_unmarked(text), language) for text in texts)


def _voice(text: str, language: str | None) -> _Voice:
    return _Voice(far_sources.script(text), language or words.told_language(text))
