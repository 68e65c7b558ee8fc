"""The passages of a stored document exchanged for those of its new text, in the transaction that changes the document.

A passage that is the same keeps its id, and with it its vectors, its place in the graph and everything that points at
it (`passage_identity`). `library.sql` says in which order rows are locked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gateway.ingestion.ports import Packed
from gateway.knowledge.documents.corpus import Document
from gateway.knowledge.documents.passage_identity import MOST_COMPARED, alike, unchanged
from gateway.store.database import copy_rows
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.documents.passage_rows import batched, copy, enlist, prepare
from gateway.store.graph import graph_rows

SQL = load("documents/exchange/passage_exchange.sql")
AT_ONCE = 500
"""Passages changed by one statement."""
NEW_FROM = 1 << 30
"""Position of the first new passage while the old ones are still there."""
MOST_OUTLINED = 200_000
"""Passages of a document that may keep their ids: more than one may have."""

Outline = Sequence[tuple[str, str]]
"""Ids of passages and the hashes of their texts, in reading order."""


class NewRows(NamedTuple):
    """The new passages of a document: their rows, some at a time, and their number. Vectors are added later."""

    passages: Iterator[list[bytes]]
    number: int


class _Same(NamedTuple):
    """An old passage, the new one that it becomes, and whether its text changes."""

    old: str
    new: str
    is_changed: bool


async def exchange(
    connection: TenantConnection, tenant: str, document: Document, rows: NewRows, *, has_vectors: bool
) -> None:
    """Stores the new passages of a document, which has the id of the stored one, in place of the old ones.

    has_vectors: whether the database stores vectors.
    """
    key, workspace = document.document_id, document.workspace
    extracted = await graph_rows.extracted_of(connection, tenant, [key])
    old = (await _outlines(connection, tenant, [key])).get(key, [])
    await prepare(connection, rows.number)
    arriving = rows.passages
    if old:
        await enlist(connection, tenant, workspace, key, len(old), gained=False)
        arriving = ([copy_rows.moved(row, NEW_FROM) for row in some] for some in rows.passages)
    await copy(connection, tenant, key, "arriving_passage", copy_rows.PASSAGE, arriving)
    if old:
        same = await _same(connection, tenant, key, old)
        await connection.execute(SQL["drop_others"], tenant, key, NEW_FROM, [entry.old for entry in same])
        for some in batched(same, AT_ONCE):
            await _renew(connection, tenant, some, has_vectors=has_vectors)
        await connection.execute(SQL["settle_positions"], tenant, key, NEW_FROM)
    await enlist(connection, tenant, workspace, key, rows.number)
    await graph_rows.link_lengthy(connection, tenant, workspace, key, document, rows.number)
    await graph_rows.drop_unfounded(connection, tenant, extracted)


async def with_old_ids(
    connection: TenantConnection, tenant: str, documents: Sequence[tuple[str, Packed]]
) -> list[tuple[str, Packed]]:
    """Returns documents that replace others, given with their ids. Their passages have the ids of those that they were.

    The rows of these are to be deleted before the new ones are stored.
    """
    outlines = await _outlines(connection, tenant, [key for key, _ in documents])
    pairs = [(packed, outlines.get(key, [])) for key, packed in documents]
    known = await asyncio.to_thread(lambda: [_unchanged(packed, old) for packed, old in pairs])
    wanted = [_without(old, same.values()) for (_, old), same in zip(pairs, known, strict=True)]
    texts = await _texts(connection, tenant, [passage_id for numbers in wanted for passage_id in numbers])
    given = list(zip(pairs, known, wanted, strict=True))
    renamed = await asyncio.to_thread(
        lambda: [
            _renamed(packed, old, same, {number: texts[passage_id] for passage_id, number in numbers.items()})
            for (packed, old), same, numbers in given
        ]
    )
    return list(zip([key for key, _ in documents], renamed, strict=True))


def _unchanged(packed: Packed, old: Outline) -> dict[int, int]:
    hashes = [copy_rows.read_back(row).chunk_hash for row in packed.passages]
    return unchanged([chunk_hash for _, chunk_hash in old], hashes)


def _renamed(packed: Packed, old: Outline, known: Mapping[int, int], texts: Mapping[int, str]) -> Packed:
    """Returns rows with the ids of the old passages that they are. `texts`: of the old ones that are not `known`."""
    rows = [copy_rows.read_back(row) for row in packed.passages]
    rest = {number: row.text for number, row in enumerate(rows) if number not in known}
    ids = {rows[number].passage_id: old[before][0] for number, before in {**known, **alike(texts, rest, known)}.items()}
    return replace(packed, passages=[copy_rows.renamed(row, ids) for row in packed.passages])


async def _same(connection: TenantConnection, tenant: str, key: str, old: Outline) -> list[_Same]:
    """Returns which passages stay, of a document that has its old and its new ones."""
    new = (await _outlines(connection, tenant, [key], NEW_FROM, 2 * NEW_FROM - 1)).get(key, [])
    known = unchanged([chunk_hash for _, chunk_hash in old], [chunk_hash for _, chunk_hash in new])
    rest = _without(old, known.values()), _without(new, known)
    texts = await _texts(connection, tenant, [passage_id for numbers in rest for passage_id in numbers])
    before, now = ({number: texts[key] for key, number in numbers.items()} for numbers in rest)
    changed = await asyncio.to_thread(alike, before, now, known)
    return [
        _Same(old[former][0], new[number][0], pairs is changed)
        for pairs in (known, changed)
        for number, former in pairs.items()
    ]


async def _renew(connection: TenantConnection, tenant: str, same: Sequence[_Same], *, has_vectors: bool) -> None:
    old, new = [entry.old for entry in same], [entry.new for entry in same]
    changed = [entry.old for entry in same if entry.is_changed]
    if changed:
        await connection.execute(SQL["clear_changed"], tenant, changed)
    if has_vectors:
        await connection.execute(SQL["drop_vectors"], tenant, old, new, changed)
        await connection.execute(SQL["move_vectors"], tenant, old, new)
    await connection.execute(SQL["renew"], tenant, old, new, NEW_FROM)


async def _outlines(
    connection: TenantConnection, tenant: str, keys: Sequence[str], first: int = 0, behind: int = NEW_FROM
) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for row in await connection.fetch(SQL["outline"], tenant, list(keys), first, behind, MOST_OUTLINED):
        found.setdefault(str(row["document_id"]), []).append((str(row["passage_id"]), row["chunk_hash"]))
    return found


def _without(outline: Outline, known: Iterable[int]) -> dict[str, int]:
    """Returns the first passages that are not known, with their numbers."""
    taken = set(known)
    rest = [number for number in range(len(outline)) if number not in taken]
    return {outline[number][0]: number for number in rest[:MOST_COMPARED]}


async def _texts(connection: TenantConnection, tenant: str, ids: Sequence[str]) -> dict[str, str]:
    found = {}
    for some in batched(ids, AT_ONCE):
        for row in await connection.fetch(SQL["texts"], tenant, list(some)):
            found[str(row["passage_id"])] = row["text"]
    return found
