"""Real gateway processes on one database, to be killed, paused and started again; and the model that they all ask."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import httpx2

from tests.fakes.upstream import Behaviour, Request, answer_json, paragraphs_json, stall_after
from tests.faults.history import looking
from tests.support import forked, processes

QUESTION = "How long may a member borrow a book from the library?"
SENTENCE = "A member may borrow a book from the library for three weeks."
MARKED = re.compile(r"mark-\d+-")


class GatewayProcess:
    """`citestream serve` as a process. What it logs goes to the file `FAULT_LOG`, if that is set."""

    def __init__(self, folder: Path, database_url: str, environment: dict[str, str]) -> None:
        self._folder, self._database_url, self.environment = folder, database_url, environment
        self.process: forked.Forked | None = None
        self.url = ""

    async def start(self) -> str:
        """Starts it, again at the address that it had before."""
        environment = processes.environment(DATABASE_URL=self._database_url, **self.environment)
        words = ["serve", "--port", self.url.rpartition(":")[2] or "0", "--no-sample"]
        with await asyncio.to_thread(open, os.environ.get("FAULT_LOG", os.devnull), "ab") as log:
            self.process = process = forked.started(self._folder, words, environment, log.fileno())
        while line := await asyncio.to_thread(process.stdout.readline):
            if line.startswith("address") and (found := re.search(r"http://[\w.]+:\d+", line)):
                self.url = found[0]
                break
        assert self.url, f"the gateway did not start: {process.poll()}"
        async with asyncio.timeout(50), httpx2.AsyncClient(base_url=self.url, verify=False) as client:
            while True:
                with contextlib.suppress(httpx2.TransportError):
                    if (await client.get("/readyz")).status_code == 200:
                        return self.url
                await asyncio.sleep(0.05)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """As a power cut would: SIGKILL, also when it is paused."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process.stdout.close()

    async def terminated(self, within_s: float) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self.process.wait, within_s)


class Gateways:
    """Several of them. `url(n)` goes round those that are up."""

    def __init__(self, processes: Sequence[GatewayProcess]) -> None:
        self.all = list(processes)
        self.up = list(processes)

    def url(self, number: int, first: int = 0) -> str:
        return self.up[(first + number) % len(self.up)].url

    def kill(self, process: GatewayProcess) -> None:
        process.kill()
        self.up.remove(process)

    async def start(self, process: GatewayProcess) -> None:
        await process.start()
        self.up.append(process)


@contextlib.asynccontextmanager
async def gateways(count: int, database_url: str, upstream: str, **environment: str) -> AsyncIterator[Gateways]:
    settings = {
        "OPENAI_BASE_URL": upstream,
        "GATEWAY_EMBEDDER": "none",
        "GATEWAY_LEASE_S": "1",
        "GATEWAY_SILENCE_TIMEOUT_S": "60",  # a scripted model that stalls does so for longer than a loaded machine
        "GATEWAY_REGENERATE": "0",
        "GATEWAY_EVIDENCE": "report",
        **environment,
    }
    with tempfile.TemporaryDirectory() as folder:
        house = Gateways([GatewayProcess(Path(folder), database_url, dict(settings)) for _ in range(count)])
        try:
            await house.all[0].start()  # it migrates
            await asyncio.gather(*(process.start() for process in house.all[1:]))
            yield house
        finally:
            for process in house.all:
                process.kill()


async def add_rules(url: str) -> None:
    """The document that answers `QUESTION`."""
    async with httpx2.AsyncClient(base_url=url, timeout=20, verify=False) as client:
        added = await client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
        assert added.status_code == 201, added.text


def asked(number: int, **more: object) -> dict:
    """A question that carries a mark, so that the model knows which script it plays."""
    return {"question": f"{QUESTION} (mark-{number}-)", **more}


def mark_of(request: Request) -> str:
    found = MARKED.findall(str(request.body))
    return found[-1] if found else ""


class Scripts:
    """What the model does per mark: the n-th request with a mark gets the n-th behaviour, the last one repeats."""

    def __init__(self) -> None:
        self.by_mark: dict[str, list[Behaviour]] = {}
        self.asked: dict[str, list[Request]] = {}
        self.otherwise: Callable[[str], Behaviour] = lambda mark: whole(mark)

    def __call__(self, request: Request) -> Behaviour:
        mark = mark_of(request)
        seen = self.asked.setdefault(mark, [])
        seen.append(request)
        script = self.by_mark.get(mark)
        return script[min(len(seen), len(script)) - 1] if script else self.otherwise(mark)

    def play(self, number: int, *behaviours: Behaviour) -> dict:
        """Set the behaviours for a number and return its question."""
        self.by_mark[f"mark-{number}-"] = list(behaviours)
        return asked(number)

    def count(self, number: int) -> int:
        return len(self.asked.get(f"mark-{number}-", []))


def paragraphs(mark: str, count: int, first: int = 0) -> list[tuple[list[str], str]]:
    """Different sentences, so that none is taken for a repetition of another."""
    return [
        (["E1"] if place == 0 else [], f"{FACTS[place % len(FACTS)]} {mark}p{place}.") for place in range(first, count)
    ]


FACTS = (
    "A member may borrow a book from the library for three weeks, says",
    "Dogs wait outside beside the bicycle stand, according to",
    "Coffee is sold on Thursdays between nine and noon, as told by",
    "The reading room upstairs closes early in winter, notes",
    "Newspapers from overseas arrive two days late, warns",
    "Lost umbrellas are kept in a blue wardrobe, reports",
    "Children paint posters during summer holidays, writes",
    "Maps larger than one metre need a special table, adds",
)


def whole(mark: str, count: int = 3, chunk: int = 16) -> Behaviour:
    return answer_json(paragraphs(mark, count), chunk)


def stalled(mark: str, kept: int, count: int = 4) -> Behaviour:
    """Silence after `kept` whole paragraphs and the beginning of the next one."""
    said = paragraphs_json(paragraphs(mark, count))
    return stall_after(-(-(said.index(FACTS[kept]) + 24) // 4), said)


def rest(mark: str, first: int, count: int = 4) -> Behaviour:
    """The remaining paragraphs, as a successor asks for them."""
    return answer_json(paragraphs(mark, count, first))


async def execute(url: str, statement: str, *values: object) -> object:
    async with looking(url) as connection:
        return await connection.fetchval(statement, *values)
