"""A graph reference in words: what it says, line by line. Prompt, evidence, gate and quoting read the same. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gateway.answer.answer import Candidate


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a graph reference says: a relation, or what an entity is. `about` holds the names it is about."""

    text: str
    """For a reader and for a prompt: `Confocal microscope —stands in→ Room C 114: It shares the room with …`."""
    description: str
    about: str
    of_entity: bool
    """Whether it is about what the question names, and not about what that is related to."""


def named(payload: Mapping[str, Any]) -> list[str]:
    """Returns the entities of a reference as the question wrote them; an alias stands nowhere else in it."""
    return list(payload.get("entitiesFromQuestion") or ())


def statements(payload: Mapping[str, Any]) -> list[Statement]:
    """Returns what a graph reference says, in the order of its payload: what the entity is, its relations, and what
    those are that it is related to."""
    edges: Sequence[Mapping[str, Any]] = payload.get("edges") or ()
    vertices: Sequence[Mapping[str, Any]] = payload.get("vertices") or ()
    things = [
        _statement(f"{vertex.get('name')} ({vertex.get('label')})", vertex["description"], index == 0)
        for index, vertex in enumerate(vertices)
        if vertex.get("description")
    ]
    own = sum(thing.of_entity for thing in things)
    relations = [
        _statement(
            f"{edge.get('sourceName')} —{edge.get('label')}→ {edge.get('targetName')}", edge.get("description"), True
        )
        for edge in edges
    ]
    return [*things[:own], *relations, *things[own:]]


def said(candidate: Candidate) -> str:
    """Returns the text of a candidate: of a passage its own, of a graph result a line for each statement."""
    return candidate.text or "\n".join(statement.text for statement in statements(candidate.payload))


def apart(question: str, candidates: Iterable[Mapping[str, Any]]) -> str:
    """Returns a question with the entities it names set off by blanks: in a script without blanks the two characters
    around the end of a name are no word."""
    for payload in candidates:
        for surface in named(payload):
            question = question.replace(surface, f" {surface} ")
    return question


def _statement(about: str, description: str | None, of_entity: bool) -> Statement:
    return Statement(f"{about}: {description}" if description else about, description or "", about, of_entity)
