"""The knowledge graph in PostgreSQL: vertices and edges, which are replaced by id, and their links to passages.

A vertex with a `source` is linked to that document: to the passages that mention it, else to all of them. Without one,
or when there is no such document, it is linked to whatever passages mention it. An edge is linked to the passages that
both its ends are linked to; with a `source` where these belong to that document, else to all passages of it.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import asyncpg

from gateway.ingestion.ports import UnreadPassage
from gateway.knowledge.documents.corpus import Document
from gateway.knowledge.graph.elements import Edge, Extract, Vertex, edge_id_of, longer
from gateway.knowledge.graph.entity_names import head, key
from gateway.knowledge.graph.subgraph import Subgraph
from gateway.retrieval.ports import Query
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection, known
from gateway.store.database.tsvector import lexemes
from gateway.store.graph import graph_search
from gateway.store.graph.graph_links import Links, Spoken
from gateway.words import COMMON, terms

SQL = load("graph/graph.sql")

LINKED_AT_ONCE = 250
"""Passages of a long document that are looked through together for names."""
EMPTIED_AT_ONCE = 5_000
"""Vertices per transaction, with their edges less than a second: nobody waits long for the lock."""


class GraphCounts(NamedTuple):
    vertices: int
    edges: int


class GraphRows(Rows):
    """The graph of every tenant. Raises `errors.Unavailable` when the database is away."""

    async def around(self, query: Query) -> Subgraph:
        """Returns what the graph knows around the entities of a question (`graph_search.subgraph`)."""
        return await graph_search.subgraph(self._database, query)

    async def counts(self, tenant: str, workspace: str | None = None) -> GraphCounts:
        row = await self._database.fetchrow(tenant, SQL["count_graph"], tenant, workspace)
        assert row is not None
        return GraphCounts(row["vertices"], row["edges"])

    async def put_vertices(self, tenant: str, workspace: str, vertices: Sequence[Vertex]) -> int:
        """Stores vertices in place of those with the same id, all or none; returns how many are new or changed.

        Raises `NotFound` for an unknown tenant.
        """
        with known(tenant):
            async with self._alone(tenant) as connection:
                changed = await _put_vertices(connection, tenant, workspace, vertices, extracted=False)
                await Links(connection, tenant, workspace).of_vertices(changed)
        return len(changed)

    async def missing(self, tenant: str, workspace: str, vertex_ids: Iterable[str]) -> set[str]:
        """Returns those of the ids that name no vertex."""
        wanted = set(vertex_ids)
        rows = await self._database.fetch(tenant, SQL["known_vertices"], tenant, workspace, list(wanted))
        return wanted - {row["vertex_id"] for row in rows}

    async def put_edges(self, tenant: str, workspace: str, edges: Sequence[Edge]) -> int:
        """Stores edges, whose ends must exist, in place of those with the same id; returns how many are new or
        changed."""
        async with self._alone(tenant) as connection:
            changed = await _put_edges(connection, tenant, workspace, edges, extracted=False)
            await Links(connection, tenant, workspace).of_edges(changed)
        return len(changed)

    async def unread(self, tenant: str, document_ids: Sequence[str]) -> list[UnreadPassage]:
        """Returns the passages of these documents that no model has read, in reading order."""
        rows = await self._database.fetch(tenant, SQL["unread_passages"], tenant, list(document_ids))
        return [UnreadPassage(str(row["passage_id"]), *list(row)[1:]) for row in rows]

    async def merge(self, tenant: str, workspace: str, passage_id: str, extract: Extract) -> GraphCounts:
        """Adds what a model found in a passage: things of the same folded name and label are one thing.

        Returns how many vertices and edges of it the graph has now; none when the passage was deleted meanwhile.
        """
        async with self._alone(tenant) as connection:
            if await connection.fetchval(SQL["mark_read"], tenant, passage_id) is None:
                return GraphCounts(0, 0)
            ids = await _merge_vertices(connection, tenant, workspace, extract.vertices)
            moved = (_between(edge, ids[edge.start_id], ids[edge.end_id]) for edge in extract.edges)
            edges = {edge.edge_id: edge for edge in moved}
            await _put_edges(connection, tenant, workspace, list(edges.values()), extracted=True)
            links = Links(connection, tenant, workspace)
            await links.link("link_vertices", {(passage_id, vertex_id) for vertex_id in ids.values()})
            await links.link("link_edges_to", {(passage_id, edge_id) for edge_id in edges})
        return GraphCounts(len(set(ids.values())), len(edges))

    async def empty(self, tenant: str, workspace: str) -> None:
        """Deletes the whole graph of a workspace, some at a time."""
        gone = EMPTIED_AT_ONCE
        while gone == EMPTIED_AT_ONCE:
            async with self._alone(tenant) as connection:
                gone = len(await connection.fetch(SQL["delete_vertices"], tenant, workspace, EMPTIED_AT_ONCE))

    @contextlib.asynccontextmanager
    async def _alone(self, tenant: str) -> AsyncIterator[TenantConnection]:
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["lock_graph"], tenant)
            yield connection


# Parts of a document's transaction ---------------------------------------------------------------------------------


async def share(connection: TenantConnection, tenant: str) -> None:
    """Keeps graph files away until the end of the transaction. It is the first thing in one that changes passages."""
    await connection.execute(SQL["share_graph"], tenant)


async def extracted_of(connection: TenantConnection, tenant: str, document_ids: Sequence[str]) -> list[asyncpg.Record]:
    """Returns what a model found in these documents; ask before their passages are deleted."""
    return await connection.fetch(SQL["extracted_of_documents"], tenant, list(document_ids)) if document_ids else []


async def drop_unfounded(connection: TenantConnection, tenant: str, extracted: Sequence[asyncpg.Record]) -> None:
    """Deletes what was found in passages that are all gone now."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in extracted:
        found[row["kind"], row["workspace"]].append(row["id"])
    for kind in ("edge", "vertex"):
        query = SQL["drop_unfounded_edges" if kind == "edge" else "drop_unfounded_vertices"]
        for (of, workspace), ids in found.items():
            if of == kind:
                await connection.execute(query, tenant, workspace, ids)


