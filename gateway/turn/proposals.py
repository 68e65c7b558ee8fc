"""Questions that can be asked: about sections of the newest documents, each tried before it is proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import itemgetter

from gateway import words
from gateway.conversation.question import Question
from gateway.models.prompt import Prompts
from gateway.turn.passage_lookup import PassageLookup
from gateway.turn.ports import Collection, Holdings, Section
from gateway.words.languages import ANSWERED

PROPOSED, TRIED = 3, 24
"""How many questions are proposed, and how many are tried for that in a language."""
DOCUMENTS = 30
"""Documents of a language whose headings are looked at."""
CHARACTERS = 150, 1_500
"""The shortest and the longest section that is proposed: less says little, more is not quoted whole."""
LONGEST = 6
"""Words of a heading."""
_REMEMBERED = 256
"""Scopes and languages whose proposals are kept until a document changes."""


class Proposals:
    """Proposes questions that the documents answer."""

    def __init__(
        self,
        collection: Collection,
        prompts: Prompts,
        lookup: PassageLookup,
        suggestions: Mapping[str, Sequence[str]] | None = None,
        sample: str = "",
    ) -> None:
        """`suggestions`: questions by language to the documents of the workspace `sample`."""
        self._collection, self._prompts, self._lookup = collection, prompts, lookup
        self._suggestions, self._sample = suggestions or {}, sample
        self._known: dict[tuple[object, ...], tuple[str, ...]] = {}

    async def everywhere(self, question: Question) -> dict[str, list[str]]:
        """Returns questions for each language of the gateway's own sentences, where a question may look."""
        holds = await self._collection.holds(question, PROPOSED)
        return {code: list(told) for code in ANSWERED if (told := await self.of(question, code, holds))}

    async def of(self, question: Question, language: str, holds: Holdings) -> Sequence[str]:
        """Returns questions to what lies where a question may look: those of the sample where there is nothing else,
        else to documents in this language; where there are none, to documents in others, each in its own language."""
        if holds.workspaces == (self._sample,) and (suggested := self._suggestions.get(language)):
            return suggested[:PROPOSED]
        if language in holds.languages:
            return await self._in(question, language, holds)
        others = [
            await self._in(question, code, holds) for code in list(holds.languages)[:PROPOSED] if code in ANSWERED
        ]
        found = [asked for row in zip_longest(*others) for asked in row if asked][:PROPOSED]
        return found or self._by_title([titled.title for titled in holds.titles], language)

    async def _in(self, question: Question, language: str, holds: Holdings) -> Sequence[str]:
        """Returns questions to documents in a language: about sections, else for what is in a document, which tells its
        headings or how it begins."""
        key = question.tenant, question.scope, language, holds.changed, holds.documents
        if key not in self._known:
            sections = await self._collection.sections(question, DOCUMENTS, CHARACTERS)
            mine = [section for section in sections if section.language == language]
            found = await self._about_sections(question, mine)
            if len(found) < PROPOSED:
                titles = dict.fromkeys(section.title for section in mine)
                found += self._by_title(
                    [title for title in titles if not any(title in asked for asked in found)], language
                )
            if len(self._known) >= _REMEMBERED:
                self._known.pop(next(iter(self._known)))
            self._known[key] = tuple(found[:PROPOSED])
        return self._known[key]

    async def _about_sections(self, question: Question, sections: Iterable[Section]) -> list[str]:
        found: list[str] = []
        documents: set[str] = set()
        for tried, section in enumerate(_in_turn(sections)):
            if len(found) == PROPOSED or tried == TRIED:
                break
            asked = self._asked(section)
            if section.document_id not in documents and await self._is_answered(question, asked, section):
                documents.add(section.document_id)
                found.append(asked)
        return found

    def _asked(self, section: Section) -> str:
        template = self._prompts.label("about_section", section.language)
        heading = section.heading.rsplit(" › ", 1)[-1]
        return template.format(title=" ".join(section.title.split()), heading=heading)

    async def _is_answered(self, question: Question, asked: str, section: Section) -> bool:
        """Says whether the search is sure of the question and finds the section first."""
        scope = question.scope
        found = await self._lookup.find(Question(question.tenant, asked, section.language, scope=scope), 1)
        return found.level == "confident" and any(
            passage.payload.get("documentId") == section.document_id and passage.heading == section.heading
            for passage in found.passages
        )

    def _by_title(self, titles: Sequence[str], language: str) -> list[str]:
        ask = self._prompts.label("about_example", language)
        return [ask.format(title=" ".join(title.split())) for title in titles[:PROPOSED]]


def _in_turn(sections: Iterable[Section]) -> list[Section]:
    """Returns sections that can be asked about: a first one of each document, then the second ones."""
    ranks: dict[str, int] = {}
    ordered: list[tuple[int, Section]] = []
    for section in filter(_is_plain, sections):
        ranks[section.document_id] = rank = ranks.get(section.document_id, 0) + 1
        ordered.append((rank, section))
    return [section for _, section in sorted(ordered, key=itemgetter(0))]


def _is_plain(section: Section) -> bool:
    """Says whether a title and a heading are some words of a language and no code, number or list of contents."""
    heading = section.heading.rsplit(" › ", 1)[-1]
    return (
        all(part.isalpha() for part in heading.replace("-", " ").replace("'", " ").replace("’", " ").split())
        and 0 < len(heading.split()) <= LONGEST
        and words.fold(heading) != words.fold(section.title)
        and bool(words.content_words(heading, section.language))
        and len(words.content_words(section.title, section.language)) > 1
    )
