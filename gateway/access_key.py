"""Keys: what a key looks like, what is stored of it, and what its bearer may do."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Role = Literal["user", "app", "staff", "qa", "admin"]
LOOK = "cs_"
"""How our own keys begin, so that people and secret scanners recognise them."""
RANDOM = 43
"""Letters and digits behind it: 256 bits."""
SHOWN = 8
"""Characters of a key that lists show and `revoke` takes."""
GIVEN = re.compile(r"[\x21-\x7e]{32,200}", re.ASCII)
"""A key that somebody chose themselves: long enough that nobody guesses it."""
TENANT = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}", re.ASCII)


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

    @property
    def subject(self) -> str:
        """The owner of what its bearer creates."""
        return f"key:{self.key_hash[:16]}"


def new() -> str:
    """Makes a new key."""
    return LOOK + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(RANDOM))


def hashed(secret: str) -> str:
    """Returns what is stored of a key or of a session's secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def prefix(key: str) -> str:
    return key[:SHOWN]
