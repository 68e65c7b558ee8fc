"""Who may call what: every route with the roles that may, in one place. A test finds a route without an entry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

from gateway.access_key import Role
from gateway.http.legacy import rest

CONVERTER = re.compile(r":[a-z]+(?=\})")
"""What a route says beside the name of a part of its path."""
Roles = tuple[Role, ...] | None
"""None: no key is needed."""
OPEN: Roles = None
EVERYBODY: Roles = get_args(Role)
APP: Roles = ("app", "user", "admin")
"""Business systems, and users on their own behalf."""
STAFF: Roles = ("staff", "admin")
QA: Roles = ("qa", "admin")
ADMIN: tuple[Role, ...] = ("admin",)
"""Of a route that nobody has thought of yet."""

CONTEXT_CALLS = ("create_session", "get_context", "update_context", "switch_workflow", "end_current_workflow")

ROLES: Mapping[tuple[str, str], Roles] = {
    # Pages load for everybody; what they show is asked for with a session.
    ("GET", "/"): OPEN,
    ("GET", "/staff/memory"): OPEN,
    ("GET", "/favicon.ico"): OPEN,
    ("POST", "/sign-in"): OPEN,
    ("POST", "/sign-out"): OPEN,
    ("GET", "/healthz"): OPEN,
    ("GET", "/readyz"): OPEN,
    ("GET", "/openapi.json"): OPEN,
    ("GET", "/docs"): OPEN,
    ("GET", "/docs/style.css"): OPEN,
    ("GET", "/v1/status"): EVERYBODY,
    # Whose answer it is, is looked at behind this: `Caller.may_read`, `Caller.may_change`.
    ("POST", "/v1/answers"): EVERYBODY,
    ("POST", "/query"): EVERYBODY,
    ("POST", "/api/query"): EVERYBODY,
    ("GET", "/v1/answers/{uuid}"): EVERYBODY,
    ("GET", "/v1/answers/{uuid}/events"): EVERYBODY,
    ("POST", "/v1/answers/{uuid}/stop"): EVERYBODY,
    ("DELETE", "/v1/answers/{uuid}"): EVERYBODY,
    ("GET", "/v1/answers/{uuid}/recording"): QA,
    **{("POST", f"/context/{call}"): APP for call in CONTEXT_CALLS},
    ("GET", "/context/{session_id}"): APP,
    ("GET", "/context/policies"): ADMIN,
    ("PUT", "/context/policies"): ADMIN,
    ("POST", "/v1/chat/completions"): EVERYBODY,
    ("GET", "/v1/models"): EVERYBODY,
    ("GET", "/v1/models/{id}"): EVERYBODY,
    ("POST", "/mcp"): EVERYBODY,
    ("GET", "/v1/documents"): EVERYBODY,
    ("GET", "/v1/documents/{id}"): EVERYBODY,
    ("GET", "/v1/documents/{id}/passages"): EVERYBODY,
    ("GET", "/v1/documents/{id}/content"): EVERYBODY,
    ("POST", "/v1/documents"): STAFF,
    ("DELETE", "/v1/documents"): STAFF,
    ("DELETE", "/v1/documents/{id}"): STAFF,
    ("POST", "/memory/lookup"): ("app", "staff", "admin"),
    ("POST", "/memory/messages"): ("app", "staff", "admin"),
    ("GET", "/staff/memory/entries"): STAFF,
    ("GET", "/staff/memory/entries/{id}"): STAFF,
    ("DELETE", "/staff/memory/entries/{id}"): STAFF,
    ("GET", "/staff/memory/entries/{id}/similar"): STAFF,
    ("POST", "/staff/memory/entries/{id}/validate"): STAFF,
    ("POST", "/staff/memory/entries/{id}/obsolete"): STAFF,
    ("POST", "/staff/memory/dry-run"): STAFF,
    ("GET", "/staff/memory/figures"): STAFF,
    ("GET", "/metrics"): ADMIN,  # of all tenants together
    # The older system's page, under both spellings.
    ("POST", "/conversation/message/process"): EVERYBODY,
    ("POST", "/chat/process"): EVERYBODY,
    ("POST", "/character/message/process"): EVERYBODY,
    ("GET", "/conversation/message/embedding-ref/{uuid}"): EVERYBODY,
    ("GET", "/conversation/message/graph-ref/{uuid}"): EVERYBODY,
    ("GET", "/conversation/message/text/{uuid}"): EVERYBODY,
    ("POST", "/conversation/message/del/{uuid}"): EVERYBODY,
    ("GET", "/conversation/list"): EVERYBODY,
    ("GET", "/conversation/{uuid}"): EVERYBODY,
    ("POST", "/conversation/add"): EVERYBODY,
    ("POST", "/conversation/edit/{uuid}"): EVERYBODY,
    ("POST", "/conversation/del/{uuid}"): EVERYBODY,
    ("GET", "/model/llms"): EVERYBODY,
    ("GET", "/model/imageModels"): EVERYBODY,
    ("GET", "/auth/search-engine/list"): EVERYBODY,
    ("GET", "/sys/config/public/info"): OPEN,  # asked before anybody has signed in
    **{(method, f"/{name}/{{rest}}"): EVERYBODY for name in rest.PREFIXES for method in ("GET", "POST")},
}


BY_PATH = {
    path: {method: roles for (method, at), roles in ROLES.items() if at == path}
    for path in dict.fromkeys(at for _, at in ROLES)
}


def of(path: str) -> dict[str, Roles]:
    """Method to roles of a route's path; empty where nobody has thought of it."""
    path = CONVERTER.sub("", path)
    return BY_PATH.get(path) or BY_PATH.get(path.removeprefix("/api"), {})
