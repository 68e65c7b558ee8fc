"""Progress of a command: a bar on a terminal, and lines if the output goes into a file or a pipe."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from gateway.knowledge.extraction import visible

LINES = 20
"""Lines for a task whose end is known."""
ONE_LINE_EVERY = 100
"""Steps for one line of a task whose end is not known."""


def shown() -> Progress:
    """Returns the progress of a command, which its tasks update. It goes to stderr, results go to stdout."""
    shown = bar()
    return shown if shown.console.is_terminal else _Lines(console=shown.console, disable=True)


def bar() -> Progress:
    """Returns a bar with a count. It vanishes at its end."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=Console(stderr=True), transient=True)


class _Lines(Progress):
    """Prints a line for each twentieth of a task that is done."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._named: dict[TaskID, str] = {}
        self._printed: dict[TaskID, int] = {}

    def add_task(self, description: str, *given: Any, **others: Any) -> TaskID:
        """Begins a task; its lines begin with this description."""
        task_id = super().add_task(description, *given, **others)
        self._named[task_id] = description
        return task_id

    def update(self, task_id: TaskID, **changed: Any) -> None:
        """Notes how far a task is."""
        super().update(task_id, **changed)
        task = self._tasks[task_id]
        step = int(task.completed * LINES / task.total) if task.total else int(task.completed) // ONE_LINE_EVERY
        if step > self._printed.get(task_id, 0):
            self._printed[task_id] = step
            done = f"{int(task.completed):,}" + (f" of {int(task.total):,}" if task.total else "")
            latest = f", {visible(task.description)}" if task.description not in ("", self._named[task_id]) else ""
            print(f"{self._named[task_id]}: {done}{latest}", file=sys.stderr, flush=True)
