"""The process in which one file is read: `python -m gateway.ingestion.readers`, task and file on stdin, frames on
stdout.

Memory, processor time and what it may write are limited: a file that wants more ends in a sentence.
"""

from __future__ import annotations

import math
import os
import pickle
import struct
import sys
import threading
import time
from typing import IO, Any

import orjson

from gateway.ingestion.processes import scans
from gateway.ingestion.processes.document_frames import EXTRA, FULL, NO_ROOM, Job, too_large
from gateway.ingestion.processes.spool import REFUSED, write
from gateway.knowledge.extraction import Unreadable

MB, SPARE_MB = 1024 * 1024, 4
_LOOK_S = 0.05
_SPARE: list[bytearray] = []
"""Memory that is given up when there is none left, as then not even a function can be called."""


def main() -> None:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no frame
    given = sys.stdin.buffer
    (length,) = struct.unpack(">I", given.read(4))
    job: Job = pickle.loads(given.read(length))  # from the process that started this one
    bound(job)
    data = given.read(job.size)
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    try:
        refused = _refused(job, data, out)
        if refused:
            write(out, (REFUSED, orjson.dumps(refused)))
        out.close()
    except OSError:
        os._exit(NO_ROOM)
    os._exit(0)  # at once: nothing is left to be cleaned up


def bound(job: Job) -> None:
    """Sets the limits; where the system does not enforce that of memory, the use of memory is watched."""
    if sys.platform == "win32":
        _watch(job.memory_mb)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    seconds = math.ceil(job.seconds)
    # A program that it starts may take the hard limit, on every processor.
    given = math.ceil(job.waits_s) * (os.cpu_count() or 1)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, max(seconds, given) + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (job.largest_mb * MB, job.largest_mb * MB))
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            reserved, used = (int(pages) * resource.getpagesize() for pages in statm.read().split()[:2])
    except OSError:
        _watch(job.memory_mb)
    else:
        _SPARE.append(bytearray(SPARE_MB * MB))
        _raise_memory(reserved + SPARE_MB * MB + max(0, job.memory_mb * MB - used))


def _raise_memory(most: int | None = None) -> None:
    """Sets how much memory may be reserved; without a number it lifts the limit, because the sentence that follows
    needs a little more.
    """
    if sys.platform != "win32":
        import resource

        _, highest = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (highest if most is None else most, highest))


def _refused(job: Job, data: bytes, out: IO[bytes]) -> dict[str, Any] | None:
    """Writes the frames; returns what to say instead of the last one when the file cannot be read to its end."""
    try:
        for frame in job.run(data, job.task):
            write(out, frame)
    except ModuleNotFoundError:
        return {"unreadable": f"{job.name} {EXTRA}", "lasting": False}
    except Unreadable as error:
        return {"unreadable": str(error), "lasting": error.lasting}
    except RecursionError:
        return {"unreadable": f"{job.name} is nested too deeply to be read.", "lasting": True}
    except MemoryError:
        _SPARE.clear()
        _raise_memory()
        return {"unreadable": too_large(job.name, job.memory_mb), "lasting": True}
    return None


def _end_with_the_other() -> None:
    """Ends this process with the one that started it: nothing more is sent, so the pipe ends when that process does."""
    os.read(0, 1)
    scans.stop()
    os._exit(0)


def _watch(memory_mb: int) -> None:
    def look() -> None:
        while _most_used() < memory_mb * MB:
            time.sleep(_LOOK_S)
        os._exit(FULL)

    threading.Thread(target=look, daemon=True).start()


def _most_used() -> int:
    """Returns the most bytes of memory that this process has used so far."""
    if sys.platform == "win32":
        import ctypes

        counters = (ctypes.c_size_t * 10)()  # PROCESS_MEMORY_COUNTERS: two numbers of 32 bits, then sizes
        ctypes.windll.kernel32.GetCurrentProcess.restype = ctypes.c_void_p
        process = ctypes.c_void_p(ctypes.windll.kernel32.GetCurrentProcess())
        ctypes.windll.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), ctypes.sizeof(counters))
        return int(counters[1])  # PeakWorkingSetSize
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
