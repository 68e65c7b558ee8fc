"""Keys: what a key looks like, what is stored of it, what its bearer may do, and how much of it."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Literal

Role = Literal["user", "app", "staff", "qa", "admin", "metrics"]
LOOK = "cs_"
"""How our own keys begin, so that people and secret scanners recognise them."""
RANDOM = 43
"""Letters and digits behind it: 256 bits."""
NAMED = 16
"""Characters of a key's hash that name it."""
SHOWN = 8
"""Characters of a key that lists show and `revoke` takes."""
GIVEN = re.compile(r"[\x21-\x7e]{32,200}", re.ASCII)
"""A key that somebody chose themselves: long enough that nobody guesses it."""
TENANT = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}", re.ASCII)
USER = "user:"
"""What the owner begins with that a business back end names."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a key or a whole tenant may use. 0: as much as it likes."""

    requests_per_minute: int = 0
    """Requests in any 60 seconds."""
    running_answers: int = 0
    """Answers that are being written at the same time."""
    viewers: int = 0
    """Streams that are open at the same time."""
    tokens_per_day: int = 0
    """Tokens of models, read and written, from midnight to midnight UTC."""
    stored_bytes: int = 0
    """Bytes of the documents that lie in the knowledge base, as they were sent."""

    def but(self, own: Mapping[str, int]) -> Limits:
        """Returns these with others in the place of those that are named."""
        return replace(self, **{name: own[name] for name in LIMITS if name in own})

    def tightened(self, own: Mapping[str, int]) -> Limits:
        """Returns the tighter of each limit and the one that is named."""
        tighter = {name: own[name] for name in LIMITS if own.get(name)}
        now = {name: limit for name, limit in self.by_name.items() if limit}
        return replace(self, **{name: min(limit, now.get(name, limit)) for name, limit in tighter.items()})

    @property
    def by_name(self) -> dict[str, int]:
        """All of them."""
        return {name: getattr(self, name) for name in LIMITS}

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return self != NO_LIMITS

    @classmethod
    def read(cls, text: str) -> Limits:
        """Reads `requests_per_minute=600,tokens_per_day=2000000`. Raises `ValueError` for anything else."""
        named: dict[str, int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = (side.strip() for side in part.partition("="))
            if name not in LIMITS or not (value.isascii() and value.isdigit()) or int(value) > MOST:
                raise ValueError(f"{part!r} is no limit; write {LIMITS[0]}=600, with one of {', '.join(LIMITS)}")
            named[name] = int(value)
        return cls(**named)


MOST = 2**53 - 1
"""The greatest limit: what every JSON reader takes as a whole number."""
LIMITS = tuple(limit.name for limit in fields(Limits))
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Key:
    """What is stored of a key. The key itself is nowhere but with its bearer."""

    key_hash: str
    """SHA-256 in hex. A key has 256 random bits, so that a slow hash would add nothing."""
    prefix: str
    tenant: str
    role: Role
    workspaces: tuple[str, ...]
    """The only ones it may see; empty: all."""
    label: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used: datetime | None = field(default=None, compare=False)
    """To the minute."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Its own ones, in the place of the settings'."""
    tenant_allowance: Mapping[str, int] = field(default_factory=dict)
    """What the operator gives its tenant as a whole, in the place of the settings'."""
    tenant_limits: Mapping[str, int] = field(default_factory=dict)
    """What its tenant's administrators set, which only tightens that."""

    @property
    def key_id(self) -> str:
        """Its name in lists, in the audit log and in the names of owners: enough of its hash to tell it from others."""
        return self.key_hash[:NAMED]

    @property
    def subject(self) -> str:
        """The owner of what its bearer creates."""
        return f"key:{self.key_id}"


def new() -> str:
    """Makes a new key."""
    return LOOK + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(RANDOM))


def hashed(secret: str) -> str:
    """Returns what is stored of a key or of a session's secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def prefix(key: str) -> str:
    return key[:SHOWN]
