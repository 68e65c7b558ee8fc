"""Drafts of cases: questions that users asked, and questions about what documents define. People confirm each. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict

from gateway import words
from gateway.evaluation.cases import SHORTEST_WORDING
from gateway.evaluation.gold import wording_of
from gateway.words.languages import language_of
from gateway.words.text.patterns import compiled
from gateway.words.text.sentences import sentences

Label = Callable[[str, str], str]
"""Returns a fixed sentence of the gateway by its name and a language."""
Opinion = Literal["helpful", "not_helpful", "wrong_citation"]
MOST_GOLD = 5
"""Wordings of one draft."""
LONGEST_TERM, MOST_WORDS = 60, 5
_BOLD = re.compile(r"\*\*([^*\n]{2,60}?)(?:[:：]\*\*|\*\*\s*[:：–—])")
_AROUND = " \t*_`\"'“”„«»「」"
_NO_TERM = re.compile(r"[,;:.!?()\[\]{}|，。；：！？（）\n]")
_LETTERS = re.compile(r"\w+")


class Draft(TypedDict):
    """A line of a set. `answerable` is stated if there is no gold, so that the person who confirms it sees it."""

    id: str
    question: str
    gold_passages: NotRequired[list[str]]
    answerable: NotRequired[bool]
    workspace: NotRequired[str]
    language: str
    kind: str
    confirmed: bool


class SourceText(NamedTuple):
    """A passage of a document."""

    title: str
    workspace: str
    heading: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class AskedOnce:
    """A question that a user asked. `cited`: of each citation that is `ok` its paragraph, id, passage and evidence."""

    question: str
    language: str
    workspace: str
    refused: bool
    cited: Sequence[dict[str, Any]]
    opinions: Sequence[dict[str, Any]]
    """`verdict`, and of a wrong citation `paragraph` and `citation`."""


def drafts(count: int, asked: Iterable[AskedOnce], texts: Sequence[SourceText], label: Label) -> list[Draft]:
    """Returns at most `count` drafts: by turns of users' questions with feedback, with an answer, without one, and of
    documents. No question comes twice."""
    by_kind: dict[str, list[Draft]] = {"feedback": [], "asked": [], "unanswered": []}
    for each in asked:
        draft = _of_user(each)
        by_kind[draft["kind"]].append(draft)
    ranked = zip_longest(*by_kind.values(), _of_documents(texts, label))
    found: dict[str, Draft] = {}
    for draft in filter(None, chain.from_iterable(ranked)):
        found.setdefault(" ".join(_LETTERS.findall(words.fold(draft["question"]))), draft)
    return list(found.values())[:count]


def _of_user(asked: AskedOnce) -> Draft:
    verdicts: set[Opinion] = {opinion["verdict"] for opinion in asked.opinions}
    wrong = [(opinion["paragraph"], opinion["citation"]) for opinion in asked.opinions]
    right = [each for each in asked.cited if (each["paragraph"], each["citation"]) not in wrong]
    gold = [] if "not_helpful" in verdicts else list(dict.fromkeys(map(_wording, right)))[:MOST_GOLD]
    unanswered = asked.refused or not asked.cited
    kind = "feedback" if verdicts else "unanswered" if unanswered else "asked"
    return _draft(asked.question, asked.language, kind, gold, asked.workspace, answerable=not unanswered)


def _wording(cited: dict[str, Any]) -> str:
    evidence = ((part["start"], part["end"]) for part in cited["evidence"])
    return wording_of(cited["text"] or "", evidence, str(cited["passage"]))


def _of_documents(texts: Sequence[SourceText], label: Label) -> Iterator[Draft]:
    """Yields questions about definitions, then about sections that define nothing."""
    undefined = []
    for text in texts:
        if found := definition(text.text, text.language):
            term, wording = found
            question = label("about_term", text.language).format(term=term)
            yield _draft(question, text.language, "definition", [wording], text.workspace)
        else:
            undefined.append(text)
    for text in undefined:
        heading = text.heading.rsplit(" › ", 1)[-1]
        wordings = (text.text[start:end] for start, end in sentences(text.text, text.language))
        wording = next((part for part in wordings if len(part) >= SHORTEST_WORDING and part.strip("# ") != heading), "")
        if heading and wording and words.fold(heading) != words.fold(text.title):
            question = label("about_section", text.language).format(title=text.title, heading=heading)
            yield _draft(question, text.language, "section", [wording], text.workspace)


def definition(text: str, language: str) -> tuple[str, str] | None:
    """Returns the first term that a text defines, and the sentence that does: a bold term before a colon, or a subject
    before "is a". None if there is none, or if the language has no table for it."""
    for start, end in sentences(text, language):
        sentence = text[start:end]
        bold = _BOLD.match(sentence)
        term = bold[1].strip(_AROUND) if bold else _subject(sentence, language)
        if term and len(sentence) >= SHORTEST_WORDING and words.content_words(term, language):
            return term, sentence
    return None


def _subject(sentence: str, language: str) -> str:
    """Returns what stands before the copula of a definition; empty if it is not one, or not a term."""
    quoting, folded = language_of(language).quoting, words.fold(sentence)
    if not quoting.copula or len(folded) != len(sentence):
        return ""
    article = rf"(?:{quoting.articles})(?!\w)\s*" if quoting.articles else ""
    lead = compiled(rf"[\s{re.escape(_AROUND)}]*(?:{article})?").match(folded)
    begin = lead.end() if lead else 0
    copula = compiled(quoting.copula).search(folded, begin)
    if copula is None:
        return ""
    is_kind = compiled(rf"\s*{article}").match(folded, copula.end()) or compiled(rf"\s{article}").search(
        copula[0] + " "
    )
    if article and not is_kind:
        return ""
    term = sentence[begin : copula.start()].strip(_AROUND)
    is_term = 1 < len(term) <= LONGEST_TERM and len(term.split()) <= MOST_WORDS and not _NO_TERM.search(term)
    return term if is_term and words.content_words(term.split()[0], language) else ""


def _draft(question: str, language: str, kind: str, gold: list[str], workspace: str, answerable: bool = True) -> Draft:
    name = hashlib.sha256(f"{workspace}\0{question}".encode()).hexdigest()[:10]
    draft = Draft(id=f"draft-{name}", question=question, language=language, kind=kind, confirmed=False)
    if workspace:
        draft["workspace"] = workspace
    return {**draft, "gold_passages": gold} if gold else {**draft, "answerable": answerable}
