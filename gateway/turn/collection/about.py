"""What is said of the collection itself, without a model: an early end that looks for nothing and cites nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.conversation.intent.asked_origins import OriginKind, bare, is_called_document, is_open_document
from gateway.conversation.intent.manners import Manner, manner
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Question
from gateway.models.prompt import Prompts
from gateway.models.quoting.looks import without_boilerplate
from gateway.turn.collection.proposals import Proposals
from gateway.turn.ports import Collection, Holdings, NamedDocument, Titled
from gateway.turn.searching.contents import meant, pieces, titled
from gateway.turn.searching.search import TurnSearch, sentence_json
from gateway.turn.understanding.understanding import SearchRequest, Understood
from gateway.words.languages.small_talk import MANNERS

TITLES, HEADINGS = 10, 25
"""How many titles and headings a list has."""
LOOKED_AT = 100
"""Passages that are looked at for the documents on a subject."""
BEGINNING = 300
"""Characters of a document without headings that are told."""
_DATED = {"file": "about_dated_file", "loaded": "about_dated_loaded"}
"""Labels by where a date comes from that no author states."""
_SENTENCE_ALONE = ("thanks", "noted", "wrong", "unclear")


class AboutCollection:
    """Answers greetings, thanks, complaints and questions about the collection."""

    def __init__(self, collection: Collection, prompts: Prompts, proposals: Proposals | None = None) -> None:
        """Without `proposals` no question is proposed."""
        self._collection, self._prompts, self._proposals = collection, prompts, proposals

    def wanted(self, question: Question) -> Manner | None:
        """Returns what the question wants that is not for the documents; None: it is for them."""
        if question.options.deliverable or question.options.memory == "only":
            return None
        return manner(question.text, question.language)

    async def told(self, question: Question, wanted: Manner) -> Prepared:
        """Returns what is told in answer to a question about the collection as a whole."""
        language = self._spoken(question, wanted)
        if wanted.kind in _SENTENCE_ALONE:
            return _frozen(self._prompts.label(f"about_{wanted.kind}", language))
        holds = await self._collection.holds(question, TITLES, spread=wanted.kind == "documents")
        if wanted.kind == "languages":
            return _frozen(await self._languages(question, wanted, holds, language))
        parts = []
        if wanted.kind in ("greeting", "help"):
            parts.append(self._prompts.label(f"about_{wanted.kind}", language))
        parts.append(self._counted(holds, language))
        if wanted.kind in ("documents", "newest") and holds.titles:
            parts.append(self._titles(holds, language, wanted.kind == "newest"))
        elif holds.documents and self._proposals and (examples := await self._proposals.of(question, language, holds)):
            asked = self._prompts.label("about_ask", language)
            parts.append("\n".join((asked, *(f"- {example}" for example in examples))))
        return _frozen("\n".join(parts))

    async def found(self, understood: Understood, wanted: Manner, search: TurnSearch) -> Prepared | None:
        """Returns which documents there are on a subject, or what is in the one that is named; None where the gate
        finds nothing about it, and where no document is called so."""
        if wanted.kind in get_args(OriginKind):
            return await self._origin(understood.question, wanted)
        if wanted.kind == "contents":
            return await self._contents(understood.question, wanted)
        lookup = SearchRequest(wanted.subject, wanted.subject)
        looked = await search.look(understood, [lookup], LOOKED_AT)
        if search.judged(looked).refused:
            return None
        language = self._spoken(understood.question, wanted)
        gathered = looked.gathered
        known = _are_known(wanted.subject, understood.language, gathered.weights)
        counts = _documents(gathered.candidates, gathered.weights, wanted.subject) if known else []
        if not counts:
            return _frozen(self._prompts.label("about_absent", language).format(subject=_line(wanted.subject)))
        listed = [f"- {_line(title)} ({count})" for title, count in counts[:TITLES]]
        return _frozen("\n".join((self._prompts.label("about_found", language), *listed)))

    async def _contents(self, question: Question, wanted: Manner) -> Prepared | None:
        """Returns the headings of the document that is named, or how it begins; of several called so, their titles."""
        language = self._spoken(question, wanted)
        named = await self._collection.named(question, pieces(wanted.subject)) if pieces(wanted.subject) else ()
        found = meant(wanted.subject, named)
        if not found:
            return None
        if len(found) == 1:
            return _frozen(await self._outline(question.asker.tenant, found[0], language))
        listed = [f"- {_line(document.title)} ({document.passages})" for document in found[:TITLES]]
        return _frozen("\n".join((self._prompts.label("about_found", language), *listed)))

    async def _origin(self, question: Question, wanted: Manner) -> Prepared | None:
        """Returns when the document that is named was last changed, or who wrote it; None where it is no document, and
        where it names no author."""
        code, subject = wanted.language, wanted.subject
        if is_open_document(code, subject):
            every = await self._collection.named(question, [""])
            found: Sequence[NamedDocument] = every if len(every) == 1 else ()
        else:
            found = await self._called(question, wanted)
        if not found and wanted.otherwise:
            return await self.told(question, replace(wanted, kind=wanted.otherwise))
        language = self._spoken(question, wanted)
        told = [self._dated(document, language, author=wanted.kind == "written") for document in found[:TITLES]]
        return _frozen("\n".join(filter(None, told))) if any(told) else None

    async def _called(self, question: Question, wanted: Manner) -> Sequence[NamedDocument]:
        """Returns the documents that the subject of a question names. Without a word such as "handbook" it has to be a
        whole title of several words, for anything may be old, and a work may be the subject of a document."""
        code, subject = wanted.language, wanted.subject.replace("_", " ")
        name = [piece for piece in pieces(subject) if words.content_words(piece, code)]
        is_called = is_called_document(code, wanted.subject, question.text)
        is_title = wanted.kind != "aged" and len(name) > 1 and not any(map(words.is_unspaced, name))
        if not name or not (is_called or is_title):
            return ()
        named = await self._collection.named(question, [bare(code, piece) for piece in name])
        return titled(name, named, partial(bare, code), loosely=is_called)

    def _dated(self, document: NamedDocument, language: str, *, author: bool) -> str:
        if author and not document.author:
            return ""
        name = "about_author" if author else _DATED.get(document.date_from, "about_dated")
        title, day = _line(document.title or document.file_name), document.date[:10]
        return self._prompts.label(name, language).format(title=title, date=day, author=document.author)

    async def _outline(self, tenant: str, document: NamedDocument, language: str) -> str:
        title = _line(document.title or document.file_name)
        headings = await self._collection.headings(tenant, document.document_id, HEADINGS + 1)
        if not headings:
            text = await self._collection.beginning(tenant, document.document_id, 3 * BEGINNING)
            told = _line(without_boilerplate(text))[:BEGINNING]
            return f"{self._prompts.label('about_begins', language).format(title=title)}\n{told} …"
        lines = [self._prompts.label("about_contents", language).format(title=title)]
        for heading, page in headings[:HEADINGS]:
            *above, last = heading.split(" › ")
            lines.append(f"{'  ' * len(above)}- {_line(last)}{f' (p. {page})' if page else ''}")
        return "\n".join((*lines, *(("…",) if len(headings) > HEADINGS else ())))

    async def _languages(self, question: Question, wanted: Manner, holds: Holdings, language: str) -> str:
        """Returns how many documents there are in which language; of those that are named, the newest titles too."""
        counted = ", ".join(f"{_own_name(code)} ({count})" for code, count in holds.languages.items())
        parts = [self._prompts.label("about_languages", language).format(languages=counted)] if counted else []
        if there := tuple(code for code in wanted.named if code in holds.languages):
            scope = replace(question.scope, languages=there)
            parts.append(
                self._titles(await self._collection.holds(replace(question, scope=scope), TITLES), language, False)
            )
        else:
            parts.append(self._prompts.label("about_spoken", language))
        return "\n".join(parts)

    def _counted(self, holds: Holdings, language: str) -> str:
        if not holds.documents:
            return self._prompts.label("about_empty", language)
        sentences = [self._prompts.label("about_count", language).format(count=holds.documents)]
        if names := [_own_name(code) for code in holds.languages]:
            sentences.append(self._prompts.label("about_languages", language).format(languages=", ".join(names)))
        return " ".join(sentences)

    def _titles(self, holds: Holdings, language: str, newest: bool) -> str:
        """Returns titles, each once, and how many documents are not among them; of the newest ones, when they came."""
        label = self._prompts.label("about_titles" if newest else "about_some", language)
        lines = [label, *(_told(titled, newest) for titled in holds.titles)]
        if (more := holds.documents - sum(titled.documents for titled in holds.titles)) > 0:
            lines.append(self._prompts.label("about_more", language).format(count=more))
        return "\n".join(lines)

    def _spoken(self, question: Question, wanted: Manner) -> str:
        """Returns the language to answer in: that of the phrase, unless the caller named another one."""
        guessed = not question.language_known or words.guess_language(question.text) == question.language
        return wanted.language if guessed else question.language


def _frozen(text: str) -> Prepared:
    return Prepared(Candidates(), source="about", answer_text=sentence_json(text))


def _line(title: str) -> str:
    return " ".join(title.split())


def _own_name(code: str) -> str:
    return MANNERS[code].own_name if code in MANNERS else code


def _told(titled: Titled, dated: bool) -> str:
    several = f" ({titled.documents})" if titled.documents > 1 else ""
    return f"- {_line(titled.title)}{several}{f', {titled.day}' if dated and titled.day else ''}"


def _are_known(subject: str, language: str, weights: Mapping[str, float]) -> bool:
    """Says whether every word of a subject is one of the documents' words; of a script without blanks a pair of
    characters need not be one."""
    terms = words.content_words(subject, language)
    return not weights or all(term in weights or words.is_unspaced(term) for term in terms)


def _documents(candidates: Candidates, weights: Mapping[str, float], subject: str) -> list[tuple[str, int]]:
    """Returns title and number of passages of the documents that hold all of a subject in one passage with its title
    and heading: those with the whole of it in the title first, then those with the phrase as it was written, then those
    with it in a heading, then by passages. Where no word tells, all that was found counts."""
    wanted = {term: weight for term, weight in weights.items() if weight > 0}
    phrase = words.fold(_line(subject))
    titles: dict[str, str] = {}
    ranks: dict[str, tuple[bool, bool, bool]] = {}
    counts: dict[str, int] = {}
    for candidate in candidates:
        reach = _held(candidate, wanted) if candidate.type == "embedding" else ()
        if not reach:
            continue
        document = candidate.document_id or candidate.title
        titles.setdefault(document, candidate.title)
        counts[document] = counts.get(document, 0) + 1
        told = words.fold(_line(f"{candidate.title}\n{candidate.heading}\n{candidate.text}"))
        in_title, in_heading = reach
        before = ranks.get(document, (False, False, False))
        ranks[document] = (in_title, before[1] or phrase in told, before[2] or in_heading)
    ordered = sorted(counts, key=lambda document: (ranks[document], counts[document]), reverse=True)
    return [(titles[document], counts[document]) for document in ordered if titles[document]]


def _held(candidate: Candidate, wanted: Mapping[str, float]) -> tuple[bool, ...]:
    """Returns whether a title, and whether a heading, holds all that is wanted; nothing where not even the passage with
    both of them does."""
    title = words.vocabulary(candidate.title, candidate.language)
    heading = words.vocabulary(candidate.heading, candidate.language)
    missing = wanted.keys() - title - heading
    if missing and not missing <= words.vocabulary(candidate.text, candidate.language):
        return ()
    return wanted.keys() <= title, wanted.keys() <= heading
