"""Commands of ours in this process: the imports of a new process cost a hundred times what most commands do."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest

from gateway.cli.main import main
from tests.support import processes

TIMEOUT_S = 120


def finished(folder: Path, *arguments: str, **more: str) -> CompletedProcess[str]:
    """Runs a command as `processes.finished` does, in a thread of this process, and waits for its end.

    The command has its own working directory, environment, standard streams and log handlers. They are restored
    afterwards. `psql` inherits the streams, so it runs as a process; so must a command that is to receive signals.
    """
    if arguments[:1] == ("psql",):
        return processes.finished(folder, *arguments, **more)
    words = ["citestream", *(os.fsdecode(os.fsencode(word)) for word in arguments)]
    out, err = _Stream("strict"), _Stream("backslashreplace")
    codes: list[int] = []
    with open(os.devnull, encoding="utf-8") as nothing, pytest.MonkeyPatch.context() as patch, _separate_logging():
        for name in os.environ.keys() - processes.environment().keys():
            patch.delenv(name)
        for name, value in more.items():
            patch.setenv(name, value)
        for name, stream in (("stdin", nothing), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", words)
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))  # messages name the program after it
        patch.chdir(folder)
        thread = threading.Thread(target=lambda: codes.append(_exit_code()), name=" ".join(words)[:60], daemon=True)
        thread.start()
        thread.join(TIMEOUT_S)
    assert codes, f"{words} did not end within {TIMEOUT_S} s"
    return CompletedProcess(words, codes[0], out.text(), err.text())


class _Stream(io.TextIOWrapper):
    """A standard stream whose content is read afterwards."""

    def __init__(self, errors: str) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors=errors, write_through=True)

    def text(self) -> str:
        """Returns what was written, with the line ends that `subprocess.run(text=True)` makes."""
        self.seek(0)
        return self.buffer.read().decode().replace("\r\n", "\n").replace("\r", "\n")


def _exit_code() -> int:
    """Runs `main` and returns the exit code that Python would give; an error that it lets through is a traceback."""
    try:
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


@contextlib.contextmanager
def _separate_logging() -> Iterator[None]:
    """A command sets up the root logger, which closes its handlers: pytest's are put aside. Levels are restored."""
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, []
    loggers = [root, *(each for each in root.manager.loggerDict.values() if isinstance(each, logging.Logger))]
    levels = {each: each.level for each in loggers}
    try:
        yield
    finally:
        root.handlers = handlers
        for each in root.manager.loggerDict.values():
            if isinstance(each, logging.Logger):
                each.setLevel(levels.get(each, logging.NOTSET))
        root.setLevel(levels[root])
