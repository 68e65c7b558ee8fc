"""Reading a file in a process of its own: what crashes, hangs or eats memory is one file with a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import struct
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from gateway.ingestion.processes.document_frames import FULL, NO_ROOM, Job, too_large
from gateway.ingestion.processes.spool import Spool, SpoolFrame
from gateway.ingestion.processes.text_recognition import OcrCommand, ocr_command
from gateway.knowledge.extraction import Unreadable
from gateway.settings import Settings

log = logging.getLogger(__name__)

LONGEST_S, PATIENCE = 120.0, 5
"""Seconds of processor time for one file, which do not depend on what else the machine does; and how many times as long
on the clock, for a reader that waits for nothing.
"""
S_PER_MB = 6.0
"""More seconds for each MB of a text, which is cut into passages however long it is; of other formats the size says
little."""
MAX_PASSAGES = 100_000
"""Passages that one document may be cut into."""
MEMORY_MB = 280
"""What one process may hold in memory."""
LARGEST_MB = 2048
"""What it may write to the disk."""
MOMENT_S = 2.0
AT_ONCE = 2
"""Processes."""
_SENT_AT_ONCE = 1 << 18
_NEEDED = ("PATH", "PYTHON", "LD_", "DYLD_", "LANG", "LC_", "SYSTEM", "TEMP", "TMP", "TESSDATA")
"""What the names of the environment variables begin with that a Python needs to start, and text recognition."""
_ROOT = Path(__file__).resolve().parents[3]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one file may cost: passages, processor time, and memory of the process that reads it; what reads pages that
    are only pictures; and whether hidden text is read.
    """

    passages: int = MAX_PASSAGES
    seconds: float = LONGEST_S
    memory_mb: int = MEMORY_MB
    ocr: OcrCommand | None = None
    read_hidden: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Bounds:
        """Returns what the settings say."""
        ocr = ocr_command(settings.ocr_command)
        return cls(memory_mb=settings.reading_mb, ocr=ocr, read_hidden=settings.read_hidden)


USUAL = Bounds()


class Apart:
    """Starts a process per file, a few at a time. The event loop and its threads stay free."""

    def __init__(self, longest_s: float = LONGEST_S, memory_mb: int = MEMORY_MB) -> None:
        self._longest_s, self._memory_mb = longest_s, memory_mb
        self._places = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def run(
        self,
        function: Callable[[bytes, T], Iterator[SpoolFrame]],
        data: bytes | bytearray,
        task: T,
        name: str,
        s_per_mb: float = 0,
        waits_s: float = 0,
    ) -> AsyncIterator[tuple[Spool, dict[str, Any]]]:
        """Yields the frames that a function of `document_frames.py` gives, and what the last one says. Raises
        `Unreadable`.

        name: what the sentence of an error begins with.
        s_per_mb: seconds that the function may take longer for each MB of data.
        waits_s: seconds by the clock that it may wait for a program that it starts.
        """
        if not data:
            raise Unreadable(f"{name} is empty: it has no bytes.")
        async with self._places:
            spool = await asyncio.to_thread(Spool)
            try:
                seconds = self._longest_s + s_per_mb * len(data) / 1_000_000
                job = Job(function, task, name, len(data), self._memory_mb, seconds, LARGEST_MB, waits_s)
                code = await self._run(job, data, spool)
                end = await asyncio.to_thread(spool.seal)
                if end is None:
                    raise _stopped(job, code)
                if spool.is_refused:
                    raise Unreadable(end["unreadable"], lasting=end["lasting"])
                yield spool, end
            finally:
                spool.close()

    async def _run(self, job: Job, data: bytes | bytearray, spool: Spool) -> int | None:
        """Returns the exit code of the process; None when it was ended."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "gateway.ingestion.readers",
            stdin=asyncio.subprocess.PIPE,
            stdout=spool.file,
            stderr=asyncio.subprocess.PIPE,
            env=environment(),
        )
        assert process.stdin is not None and process.stderr is not None
        try:
            async with asyncio.timeout(PATIENCE * job.seconds + job.waits_s):
                errors, _ = await asyncio.gather(process.stderr.read(), _send(process.stdin, job, data))
                await process.wait()
        except TimeoutError:
            raise Unreadable(_slow(job), lasting=False) from None
        finally:
            if process.returncode is None:
                await _end(process, job)
        if errors and process.returncode:
            log.warning("reading %s: %s", job.name, errors.decode("utf-8", "replace").strip().rpartition("\n")[2])
        return process.returncode


async def _end(process: asyncio.subprocess.Process, job: Job) -> None:
    """Ends a process; one that may have started a program has a moment to end that first."""
    if job.waits_s and process.stdin is not None:
        process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), MOMENT_S)
    if process.returncode is None:
        process.kill()
        await process.wait()


def environment() -> dict[str, str]:
    """Returns the environment variables of a process that reads files: keys and addresses are not for it."""
    needed = {key: value for key, value in os.environ.items() if key.upper().startswith(_NEEDED)}
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**needed, "PYTHONPATH": path, "MALLOC_ARENA_MAX": "1", "OPENBLAS_NUM_THREADS": "1"}


def _stopped(job: Job, code: int | None) -> Unreadable:
    """Returns why a process ended without its last frame."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return Unreadable(_slow(job))
    if code == FULL:
        return Unreadable(too_large(job.name, job.memory_mb))
    if code == NO_ROOM:
        sentence = f"{job.name} becomes too large when it is read, or the disk for temporary files is full."
        return Unreadable(sentence, lasting=False)
    sentence = (
        f"{job.name} cannot be read: its reader stopped. The file is damaged, or it needs more than "
        f"{job.memory_mb} MB of memory (GATEWAY_READING_MB)."
    )
    return Unreadable(sentence, lasting=False)


def _slow(job: Job) -> str:
    return f"{job.name} takes more than {job.seconds:g} s to read; split it."


async def _send(pipe: asyncio.StreamWriter, job: Job, data: bytes | bytearray) -> None:
    """Sends the job and the data. The pipe stays open: its end tells the process that this one has ended."""
    task = pickle.dumps(job)
    pipe.write(struct.pack(">I", len(task)) + task)
    view = memoryview(data)
    try:
        for at in range(0, len(data), _SENT_AT_ONCE):
            pipe.write(view[at : at + _SENT_AT_ONCE])
            await pipe.drain()
    except (ConnectionError, OSError):
        return  # it has ended; its exit code says why
