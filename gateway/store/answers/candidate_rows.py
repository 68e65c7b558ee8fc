"""What a search found for an answer, as rows: an answer's rank and score of each candidate, and a snapshot of the rest,
which is shared by all answers that were given it."""

from __future__ import annotations

import uuid
from typing import Any

import asyncpg

from gateway.answer.answer import Candidate
from gateway.conversation.prepared import Prepared
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

SQL = load("answers/candidates.sql")
TRIES = 5
"""How often candidates are stored where each time one of them has just gone with the last other answer that had it."""


async def freeze(
    connection: TenantConnection, tenant: str, answer_uuid: str, epoch: int, frozen: Prepared, tries: int = TRIES
) -> bool:
    """Stores what is decided before generation, unless the answer's lease has another epoch by now; returns whether it
    did. It is not waited for the disk (`candidates.sql`)."""
    named = (tenant, uuid.UUID(answer_uuid), epoch, frozen.decided, list(map(_row, frozen.candidates)))
    try:
        return await connection.fetchval(SQL["freeze"], *named) is not None
    except asyncpg.ForeignKeyViolationError:
        if tries == 1:
            raise
    return await freeze(connection, tenant, answer_uuid, epoch, frozen, tries - 1)


def _row(candidate: Candidate) -> dict[str, Any]:
    """Returns what the statement takes of a candidate: numbers of the answer's own stand apart from its payload."""
    stored = candidate.to_json()
    shared = dict(stored["payload"])
    rank, score = (shared.pop(key) if type(shared.get(key)) in (int, float) else None for key in ("rank", "score"))
    return {**stored, "payload": shared, "shown_rank": rank, "shown_score": score}
