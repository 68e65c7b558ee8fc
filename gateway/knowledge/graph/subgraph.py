"""Which relations of the graph answer a question, and how they stand together in citable pieces. Pure.

A candidate is what joins two entities of the question (their direct relations, else paths over one entity between
them), or the neighbourhood of one entity, cut to the relations that the question is about. One relation per candidate
would let three relations be cited at most, and one candidate for everything would let a citation say nothing: a
paragraph is about an entity or about what two of them have to do with each other, and so is a candidate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from gateway import words
from gateway.answer.graph_text import apart, statements
from gateway.answer.references import Graph, GraphEdge, GraphVertex
from gateway.knowledge.search.ranking import OTHER_LANGUAGE

MOST_ENTITIES = 8
"""Entities of one question that are followed."""
MOST_EDGES = 6
"""Relations of one candidate."""
RELEVANT = 0.5
"""Share of the best relation's relevance that another one of the same candidate must have."""


class VertexKey(NamedTuple):
    """Ids are unique inside a workspace."""

    workspace: str
    vertex_id: str


@dataclass(frozen=True, slots=True)
class Node:
    """A vertex as it stands in a payload."""

    key: VertexKey
    label: str
    name: str
    description: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def payload(self) -> GraphVertex:
        return {
            "id": self.key.vertex_id,
            "label": self.label,
            "name": self.name,
            "description": self.description,
            "metadata": dict(self.metadata),
        }


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge with both its ends."""

    edge_id: str
    label: str
    start: Node
    end: Node
    weight: float = 1.0
    description: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        return self.start.key.workspace, self.edge_id

    @property
    def ends(self) -> frozenset[VertexKey]:
        return frozenset((self.start.key, self.end.key))

    @property
    def payload(self) -> GraphEdge:
        return {
            "id": self.edge_id,
            "label": self.label,
            "weight": self.weight,
            "description": self.description,
            "metadata": dict(self.metadata),
            "startId": self.start.key.vertex_id,
            "sourceName": self.start.name,
            "endId": self.end.key.vertex_id,
            "targetName": self.end.name,
        }


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the question, as it is written there, and the vertices of that name."""

    surface: str
    nodes: tuple[Node, ...]

    @property
    def keys(self) -> frozenset[VertexKey]:
        return frozenset(node.key for node in self.nodes)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """What the store knows around the entities of a question."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    """Edges of the entities' vertices, both ends with them."""
    paths: tuple[tuple[Relation, Relation], ...] = ()
    """Pairs of edges that join vertices of two entities over a third."""


@dataclass(frozen=True, slots=True)
class GraphPiece:
    """One citable part of the graph, with its score within 0..1 and its language where it tells one."""

    reference: Graph
    score: float
    language: str | None


class _Question:
    def __init__(self, text: str, language: str, entities: Sequence[Entity]) -> None:
        self.language, self.entities = language, entities
        surfaces = [entity.surface for entity in entities]
        self.asked = set(words.content_words(apart(text, surfaces), language))
        self.beside = self.asked.difference(*(words.content_words(surface, language) for surface in surfaces))
        """What it asks about its entities."""

    def relevance(self, relation: Relation, own: frozenset[VertexKey]) -> float:
        """Returns the share of what is asked that a relation says: its label, its description, the names of its other
        ends.
        """
        others = " ".join(node.name for node in (relation.start, relation.end) if node.key not in own)
        vocabulary = words.vocabulary(f"{relation.label}\n{relation.description}\n{others}", self.language)
        return len(self.beside & vocabulary) / len(self.beside) if self.beside else 0.0

    def piece(self, entities: Sequence[Entity], nodes: Iterable[Node], relations: Sequence[Relation]) -> GraphPiece:
        """Makes a candidate. One that joins more entities of the question outranks any wording; then the share of the
        question's words that it says decides.
        """
        ends = (node for relation in relations for node in (relation.start, relation.end))
        surfaces = list(dict.fromkeys(entity.surface for entity in entities))
        graph: Graph = {
            "entitiesFromQuestion": surfaces,
            "vertices": [node.payload for node in {node.key: node for node in (*nodes, *ends)}.values()],
            "edges": [relation.payload for relation in relations],
        }
        text = " ".join(statement.text for statement in statements(graph))
        vocabulary = words.vocabulary(" ".join([*surfaces, text]), self.language)
        language = words.told_language(text)
        covered = len(self.asked & vocabulary) / len(self.asked) if self.asked else 1.0
        covered *= 1.0 if language in (None, self.language) else OTHER_LANGUAGE
        return GraphPiece(graph, (len(entities) - 1 + covered) / len(self.entities), language)


def pieces(question: str, language: str, found: Subgraph, limit: int) -> list[GraphPiece]:
    """Returns the best candidates for a question, at most `limit`, best first; none when no name leads anywhere."""
    asking = _Question(question, language, found.entities)
    made: list[GraphPiece] = []
    used: set[tuple[str, str]] = set()
    for first, second in combinations(found.entities, 2):
        relations = _joining(asking, found, first, second)
        if relations:
            used.update(relation.key for relation in relations)
            ends = {node.key for relation in relations for node in (relation.start, relation.end)}
            nodes = [node for node in (*first.nodes, *second.nodes) if node.key in ends]
            made.append(asking.piece((first, second), nodes, relations))
    for entity in found.entities:
        for node in entity.nodes:
            own = frozenset((node.key,))
            around = [edge for edge in found.relations if node.key in edge.ends and edge.key not in used]
            if around or (node.description and not _shown(node, made)):
                made.append(asking.piece((entity,), [node], _best(asking, around, own)))
    return sorted(made, key=lambda piece: -piece.score)[:limit]


def _joining(asking: _Question, found: Subgraph, left: Entity, right: Entity) -> list[Relation]:
    """Returns the direct relations between two entities; without any, the best paths over an entity between them."""
    own = left.keys | right.keys
    direct = [
        relation
        for relation in found.relations
        if not relation.ends.isdisjoint(left.keys) and not relation.ends.isdisjoint(right.keys)
    ]
    if direct:
        return _best(asking, direct, own)
    joined = [
        path
        for path in found.paths
        if any(
            not first.ends.isdisjoint(left.keys) and not second.ends.isdisjoint(right.keys)
            for first, second in (path, path[::-1])
        )
    ]
    joined.sort(key=lambda path: -sum(asking.relevance(step, own) for step in path))
    return list({step.key: step for path in joined[: MOST_EDGES // 2] for step in path}.values())


def _best(asking: _Question, relations: Sequence[Relation], own: frozenset[VertexKey]) -> list[Relation]:
    """Returns the relations by relevance, then weight; where some are relevant, only those."""
    rated = sorted(
        ((asking.relevance(relation, own), relation.weight, relation) for relation in relations),
        key=lambda entry: (-entry[0], -entry[1], entry[2].key),
    )
    least = rated[0][0] * RELEVANT if rated else 0.0
    return [relation for relevance, _, relation in rated if relevance >= least][:MOST_EDGES]


def _shown(node: Node, made: Sequence[GraphPiece]) -> bool:
    return any(node.payload in piece.reference["vertices"] for piece in made)
