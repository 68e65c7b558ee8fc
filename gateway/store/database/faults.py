"""What errors of asyncpg mean: the database is lost, it refuses writes, or a value cannot be stored."""

from __future__ import annotations

import logging
import time

import asyncpg

from gateway.telemetry.outage import Outage

log = logging.getLogger(__name__)

PASSING = (
    asyncpg.exceptions.QueryCanceledError,
    asyncpg.exceptions.IdleInTransactionSessionTimeoutError,  # this process stood still inside one
    asyncpg.exceptions.TransactionRollbackError,  # a deadlock, a serialization failure
)
"""What goes wrong for one statement although the server is there."""
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # asyncpg's word for a session that was ended while it was being taken or given back
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,  # stopped, restarted, or starting up
    asyncpg.exceptions.InsufficientResourcesError,  # too many connections, disk full: may pass
    asyncpg.exceptions.InvalidCatalogNameError,  # while it is put back from a backup
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    *PASSING,
)
"""What asyncpg raises when the server is away or goes away under a statement."""


class WrongJson(ValueError):
    """Half a character, a number beyond 64 bits, or more levels than are written."""


UNSTORABLE = (
    asyncpg.CharacterNotInRepertoireError,
    asyncpg.UntranslatableCharacterError,
    UnicodeEncodeError,
    OverflowError,
    WrongJson,
)
"""NUL in a text or in JSON, as PostgreSQL raises it; half a character, or a number out of range, as a cause of what
asyncpg raises. Endpoints refuse such values by name; this is the net below them."""
NOT_STORABLE = "A value has what cannot be stored: the character NUL, half a character, or a number out of range."
REASONS = {
    "53100": "its disk is full",
    "58030": "its disk fails",
    "25006": "it is read-only",
    "42501": "the login has lost the right to write its tables",
}
"""Why PostgreSQL refuses writes while it answers reads, by SQLSTATE."""
STORAGE = ("buffile.c", "fd.c", "md.c", "slru.c", "xlog.c")
"""PostgreSQL's source files that write files."""
FILES_READ_ONLY = "its files are read-only"
AWAY = "The database is unreachable at the moment; try again shortly."
RECONNECTED_S = 10.0
"""A server that still refuses writes so soon after a new connection is the only one there is."""
PROBE = """
create temporary table citestream_probe on commit drop as
select repeat(md5(n::text), 250) from generate_series(1, 100) n"""
"""On a full disk, a new table fails, although a row in an old one may succeed."""
PROBE_ROW = "update tenant set allowance = allowance where tenant_id = 'default'"
WROTE = "select pg_current_xact_id_if_assigned() is not null"
"""Whether the current transaction has written anything."""


class Writability:
    """The state "reads, cannot write". A refused write begins it, and only a write that succeeds ends it."""

    def __init__(self) -> None:
        self.problem: str | None = None
        """Why writes fail; None if they succeed."""
        self._reconnected = -RECONNECTED_S
        self._outage = Outage(log, "the database", away="answers reads and refuses writes", back="takes writes again")

    def refused(self, error: BaseException) -> str | None:
        """Notes a refused write. Returns the sentence for callers; None if the error is not about writing."""
        reason = refusal(error)
        if reason is None:
            return None
        self.problem = f"The database can be read, but not written: {reason}."
        self._outage.fails(f"{reason} (SQLSTATE {getattr(error, 'sqlstate', '')})")
        return f"{self.problem} Tell the operator, or try again later."

    def should_reconnect(self, error: BaseException) -> bool:
        """Tells whether this server is read-only and another one should be tried first; not twice in a short time."""
        now = time.monotonic()
        if getattr(error, "sqlstate", None) != "25006" or now - self._reconnected < RECONNECTED_S:
            return False
        self._reconnected = now
        return True

    def succeeded(self) -> None:
        self.problem = None
        self._outage.works(surely=True)


def refusal(error: BaseException) -> str | None:
    """Returns why a write was refused; None if this error is about something else. PostgreSQL sends 42501 for a missing
    right to a table, for a file system that is read-only, and for a row that a policy refuses; the last does not
    count."""
    if not isinstance(error, asyncpg.PostgresError):
        return None
    if error.sqlstate == "42501":
        if error.server_source_filename in STORAGE:
            return FILES_READ_ONLY
        if not str(error).startswith("permission denied for table"):
            return None
    return REASONS.get(error.sqlstate or "")
