"""What is said of the collection itself, without a model: an early end that looks for nothing and cites nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.conversation.manners import Manner, manner
from gateway.conversation.prepared import Frozen
from gateway.conversation.question import Question
from gateway.models.prompt import Prompts
from gateway.turn.ports import Collection, Holdings
from gateway.turn.search import TurnSearch, sentence_json
from gateway.turn.understanding import SearchRequest, Understood
from gateway.words.languages.manners import MANNERS

TITLES, EXAMPLES = 10, 3
"""How many titles a list has, and how many questions are proposed."""
LOOKED_AT = 50
"""Passages that are looked at for the documents on a subject."""


class AboutCollection:
    """Answers greetings, thanks and questions about the collection."""

    def __init__(
        self,
        collection: Collection,
        prompts: Prompts,
        suggestions: Mapping[str, Sequence[str]] | None = None,
        sample: str = "",
    ) -> None:
        """`suggestions`: questions by language to the documents of the workspace `sample`."""
        self._collection, self._prompts = collection, prompts
        self._suggestions, self._sample = suggestions or {}, sample

    def wanted(self, question: Question) -> Manner | None:
        """Returns what the question wants that is not for the documents; None: it is for them."""
        if question.deliverable or question.memory == "only":
            return None
        return manner(question.text, question.language)

    async def told(self, question: Question, wanted: Manner) -> Frozen:
        """Returns what is said to a question about the collection as a whole."""
        language = self._spoken(question, wanted)
        if wanted.kind in ("thanks", "noted"):
            return _frozen(self._prompts.label(f"about_{wanted.kind}", language))
        holds = await self._collection.holds(question, TITLES)
        parts = []
        if wanted.kind in ("greeting", "help"):
            parts.append(self._prompts.label(f"about_{wanted.kind}", language))
        parts.append(self._counted(holds, language))
        if wanted.kind == "documents" and holds.titles:
            parts.append(self._titles(holds, language))
        elif examples := self._examples(holds, language):
            asked = self._prompts.label("about_ask", language)
            parts.append("\n".join((asked, *(f"- {example}" for example in examples))))
        return _frozen("\n".join(parts))

    async def found(self, understood: Understood, wanted: Manner, search: TurnSearch) -> Frozen | None:
        """Returns which documents there are on a subject; None where the gate finds nothing about it."""
        lookup = SearchRequest(wanted.subject, wanted.subject)
        looked = await search.look(understood, [lookup], LOOKED_AT)
        if search.judged(looked).refused:
            return None
        counts = _documents(looked.gathered.candidates, looked.gathered.weights)
        if not counts:
            return None
        sentence = self._prompts.label("about_found", self._spoken(understood.question, wanted))
        listed = [f"- {_line(title)} ({count})" for title, count in counts[:TITLES]]
        return _frozen("\n".join((sentence, *listed)))

    def _counted(self, holds: Holdings, language: str) -> str:
        if not holds.documents:
            return self._prompts.label("about_empty", language)
        sentences = [self._prompts.label("about_count", language).format(count=holds.documents)]
        if names := [MANNERS[code].own_name if code in MANNERS else code for code in holds.languages]:
            sentences.append(self._prompts.label("about_languages", language).format(languages=", ".join(names)))
        return " ".join(sentences)

    def _titles(self, holds: Holdings, language: str) -> str:
        lines = [self._prompts.label("about_titles", language), *(f"- {_line(title)}" for title in holds.titles)]
        if (more := holds.documents - holds.listed) > 0:
            lines.append(self._prompts.label("about_more", language).format(count=more))
        return "\n".join(lines)

    def _examples(self, holds: Holdings, language: str) -> Sequence[str]:
        """Returns questions that can be asked: those of the sample where there is nothing else, else by title."""
        if holds.workspaces == (self._sample,) and (suggested := self._suggestions.get(language)):
            return suggested[:EXAMPLES]
        ask = self._prompts.label("about_example", language)
        return [ask.format(title=_line(title)) for title in holds.titles[:EXAMPLES]]

    def _spoken(self, question: Question, wanted: Manner) -> str:
        """Returns the language to answer in: that of the phrase, unless the caller named another one."""
        guessed = not question.language_known or words.guess_language(question.text) == question.language
        return wanted.language if guessed else question.language


def _frozen(text: str) -> Frozen:
    return Frozen(Candidates(), "", {}, None, source="about", answer_text=sentence_json(text))


def _line(title: str) -> str:
    return " ".join(title.split())


def _documents(candidates: Candidates, weights: Mapping[str, float]) -> list[tuple[str, int]]:
    """Returns title and number of passages of the documents that hold the most of what was looked for, the most
    passages first. Where no word tells, all that was found counts."""
    passages = [candidate for candidate in candidates if candidate.type == "embedding"]
    reach = {candidate.citation_id: _held(candidate, weights) for candidate in passages}
    best = max(reach.values(), default=0.0)
    titles: dict[str, str] = {}
    counts: dict[str, int] = {}
    for candidate in passages:
        if reach[candidate.citation_id] >= best:
            document = str(candidate.payload.get("documentId") or candidate.title)
            titles.setdefault(document, candidate.title)
            counts[document] = counts.get(document, 0) + 1
    ordered = sorted(counts, key=lambda document: -counts[document])
    return [(titles[document], counts[document]) for document in ordered if titles[document]]


def _held(candidate: Candidate, weights: Mapping[str, float]) -> float:
    holds = words.vocabulary(f"{candidate.title}\n{candidate.heading}\n{candidate.text}", candidate.language)
    return sum(weight for term, weight in weights.items() if term in holds)
