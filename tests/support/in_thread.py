"""A worker without a process, for tests that change what it calls."""

from __future__ import annotations

import asyncio


class InThread:
    width = 1

    async def run(self, function, *args):
        return await asyncio.to_thread(function, *args)


def work_here(monkeypatch) -> None:
    """Lets the one worker of this process work in a thread."""
    worker = InThread()
    for user in ("gateway.ingestion.ingest", "gateway.store.documents.reindex_rows"):
        monkeypatch.setattr(f"{user}.one_worker", lambda: worker)