async def link_documents(
    connection: TenantConnection, tenant: str, workspace: str, documents: Sequence[tuple[str, Document]]
) -> None:
    """Links the passages of documents just stored under these ids to what they mention and to the edges between
    that."""
    if not documents or not await connection.fetchval(SQL["has_graph"], tenant, workspace):
        return
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for row in await connection.fetch(SQL["said_in_documents"], tenant, [document_id for document_id, _ in documents]):
        texts[str(row["document_id"])][str(row["passage_id"])] = f"{row['heading']}\n{row['text']}"
    await Links(connection, tenant, workspace).to_documents(
        [
            Spoken(key, document.external_id or document.document_id, document.source, texts[key])
            for key, document in documents
        ]
    )


async def link_lengthy(
    connection: TenantConnection, tenant: str, workspace: str, key: str, document: Document, passages: int
) -> None:
    """Does the same for one document of any length, stored under `key`, some passages at a time."""
    if not await connection.fetchval(SQL["has_graph"], tenant, workspace):
        return
    links = Links(connection, tenant, workspace)
    spoken = Spoken(key, document.external_id or document.document_id, document.source, {})
    mentioned: set[str] = set()
    for start in range(0, passages, LINKED_AT_ONCE):
        rows = await connection.fetch(SQL["said_in_part"], tenant, key, start, start + LINKED_AT_ONCE)
        texts = {str(row["passage_id"]): f"{row['heading']}\n{row['text']}" for row in rows}
        mentioned |= await links.to_part(replace(spoken, passages=texts))
    await links.to_rest(spoken, mentioned)


# Writing -----------------------------------------------------------------------------------------------------------


async def _put_vertices(
    connection: TenantConnection, tenant: str, workspace: str, vertices: Sequence[Vertex], *, extracted: bool
) -> list[Vertex]:
    """Stores vertices in the order of their ids, so that two writers wait for each other instead of locking each other
    out."""
    ordered = sorted(vertices, key=lambda vertex: vertex.vertex_id)
    rows = await connection.fetch(
        SQL["upsert_vertices"],
        tenant,
        workspace,
        extracted,
        *_columns(ordered, "vertex_id", "label", "name", "description"),
        [json.dumps(vertex.aliases) for vertex in ordered],
        [dict(vertex.metadata) for vertex in ordered],
        [vertex.source for vertex in ordered],
    )
    changed = {row["vertex_id"] for row in rows}
    written = [vertex for vertex in ordered if vertex.vertex_id in changed]
    await connection.execute(SQL["forget_names"], tenant, workspace, list(changed))
    names = [(vertex.vertex_id, folded, surface) for vertex in written for folded, surface in vertex.names.items()]
    await connection.execute(
        SQL["insert_names"],
        tenant,
        workspace,
        [name[0] for name in names],
        [name[1] for name in names],
        [head(name[1]) for name in names],
        [name[2] for name in names],
    )
    return written


async def _put_edges(
    connection: TenantConnection, tenant: str, workspace: str, edges: Sequence[Edge], *, extracted: bool
) -> list[Edge]:
    ordered = sorted(edges, key=lambda edge: edge.edge_id)
    rows = await connection.fetch(
        SQL["upsert_edges"],
        tenant,
        workspace,
        extracted,
        *_columns(ordered, "edge_id", "label", "start_id", "end_id", "weight", "description"),
        [dict(edge.metadata) for edge in ordered],
        [edge.source for edge in ordered],
        [lexemes(Counter(terms(f"{edge.label}\n{edge.description}", COMMON))) for edge in ordered],
    )
    changed = {row["edge_id"] for row in rows}
    return [edge for edge in ordered if edge.edge_id in changed]


def _columns(elements: Sequence[Vertex | Edge], *names: str) -> list[list[Any]]:
    """Returns the values of some fields, a list for each field."""
    return [[getattr(element, name) for element in elements] for name in names]


async def _merge_vertices(
    connection: TenantConnection, tenant: str, workspace: str, vertices: Sequence[Vertex]
) -> Mapping[str, str]:
    """Returns the id under which each vertex stands in the graph now: that of a file, of an earlier passage, or its
    own."""
    keys = [key(vertex.name) for vertex in vertices]
    rows = await connection.fetch(SQL["same_things"], tenant, workspace, list(map(head, keys)), keys)
    ids: dict[str, str] = {}
    new: list[Vertex] = []
    for vertex, folded in zip(vertices, keys, strict=True):
        same = [row for row in rows if row["key"] == folded and key(row["label"]) == key(vertex.label)]
        ids[vertex.vertex_id] = same[0]["vertex_id"] if same else vertex.vertex_id
        if not same:
            new.append(vertex)
        elif same[0]["extracted"] and longer(same[0]["description"], vertex.description) is vertex.description:
            await connection.execute(
                SQL["describe_vertex"], tenant, workspace, same[0]["vertex_id"], vertex.description
            )
    await _put_vertices(connection, tenant, workspace, new, extracted=True)
    return ids


def _between(edge: Edge, start: str, end: str) -> Edge:
    """Returns an extracted edge between the vertices that its ends have become."""
    return Edge(edge_id_of(start, edge.label, end), edge.label, start, end, edge.weight, edge.description)
