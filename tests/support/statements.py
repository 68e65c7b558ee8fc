"""The statements that a gateway sends to its database: each is one round trip."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from gateway.store.database import statements
from gateway.store.database.database import Database
from gateway.store.graph.graph_search import EVERYWHERE

STORE = Path(statements.__file__).parents[1]
BY_THEMSELVES = (
    *("leases.", "access_keys.", "sessions.expire", "first_statistics."),
    *("turns.append_where_leased", "turns.append_texts"),
)
"""Beginnings of what comes at its own times: leases, keys, what is swept, what the planner is told, and the journal,
which writes what has gathered."""
OF_THE_DRIVER = ("select current_setting('jit')", "select set_config('jit'", "with recursive typeinfo_tree")
"""Beginnings of what asyncpg asks once on each connection."""
DECLARED = re.compile(r"declared as \(select \$\d+::tenant_names\)(, )?")
"""What names the tenants of a statement (`gateway.store.database.tenancy`)."""
POOL = "-- the best of"
"""The beginning of `passage_search.pool`, which is written out for each number of words."""


class Statements:
    """Counts the statements of every connection that is opened while this is patched in, by their names."""

    def __init__(self, monkeypatch) -> None:
        self.sent: Counter[str] = Counter()
        self._names = {
            text: f"{file.stem}.{name}" for file in STORE.rglob("*.sql") for name, text in statements.load(file).items()
        }
        self._names |= {text: f"graph.{name}" for name, text in EVERYWHERE.items()}
        prepare = Database._prepare

        async def prepared(database, connection):
            await prepare(database, connection)
            connection.add_query_logger(self._note)

        monkeypatch.setattr(Database, "_prepare", prepared)

    def _note(self, sent) -> None:
        query = as_written(sent.query)
        name = self._names.get(query) or " ".join(query.lower().strip(";").split()[:4])
        if not name.startswith((*BY_THEMSELVES, *OF_THE_DRIVER)):
            self.sent["passage_search.pool" if name.startswith(POOL) else name] += 1

    def taken(self) -> dict[str, int]:
        """Returns what was sent since the last time."""
        sent, self.sent = dict(self.sent), Counter()
        return sent


def as_written(query: str) -> str:
    """Returns a statement without what names its tenants."""
    found = DECLARED.search(query)
    if found is None:
        return query
    head, rest = query[: found.start()], query[found.end() :]
    return head + rest if found[1] else head.removesuffix("with ") + rest[1:]
