"""What the database does for an answer: every round trip, with its name, the part of the answer that asked for it, and
the processor time of the PostgreSQL process that served it (Linux).

Names are those of the `.sql` files; other statements are called by their first words.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import asyncpg

from bench.answer_parts.account import PART
from bench.stream_parts.processes import clock_s
from gateway.store.database import statements

STORE = statements.STORE
TRIPS = ("query", "prepare", "bind_execute", "bind_execute_many", "copy_in", "copy_out", "close_statement")
"""Calls of asyncpg's protocol that send something and wait for what comes back."""
DECLARED = re.compile(r"^(with (?:recursive )?)declared as \(select \$\d+::tenant_names\)(,?) ", re.IGNORECASE)
"""What `store.tenancy` puts before a statement."""


class Trips:
    """Round trips by part and statement, and PostgreSQL's seconds in them."""

    def __init__(self) -> None:
        self.count: Counter[tuple[str, str]] = Counter()
        self.spent_s: Counter[tuple[str, str]] = Counter()
        self._names = {
            _plain(text): name for file in STORE.rglob("*.sql") for name, text in statements.load(file).items()
        }

    def watch(self) -> None:
        """Counts the round trips of every connection that is opened from now on."""
        original = asyncpg.Connection.__init__

        def opened(connection: asyncpg.Connection, protocol: Any, *args: Any, **named: Any) -> None:
            original(connection, _Counted(protocol, self), *args, **named)

        asyncpg.Connection.__init__ = opened  # type: ignore[method-assign]

    def clear(self) -> None:
        self.count.clear()
        self.spent_s.clear()

    def name(self, call: str, what: Any) -> str:
        """Returns what a statement is called; `what` is its text or the prepared statement."""
        text = _plain(what if isinstance(what, str) else getattr(what, "query", ""))
        name = self._names.get(text) or " ".join(text.split()[:4]).lower().rstrip(";,(")
        return f"prepare {name}" if call == "prepare" else name


def _plain(text: str) -> str:
    """Returns the statement as its file has it, without comments, line ends, and the tenants that it is for."""
    plain = " ".join(" ".join(line for line in text.split("\n") if not line.startswith("--")).split())
    return DECLARED.sub(lambda found: found[1] if found[2] else "", plain)


class _Counted:
    """asyncpg's protocol of one connection."""

    def __init__(self, protocol: Any, trips: Trips) -> None:
        self._protocol, self._trips = protocol, trips

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._protocol, name)
        if name not in TRIPS:
            return found

        async def counted(*args: Any, **named: Any) -> Any:
            server = self._protocol.get_server_pid()
            part = PART.get()
            what = args[name == "prepare"] if args else named.get("state")
            called = self._trips.name(name, what)
            before = clock_s(server)
            try:
                return await found(*args, **named)
            finally:
                self._trips.count[part, called] += 1
                self._trips.spent_s[part, called] += clock_s(server) - before

        return counted
