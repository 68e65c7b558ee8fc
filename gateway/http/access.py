"""Who is asking. Without keys the server listens on loopback only, and every caller is the default tenant's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from starlette.requests import Request

from gateway.errors import Forbidden

DEFAULT_TENANT = "default"
LOCAL_SUBJECT = "local"
Role = Literal["user", "app", "staff", "qa", "admin"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, and what they may do."""

    tenant: str = DEFAULT_TENANT
    subject: str = LOCAL_SUBJECT
    """The owner of what the request creates."""
    role: Role = "admin"


def caller(request: Request) -> Caller:
    """Whoever sends this request."""
    del request
    return Caller()


def tenant(request: Request) -> str:
    """The tenant whose things this request may see."""
    return caller(request).tenant


def subject(request: Request) -> str:
    """The owner of what this request creates."""
    return caller(request).subject


def subject_for(request: Request, user_ref: str | None) -> str:
    """The same where a body may name the user: only a key that serves many users may speak for one."""
    found = caller(request)
    return user_ref if user_ref and found.role == "app" else found.subject


def require(request: Request, *roles: Role) -> Caller:
    """The caller, if of one of these roles or an administrator; raises `Forbidden`."""
    found = caller(request)
    if found.role not in (*roles, "admin"):
        raise Forbidden(
            f"This needs a key of the role {' or '.join(roles or ('admin',))}; yours has the role {found.role}."
        )
    return found
