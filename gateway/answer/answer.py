"""The nouns of an answer. Plain values; references keep the wire's camelCase names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict

from gateway.answer.json_types import Count
from gateway.answer.references import Referenced, ReferencePayload

ReferenceType = Literal["embedding", "graph"]
Status = Literal["ok", "weak", "moved", "unchecked"]
CitationMode = Literal["paragraph", "answer", "none"]
AnswerState = Literal["running", "done", "failed"]
Source = Literal["model", "memory", "gate", "clarification", "about"]
"""The component that answered."""
RefType = Literal[
    "section_id", "letter", "ordinal", "number", "relative", "title", "multi", "anaphora", "citation", "context", "none"
]
"""How a question refers to an answer. `context`: to no part of it, but the question depends on the conversation."""
Asks = Literal["more", "about", "origin", "otherwise", "wording", "status"]
"""What a question asks about a citation."""
Reason = Literal[
    "not_json",
    "bad_shape",
    "truncated",
    "upstream_error",
    "timeout",
    "interrupted",
    "stopped",
    "budget",
    "limit",
    "content_filter",
    "refusal",
]
WITHHELD: Reason = "content_filter"
"""Also the code of a turn of which a filter let nothing pass."""
STRUCTURE_LOST: frozenset[str] = frozenset(
    {"not_json", "bad_shape", "truncated", "upstream_error", "timeout", "interrupted"}
)
"""The reasons that set `hasCitationError`; the others end an answer without a citation error."""


@dataclass(frozen=True, slots=True)
class Candidate(Referenced):
    """Something the model may cite: `citation_id` E1… (passage) or G1… (graph), numbered by rank, fixed for one answer.

    `reference` is the snapshot that `[CITATION_REF].payload` contains.
    """

    citation_id: str
    type: ReferenceType
    reference: ReferencePayload
    score: float
    rank: int
    language: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns the candidate as rows and recordings contain it."""
        fields = self.__dataclass_fields__
        return {"payload" if name == "reference" else name: getattr(self, name) for name in fields}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Candidate:
        return cls(row["citation_id"], row["type"], row["payload"], row["score"], row["rank"], row.get("language"))

    @property
    def offer(self) -> dict[str, Any]:
        """Returns its entry in `offered`: ids, title and heading, without the text."""
        named = {"citationId": self.citation_id, "type": self.type, "title": self.title, "heading": self.heading}
        if self.type == "graph":
            return {**named, "title": ", ".join(vertex["name"] for vertex in self.graph["vertices"])}
        ids = {"documentId": self.document_id, "passageId": self.passage_id}
        return {**named, **{name: value for name, value in ids.items() if value}}

    def page_at(self, offset: int) -> int | None:
        """Returns the page on which this character of `text` stands; None without pages, or where it is not known which
        one."""
        position = self.position
        page = position.get("page")
        if pages := position.get("pages"):
            return next((starts["page"] for starts in reversed(pages) if starts["start"] <= offset), page)
        return page if page == position.get("pageEnd") else None


_LIKE_ID = re.compile(r"\b[EG]\d{1,2}\b")


class Candidates(Sequence[Candidate]):
    """The frozen candidate set of one answer, in rank order; membership is by citation id."""

    __slots__ = ("_items", "_spoken", "places")

    def __init__(self, items: Sequence[Candidate] = ()) -> None:
        self._items = tuple(items)
        self._spoken: frozenset[str] | None = None
        """Words of the candidates that look like ids."""
        self.places: Mapping[str, int] = {item.citation_id: index for index, item in enumerate(self._items)}
        """Where each stands, by citation id."""

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self._items)

    @property
    def passages(self) -> list[Candidate]:
        """The candidates that are passages, not results of the graph."""
        return [candidate for candidate in self._items if candidate.type == "embedding"]

    def get(self, citation_id: str) -> Candidate | None:
        index = self.places.get(citation_id)
        return None if index is None else self._items[index]

    def unmistaken(self, citation_id: str) -> bool:
        """Tells whether an id means a candidate wherever it stands: there is one, and no candidate's text says the same
        word."""
        if citation_id not in self.places:
            return False
        if self._spoken is None:
            self._spoken = frozenset(
                spoken for item in self._items for text in (item.title, item.text) for spoken in _LIKE_ID.findall(text)
            )
        return citation_id not in self._spoken

    def __contains__(self, citation_id: object) -> bool:
        return isinstance(citation_id, str) and citation_id in self.places


class EvidenceRange(TypedDict):
    """A range of code points in the reference's text, and the page on which it begins."""

    start: Count
    end: Count
    page: NotRequired[Count]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A code point range into the `text` of the reference's payload, and the page on which it begins."""

    start: int
    end: int
    page: int | None = None

    def named(self) -> EvidenceRange:
        """Returns the range as it is sent and stored; a page that is not known is left out."""
        named: EvidenceRange = {"start": self.start, "end": self.end}
        if self.page is not None:
            named["page"] = self.page
        return named


DoubtReason = Literal["figure", "name", "negation", "comparison", "part", "wording", "calibrated"]
"""Why a citation is weak, the most serious reason first."""


class DisagreementRemark(NamedTuple):
    """What other candidates say about the same thing. `value`: what the first of them has instead."""

    citation_ids: tuple[str, ...]
    value: str


class TextRange(NamedTuple):
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Citation:
    """One validated citation of a paragraph. `score` is None exactly when `status` is `unchecked`.

    reason: why the status is `weak`, the most serious reason of several.
    ranges: what in the paragraph is in doubt, in code points of its text.
    source_value: what the source has instead, if that is clear.
    doubts: all reasons; only known while the answer is made, and never sent or stored.
    disagreement: other sources disagree, and the paragraph does not say so.
    """

    citation_id: str
    status: Status = "unchecked"
    score: float | None = None
    evidence: tuple[Evidence, ...] = ()
    original_id: str | None = None
    reason: DoubtReason | None = None
    ranges: tuple[TextRange, ...] = ()
    source_value: str | None = None
    disagreement: DisagreementRemark | None = None
    doubts: frozenset[DoubtReason] = field(default=frozenset(), compare=False)

    def doubt(self) -> dict[str, Any]:
        """Returns why it is weak, as events spell it; empty if it is not."""
        ranges = [part._asdict() for part in self.ranges] or None
        told = {"reason": self.reason, "ranges": ranges, "sourceValue": self.source_value}
        return {name: value for name, value in told.items() if value is not None}

    def judged(self, status: Status) -> Citation:
        """Returns it with the status that a verifier gave it. A doubt about a fact is not lifted. One that is weak
        without a doubt of ours has the reason `wording`; one that is not weak has none."""
        if status == self.status or (status == "ok" and self.reason not in (None, "wording")):
            return self
        if status == "weak":
            return replace(self, status=status, reason=self.reason or "wording")
        return replace(self, status=status, reason=None, ranges=(), source_value=None)


@dataclass(frozen=True, slots=True)
class Section:
    """One line of an outline: S1…S8 and the paragraphs it covers."""

    id: str
    title: str
    paragraphs: tuple[int, ...] = ()
