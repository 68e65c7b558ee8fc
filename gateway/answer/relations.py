"""A graph reference in words: what it says, line by line. Prompt, evidence, gate and quoting read the same. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a graph reference says: a relation, or what an entity is. `about` holds the names it is about."""

    text: str
    """For a reader and for a prompt: `Confocal microscope —stands in→ Room C 114: It shares the room with …`."""
    description: str
    about: str


def named(payload: Mapping[str, Any]) -> list[str]:
    """Every name in a reference: as the question wrote it, then as the graph knows it."""
    vertices: Sequence[Mapping[str, Any]] = payload.get("vertices") or ()
    return [*(payload.get("entitiesFromQuestion") or ()), *(str(vertex["name"]) for vertex in vertices)]


def statements(payload: Mapping[str, Any]) -> list[Statement]:
    """Relations first, then the entities that have a description, in the order of the payload."""
    edges: Sequence[Mapping[str, Any]] = payload.get("edges") or ()
    vertices: Sequence[Mapping[str, Any]] = payload.get("vertices") or ()
    said = [
        _statement(f"{edge['sourceName']} —{edge['label']}→ {edge['targetName']}", edge.get("description"))
        for edge in edges
    ]
    return said + [
        _statement(f"{vertex['name']} ({vertex['label']})", vertex["description"])
        for vertex in vertices
        if vertex.get("description")
    ]


def _statement(about: str, description: str | None) -> Statement:
    return Statement(f"{about}: {description}" if description else about, description or "", about)
