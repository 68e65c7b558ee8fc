"""A graph reference in words: what it says, line by line. Prompt, evidence, gate and quoting read the same. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gateway.answer.answer import Candidate
from gateway.answer.references import Graph


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a graph reference says: a relation, or what an entity is. `about` holds the names it is about."""

    text: str
    """For a reader and for a prompt: `Confocal microscope —stands in→ Room C 114: It shares the room with …`."""
    description: str
    about: str
    of_entity: bool
    """Whether it is about what the question names, and not about what that is related to."""


def statements(graph: Graph) -> list[Statement]:
    """Returns what a graph reference says, in its order: what the entity is, its relations, and what
    those are that it is related to."""
    things = [
        _statement(f"{vertex['name']} ({vertex['label']})", vertex["description"], index == 0)
        for index, vertex in enumerate(graph["vertices"])
        if vertex["description"]
    ]
    own = sum(thing.of_entity for thing in things)
    relations = [
        _statement(f"{edge['sourceName']} —{edge['label']}→ {edge['targetName']}", edge["description"], True)
        for edge in graph["edges"]
    ]
    return [*things[:own], *relations, *things[own:]]


def said(candidate: Candidate) -> str:
    """Returns the text of a candidate: of a passage its own, of a graph result a line for each statement."""
    return candidate.text or "\n".join(statement.text for statement in statements(candidate.graph))


def apart(question: str, entities: Iterable[str]) -> str:
    """Returns a question with the entities it names set off by blanks: in a script without blanks the two characters
    around the end of a name are no word."""
    for surface in entities:
        question = question.replace(surface, f" {surface} ")
    return question


def _statement(about: str, description: str, of_entity: bool) -> Statement:
    return Statement(f"{about}: {description}" if description else about, description, about, of_entity)
