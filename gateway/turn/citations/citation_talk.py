"""Answers to questions about the sources that a conversation has shown. Only "what does it say about …?" asks a model;
everything else is read from the sources themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import ReferenceShown
from gateway.answer.graph_text import statements
from gateway.answer.references import Referenced
from gateway.conversation.citations.asks_by_meaning import Likely
from gateway.conversation.citations.citation_asked import CitationAsked, citation_asked, may_ask
from gateway.conversation.citations.short_replies import continues
from gateway.conversation.citations.shown import Meant, ShownAnswer, meant
from gateway.conversation.followups.leaned_on import JOINT
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Question
from gateway.conversation.turn import FollowUpFacts
from gateway.errors import Refusal
from gateway.memory.recall import Announce
from gateway.models.ports import Embedder
from gateway.models.prompt import Prompts
from gateway.turn.citations.fitted_asks import fitted_asks
from gateway.turn.citations.opposing import opposing
from gateway.turn.citations.telling import Telling, name_of
from gateway.turn.citations.written import Written
from gateway.turn.ports import Collection, NamedDocument, Reading, ShownSources
from gateway.turn.searching.search import TurnSearch, sentence_json
from gateway.turn.understanding.understanding import SearchRequest, Understood
from gateway.wire.shared.addresses import OURS

BEFORE, AFTER = 1, 3
"""Passages around a source that are shown."""
WIDE = 20
"""Passages among which those of other documents are searched."""
FEW = 2
"""Words of a request for more that nobody knows: "unfold source 2"."""
MOST = 3
"""Sources whose wording is shown at once."""
PATIENCE_S = 2.0
"""Seconds that a question waits for its vector here; the search for it waits by itself."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A question about sources, and those that it means."""

    understood: Understood
    asked: CitationAsked
    meant: Meant
    answers: Sequence[ShownAnswer]

    @property
    def question(self) -> Question:
        return self.understood.question

    @property
    def facts(self) -> FollowUpFacts:
        """What `Prepared.followup` keeps."""
        return {
            "resolved": bool(self.meant.references),
            "ref_type": "citation",
            "section_ids": [],
            "titles": [],
            "matched": [],
            "citation_ids": self.meant.ids,
            "answer_uuid": self.meant.answer.answer_uuid,
            "asks": self.asked.asks,
        }

    @property
    def passages(self) -> frozenset[str]:
        """Ids of all passages that were shown."""
        return frozenset(each.passage_id for answer in self.answers for each in answer.references)

    @property
    def named(self) -> str:
        """The question with its sources before it."""
        names = dict.fromkeys(shown.title or name_of(shown) for shown in self.meant.references)
        return f"{'; '.join(names)}{JOINT}{self.asked.topic or ' '.join(self.question.text.split())}" if names else ""


