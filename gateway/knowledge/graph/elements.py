"""The nouns of the knowledge graph, and the reading of them: lines of a graph file, what a model extracted. Pure.

Graph files are JSON Lines: `{"type":"vertex","id","label","name","description"?,"aliases"?,"metadata"?,"source"?}` and
`{"type":"edge","id"?,"label","startId","endId","weight"?,"description"?,"metadata"?,"source"?}`. A name is shown to
readers and stands in a prompt, so what could turn the reading direction or hide something is refused, not repaired.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gateway.knowledge.graph.entity_names import key

LONGEST_LINE = 65_536
"""Bytes; what a line may hold by the limits below, and room to spare."""
LONGEST_ID, LONGEST_NAME, LONGEST_LABEL = 200, 200, 80
LONGEST_DESCRIPTION = 2_000
"""Characters: a description is a sentence or a few, it stands in every prompt that shows the relation."""
MOST_ALIASES = 32
LONGEST_METADATA = 4_096
"""Bytes as JSON."""
HEAVIEST = 1e6

_HARMFUL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufff9-\ufffb]"
)


class WrongLine(Exception):
    """A line that cannot become a vertex or an edge. The message says what is wrong, and follows a line number."""


@dataclass(frozen=True, slots=True)
class Vertex:
    """An entity. `source` names the document it comes from; without it, any document that mentions it."""

    vertex_id: str
    label: str
    name: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None

    @property
    def names(self) -> dict[str, str]:
        """Returns how each name and alias is written, by the folded name."""
        return {folded: written for written in (*self.aliases[::-1], self.name) if (folded := key(written))}


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation from one vertex to another; a larger weight says it matters more."""

    edge_id: str
    label: str
    start_id: str
    end_id: str
    weight: float = 1.0
    description: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Extract:
    """What a model found in one passage; an edge names its ends by the names of vertices."""

    vertices: tuple[Vertex, ...] = ()
    edges: tuple[Edge, ...] = ()


