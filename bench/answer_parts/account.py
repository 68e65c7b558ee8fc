"""Whose processor time it was: each step of a task is counted for the part of the answer that it works on.

Every task of the event loop is wrapped, so that what it does between two waits is measured with the clock of its
thread and counted for the part that its context names. A part begins where one of `SEAMS` is entered and ends where it
is left; work that it starts in other tasks and threads counts for it too. What no task does (sockets, the loop itself)
is the rest of the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import inspect
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

SEAMS: tuple[tuple[str, str, str], ...] = (
    ("request", "uvicorn.protocols.http.httptools_impl", "RequestResponseCycle.run_asgi"),
    ("admission", "gateway.http.asking.turns", "begin_turn"),
    ("sending", "gateway.http.streaming.event_stream", "_Body.send"),
    ("turn", "gateway.turn.ask", "TurnRun.to_its_end"),
    ("follow-up", "gateway.turn.collection.about", "AboutCollection.wanted"),
    ("follow-up", "gateway.turn.understanding.understanding", "Understanding.of"),
    ("memory", "gateway.memory.recall", "Remembering.recall"),
    ("search", "gateway.turn.searching.follow_up_search", "FollowUpSearch.run"),
    ("gate", "gateway.turn.searching.search", "confidence"),
    ("gate", "gateway.turn.searching.search", "TurnSearch.frozen"),
    ("freezing", "gateway.turn.findings", "TurnFindings.freeze"),
    ("freezing", "gateway.live.producers", "TurnJournal.freeze"),
    ("prompt", "gateway.turn.writing.generation", "AnswerTask.whole"),
    ("asking", "openai._base_client", "AsyncAPIClient.request"),
    ("evidence", "gateway.answer.evidence.evidence", "EvidenceIndex.check"),
    ("text", "gateway.turn.ask", "TurnRun._write"),
    ("end", "gateway.turn.ask", "TurnRun._end"),
    ("remembering", "gateway.memory.intake", "Intake.ended"),
    ("journal", "gateway.live.producers", "Live._write_forever"),
)
"""Part, module, and the function or method that is it."""
PARTS = tuple(dict.fromkeys(part for part, _, _ in SEAMS))
ELSEWHERE = "elsewhere"
"""Tasks that belong to no answer: leases, polls, permits."""

PART: ContextVar[str] = ContextVar("part", default=ELSEWHERE)


class _Lane(threading.local):
    """What a thread works on, and since when."""

    part: str | None = None
    since = 0


class Account:
    """Nanoseconds of processor time by part."""

    def __init__(self) -> None:
        self.spent_ns: Counter[str] = Counter()
        self._lane, self._lock = _Lane(), threading.Lock()

    def turn_to(self, part: str | None) -> str | None:
        """Counts what the thread did so far for the part it did it for; from now on it works on this one. Returns the
        part before."""
        lane, now = self._lane, time.thread_time_ns()
        before = lane.part
        if before is not None:
            with self._lock:
                self.spent_ns[before] += now - lane.since
        lane.part, lane.since = part, now
        return before

    @contextlib.contextmanager
    def on(self, part: str) -> Iterator[None]:
        """Works on a part, in this context and what is started in it."""
        token, before = PART.set(part), self.turn_to(part)
        try:
            yield
        finally:
            PART.reset(token)
            self.turn_to(before if before is None else PART.get())

    @contextlib.contextmanager
    def step(self, part: str) -> Iterator[None]:
        """One step of a task, or one call in a thread."""
        before = self.turn_to(part)
        try:
            yield
        finally:
            self.turn_to(before)


class _Measured(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are counted."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], account: Account) -> None:
        self._coroutine, self._account = coroutine, account

    def send(self, value: Any) -> Any:
        with self._account.step(PART.get()):
            return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        with self._account.step(PART.get()):
            return self._coroutine.throw(*error)

    def close(self) -> None:
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield from self._coroutine.__await__())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coroutine, name)


class _Threads(ThreadPoolExecutor):
    """The loop's threads; what is done in them counts for who asked for it."""

    def __init__(self, account: Account) -> None:
        super().__init__()
        self._account = account

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        def counted(part: str) -> Any:
            with self._account.step(part):
                return function(*args, **named)

        return super().submit(counted, PART.get())


def watch(account: Account) -> list[str]:
    """Counts for `account` from now on, in the running loop. Returns the seams that are not there."""
    loop = asyncio.get_running_loop()

    def task(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_Measured(work, account), loop=loop, **named)

    loop.set_task_factory(task)  # type: ignore[arg-type]
    loop.set_default_executor(_Threads(account))
    return [f"{module}.{name}" for part, module, name in SEAMS if not _marked(account, part, module, name)]


def _marked(account: Account, part: str, module: str, name: str) -> bool:
    """Lets a function say that its part begins and ends; false where there is no such function."""
    try:
        owner: Any = importlib.import_module(module)
        *path, last = name.split(".")
        for step in path:
            owner = getattr(owner, step)
        original = getattr(owner, last)
    except (ImportError, AttributeError):
        return False

    if inspect.iscoroutinefunction(original):

        @functools.wraps(original)
        async def waits(*args: Any, **named: Any) -> Any:
            with account.on(part):
                return await original(*args, **named)

        setattr(owner, last, waits)
    else:

        @functools.wraps(original)
        def runs(*args: Any, **named: Any) -> Any:
            with account.on(part):
                return original(*args, **named)

        setattr(owner, last, runs)
    return True
