"""What readers saw and what is committed, and the oracles over both.

O1: numbers are contiguous, the same id always has the same bytes, exactly one terminal event. O2: stored == streamed ==
replayed. O3: turns that nothing happened to are whole. O4: nothing of another turn, and nothing secret, is in a stream.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

import asyncpg
import httpx2

from gateway.answer.events import TERMINAL, Numbered, fold, parse
from gateway.wire.bracket import Encoder
from gateway.wire.shared.frame import About
from tests.support import sse

MARK = re.compile(r"mark-\d+-")
"""Scripted texts carry their question's mark; it is nowhere else."""
ENDS = ("[DONE]", "[ERROR]")


@dataclass
class Reading:
    """One reader of one answer, over as many connections as it took."""

    where: str = ""
    after: int = 0
    """The number that it began behind."""
    events: list[sse.Sent] = field(default_factory=list)
    longest_silence_s: float = 0.0
    connections: int = 0
    dropped: int = 0
    """Connections that ended before the terminal event."""
    gaps_s: list[float] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return bool(self.events) and self.events[-1].name in ENDS

    @property
    def cursor(self) -> str | None:
        return self.events[-1].id if self.events else f"1-{self.after}" if self.after else None

    @property
    def answer_uuid(self) -> str:
        return self.where.rsplit("/", 1)[-1]

    @property
    def text(self) -> str:
        return sse.text(self.events)

    @property
    def meta(self) -> dict:
        """What `[DONE]` says about the answer."""
        assert self.events[-1].name == "[DONE]", self.events[-1]
        return self.events[-1].json["answer"]

    def count(self, name: str) -> int:
        return len(sse.named(self.events, name))


Where = Callable[[int], str]
"""The base URL for the n-th connection."""


async def read(
    client: httpx2.AsyncClient,
    where: Where | str,
    question: dict | None = None,
    *,
    reading: Reading | None = None,
    until: Callable[[Reading], bool] | None = None,
    within_s: float = 100,
    headers: dict[str, str] | None = None,
) -> Reading:
    """Ask `question`, or follow the answer that `reading` knows, until the terminal event; connections that break are
    taken up again behind the last event. `until` ends it earlier."""
    reading = reading or Reading()
    base = where if callable(where) else lambda _: where
    last = time.monotonic()
    async with asyncio.timeout(within_s):
        while not reading.ended:
            url = base(reading.connections)
            reading.connections += 1
            with contextlib.suppress(httpx2.TransportError):
                request = (
                    client.build_request("POST", f"{url}/v1/answers", json=question, headers=headers)
                    if not reading.where
                    else client.build_request(
                        "GET",
                        f"{url}{reading.where}/events",
                        headers={"Last-Event-ID": reading.cursor} if reading.cursor else None,
                    )
                )
                answer = await client.send(request, stream=True)
                try:
                    if answer.status_code == 200:
                        reading.where = answer.headers.get("location", reading.where)
                        rest = b""
                        async for part in answer.aiter_bytes():
                            *whole, rest = (rest + part).split(b"\n\n")
                            for event in sse.parse(b"".join(one + b"\n\n" for one in whole)):
                                now = time.monotonic()
                                reading.longest_silence_s = max(reading.longest_silence_s, now - last)
                                last = now
                                reading.events.append(event)
                            if until is not None and until(reading):
                                return reading
                    else:
                        await answer.aread()
                        assert answer.status_code == 503, (answer.status_code, answer.text)
                        assert answer.headers["retry-after"]
                finally:
                    with contextlib.suppress(httpx2.TransportError):
                        await answer.aclose()
            if not reading.ended:
                reading.dropped += 1
                await asyncio.sleep(0.1)
    return reading


@dataclass
class Stored:
    """One answer as the database has it."""

    events: list[Numbered]
    about: About
    row: asyncpg.Record
    paragraphs: list[asyncpg.Record]
    leased: bool