class CitationTalk:
    def __init__(
        self,
        shown: ShownSources,
        reading: Reading,
        collection: Collection,
        search: TurnSearch,
        prompts: Prompts,
        embedder: Embedder | None = None,
    ) -> None:
        """Without an `embedder`, rules alone tell what a question asks."""
        self._by_meaning, self._embedder = fitted_asks(), embedder
        self._shown, self._reading, self._collection = shown, reading, collection
        self._search, self._prompts = search, prompts

    def may_concern(self, question: Question) -> bool:
        """Says whether a question may be about sources of its conversation, as far as its words tell."""
        return _follows(question) and (may_ask(question.text) or continues(question.text))

    async def likely(self, understood: Understood) -> Likely | None:
        """Returns what a question asks about a source of its conversation if it asks about one, by its meaning; None
        where meaning cannot tell, or an earlier section is meant."""
        question, embedder = understood.question, self._embedder
        points = understood.followup.resolved or understood.choices or understood.offer
        if points or not _follows(question) or not embedder or not self._by_meaning.reads(question.text, embedder.name):
            return None
        if not words.is_understood(question.text, embedder.languages or ()):
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                (vector,) = await embedder.embed([question.text])
        except (Refusal, TimeoutError):
            return None
        return self._by_meaning.likely(vector)

    async def of(self, understood: Understood, likely: Likely | None = None) -> Talk | None:
        """Returns which sources a question means, and what it asks; None if it is about something else. Raises
        `errors.Unavailable` when the database is away."""
        question, state = understood.question, understood.state
        last = next((message for message in reversed(question.history) if message.role == "assistant"), None)
        is_sent = last is not None and (last.sources or last.answer_uuid or not question.conversation.thread_id)
        answers = await self._shown.shown(question) if is_sent else None
        asked = _asked(understood, state.titles) if answers is None else None
        if asked is None and may_ask(question.text):  # the thread does not tell the names in graph results
            answers = await self._shown.shown(question) if answers is None else answers
            asked = _asked(understood, [title for each in answers for title in each.titles])
        if asked is None and continues(question.text):
            asked = CitationAsked("more", continues=True)
        if likely and (asked or likely.is_likely):
            answers = await self._shown.shown(question) if answers is None else answers
            titles = dict.fromkeys(title for each in answers for title in each.titles if title)
            asked = likely.completes(asked, question.text, understood.language, list(titles))
        listed = bool(state.listed or state.outline)
        if asked is None or (asked.by_hash and asked.asks == "more" and listed):
            return None
        between_sections = understood.choices and state.outline and not state.listed_newer
        if asked.continues and ((listed and understood.followup.resolved) or between_sections):
            return None
        answers = await self._shown.shown(question) if answers is None else answers
        found = meant(asked, answers)
        if found and found.missing and asked.is_guess:
            return None
        return Talk(understood, asked, found, answers) if found else None

    async def answered(self, talk: Talk, announce: Announce) -> Prepared | None:
        """Returns the answer to a question about sources; None if only a search in all documents can tell. Raises what
        a search raises."""
        asked, found, telling = talk.asked, talk.meant, self._telling(talk)
        if found.missing and asked.asks != "status":
            count = len(found.answer.references)
            sentence = telling.label("cite_none", number=found.missing, count=count)
            frozen = Prepared(Candidates(), source="clarification", answer_text=sentence_json(sentence))
            return replace(frozen, followup=talk.facts)
        await announce("knowledge_searching")
        documents = await self._documents(talk)
        gone = [shown for shown in found.references if _is_ours(shown) and shown.document_id not in documents]
        if asked.asks == "status":
            frozen = await self._status(talk)
        elif gone and len(gone) == len(found.references):
            frozen = self._deleted(talk, gone)
        elif asked.asks == "origin":
            frozen = self._origin(talk, documents)
        elif asked.asks == "about":
            frozen = await self._about(talk)
            if asked.is_guess and frozen.source == "gate":
                return None
        elif asked.asks == "otherwise":
            frozen = await self._otherwise(talk)
        elif asked.asks == "wording":
            frozen = self._wording(talk)
        else:
            frozen = await self._more(talk)
        return replace(frozen, followup=talk.facts)

    async def beside(self, talk: Talk, frozen: Prepared) -> Prepared:
        """Returns an answer about the thing that "it" may be, with the age and the author of its source before it; if
        nothing was found about that thing, "it" was the source. If a guess found nothing in any document, a title says
        nothing about it; few words next to another source ask for more of it."""
        if talk.asked.is_guess:
            topic = talk.asked.topic
            if frozen.source == "gate" and talk.asked.pointed == "title":
                return replace(frozen, answer_text=self._silent(talk), followup=talk.facts)
            if frozen.source != "gate" or max(len(topic.split()), len(words.content_words(topic))) > FEW:
                return frozen
            talk = replace(talk, asked=replace(talk.asked, asks="more"))
            return replace(await self._more(talk), followup=talk.facts)
        documents = await self._documents(talk)
        shown = talk.meant.references[0]
        told = self._telling(talk).dated(shown, documents.get(shown.document_id))
        if not told or frozen.opening:
            return frozen
        if frozen.source == "gate":
            return replace(self._origin(talk, documents), followup=talk.facts)
        return replace(frozen, opening=told)

    def _telling(self, talk: Talk) -> Telling:
        language = talk.question.language
        if words.guess_language(talk.question.text) == language:  # few words hardly tell theirs
            language = talk.asked.language or language
        return Telling(self._prompts, language)

    async def _documents(self, talk: Talk) -> Mapping[str, NamedDocument]:
        """Returns the documents of the sources that are still there for the asker, by id."""
        question = talk.question
        ids = tuple({shown.document_id for shown in talk.meant.references if _is_ours(shown)})
        if not ids:
            return {}
        scope = replace(question.scope, document_ids=ids, languages=(), source_app=None)
        found = await self._collection.named(replace(question, scope=scope), [""])
        return {document.document_id: document for document in found}

    def _deleted(self, talk: Talk, gone: Sequence[ReferenceShown]) -> Prepared:
        """Returns what was cited from documents that are no longer there."""
        written, telling = Written(), self._telling(talk)
        if talk.asked.asks == "origin":
            written.say("\n".join(telling.origin(talk.meant.answer, shown, None) for shown in gone))
        for shown in gone:
            told = telling.label("cite_deleted", title=shown.title or name_of(shown))
            if shown.text:
                written.say(told)
                written.quote(shown.text, written.cite(shown.reference))
            else:  # nothing but its address was sent along
                _, end = next(iter(words.sentences(told, talk.question.language)), (0, len(told)))
                written.say(told[:end])
        return written.prepared(talk.named)

    def _origin(self, talk: Talk, documents: Mapping[str, NamedDocument]) -> Prepared:
        telling, answer, written = self._telling(talk), talk.meant.answer, Written()
        for shown in talk.meant.references:
            written.say(telling.origin(answer, shown, documents.get(shown.document_id)))
        return written.prepared(talk.named)

    def _wording(self, talk: Talk) -> Prepared:
        written = Written()
        for shown in talk.meant.references[:MOST]:
            written.quote(_said(shown), written.cite(shown.reference))
        return written.prepared(talk.named)

    async def _status(self, talk: Talk) -> Prepared:
        found, question = talk.meant, talk.question
        wanted = talk.asked.ids or (found.ids if talk.asked.pointed != "last" else ())
        uuid = found.answer.answer_uuid
        dropped = await self._shown.dropped(question.asker.tenant, uuid) if uuid else {}
        written = Written()
        written.say(self._telling(talk).statuses(found, wanted, dropped))
        return written.prepared(talk.named)

    async def _more(self, talk: Talk) -> Prepared:
        """Returns the passages around the sources in their order; those that follow if such were shown already."""
        written, shown = Written(), talk.meant.references[-1 if talk.asked.continues else 0]
        tenant = talk.question.asker.tenant
        passages = await self._reading.texts(tenant, shown.document_id) if _is_ours(shown) else ()
        if not passages:
            return self._wording(talk)
        places = {passage.passage_id: at for at, passage in enumerate(passages)}
        texts = {passage.text: at for at, passage in enumerate(passages)}
        at = places.get(shown.passage_id, texts.get(shown.text, 0))
        first, end = (at + 1, at + 1 + AFTER) if talk.asked.continues else (at - BEFORE, at + AFTER)
        last = talk.meant.last
        if last is not None and last.about is not None and last.about[2] == "more":
            seen = [places[each.passage_id] for each in last.references if each.passage_id in places]
            first, end = (max(seen) + 1, max(seen) + 1 + BEFORE + AFTER) if seen else (first, end)
        known = talk.passages if talk.asked.continues else frozenset()
        wanted = [each.passage_id for each in passages[max(0, first) : end] if each.passage_id not in known]
        following: Sequence[Referenced] = await self._reading.passages(tenant, wanted)
        if not following:
            written.say(self._telling(talk).label("cite_end", title=shown.title))
            following = await self._further(talk) if talk.asked.continues else ()
        for each in following:
            written.quote(each.text, written.cite(each.passage))
        return written.prepared(talk.named)

    async def _further(self, talk: Talk) -> Sequence[Referenced]:
        """Returns what the search for the last question found and no answer has shown."""
        text = talk.meant.answer.question
        looked = await self._search.look(talk.understood, [SearchRequest(text, text)])
        if self._search.judged(looked).refused:
            return ()
        return [each for each in looked.gathered.candidates.passages if each.passage_id not in talk.passages][:AFTER]

    async def _about(self, talk: Talk) -> Prepared:
        """Returns what the documents of the sources say about a subject, as the gate and the model answer it."""
        question, topic = talk.question, talk.asked.topic
        ids = tuple(dict.fromkeys(shown.document_id for shown in talk.meant.references if _is_ours(shown)))
        scope = replace(question.scope, document_ids=ids or question.scope.document_ids)
        understood = replace(talk.understood, question=replace(question, scope=scope))
        lookup = SearchRequest(topic, topic)
        looked = await self._search.look(understood, [lookup])
        if _speaks_of(topic, looked.gathered.candidates.passages[:1], understood.language):
            looked = replace(looked, named=looked.confidence)
        frozen = self._search.frozen(understood, [lookup], looked)
        frozen = replace(frozen, search=replace(frozen.search, meant=talk.named, subject=topic))
        if frozen.source != "gate":
            return frozen
        return replace(frozen, answer_text=self._silent(talk))

    def _silent(self, talk: Talk) -> str:
        titles = ", ".join(dict.fromkeys(shown.title or name_of(shown) for shown in talk.meant.references))
        return sentence_json(self._telling(talk).label("cite_silent", title=titles))

    async def _otherwise(self, talk: Talk) -> Prepared:
        """Returns what a source and other documents say, both sides in their words."""
        shown, telling, written = talk.meant.references[0], self._telling(talk), Written()
        cited = written.cite(shown.reference)
        own = {each.document_id for each in talk.meant.references}
        sentence = talk.meant.answer.cited_sentence(shown) or _said(shown)
        text = " ".join(filter(None, [talk.meant.answer.question, sentence]))
        looked = await self._search.look(talk.understood, [SearchRequest(text, text)], WIDE)
        others = [each for each in looked.gathered.candidates.passages if each.document_id not in own]
        sides = opposing(cited, sentence, talk.meant.answer.question, others, talk.understood.language)
        written.quote(sides.own, cited)
        if not sides.others:
            written.say(telling.label("cite_no_other"))
        else:
            written.say(telling.label("cite_differs" if sides.differ else "cite_same"))
        for other, sentence in sides.others:
            written.quote(sentence, written.cite(other.reference, other.language))
        return written.prepared(talk.named)


def _follows(question: Question) -> bool:
    """Says whether there may be an earlier answer that a question can be about."""
    options = question.options
    follows = question.conversation.thread_id or question.history
    return bool(follows) and not options.deliverable and options.memory != "only"


def _is_ours(shown: ReferenceShown) -> bool:
    return OURS.fullmatch(shown.document_id) is not None


def _speaks_of(topic: str, found: Sequence[Candidate], language: str) -> bool:
    """Says whether the best passage of a source has all words of a subject: one word in one document is little for the
    gate, but nobody may say that the source says nothing about it."""
    terms = set(words.content_words(topic, language))
    spoken = (words.vocabulary(each.text, each.language) | words.vocabulary(each.text, language) for each in found)
    return bool(terms) and any(terms <= each for each in spoken)


def _said(shown: ReferenceShown) -> str:
    return shown.text or "\n".join(statement.text for statement in statements(shown.graph))


def _asked(understood: Understood, titles: Iterable[str]) -> CitationAsked | None:
    return citation_asked(understood.question.text, understood.language, list(dict.fromkeys(filter(None, titles))))
