"""Readers that take more than they may, for processes of their own (`gateway/ingestion/processes/isolation.py`); so it imports
little."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import orjson

from gateway.ingestion.processes.spool import END, TEXT, SpoolFrame

MB = 1024 * 1024


def hungry(data: bytes, megabytes: int) -> Iterator[SpoolFrame]:
    blocks = [bytearray(b"x" * MB) for _ in range(megabytes)]
    yield END, orjson.dumps({"held": len(blocks)})


def lingering(data: bytes, megabytes: int) -> Iterator[SpoolFrame]:
    """Holds what it has and goes on: nothing refuses it more."""
    blocks = [bytearray(b"x" * MB) for _ in range(megabytes)]
    while blocks:
        pass
    yield END, b"{}"


def busy(data: bytes, path: str) -> Iterator[SpoolFrame]:
    """Says its process id in a file and works for ever."""
    Path(f"{path}.part").write_text(str(os.getpid()), encoding="ascii")
    os.replace(f"{path}.part", path)
    while True:
        pass
    yield END, b"{}"


def talkative(data: bytes, megabytes: int) -> Iterator[SpoolFrame]:
    for _ in range(megabytes):
        yield TEXT, bytes(MB)
    yield END, b"{}"


def half(data: bytes, task: None) -> Iterator[SpoolFrame]:
    yield TEXT, b"the first half"
    sys.exit("broken")
