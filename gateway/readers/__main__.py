"""The process in which one file is read: `python -m gateway.readers pdf|docx|rtf SECONDS`, file on stdin, JSON on stdout."""

from __future__ import annotations

import contextlib
import importlib
import json
import sys

from gateway.knowledge.formats import Unreadable

MEMORY = 2 * 1024 * 1024 * 1024
"""Bytes of address space; a file that wants more ends its own process only."""
EXTRA = "needs the formats of the extra `ingest`: run `pip install 'citestream[ingest]'`."


def main() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2]) + 1))
    data = sys.stdin.buffer.read()
    try:
        content = importlib.import_module(f"gateway.readers.{sys.argv[1]}").read(data)
        lines = [list(line) for line in content.lines]
        answer = {"title": content.title, "text": content.text, "lines": lines, "note": content.note}
    except ModuleNotFoundError:
        answer = {"unreadable": EXTRA, "lasting": False}
    except Unreadable as error:
        answer = {"unreadable": str(error), "lasting": error.lasting}
    except MemoryError:
        answer = {"unreadable": "needs too much memory to be read; split it.", "lasting": True}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
