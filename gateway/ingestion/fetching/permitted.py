"""Which addresses may be fetched: HTTP and HTTPS, at public addresses of the Internet and where an operator says so.

A name says nothing about where it leads. So what counts is the address that a connection is made to, after its name
was looked up (`GuardedResolver`), each time anew.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

PUBLIC = "public"
"""All public addresses of the Internet."""
LONGEST = 2000
"""Characters of an address."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses of IPv4 hosts in networks that have IPv6 alone (RFC 6052)."""
PROTOCOLS = ipaddress.IPv4Network("192.0.0.0/24")
"""Kept for protocols (RFC 6890); versions of Python differ in what of it they take for public."""


class Unfetchable(Exception):
    """This address cannot be fetched. The message is a sentence; `gone`: the server says that nothing is there any
    more; `passing`: at another time it may be otherwise.
    """

    def __init__(self, sentence: str, *, gone: bool = False, passing: bool = False) -> None:
        super().__init__(sentence)
        self.gone, self.passing = gone, passing


class Unreachable(Unfetchable):
    """No connection is made: the server is not there, or may not be asked."""


class Permitted:
    """The rule. `allowed`: `public`, names, addresses and networks, as `Networks` in `gateway.settings.kinds`."""

    def __init__(self, allowed: str = PUBLIC) -> None:
        self._names: set[str] = set()
        self._networks: list[IPv4Network | IPv6Network] = []
        parts = {part.strip().strip("[]").lower() for part in allowed.split(",")}
        self._public = PUBLIC in parts
        for part in parts - {"", PUBLIC}:
            try:
                self._networks.append(ipaddress.ip_network(part, strict=False))
            except ValueError:
                self._names.add(part.removesuffix("."))

    def check(self, host: str, address: str) -> None:
        """Raises `Unfetchable` unless a connection may be made to an IP address that a host's name led to."""
        found = _plain(ipaddress.ip_address(address.partition("%")[0]))
        if host.lower().removesuffix(".") in self._names or any(found in network for network in self._networks):
            return
        if _is_public(found):
            if not self._public:
                raise Unreachable(f"{host} is a public address; GATEWAY_FETCH_ALLOWED=public lets it in.")
        else:
            what = f"{host} is no public address" if literal(host) else f"{host} leads to {found}, no public address"
            raise Unreachable(f"{what}; where it is one of your own, GATEWAY_FETCH_ALLOWED lets it in.")


def web_address(text: str, base: URL | None = None) -> URL:
    """Returns an address in the spelling by which it is known: without a fragment, its host in lower case and ASCII.

    base: the page that a relative one stands on. Raises `Unfetchable` for what is no address of a page, and for one
    with a password, which would stand in citations.
    """
    text = text.strip()
    if len(text) > LONGEST or not text.isprintable() or "\\" in text or " " in text:
        raise Unfetchable("It is no address: too long, or with characters that none has.")
    try:
        url = URL(text) if base is None else base.join(URL(text))
        host, port = url.raw_host, url.port
    except ValueError:
        raise Unfetchable("It is no address that can be read.") from None
    if url.scheme not in ("http", "https"):
        raise Unfetchable("Only addresses of http and https are fetched.")
    if not host or host == "." or not port or set(host) & set("%/?#@\\"):
        raise Unfetchable("It names no host.")
    if url.user is not None or url.password is not None:
        raise Unfetchable("It has a user or a password in it, which would stand in citations.")
    url = url.with_host(host.removesuffix(".").lower()).with_fragment(None)
    return url if url.raw_path != "/" or url.raw_query_string else url.with_path("/")


class GuardedResolver(AbstractResolver):
    """Looks names up for connections, and gives no address that may not be fetched: what was checked is what is
    connected to, so a name that leads elsewhere a moment later (DNS rebinding) changes nothing.
    """

    def __init__(self, permitted: Permitted) -> None:
        self._permitted = permitted

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Returns the addresses of a host. Raises `Unfetchable` when one of them may not be fetched, `OSError` where
        there is none.
        """
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
        for *_, to in found:
            self._permitted.check(host, str(to[0]))
        return [
            ResolveResult(
                hostname=host,
                host=str(to[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST,
            )
            for kind, _, protocol, _, to in found
        ]

    async def close(self) -> None:
        """Has nothing to close."""


def literal(host: str) -> str | None:
    """Returns the IP address that a host is, which no resolver is asked for; None for a name."""
    try:
        return str(ipaddress.ip_address(host.strip("[]").partition("%")[0]))
    except ValueError:
        return None


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Returns the IPv4 address that stands in an IPv6 one, where one does: that is who is reached."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if address.is_site_local or address.teredo if isinstance(address, IPv6Address) else address in PROTOCOLS:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
