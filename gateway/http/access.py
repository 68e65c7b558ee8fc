"""Who is asking. Without keys the server listens on loopback only, and every caller is the default tenant's."""

from __future__ import annotations

from starlette.requests import Request

DEFAULT_TENANT = "default"
LOCAL_SUBJECT = "local"


def tenant(request: Request) -> str:
    """The tenant whose things this request may see."""
    del request
    return DEFAULT_TENANT


def subject(request: Request) -> str:
    """The owner of what this request creates."""
    del request
    return LOCAL_SUBJECT
