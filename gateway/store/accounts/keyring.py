"""The keys that this process has seen, each for some seconds; and whether one is needed at all."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Literal

from gateway.errors import Unavailable
from gateway.limits.access_key import Key, hashed
from gateway.store.accounts.access_keys import Keys

KNOWN_S = 3.0
"""A revoked key works for so long at most, on every process; five seconds are promised."""
MOST = 10_000
Known = dict[str, tuple[float, Key]]
"""By hash: until when, and what. Keys and sessions apart, so that neither is ever taken for the other."""


class Keyring:
    """Looks callers up. Raises `errors.Unavailable` when the database is away."""

    def __init__(
        self,
        keys: Keys,
        require: Literal["auto", "on", "off"],
        on_loopback: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keys, self._require, self._on_loopback, self._clock = keys, require, on_loopback, clock
        self._known_keys: Known = {}
        self._known_sessions: Known = {}
        self._exist: bool | None = None
        self._asked = 0.0

    async def required(self) -> bool:
        """Tells whether a key is required. `auto`: as soon as one exists, or others than this machine's own programs
        can call."""
        if self._require != "auto":
            return self._require == "on"
        return not self._on_loopback or await self._some_exist()

    async def key(self, secret: str) -> Key | None:
        """Returns the key, while it is valid."""
        return await self._look_up(self._known_keys, secret, self._keys.find)

    async def session(self, secret: str) -> Key | None:
        """Returns the key that a page signed in with, while the session and the key are valid."""
        return await self._look_up(self._known_sessions, secret, self._keys.find_session)

    async def holding(self, hashes: Collection[str]) -> set[str]:
        """Returns those of the keys and sessions, named by their hashes, that are still valid, and forgets the
        others."""
        valid = await self._keys.holding(hashes)
        for gone in set(hashes) - valid:
            self._known_keys.pop(gone, None)
            self._known_sessions.pop(gone, None)
        return valid

    def look_anew(self) -> None:
        """Forgets all that it knows: keys were changed through this very process, whose next request heeds that."""
        self._known_keys.clear()
        self._known_sessions.clear()
        self._exist = self._exist or None

    def forget(self, secret: str) -> None:
        """Forgets a session whose page has signed out."""
        self._known_sessions.pop(hashed(secret), None)

    async def _look_up(self, among: Known, secret: str, find: Callable[[str], Awaitable[Key | None]]) -> Key | None:
        name, now = hashed(secret), self._clock()
        until, known = among.get(name, (0.0, None))
        if known is not None and now < until:
            return known
        found = await find(secret)
        among.pop(name, None)
        if found is not None:
            if len(among) >= MOST:
                among.clear()
            among[name] = (now + KNOWN_S, found)
        return found

    async def _some_exist(self) -> bool:
        """Tells whether there is a key. Once there is one, this never changes back; it is unknown only where the
        database was never there."""
        now = self._clock()
        if not self._exist and (self._exist is None or now >= self._asked + KNOWN_S):
            self._asked = now
            try:
                self._exist = await self._keys.exist()
            except Unavailable:
                if self._exist is None:
                    raise
        return bool(self._exist)
