"""Says who is asking, and what they may see and do. `guard.py` finds it out before a handler runs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from gateway.errors import Forbidden, InvalidField, WrongRole
from gateway.knowledge.workspaces import DEFAULT_WORKSPACE
from gateway.limits.access_key import NO_LIMITS, USER, Limits, Role
from gateway.live.ports import StoredAnswer

DEFAULT_TENANT = "default"
LOCAL_SUBJECT = "local"
COOKIE = "citestream_session"
"""The name of the cookie that holds the session of a page."""
READERS: tuple[Role, ...] = ("staff", "qa", "admin")
"""Roles that may read the answers of other subjects of their tenant."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, and what they may do."""

    tenant: str = DEFAULT_TENANT
    subject: str = LOCAL_SUBJECT
    """The owner of what the request creates."""
    role: Role = "admin"
    workspaces: tuple[str, ...] = ()
    """The only workspaces they may see; empty means all."""
    key_prefix: str | None = None
    """None where nobody needs a key."""
    signed_in: bool = False
    """Whether they are known by a page's session."""
    sent_hash: str | None = None
    """The hash of the key or session that they sent. Their streams end when it no longer holds
    (`live/reader_permits.py`)."""
    key_hash: str = ""
    """The hash of their key; empty where nobody needs one. What they use is counted under it."""
    limits: Limits = NO_LIMITS
    """How much their key may use."""
    tenant_limits: Limits = NO_LIMITS
    """How much all keys of the tenant may use together."""

    @property
    def within(self) -> Sequence[str] | None:
        """The workspaces to look in; None means all."""
        return self.workspaces or None

    @property
    def reader(self) -> str:
        """Returns 16 hexadecimal digits that tell subjects apart and say nothing else of them, for a page to know whose
        drafts it has."""
        return hashlib.sha256(f"{self.tenant}\0{self.subject}".encode()).hexdigest()[:16]

    def may_read(self, stored: StoredAnswer) -> bool:
        """Tells whether they may know an answer of their tenant: it is their own, or they may read those of others;
        and in either case it was made from nothing that they may not see."""
        mine = stored.subject == self.subject or self.role in READERS
        if not self.workspaces:
            return mine
        return mine and bool(stored.workspaces) and set(stored.workspaces) <= set(self.workspaces)

    def may_change(self, stored: StoredAnswer) -> bool:
        """Tells whether they may stop or delete an answer."""
        return self.may_read(stored) and (stored.subject == self.subject or self.role == "admin")

    def whole_tenant(self) -> str:
        """Returns the tenant, for what concerns all of it. Raises `Forbidden` for a key that sees a part of it only."""
        if self.workspaces:
            raise Forbidden("This concerns the whole tenant; this key is limited to workspaces.")
        return self.tenant

    def subject_for(self, user_ref: str | None) -> str:
        """Returns the owner where a body may name a user. Only a key that serves many users may speak for one."""
        return user_subject(user_ref) if user_ref and self.role == "app" else self.subject

    def check_workspace(self, named: str | None) -> None:
        """Raises `Forbidden` where a request names a workspace that its key may not see, whether the workspace exists
        or not."""
        if named is not None and self.workspaces and named not in self.workspaces:
            seen = ", ".join(self.workspaces)
            raise Forbidden(f"This key may not use the workspace {named!r}; it is limited to {seen}.")

    def workspace_to_write(self, named: str | None) -> str:
        """Returns where a document goes: the workspace named, else `default`, else the only workspace of a key that may
        not use `default`."""
        if named is not None or not self.workspaces or DEFAULT_WORKSPACE in self.workspaces:
            self.check_workspace(named)
            return named or DEFAULT_WORKSPACE
        if len(self.workspaces) > 1:
            message = f"name one of the workspaces of this key: {', '.join(self.workspaces)}"
            raise InvalidField.named("workspace", message)
        return self.workspaces[0]


def user_subject(user_ref: str) -> str:
    """Returns the owner that a business back end names. No user's name is ever the name of a key."""
    return f"{USER}{user_ref}"


def allowed(found: Caller, roles: Sequence[Role]) -> Caller:
    """Returns the caller, if of one of these roles or an administrator. Raises `Forbidden`."""
    if found.role not in (*roles, "admin"):
        needed = " or ".join(dict.fromkeys((*roles, "admin")))
        raise WrongRole(f"This needs a key of the role {needed}; yours has the role {found.role}.")
    return found
