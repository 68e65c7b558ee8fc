"""Which passages speak of which vertices and edges. Every method runs inside its caller's transaction."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import asyncpg

from gateway.knowledge.graph.elements import Edge, Vertex
from gateway.knowledge.graph.entity_names import composed, condition, heads, mentions, padded, tokens
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.database.tsvector import all_of, quoted, scope_lexemes

SQL = load("graph/graph.sql")
Named = TypeVar("Named", str, int)
MOST_PASSAGES = 200
"""Passages that one name is linked to, or that one document gives to what names it as its source."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A stored document: the names it goes by, and what its passages say, by passage id."""

    document_id: str
    external_id: str
    source: str
    passages: Mapping[str, str]

    @property
    def names(self) -> set[str]:
        """Everything that a `source` may call it: external id, source, and every end of the source's path."""
        parts = self.source.split("/")
        return {self.external_id, *("/".join(parts[start:]) for start in range(len(parts)))} - {""}


class Links:
    """The links of one workspace."""

    def __init__(self, connection: TenantConnection, tenant: str, workspace: str) -> None:
        self._connection, self._tenant, self._workspace = connection, tenant, workspace

    async def of_vertices(self, vertices: Sequence[Vertex]) -> None:
        """Links new or changed vertices to the passages that are there."""
        await self._connection.execute(
            SQL["forget_vertex_links"], self._tenant, self._workspace, [vertex.vertex_id for vertex in vertices]
        )
        documents = await self._documents({vertex.source for vertex in vertices if vertex.source})
        wanted = [
            (vertex.vertex_id, folded, surface, documents.get(vertex.source or ""))
            for vertex in vertices
            for folded, surface in vertex.names.items()
        ]
        linked = await self._mentioning(wanted)
        found = {vertex_id for _, vertex_id in linked}
        unmentioned = [
            vertex for vertex in vertices if documents.get(vertex.source or "") and vertex.vertex_id not in found
        ]
        linked |= await self._whole({vertex.vertex_id: documents[vertex.source or ""] for vertex in unmentioned})
        await self.link("link_vertices", linked)

    async def of_edges(self, edges: Sequence[Edge]) -> None:
        """Links new or changed edges, whose ends are linked already."""
        ids = [edge.edge_id for edge in edges]
        await self._connection.execute(SQL["forget_edge_links"], self._tenant, self._workspace, ids)
        documents = await self._documents({edge.source for edge in edges if edge.source})
        free = [edge.edge_id for edge in edges if not documents.get(edge.source or "")]
        await self._connection.execute(SQL["link_edges"], self._tenant, self._workspace, free, None)
        bound: dict[str, list[str]] = defaultdict(list)
        for edge in edges:
            if documents.get(edge.source or ""):
                bound[edge.source or ""].append(edge.edge_id)
        for source, edge_ids in bound.items():
            await self._bind(edge_ids, documents[source])

    async def to_documents(self, documents: Sequence[Spoken]) -> None:
        """Links passages that are new to what they mention, and to what names their document as its source."""
        linked: set[tuple[str, str]] = set()
        for document in documents:
            linked |= await self._mentioned(document)
        await self.link("link_vertices", linked)
        await self._between([passage_id for document in documents for passage_id in document.passages])
        for document in documents:
            await self._bind_sourced(document)

    async def to_part(self, document: Spoken) -> set[str]:
        """Links some passages of a new document to the vertices that they mention, and returns these."""
        found = await self._said(document)
        await self.link("link_vertices", found)
        await self._between(list(document.passages))
        return {vertex_id for _, vertex_id in found}

    async def to_rest(self, document: Spoken, mentioned: set[str]) -> None:
        """Links a document all of whose parts are linked to what names it as its source."""
        sourced = {row["id"] for row in await self._sourced(document) if row["kind"] == "vertex"}
        own = [document.document_id]
        await self.link("link_vertices", await self._whole(dict.fromkeys(sourced - mentioned, own)))
        await self._between((await self._passages(own))[document.document_id])
        await self._bind_sourced(document)

    # Parts ---------------------------------------------------------------------------------------------------------

    async def _documents(self, sources: Iterable[str]) -> dict[str, list[str]]:
        """Returns the documents that each source names."""
        found: dict[str, list[str]] = defaultdict(list)
        wanted = list(sources)
        if wanted:
            rows = await self._connection.fetch(SQL["documents_of_sources"], self._tenant, self._workspace, wanted)
            for row in rows:
                found[row["source"]].append(str(row["document_id"]))
        return found

    async def _mentioning(self, wanted: Sequence[tuple[str, str, str, list[str] | None]]) -> set[tuple[str, str]]:
        """Returns (passage, vertex) for every name given as (vertex, key, surface, documents or None) that a passage
        mentions."""
        scope = quoted(scope_lexemes(self._tenant, self._workspace, None)[1])
        asked = [(at, made, name[3]) for at, name in enumerate(wanted) if (made := condition(name[2]))]
        rows = await self._connection.fetch(
            SQL["mentioning"],
            self._tenant,
            [at for at, _, _ in asked],
            [f"{all_of(made)} & {scope}" for _, made, _ in asked],
            ["{" + ",".join(documents) + "}" if documents else None for _, _, documents in asked],
            MOST_PASSAGES,
        )
        by_passage: dict[str, list[int]] = defaultdict(list)
        for at, passage_id in rows:
            by_passage[str(passage_id)].append(at)
        texts = await self._connection.fetch(SQL["passage_texts"], self._tenant, list(by_passage))
        spoken = {str(row["passage_id"]): f"{row['heading']}\n{row['text']}" for row in texts}

        def confirmed() -> set[tuple[str, str]]:
            return {
                (passage_id, wanted[at][0])
                for passage_id, text in spoken.items()
                for at in _spoken(text, [(name_at, *wanted[name_at][1:3]) for name_at in by_passage[passage_id]])
            }

        return await asyncio.to_thread(confirmed)

    async def _mentioned(self, document: Spoken) -> set[tuple[str, str]]:
        """Returns (passage, vertex) for every vertex that a new document mentions, or that names it as its source."""
        found = await self._said(document)
        mentioned = {vertex_id for _, vertex_id in found}
        sourced = {row["id"] for row in await self._sourced(document) if row["kind"] == "vertex"}
        first = list(document.passages)[:MOST_PASSAGES]
        return found | {(passage_id, vertex_id) for vertex_id in sourced - mentioned for passage_id in first}

    async def _said(self, document: Spoken) -> set[tuple[str, str]]:
        """Returns (passage, vertex) for every vertex that new passages mention."""
        first_words = await asyncio.to_thread(lambda: heads(tokens(composed("\n".join(document.passages.values())))))
        rows = await self._connection.fetch(SQL["names_of_heads"], self._tenant, self._workspace, first_words)
        names = [
            (row["vertex_id"], row["key"], row["surface"]) for row in rows if row["source"] in (None, *document.names)
        ]
        return await asyncio.to_thread(
            lambda: {
                (passage_id, vertex_id)
                for passage_id, text in document.passages.items()
                for vertex_id in _spoken(text, names)
            }
        )

    async def _between(self, passages: list[str]) -> None:
        """Links passages to the edges of no document whose ends they are linked to."""
        rows = await self._connection.fetch(SQL["edges_between_linked"], self._tenant, self._workspace, passages)
        free = [row["edge_id"] for row in rows if row["source"] is None]
        await self._connection.execute(SQL["link_edges"], self._tenant, self._workspace, free, passages)

    async def _bind_sourced(self, document: Spoken) -> None:
        edges = [row["id"] for row in await self._sourced(document) if row["kind"] == "edge"]
        if edges:
            await self._bind(edges, [document.document_id])

    async def _sourced(self, document: Spoken) -> list[asyncpg.Record]:
        return await self._connection.fetch(
            SQL["elements_of_sources"], self._tenant, self._workspace, sorted(document.names)
        )

    async def _bind(self, edge_ids: list[str], document_ids: list[str]) -> None:
        """Links edges of documents to their passages that both ends are linked to; those with none, to all passages."""
        own = await self._passages(document_ids)
        passages = [passage_id for listed in own.values() for passage_id in listed]
        given = (self._tenant, self._workspace, edge_ids, passages)
        await self._connection.execute(SQL["link_edges"], *given)
        rows = await self._connection.fetch(SQL["edges_linked_within"], *given)
        rest = set(edge_ids) - {row["edge_id"] for row in rows}
        await self.link("link_edges_to", {(passage_id, edge_id) for edge_id in rest for passage_id in passages})

    async def _whole(self, wanted: Mapping[str, list[str]]) -> set[tuple[str, str]]:
        """Returns (passage, vertex) for all passages of the documents that each vertex names as its source."""
        own = await self._passages({document_id for listed in wanted.values() for document_id in listed})
        return {
            (passage_id, vertex_id)
            for vertex_id, documents in wanted.items()
            for document_id in documents
            for passage_id in own[document_id]
        }

    async def _passages(self, document_ids: Iterable[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for row in await self._connection.fetch(SQL["first_passages"], self._tenant, list(document_ids), MOST_PASSAGES):
            found[str(row["document_id"])].append(str(row["passage_id"]))
        return found

    async def link(self, query: str, linked: set[tuple[str, str]]) -> None:
        """Links in one order, so that two writers cannot lock each other out."""
        rows = sorted(linked)
        await self._connection.execute(
            SQL[query], self._tenant, self._workspace, [row[0] for row in rows], [row[1] for row in rows]
        )


def _spoken(text: str, names: Iterable[tuple[Named, str, str]]) -> set[Named]:
    """Returns which of the names, given as (what it names, key, surface), a text mentions."""
    words = padded(tokens(composed(text)))
    found = [name for name in names if f" {name[1]} " in words]
    mentioned = {mention.key for mention in mentions(text, [name[1:] for name in found])}
    return {name[0] for name in found if name[1] in mentioned}
