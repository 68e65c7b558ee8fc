"""Addresses of services as people may see them, in a terminal and in a log."""

from __future__ import annotations

from urllib.parse import urlsplit


def shown(url: str) -> str:
    """Returns an address without what may be secret: user, password, query and fragment become `***`.

    What cannot be read as an address is not shown at all, since nobody can say where its secrets stand.
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "an address that cannot be read"
    name = parts.hostname or ""
    host = f"[{name}]" if ":" in name else name
    secret = "?***" if parts.query or parts.fragment else ""
    return f"{parts.scheme}://{'***@' if '@' in parts.netloc else ''}{host}{port}{parts.path}{secret}"
