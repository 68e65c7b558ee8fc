"""A cache in front of the rows of sessions."""

from __future__ import annotations

from typing import Protocol


class SessionCache(Protocol):
    """A place for what is read often, beside the database. It may forget anything at any time, and never raises.

    What it has is compared with the session's version before it is used: a stale entry does no harm.
    """

    async def get(self, key: str) -> bytes | None: ...

    async def set(self, key: str, value: bytes, ttl_s: float) -> object:
        """Stores a value for at most so many seconds."""
        ...

    async def delete(self, *keys: str) -> object: ...
