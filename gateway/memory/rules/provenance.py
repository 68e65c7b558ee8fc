"""What an answer rests on, so that it can be looked at again before the answer is served: passages and parts of the
graph. Pure.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.references import GraphEdge, GraphVertex


@dataclass(frozen=True, slots=True)
class SourcePart:
    """An entity or a relation of the graph, as a cited reference shows it."""

    kind: Literal["vertex", "edge"]
    id: str
    shown: GraphVertex | GraphEdge
    """What it says, as in the payload of the reference."""
    about: bool = False
    """An entity that the reference is about."""
    alone: bool = False
    """The reference shows no relation: the passages that speak of the entity are what it rests on."""


@dataclass(frozen=True, slots=True)
class CitedSources:
    """All that an answer cites."""

    passages: tuple[str, ...] = ()
    """Their ids, each once."""
    parts: tuple[SourcePart, ...] = ()
    """An entity of two references comes twice."""
    workspaces: tuple[str, ...] = ()
    """Where the parts stand; empty: anywhere."""


def cited(candidates: Candidates, references: Sequence[str], workspaces: tuple[str, ...] = ()) -> CitedSources | None:
    """Returns what the references rest on; None where there are none, or one of them cannot be looked at again: a
    passage or a relation of another service."""
    passages: dict[str, None] = {}
    parts: list[SourcePart] = []
    for citation_id in references:
        candidate = candidates.get(citation_id)
        if candidate is None:
            return None
        found, shown = ([], _parts(candidate)) if candidate.type == "graph" else (_passages(candidate), [])
        if not found and not shown:
            return None
        passages.update(dict.fromkeys(found))
        parts += shown
    return CitedSources(tuple(passages), tuple(parts), workspaces) if passages or parts else None


def documents(candidates: Candidates, references: Sequence[str]) -> tuple[str, ...]:
    """Returns the cited documents by their ids, and the entities that cited parts of the graph are about, as `about
    <id>`; each once. Which relations of an entity are shown depends on the words of the question."""
    names: dict[str, None] = {}
    for citation_id in references:
        candidate = candidates.get(citation_id)
        if candidate is not None and candidate.type == "graph":
            names.update((f"about {vertex['id']}", None) for vertex in _about(candidate))
        elif candidate is not None:
            names[candidate.document_id] = None
    return tuple(names)


def _passages(candidate: Candidate) -> list[str]:
    """Returns the one passage; empty where it cannot be one of ours."""
    try:
        return [str(uuid.UUID(candidate.passage_id))]
    except ValueError:
        return []


def _about(candidate: Candidate) -> Sequence[GraphVertex]:
    """The entities come first in a reference, one for each name (`knowledge.relations`)."""
    return candidate.graph["vertices"][: max(1, len(candidate.entities))]


def _parts(candidate: Candidate) -> list[SourcePart]:
    """Empty where one of them has no id."""
    graph, about = candidate.graph, _about(candidate)
    alone = not graph["edges"]
    parts = [
        *(
            SourcePart("vertex", vertex["id"], vertex, any(vertex is element for element in about), alone)
            for vertex in graph["vertices"]
        ),
        *(SourcePart("edge", edge["id"], edge) for edge in graph["edges"]),
    ]
    return parts if all(part.id for part in parts) else []
