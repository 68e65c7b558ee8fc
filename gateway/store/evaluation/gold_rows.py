"""The gold of an evaluation set in the knowledge base."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from gateway.evaluation.gold import GoldEntry, even, is_wording, needles
from gateway.store.database.statements import Rows, load

SQL = load("evaluation/gold.sql")


class GoldRows(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    async def find(
        self, tenant: str, entries: Collection[str], workspaces: Sequence[str] | None = None
    ) -> dict[str, GoldEntry]:
        """Returns what each entry names: a passage, a document, a source or a file name; else the passages that contain
        it as a wording. An entry that names nothing is empty. workspaces: None means all."""
        listed, ids = list(entries), {entry: named for entry in entries if (named := _uuid(entry))}
        key = tenant, list(workspaces) if workspaces else None
        documents: dict[str, set[str]] = defaultdict(set)
        for row in await self._database.fetch(tenant, SQL["documents"], *key, listed, list(ids.values())):
            for name in (str(row["document_id"]), row["source"], row["file_name"]):
                documents[name].add(str(row["document_id"]))
        rows = await self._database.fetch(tenant, SQL["passages"], *key, list(ids.values()))
        passages = {str(row["passage_id"]): str(row["document_id"]) for row in rows}
        found = dict[str, GoldEntry]()
        for entry in listed:
            whole = documents.get(str(ids.get(entry, entry)), set())
            if inside := passages.get(str(ids.get(entry))):
                found[entry] = GoldEntry(frozenset([str(ids[entry])]), inside=frozenset([inside]))
            elif not whole and is_wording(entry):
                found[entry] = await self._containing(tenant, key[1], entry)
            else:
                found[entry] = GoldEntry(documents=frozenset(whole))
        return found

    async def holders(self, tenant: str, gold: Iterable[GoldEntry]) -> set[str]:
        """Returns the documents of gold entries, and the copies of these passages and documents."""
        named = list(gold)
        passages = set().union(*(entry.passages for entry in named))
        documents = set().union(*(entry.documents for entry in named))
        rows = await self._database.fetch(tenant, SQL["same"], tenant, list(passages), list(documents))
        return documents.union(*(entry.inside for entry in named), (str(row["document_id"]) for row in rows))

    async def _containing(self, tenant: str, workspaces: list[str] | None, wording: str) -> GoldEntry:
        rows = await self._database.fetch(tenant, SQL["with_words"], tenant, workspaces, needles(wording))
        containing = [row for row in rows if even(wording) in even(row["text"])]
        return GoldEntry(
            frozenset(str(row["passage_id"]) for row in containing),
            inside=frozenset(str(row["document_id"]) for row in containing),
        )


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
