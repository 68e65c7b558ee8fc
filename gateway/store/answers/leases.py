"""Leases as rows (`live.ports.LeaseStore`): who produces which answer, requests to stop, takeover. All clocks are the
database's. Statements go over the connection of `store.answers.presence`."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence

import asyncpg

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Numbered
from gateway.conversation.prepared import Prepared, StoredTurn
from gateway.conversation.question import Question
from gateway.conversation.turn import Round, Turn
from gateway.live.ports import ClaimedLease, FreeLeases
from gateway.store.answers.event_rows import PAGE
from gateway.store.answers.presence import Presence
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from gateway.store.database.statements import load
from gateway.store.database.tenancy import ALL_TENANTS, NO_TENANT
from gateway.store.sessions import rounds

SQL = load("answers/leases.sql")


class Leases:
    def __init__(self, database: Database, answers: Answers, presence: Presence, lease_s: float = 3.0) -> None:
        self._database, self._answers, self._presence, self._lease_s = database, answers, presence, lease_s

    def heed(self, released: Callable[[], object], missed: Callable[[], object]) -> None:
        self._presence.heed(released, missed)

    async def renew(self, running: Sequence[str], read: Sequence[str] = ()) -> dict[str, int]:
        mine, watched = [[uuid.UUID(answer) for answer in answers] for answers in (running, read)]
        named = (self._presence.owner, self._lease_s, mine, watched)
        rows = await self._presence.fetch(NO_TENANT, SQL["renew"], *named)
        return {row["answer_id"].hex: row["epoch"] for row in rows}

    async def stop_requests(self) -> list[tuple[str, str]]:
        rows = await self._presence.fetch(NO_TENANT, SQL["stop_requests"], self._presence.owner)
        return [(row["tenant_id"], row["answer_id"].hex) for row in rows]

    async def request_stop(self, tenant: str, answer_uuid: str) -> None:
        await self._database.execute(tenant, SQL["request_stop"], tenant, uuid.UUID(answer_uuid))

    @property
    def is_present(self) -> bool:
        return self._presence.is_present

    async def counts(self) -> tuple[int, int]:
        """Returns how many leases last and how many have run out, in the whole database."""
        [row] = await self._database.fetch(NO_TENANT, SQL["figures"])
        return row["lasting"], row["over"]

    async def free(self) -> FreeLeases:
        rows = await self._presence.fetch(NO_TENANT, SQL["owners"])
        missing = await self._presence.missing([row["owner"] for row in rows])
        silent = frozenset((row["owner"], row["until"]) for row in rows if row["owner"] in missing)
        return FreeLeases(any(row["over"] for row in rows), silent)

    async def claim(self, most: int, running: Sequence[str] = (), gone: Collection[str] = ()) -> list[ClaimedLease]:
        named = (self._presence.owner, self._lease_s, most, [uuid.UUID(answer) for answer in running], list(gone))
        rows = await self._presence.fetch(ALL_TENANTS, SQL["claim"], *named)
        return [ClaimedLease(tenant, answer.hex, *others) for tenant, answer, *others in rows]

    async def release(self) -> None:
        await self._presence.fetch(NO_TENANT, SQL["release"], self._presence.owner)

    async def has_heirs(self) -> bool:
        return await self._presence.has_others()

    async def stored_turns(self, answers: Sequence[tuple[str, str]]) -> dict[str, StoredTurn]:
        """Returns what `live.ports.LeaseStore` says, in a few statements, however many answers there are."""
        tenants = [tenant for tenant, _ in answers]
        uuids = [uuid.UUID(answer) for _, answer in answers]
        async with self._database.connection(tenants) as connection:
            turns = await connection.fetch(SQL["turns"], tenants, uuids)
            rows = await connection.fetch(SQL["candidates"], tenants, uuids)
            begun = {
                row["answer_id"]: await rounds.round_of(connection, row["tenant_id"], row["question_message_id"])
                for row in turns
                if row["request"].get("session_id")
            }
        candidates: dict[uuid.UUID, list[asyncpg.Record]] = {}
        for row in rows:
            candidates.setdefault(row["answer_id"], []).append(row)
        events = await self._events(answers)
        found = {row["answer_id"]: row for row in turns}
        return {
            answer.hex: _stored_turn(row, begun.get(answer), candidates.get(answer, []), events.get(answer.hex, []))
            for answer, row in found.items()
        }

    async def _events(self, answers: Sequence[tuple[str, str]]) -> dict[str, list[Numbered]]:
        """Returns all stored events. The second statement is for those answers that have more than a page of them."""
        found: dict[str, list[Numbered]] = {}
        cursors = [(*named, 0) for named in answers]
        while cursors:
            news = await self._answers.news(cursors)
            for answer, more in news.items():
                found.setdefault(answer, []).extend(more)
            cursors = [(*named, found[named[1]][-1].seq) for named in answers if len(news.get(named[1], ())) == PAGE]
        return found


def _stored_turn(
    row: asyncpg.Record, begun: Round | None, candidates: list[asyncpg.Record], events: list[Numbered]
) -> StoredTurn:
    question = Question.from_json(row["request"])
    turn = Turn(question, row["answer_id"].hex, row["question_message_id"].hex, row["turn_id"].hex, begun)
    return StoredTurn(turn, frozen_of(row["frozen"], candidates), tuple(events), row["elapsed_ms"])


def frozen_of(decided: dict[str, object] | None, rows: list[asyncpg.Record]) -> Prepared | None:
    """Returns what was frozen with an answer; None where it had not got so far."""
    if decided is None:
        return None
    return Prepared.of(Candidates([Candidate.from_json(dict(row)) for row in rows]), decided)
