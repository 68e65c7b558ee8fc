"""Questions that can be asked: about sections of the newest documents, each tried before it is proposed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from operator import attrgetter, itemgetter

from gateway import words
from gateway.conversation.question import Question
from gateway.models.prompt import Prompts
from gateway.models.quoting.quotes import quote
from gateway.turn.ports import Collection, Headed, Holdings
from gateway.turn.searching.passage_lookup import PassageLookup
from gateway.words.languages import ANSWERED

PROPOSED, ABOUT_SECTIONS, TRIED = 3, 2, 24
"""How many questions are proposed, how many of them about sections, and how many of these are tried in a language."""
DOCUMENTS = 300
"""Documents of a language whose headings are looked at."""
CHARACTERS = 150, 1_500
"""The shortest and the longest section that is proposed: less says little, more is not quoted whole."""
LONGEST = 6
"""Words of a heading."""
_ODD = re.compile(r"[^\w\s'’,:&–—-]|[\d_]")
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
        suggested = self._suggestions.get(language) or self._suggestions.get("en", ())
        if holds.workspaces == (self._sample,) and suggested:
            return suggested[:PROPOSED]
        if language in holds.languages:
            return await self._in(question, language, holds)
        others = [
            await self._in(question, code, holds) for code in list(holds.languages)[:PROPOSED] if code in ANSWERED
        ]
        found = [asked for row in zip_longest(*others) for asked in row if asked][:PROPOSED]
        return found or self._named("about_example", map(attrgetter("title"), holds.titles), language)

    async def _in(self, question: Question, language: str, holds: Holdings) -> Sequence[str]:
        """Returns questions to documents in a language: about sections of some, and for a summary of another; for what
        is in a document where there are no such headings, which tells how it begins."""
        key = question.asker.tenant, question.scope, language, holds.changed, holds.documents
        if key not in self._known:
            sections = await self._collection.sections(question, DOCUMENTS, CHARACTERS)
            mine = [section for section in sections if section.language == language and _is_plain(section)]
            found = await self._about_sections(question, mine)
            others = {section.title: None for section in sorted(mine, key=lambda section: section.document_id in found)}
            told = [*found.values(), *self._named("about_summary", others, language)]
            if not told:
                spoken = replace(question, scope=replace(question.scope, languages=(language,)))
                titles = (await self._collection.holds(spoken, PROPOSED)).titles
                told = self._named("about_example", map(attrgetter("title"), titles), language)
            if len(self._known) >= _REMEMBERED:
                self._known.pop(next(iter(self._known)))
            self._known[key] = tuple(told[:PROPOSED])
        return self._known[key]

    async def _about_sections(self, question: Question, sections: Iterable[Headed]) -> dict[str, str]:
        """Returns questions by document."""
        found: dict[str, str] = {}
        for tried, section in enumerate(_in_turn(sections)):
            if len(found) == ABOUT_SECTIONS or tried == TRIED:
                break
            asked = self._asked(section)
            if section.document_id not in found and await self._is_answered(question, asked, section):
                found[section.document_id] = asked
        return found

    def _asked(self, section: Headed) -> str:
        template = self._prompts.label("about_section", section.language)
        heading = section.heading.rsplit(" › ", 1)[-1]
        return template.format(title=" ".join(section.title.split()), heading=heading)

    async def _is_answered(self, question: Question, asked: str, section: Headed) -> bool:
        """Says whether the search is sure of the question and finds the section first, and whether sentences of it
        answer."""
        found = await self._lookup.find(
            Question.asked(question.asker, asked, usually_strict=False, language=section.language, scope=question.scope)
        )
        if found.level != "confident" or not found.passages:
            return False
        first = found.passages[0]
        quoted = quote(asked, section.language, found.passages)
        return (
            (first.document_id, first.heading) == (section.document_id, section.heading)
            and bool(quoted)
            and all(first.citation_id in paragraph.citation_ids for paragraph in quoted)
        )

    def _named(self, label: str, titles: Iterable[str], language: str) -> list[str]:
        ask = self._prompts.label(label, language)
        return [ask.format(title=" ".join(title.split())) for title in islice(titles, PROPOSED)]


def _in_turn(sections: Iterable[Headed]) -> list[Headed]:
    """Returns sections that can be asked about: a first one of each document, then the second ones."""
    ranks: dict[str, int] = {}
    ordered: list[tuple[int, Headed]] = []
    for section in sections:
        ranks[section.document_id] = rank = ranks.get(section.document_id, 0) + 1
        ordered.append((rank, section))
    return [section for _, section in sorted(ordered, key=itemgetter(0))]


def _is_plain(section: Headed) -> bool:
    """Says whether a title and a heading are some words of a language and no code, number or word in capitals."""
    heading = section.heading.rsplit(" › ", 1)[-1]
    return (
        not _ODD.search(heading + section.title)
        and not any(part.isupper() and part.lower() != part for part in heading.split())
        and 0 < len(heading.split()) <= LONGEST
        and words.fold(heading) != words.fold(section.title)
        and bool(words.content_words(heading, section.language))
        and len(words.content_words(section.title, section.language)) > 1
    )
