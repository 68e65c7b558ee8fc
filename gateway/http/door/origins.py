"""Checks by which name this gateway is called, and whose pages call it.

A browser sends any page's requests to any address, also to a gateway on its reader's own machine. Two headers tell
the difference, because no page can write them: `Host`, the name by which the browser found us (a stranger's name can
point here: DNS rebinding), and `Origin`, the address that the page came from.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from gateway.errors import ForeignOrigin, LimitReached, UnknownHost, WrongRole
from gateway.http.door.visit import Visit

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5})?)?", re.ASCII | re.IGNORECASE)
"""A name or a number, and a port (RFC 9110, section 7.2). Nothing else may be in it, such as a user's name."""
PORTS = {"http": "80", "https": "443"}
NEVER = ("null", "*")
"""Values that are nobody's origin: every sandboxed frame is `null`, and `*` lets in only those who bring a key."""
WITH_STATUS = (ForeignOrigin, UnknownHost, WrongRole, LimitReached)
"""The refusals of such requests, and of keys that may not do this or not so much of it. Endpoints whose refusals have
no status of their own give these theirs."""
SHOWN = 100
"""How many characters of a header a refusal repeats."""


async def check_host(visit: Visit) -> None:
    """Raises `UnknownHost` where a request came here by a name that is not ours.

    Without keys, our names are those of this machine's loopback and those in `GATEWAY_ALLOWED_HOSTS`. Where a key is
    needed, any name will do as long as that setting is empty: a page that was loaded by another name has neither a
    key nor the cookie of a session.
    """
    parts, sent = visit.services, visit.headers.getlist("host")
    name = name_of(sent[0]) if len(sent) == 1 else None
    listed = parts.settings.allowed_hosts
    if name is not None and is_ours(name, listed):
        return
    if not listed and await parts.keyring.required():
        return
    told = f"the name {', '.join(sent)[:SHOWN]!r}" if sent else "no name: the header Host is missing"
    raise UnknownHost(
        f"This was sent to {told}. The gateway answers to localhost, 127.0.0.1, [::1] and what GATEWAY_ALLOWED_HOSTS "
        "lists."
    )


def is_ours(name: str, listed: Iterable[str]) -> bool:
    """Tells whether a name is loopback's or in `GATEWAY_ALLOWED_HOSTS`."""
    return is_loopback(name) or any(fits(name, pattern) for pattern in listed)


def is_https(visit: Visit) -> bool:
    """Tells whether the browser sees https. A proxy says so in a header; whoever lies in it harms only themselves."""
    first, _, _ = visit.headers.get("x-forwarded-proto", "").partition(",")
    return "https" in (visit.scope.get("scheme"), first.strip().lower())


def public_base(visit: Visit) -> str:
    """Returns the address that readers of an answer have for this gateway, without a slash at its end: that of
    `GATEWAY_PUBLIC_URL`, else the one that the request came by where its name is loopback's or in
    `GATEWAY_ALLOWED_HOSTS`. It is empty where the name could be anybody's: links are relative then."""
    settings, host = visit.services.settings, visit.headers.get("host", "")
    if settings.public_url:
        return settings.public_url
    name = name_of(host)
    if name is None or not is_ours(name, settings.allowed_hosts):
        return ""
    return f"{'https' if is_https(visit) else 'http'}://{host.strip().lower()}"


def check_origin(visit: Visit) -> None:
    """Raises `ForeignOrigin` for the page of a stranger: neither of this very address nor in `GATEWAY_CORS_ORIGINS`.

    Programs send no origin; browsers always do with requests that change something. Whether the address is ours is
    checked by `check_host`.
    """
    origin = visit.headers.get("origin")
    if origin is None:
        return
    if origin not in NEVER and origin in visit.services.settings.allowed_origins:
        return
    if not is_same(origin, visit.headers.get("host", "")):
        raise refused(origin)


def refused(origin: str) -> ForeignOrigin:
    """Returns what a page of that origin is told."""
    return ForeignOrigin(
        f"Pages of the origin {origin[:SHOWN]!r} may not call; GATEWAY_CORS_ORIGINS lists the ones that may."
    )


@lru_cache(maxsize=64)
def name_of(host: str) -> str | None:
    """Returns the name in a `Host` header without its port, in lower case and without a final dot; None where there
    is none."""
    found = HOST.fullmatch(host.strip())
    return found[1].lower().strip("[]").removesuffix(".") if found else None


def is_same(origin: str, host: str) -> bool:
    """Tells whether a page of that origin came from the address that the `Host` header names. The scheme is not
    compared, because behind a proxy with TLS only the browser sees `https`."""
    scheme, _, page = origin.partition("://")
    usual = PORTS.get(scheme)
    ours, theirs = HOST.fullmatch(host.strip()), HOST.fullmatch(page)
    if ours is None or theirs is None or usual is None:
        return False
    return name_of(host) == name_of(page) and (ours[2] or usual) == (theirs[2] or usual)


@lru_cache(maxsize=64)
def is_loopback(name: str) -> bool:
    """Tells whether a name leads to the machine that uses it, and nobody can point it elsewhere: `localhost` and all
    names below it (RFC 6761), 127.0.0.0/8, ::1."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return False
    return (getattr(number, "ipv4_mapped", None) or number).is_loopback


def fits(name: str, listed: str) -> bool:
    """Tells whether an entry of `GATEWAY_ALLOWED_HOSTS` means this name: the name itself, `*.` and the end of the
    name, or `*`."""
    return name == listed or listed == "*" or (listed.startswith("*.") and name.endswith(listed[1:]))
