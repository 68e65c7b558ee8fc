"""Reading a file in a process of its own: what crashes, hangs or eats memory is one file with a sentence."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import signal
import sys
from pathlib import Path

from gateway.knowledge.document import Line
from gateway.knowledge.formats import DOCX, PDF, RTF, Content, Unreadable

log = logging.getLogger(__name__)

READERS = {PDF: "pdf", DOCX: "docx", RTF: "rtf"}
"""Media type to the file in this folder."""
LONGEST_S, PATIENCE = 120.0, 5
"""Seconds of processor time for one file, which do not depend on what else the machine does; and how many times as long
on the clock, for a reader that waits for nothing.
"""
AT_ONCE = 2
"""Processes."""
_NEEDED = ("PATH", "PYTHON", "LD_", "DYLD_", "LANG", "LC_", "SYSTEM", "TEMP", "TMP")
"""How the names of the variables begin that a Python needs to start."""
_ROOT = Path(__file__).resolve().parent.parent.parent


class Apart:
    """Starts a reader per file, a few at a time. The event loop and its threads stay free."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._places = asyncio.Semaphore(AT_ONCE)

    async def read(self, data: bytes, name: str, media_type: str) -> Content:
        """Text, title and lines of a file of a type in `READERS`. Raises `Unreadable`; `name` begins its sentence."""
        if not data:
            raise Unreadable(f"{name} is empty: it has no bytes.")
        async with self._places:
            output = await self._run(data, name, READERS[media_type])
        try:
            answer = json.loads(output)
        except ValueError:
            sentence = f"{name} cannot be read: its reader stopped; the file is probably damaged."
            raise Unreadable(sentence, lasting=False) from None
        if "unreadable" in answer:
            raise Unreadable(f"{name} {answer['unreadable']}", lasting=answer["lasting"])
        lines = tuple(Line(*line) for line in answer["lines"])
        return Content(answer["title"], answer["text"], lines=lines, note=answer["note"] and f"{name} {answer['note']}")

    async def _run(self, data: bytes, name: str, reader: str) -> bytes:
        # Keys and addresses are none of a file's business.
        kept = {key: value for key, value in os.environ.items() if key.upper().startswith(_NEEDED)}
        path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "gateway.readers", reader, str(math.ceil(self._longest_s)), stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={**kept, "PYTHONPATH": path},
        )  # fmt: skip
        try:
            async with asyncio.timeout(PATIENCE * self._longest_s):
                output, errors = await process.communicate(data)
        except TimeoutError:
            raise Unreadable(self._slow(name), lasting=False) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode == -getattr(signal, "SIGXCPU", 0):
            raise Unreadable(self._slow(name))
        if errors and process.returncode:
            log.warning("reading %s: %s", name, errors.decode("utf-8", "replace").strip().rpartition("\n")[2])
        return output

    def _slow(self, name: str) -> str:
        return f"{name} takes more than {self._longest_s:g} s to read; split it."
