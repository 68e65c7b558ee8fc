"""Graph files into the knowledge graph. A wrong line is a problem with its number, and the rest goes in.

A file is read twice, vertices first, because an edge may stand before its ends; in memory are one batch and the ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from gateway.concurrency.blocking_work import Patience, Stuck
from gateway.ingestion.files.local_files import LATE, Unfit, opened
from gateway.knowledge.graph.elements import LONGEST_LINE, Edge, Vertex, WrongLine, read_line

BATCH = 2_000
"""Lines stored in one transaction."""
MOST_PROBLEMS = 1_000
"""Problems kept with their sentence; beyond, they are only counted."""

Element = TypeVar("Element", Vertex, Edge)
Report = Callable[[int], object]
"""Called with the number of elements stored so far."""


class GraphFileStore(Protocol):
    async def put_vertices(self, tenant: str, workspace: str, vertices: Sequence[Vertex]) -> int: ...

    async def put_edges(self, tenant: str, workspace: str, edges: Sequence[Edge]) -> int: ...

    async def missing(self, tenant: str, workspace: str, vertex_ids: Iterable[str]) -> set[str]: ...


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Why a line was left out. `line` counts from 1; 0 stands for the whole file."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line} {self.sentence}" if self.line else self.sentence


@dataclass(slots=True)
class Loaded:
    """What became of one file: elements in it that are right, how many were new or changed, and what was wrong."""

    vertices: int = 0
    edges: int = 0
    changed: int = 0
    failed: int = 0
    problems: list[Problem] = field(default_factory=list)

    def add(self, line: int, sentence: str) -> None:
        self.failed += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, sentence))


async def load(
    graph: GraphFileStore, tenant: str, file: Path, workspace: str, report: Report = lambda done: None
) -> Loaded:
    """Puts a graph file into a workspace. Raises `errors.Unavailable` and, for an unknown tenant, `errors.NotFound`."""
    loaded = Loaded()
    try:
        vertices: _Elements[Vertex] = _Elements(file, Vertex, loaded)
        while batch := await Patience[None]().run(vertices.batch):
            loaded.changed += await graph.put_vertices(tenant, workspace, [vertex for _, vertex in batch])
            loaded.vertices += len(batch)
            report(loaded.vertices)
        edges = _Elements(file, Edge, loaded)
        while read := await Patience[None]().run(edges.batch):
            edges_with_ends = await _with_ends(graph, tenant, workspace, read, loaded)
            loaded.changed += await graph.put_edges(tenant, workspace, edges_with_ends)
            loaded.edges += len(edges_with_ends)
            report(loaded.vertices + loaded.edges)
    except OSError as error:
        loaded.add(0, f"{file} cannot be read: {error.strerror or error}.")
    except Unfit as unfit:
        loaded.add(0, f"{file} cannot be read. {unfit}")
    except Stuck:
        loaded.add(0, f"{file} cannot be read. {LATE}")
    loaded.problems.sort()
    return loaded


async def _with_ends(
    graph: GraphFileStore, tenant: str, workspace: str, batch: list[tuple[int, Edge]], loaded: Loaded
) -> list[Edge]:
    ends = {end for _, edge in batch for end in (edge.start_id, edge.end_id)}
    missing = await graph.missing(tenant, workspace, ends)
    complete = []
    for number, edge in batch:
        unknown = next((end for end in (edge.start_id, edge.end_id) if end in missing), None)
        if unknown is None:
            complete.append(edge)
        else:
            loaded.add(number, f"names a vertex that does not exist: {unknown!r}.")
    return complete


class _Elements(Generic[Element]):
    """The elements of one kind in a file, in batches. Lines that are of no kind are told once, with the vertices."""

    def __init__(self, file: Path, kind: type[Element], loaded: Loaded) -> None:
        self._kind: type[Element] = kind
        self._loaded = loaded
        self._seen: set[str] = set()
        self._rest: Iterator[tuple[int, Element]] = self._read(file)

    def batch(self) -> list[tuple[int, Element]]:
        return list(islice(self._rest, BATCH))

    def _read(self, file: Path) -> Iterator[tuple[int, Element]]:
        for number, line in _lines(file):
            try:
                element = read_line(line)
            except WrongLine as wrong:
                if self._kind is Vertex:
                    self._loaded.add(number, str(wrong))
                continue
            if not isinstance(element, self._kind):
                continue
            name = _id(element)
            if name in self._seen:
                self._loaded.add(number, f"repeats the id {name!r} of an earlier line.")
                continue
            self._seen.add(name)
            yield number, element


def _id(element: Vertex | Edge) -> str:
    return element.vertex_id if isinstance(element, Vertex) else element.edge_id


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yields the numbered lines that are not empty; of a line that is too long, only as much as shows that it is."""
    with BufferedReader(opened(file)) as stream:
        number, begins = 0, True
        while line := stream.readline(LONGEST_LINE + 2):
            number += begins
            if begins and line.strip():
                yield number, line.rstrip(b"\r\n")
            begins = line.endswith(b"\n")
