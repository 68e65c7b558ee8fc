"""A user of the embedded server in a process of its own: prints the URL, again after `ensure` for every line of
input."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from gateway.errors import DatabaseUnreachable
from gateway.store.bundled.embedded import acquire


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(data: Path) -> None:
    try:
        embedded = await acquire(data)
    except DatabaseUnreachable as error:
        say(f"refused: {error.detail}")
        return
    say(embedded.url)
    while await asyncio.to_thread(sys.stdin.readline):
        await embedded.ensure()
        say(embedded.url)


asyncio.run(main(Path(sys.argv[1])))