@contextlib.asynccontextmanager
async def looking(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of ours, which no fault ends: it has a name."""
    connection = await asyncpg.connect(url, timeout=10, server_settings={"application_name": "oracle"})
    try:
        yield connection
    finally:
        await connection.close()


async def stored(url: str, answer_uuid: str) -> Stored:
    async with looking(url) as connection:
        answer = uuid.UUID(answer_uuid)
        rows = await connection.fetch("select * from stream_event where answer_id = $1 order by seq", answer)
        row = await connection.fetchrow("select * from answer where answer_id = $1", answer)
        said = await connection.fetch(
            "select * from answer_paragraph where answer_id = $1 order by paragraph_index, revision", answer
        )
        leased = await connection.fetchval("select exists(select from turn_lease where answer_id = $1)", answer)
    assert row is not None, f"answer {answer_uuid} is not stored"
    events = [Numbered(r["seq"], r["epoch"], r["t_ms"], parse(r["type"], json.loads(r["data"]))) for r in rows]
    return Stored(events, About(answer_uuid, row["question"], ""), row, said, leased)


def check_reading(reading: Reading) -> None:
    """O1 for what one reader saw."""
    numbers = [tuple(map(int, event.id.split("-"))) for event in reading.events]
    seqs = [seq for _, seq in numbers]
    assert seqs == list(range(reading.after + 1, reading.after + 1 + len(seqs))), f"not contiguous: {seqs}"
    epochs = [epoch for epoch, _ in numbers]
    assert epochs == sorted(epochs), f"an old epoch wrote again: {epochs}"
    ends = [place for place, event in enumerate(reading.events) if event.name in ENDS]
    assert ends in ([], [len(reading.events) - 1]), f"terminal events at {ends} of {len(reading.events)}"


def check_agree(readings: Sequence[Reading]) -> None:
    """O1 between readers of one answer: the same id has the same bytes, and the same number has one id."""
    seen: dict[int, sse.Sent] = {}
    for reading in readings:
        for event in reading.events:
            first = seen.setdefault(int(event.id.split("-")[1]), event)
            assert first == event, f"two events have one number: {first} and {event}"


def check_stored(readings: Sequence[Reading], there: Stored) -> None:
    """O2: every event that was shown is stored with the same bytes, and what is stored holds together."""
    encoder = Encoder(there.about)
    committed = {one.id: sse.parse(encoder.encode(one)) for one in there.events}
    for reading in readings:
        for event in reading.events:
            assert committed.get(event.id) == [event], f"shown {event}, stored {committed.get(event.id)}"
    assert [one.seq for one in there.events] == list(range(1, len(there.events) + 1))
    ends = [one.seq for one in there.events if isinstance(one.event, TERMINAL)]
    assert ends == [len(there.events)], f"terminal events {ends} of {len(there.events)}"
    said = fold(one.event for one in there.events)
    assert there.row["state"] != "streaming" and there.row["finished_at"] is not None and not there.leased
    if there.row["state"] != "failed":
        assert there.row["text"] == said.text, (
            f"stored text {there.row['text']!r}, streamed {said.text!r}: {[one.event for one in there.events]}"
        )
    last = {row["paragraph_index"]: row["text"] for row in there.paragraphs}
    assert [last[index] for index in sorted(last)] == [paragraph.text for paragraph in said.paragraphs]


def check_foreign(reading: Reading, mark: str, secrets: Sequence[str] = ()) -> None:
    """O4: no text of another question's model, no secret."""
    for event in reading.events:
        found = set(MARK.findall(event.data)) - {mark}
        assert not found, f"text of {found} in an answer to {mark}"
        assert not [secret for secret in secrets if secret in event.data]


async def check(url: str, readings: Sequence[Reading], *, mark: str | None = None) -> Stored:
    """O1, O2 and O4 over all readings of one answer."""
    there = await stored(url, readings[0].answer_uuid)
    for reading in readings:
        assert reading.answer_uuid == readings[0].answer_uuid
        check_reading(reading)
        if mark is not None:
            check_foreign(reading, mark)
    check_agree(readings)
    check_stored(readings, there)
    return there


async def running(url: str) -> int:
    """Turns that are not at their end."""
    async with looking(url) as connection:
        count: int = await connection.fetchval(
            "select count(*) from answer a where state = 'streaming' or exists(select from turn_lease l where l.answer_id = a.answer_id)"
        )
        return count
