"""Search in the knowledge graph: the entities of a question, their own edges, the paths between them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import asyncpg

from gateway import words
from gateway.knowledge.graph.entity_names import composed, heads, mentions, padded, tokens
from gateway.knowledge.graph.subgraph import MOST_ENTITIES, Entity, Node, Relation, Subgraph, VertexKey
from gateway.retrieval.ports import Query
from gateway.store.database.database import Database
from gateway.store.database.statements import from_row, load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.database.tsvector import any_of
from gateway.store.search.passage_search import parse_id, parse_name, parse_names
from gateway.store.search.sample import left_out

SQL = load("graph/graph.sql")
EVERYWHERE = {
    name: re.sub(r" /\* scoped \*/.*?/\* end \*/", "", SQL[name], flags=re.DOTALL) for name in ("entities", "relations")
}
"""The statements for a question without a scope by document, application or language."""
Scope = tuple[list[str] | None, str | None, list[str] | None]
"""Documents, an application and languages, each or None."""
MOST_NAMES = 400
"""Vertices looked at whose name stands in the question: homonyms, and names inside longer names."""
MOST_HOMONYMS = 4
"""Vertices of one name that are followed."""
MOST_EDGES_OF_ONE = 60
"""Edges of one vertex that the ranking sees; the store takes those that say what is asked."""


async def subgraph(database: Database, query: Query) -> Subgraph:
    """Returns what the graph knows around the entities that the question names; empty when it names none.

    A scope by document, application or language has what is linked to a passage of such a document. Raises
    `InvalidField` for a malformed filter, `Unavailable` when the database is away.
    """
    scope = (
        [parse_id(text, "document_ids") for text in query.scope.document_ids] or None,
        parse_name(query.scope.source_app, "source_app"),
        list(query.scope.languages) or None,
    )
    within = parse_names(query.within)
    words = tokens(composed(query.text))
    named = (query.tenant, heads(words), padded(words), within, *scope, MOST_NAMES, left_out(query))

    async def look(connection: TenantConnection) -> Subgraph:
        rows = await connection.fetch(_statements(scope)["entities"], *named)
        entities = _entities(query.text, rows) if rows else ()
        if not entities:
            return Subgraph()
        return await _around(connection, query, entities, scope)

    return await database.read(query.tenant, look)


def _statements(scope: Scope) -> Mapping[str, str]:
    return EVERYWHERE if scope == (None, None, None) else SQL


def _entities(question: str, rows: list[asyncpg.Record]) -> tuple[Entity, ...]:
    """Returns names of the question with their vertices. A vertex that is named twice belongs to the first name."""
    found: list[Entity] = []
    taken: set[VertexKey] = set()
    for mention in mentions(question, [(row["key"], row["surface"]) for row in rows]):
        nodes = {
            node.key: node for row in rows if row["key"] == mention.key and (node := _node(row, "")).key not in taken
        }
        if nodes and len(found) < MOST_ENTITIES:
            chosen = tuple(nodes.values())[:MOST_HOMONYMS]
            taken.update(node.key for node in chosen)
            found.append(Entity(mention.surface, chosen))
    return tuple(found)


async def _around(
    connection: TenantConnection,
    query: Query,
    entities: tuple[Entity, ...],
    scope: Scope,
) -> Subgraph:
    keys = [node.key for entity in entities for node in entity.nodes]
    asked = any_of(words.query_terms(query.text, query.language, words.COMMON))
    rows = await connection.fetch(
        _statements(scope)["relations"],
        query.tenant,
        [key.workspace for key in keys],
        [key.vertex_id for key in keys],
        asked,
        *scope,
        MOST_EDGES_OF_ONE,
    )
    relations = {(row["workspace"], row["edge_id"]): _relation(row) for row in rows}
    own = {relations[row["workspace"], row["edge_id"]].key for row in rows if row["second"] is None}
    paths = [
        (relations[row["workspace"], row["edge_id"]], relations[row["workspace"], row["second"]])
        for row in rows
        if row["second"]
    ]
    return Subgraph(entities, tuple(relations[key] for key in sorted(own)), tuple(paths))


def _node(row: asyncpg.Record, prefix: str) -> Node:
    vertex_id = row[f"{prefix}id"] if prefix else row["vertex_id"]
    told = [row[f"{prefix}{name}"] for name in ("label", "name", "description", "metadata")]
    return Node(VertexKey(row["workspace"], vertex_id), *told)


def _relation(row: asyncpg.Record) -> Relation:
    return from_row(Relation, row, start=_node(row, "start_"), end=_node(row, "end_"))
