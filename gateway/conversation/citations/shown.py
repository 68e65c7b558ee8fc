"""The sources that a conversation has shown, and which of them a question means. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gateway.answer.events import ParagraphFinished, ReferenceShown
from gateway.conversation.citations.citation_asked import CitationAsked

_SOURCE_LINE = re.compile(
    r"^\[(\d{1,3})\] .*<[^<>\s]*/sources/([0-9a-fA-F-]{36})(?:#([\w.~-]+))?>[ \t]*$", re.MULTILINE
)
_MARKS = re.compile(r"(?<![ \t])[ \t]*+(?:\[\d{1,3}\]){1,20}(?=[ \t]*$)", re.MULTILINE)
_TABLE = re.compile(r"^[^\S\n]*+\|.*\|[^\S\n]*$", re.MULTILINE)


SentSource = tuple[int, str, str]
"""A source in the text of a sent message: the number of its chip, and the ids of document and passage."""


def sent_sources(text: str) -> tuple[str, tuple[SentSource, ...]]:
    """Returns a message without the numbers of its chips and the list of its sources, and these sources; the message as
    it is if it has no such list. Nothing but the addresses is read: the rest may say anything."""
    found = list(_SOURCE_LINE.finditer(text))
    if not found:
        return text, ()
    sources = tuple((int(line[1]), line[2].lower(), line[3] or "") for line in found)
    return _MARKS.sub("", text[: found[0].start()]).strip(), sources


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer with the sources that it showed."""

    answer_uuid: str
    question: str
    """As it was understood."""
    paragraphs: tuple[ParagraphFinished, ...] = ()
    references: tuple[ReferenceShown, ...] = ()
    """In the order of their chips."""
    offered: Mapping[str, str] = field(default_factory=dict)
    """Titles of all candidates, by citation id."""
    statuses: Mapping[str, Any] = field(default_factory=dict)
    """How many citations of each status the answer has, as in META."""
    about: tuple[str, tuple[str, ...], str] | None = None
    """If it answers a question about sources: the uuid of their answer, their ids, and what was asked."""

    def named(self, ids: Sequence[str]) -> tuple[ReferenceShown, ...]:
        return tuple(shown for shown in self.references if shown.citation_id in ids)

    @property
    def titles(self) -> list[str]:
        """Titles of its documents and names of the things in its graph results."""
        return [name for shown in self.references for name in _titles(shown)]

    def cited_sentence(self, shown: ReferenceShown) -> str:
        """Returns what the answer rests on in a source: the evidence in its text, else the paragraph that cites it."""
        for paragraph in self.paragraphs:
            for citation in paragraph.citations:
                if citation.citation_id == shown.citation_id:
                    parts = (shown.text[part.start : part.end] for part in citation.evidence)
                    return " ".join(parts) or paragraph.text
        return ""


class Meant(NamedTuple):
    """The sources that a question means."""

    answer: ShownAnswer
    references: tuple[ReferenceShown, ...] = ()
    missing: str = ""
    """A number or an id that no source has."""
    last: ShownAnswer | None = None
    """The newest answer, if it is about the same sources."""

    @property
    def ids(self) -> list[str]:
        return [shown.citation_id for shown in self.references]


def meant(asked: CitationAsked, answers: Sequence[ShownAnswer]) -> Meant | None:
    """Returns the sources that a question means in a conversation, its newest answer first; None if it showed none.

    Numbers and ids are those of the newest answer that is not itself about a source, then those of newer ones.
    """
    shown = [answer for answer in answers if answer.references]
    if not shown:
        return None
    base = next((answer for answer in shown if answer.about is None), shown[0])
    if asked.pointed in ("chip", "id"):
        return _by_name(asked, [base, *(answer for answer in shown if answer is not base)])
    if asked.pointed == "title":
        found = ((answer, tuple(r for r in answer.references if asked.title in _titles(r))) for answer in shown)
        return next((Meant(answer, references) for answer, references in found if references), None)
    if asked.pointed == "table" and (with_table := next(filter(_tables, shown), None)):
        return Meant(with_table, _tables(with_table))
    newest = answers[0]
    if newest.about is not None:
        uuid, ids, _ = newest.about
        about = next((answer for answer in shown if answer.answer_uuid == uuid), None)
        if about is not None and (references := about.named(ids)):
            return Meant(about, references, last=newest)
    return Meant(base, _last(asked, base))


def _titles(shown: ReferenceShown) -> list[str]:
    return [vertex["name"] for vertex in shown.graph["vertices"]] if shown.type == "graph" else [shown.title]


def _by_name(asked: CitationAsked, answers: Sequence[ShownAnswer]) -> Meant:
    for answer in answers:
        count = len(answer.references)
        numbers = [count + 1 + number if number < 0 else number for number in asked.numbers]
        if asked.ids and (references := answer.named(asked.ids)):
            return Meant(answer, references)
        if numbers and all(1 <= number <= count for number in numbers):
            return Meant(answer, tuple(answer.references[number - 1] for number in numbers))
    return Meant(answers[0], missing=", ".join((*map(str, asked.numbers), *asked.ids)))


def _tables(answer: ShownAnswer) -> tuple[ReferenceShown, ...]:
    return tuple(shown for shown in answer.references if _TABLE.search(shown.text))


def _last(asked: CitationAsked, answer: ShownAnswer) -> tuple[ReferenceShown, ...]:
    """Returns the sources of an answer that "that document" or "that page" means; all of them if nothing is named."""
    references = answer.references
    if asked.pointed == "page":
        return tuple(shown for shown in references if "page" in shown.position)[:1] or references[:1]
    if asked.pointed == "document" or asked.asks in ("more", "about", "otherwise"):
        return tuple(shown for shown in references if shown.document_id == references[0].document_id)
    return references
