"""The reference payloads: the snapshots of passages and graph results that an answer cites.

The wire, the stored rows and the recordings contain them as they are. mypy checks each place that makes or reads one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict, TypeIs

from gateway.answer.json_types import Count


class GraphVertex(TypedDict):
    id: str
    label: str
    name: str
    description: str
    metadata: dict[str, Any]


class GraphEdge(TypedDict):
    id: str
    label: str
    weight: float
    description: str
    metadata: dict[str, Any]
    startId: str
    sourceName: str
    endId: str
    targetName: str


class Graph(TypedDict):
    entitiesFromQuestion: list[str]
    vertices: list[GraphVertex]
    edges: list[GraphEdge]


class GraphReference(Graph):
    """A result of the knowledge graph; both ends of every edge are present."""

    score: NotRequired[float]
    rank: NotRequired[Count]


class PageStartJson(TypedDict):
    page: Count
    start: Count


class ReferencePosition(TypedDict):
    page: NotRequired[Count]
    pageEnd: NotRequired[Count]
    pages: NotRequired[list[PageStartJson]]
    heading: NotRequired[str]
    start: Count
    end: Count


DateFrom = Literal["front_matter", "properties", "mail", "feed", "page", "file", "loaded"]
"""Where the date of a source comes from: its author, or else the file's modification or the loading of the document."""
NOT_BY_AUTHORS = ("file", "loaded")


class PlaceOfPassage(TypedDict):
    documentId: str
    title: str
    passageId: str


class PassageSnapshot(TypedDict):
    """A passage as it is when a search finds it."""

    embeddingId: str
    documentId: str
    title: str
    source: str
    mediaType: NotRequired[str]
    sourceApp: NotRequired[str]
    """The application that the document came from."""
    text: str
    position: ReferencePosition
    alsoAt: NotRequired[list[PlaceOfPassage]]
    """Other places where the search found this text, which it gives once."""
    date: NotRequired[str]
    """A date or a time (RFC 3339): how old the source is."""
    dateFrom: NotRequired[DateFrom]
    loadedAt: NotRequired[str]
    author: NotRequired[str]


class PassageReference(PassageSnapshot):
    """A passage as it was when it was cited. Later changes of the document do not change it."""

    score: float
    rank: Count


Snapshot = PassageSnapshot | Graph
"""What a search finds, before it has a rank in an answer. Every `ReferencePayload` is one."""
ReferencePayload = PassageReference | GraphReference
_NO_PASSAGE: PassageSnapshot = {
    "embeddingId": "",
    "documentId": "",
    "title": "",
    "source": "",
    "text": "",
    "position": {"start": 0, "end": 0},
}
_NO_GRAPH: Graph = {"entitiesFromQuestion": [], "vertices": [], "edges": []}


class Dated(NamedTuple):
    """How old a source is; the newer one is the greater. Without a date, `moment` is the least of all."""

    moment: datetime
    date: str
    """As the reference has it; empty: unknown."""
    date_from: DateFrom

    @property
    def day(self) -> str:
        return self.date[:10]

    @property
    def by_authors(self) -> bool:
        return bool(self.date) and self.date_from not in NOT_BY_AUTHORS


def dated(reference: Snapshot) -> Dated:
    """Returns the date of a reference. One without a time of day counts from its midnight (UTC)."""
    date, date_from = ("", None) if is_graph(reference) else (reference.get("date") or "", reference.get("dateFrom"))
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return Dated(datetime.min.replace(tzinfo=UTC), "", "loaded")
    return Dated(moment if moment.tzinfo else moment.replace(tzinfo=UTC), date, date_from or "loaded")


def is_graph(reference: Snapshot) -> TypeIs[Graph]:
    return "vertices" in reference


class Referenced:
    """Something with a reference. A graph result has an empty passage, and a passage has an empty graph."""

    __slots__ = ()
    reference: Snapshot

    @property
    def passage(self) -> PassageSnapshot:
        return _NO_PASSAGE if is_graph(self.reference) else self.reference

    @property
    def graph(self) -> Graph:
        return self.reference if is_graph(self.reference) else _NO_GRAPH

    @property
    def entities(self) -> list[str]:
        """The entities of a graph result as the question wrote them; an alias is nowhere else in it."""
        return self.graph["entitiesFromQuestion"]

    @property
    def document_id(self) -> str:
        return self.passage.get("documentId") or ""

    @property
    def passage_id(self) -> str:
        return self.passage.get("embeddingId") or ""

    @property
    def title(self) -> str:
        return self.passage.get("title") or ""

    @property
    def source(self) -> str:
        return self.passage.get("source") or ""

    @property
    def media_type(self) -> str:
        return self.passage.get("mediaType") or ""

    @property
    def text(self) -> str:
        return self.passage.get("text") or ""

    @property
    def position(self) -> ReferencePosition:
        return self.passage.get("position") or _NO_PASSAGE["position"]

    @property
    def also_at(self) -> list[PlaceOfPassage]:
        return self.passage.get("alsoAt") or []

    @property
    def heading(self) -> str:
        return self.position.get("heading") or ""