def read_line(line: bytes) -> Vertex | Edge:
    """Reads one line of a graph file. Raises `WrongLine`."""
    if len(line) > LONGEST_LINE:
        raise WrongLine(f"is longer than {LONGEST_LINE} bytes.")
    try:
        entry = json.loads(line.decode("utf-8").removeprefix("\ufeff"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise WrongLine("is not JSON in UTF-8.") from None
    if not isinstance(entry, dict):
        raise WrongLine("is not a JSON object.")
    kind = entry.get("type")
    if kind == "vertex":
        return _vertex(entry)
    if kind == "edge":
        return _edge(entry)
    raise WrongLine('has no "type" of "vertex" or "edge".')


def _vertex(entry: Mapping[str, Any]) -> Vertex:
    name = _name(entry, "name", LONGEST_NAME)
    if not key(name):
        raise WrongLine('has a "name" without letters or digits.')
    aliases = entry.get("aliases") or []
    if not isinstance(aliases, list) or len(aliases) > MOST_ALIASES:
        raise WrongLine(f'has "aliases" that are not a list of at most {MOST_ALIASES} names.')
    names = tuple(_name({"aliases": alias}, "aliases", LONGEST_NAME) for alias in aliases)
    vertex_id, label = _name(entry, "id", LONGEST_ID), _name(entry, "label", LONGEST_LABEL)
    return Vertex(vertex_id, label, name, _description(entry), names, _metadata(entry), _source(entry))


def _edge(entry: Mapping[str, Any]) -> Edge:
    label = _name(entry, "label", LONGEST_LABEL)
    start, end = _name(entry, "startId", LONGEST_ID), _name(entry, "endId", LONGEST_ID)
    edge_id = _name(entry, "id", LONGEST_ID) if entry.get("id") is not None else edge_id_of(start, label, end)
    weight = 1 if entry.get("weight") is None else entry["weight"]
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight <= HEAVIEST:
        raise WrongLine(f'has a "weight" that is not a number from 0 to {HEAVIEST:.0f}.')
    return Edge(edge_id, label, start, end, float(weight), _description(entry), _metadata(entry), _source(entry))


def edge_id_of(start: str, label: str, end: str) -> str:
    """Returns the id of an edge that has none of its own: the same relation again is the same edge."""
    return _hash("e", start, label, end)


def _hash(kind: str, *parts: str) -> str:
    return f"{kind}-{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]}"


def _name(entry: Mapping[str, Any], field_name: str, longest: int) -> str:
    value = entry.get(field_name)
    if value is None or value == "":
        raise WrongLine(f'has no "{field_name}".')
    if not isinstance(value, str):
        raise WrongLine(f'has a "{field_name}" that is not a text.')
    value = value.strip(" \u3000")
    if not value or len(value) > longest:
        raise WrongLine(f'has a "{field_name}" that is not 1 to {longest} characters long.')
    if _HARMFUL.search(value):
        raise WrongLine(f'has a "{field_name}" with control or direction characters.')
    return value


def _description(entry: Mapping[str, Any]) -> str:
    value = entry.get("description")
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_DESCRIPTION:
        raise WrongLine(f'has a "description" that is not a text of at most {LONGEST_DESCRIPTION} characters.')
    return clean(value)


def clean(text: str) -> str:
    """Returns a text on one line, without control and direction characters."""
    return " ".join(_HARMFUL.sub(" ", text).split())


def _metadata(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    value = entry.get("metadata")
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise WrongLine('has "metadata" that is not an object.')
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError, RecursionError):
        raise WrongLine('has "metadata" that cannot be stored.') from None
    if len(written) > LONGEST_METADATA or b"\\u0000" in written:
        raise WrongLine(f'has "metadata" of more than {LONGEST_METADATA} bytes, or with NUL characters.')
    return value


def _source(entry: Mapping[str, Any]) -> str | None:
    return _name(entry, "source", LONGEST_DESCRIPTION) if entry.get("source") else None


# What a model wrote ------------------------------------------------------------------------------------------------


def read_extract(text: str) -> Extract | None:
    """Reads the JSON object in a model's text, `{"entities":[{"name","label","description"}],"relations":[{"source",
    "target","label","description"}]}`. Returns None when there is none; leaves out entries that break a rule.
    """
    start = text.find("{")
    try:
        reply, _ = json.JSONDecoder().raw_decode(text, start) if start >= 0 else (None, 0)
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict) or not isinstance(reply.get("entities"), list):
        return None
    vertices: dict[str, Vertex] = {}
    for entry in reply["entities"]:
        vertex = _extracted_vertex(entry)
        if vertex is not None:
            vertices.setdefault(key(vertex.name), vertex)
    relations = reply.get("relations")
    edges = [
        edge
        for entry in (relations if isinstance(relations, list) else ())
        if (edge := _extracted_edge(entry, vertices))
    ]
    return Extract(tuple(vertices.values()), tuple({edge.edge_id: edge for edge in edges}.values()))


def _extracted_vertex(entry: Any) -> Vertex | None:
    try:
        vertex = _vertex({**entry, "id": "-", "metadata": None, "aliases": entry.get("aliases"), "source": None})
    except (WrongLine, TypeError, AttributeError):
        return None
    return replace(vertex, vertex_id=vertex_id(vertex))


def _extracted_edge(entry: Any, vertices: Mapping[str, Vertex]) -> Edge | None:
    try:
        start, end = vertices[key(entry["source"])], vertices[key(entry["target"])]
        own = {"label": entry["label"], "description": entry.get("description")}
        return _edge({**own, "startId": start.vertex_id, "endId": end.vertex_id})
    except (WrongLine, TypeError, AttributeError, KeyError):
        return None


def vertex_id(vertex: Vertex) -> str:
    """Returns the id of an extracted vertex: the same folded name and label are the same thing."""
    return _hash("v", key(vertex.name), key(vertex.label) or vertex.label)


def longer(old: str, new: str) -> str:
    """Returns that one of two descriptions of a thing which says more."""
    return new if len(new) > len(old) else old
