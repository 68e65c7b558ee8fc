"""How much memory a process and the processes it starts take while something happens (Linux: /proc)."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

MB = 1_000_000
EVERY_S = 0.02
IS_POSSIBLE = os.path.exists("/proc/self/clear_refs")


class MemoryWatch:
    """Looks at a process and its children while `running` lasts. All numbers are MB.

    The kernel counts the most that a process held; so a look that comes late misses nothing but a child that has ended.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.children = 0
        """The most that one child held."""
        self._before = resident(pid, "VmRSS")
        Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")  # forgets the most that it held so far

    @property
    def growth(self) -> int:
        """How much more the process held at most than at the beginning."""
        return max(0, resident(self._pid, "VmHWM") - self._before)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Looks at the children until the block ends."""
        over = threading.Event()
        thread = threading.Thread(target=self._look, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _look(self, over: threading.Event) -> None:
        while not over.wait(EVERY_S):
            with contextlib.suppress(OSError, StopIteration):
                for child in Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text(encoding="ascii").split():
                    self.children = max(self.children, resident(int(child), "VmHWM"))


def resident(pid: int, name: str) -> int:
    """Returns what the status of a process says under a name, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024 // MB
