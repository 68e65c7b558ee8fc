"""How the description says who may call: the schemes, and what each operation asks for."""

from __future__ import annotations

from gateway.http.legacy.rest import PREFIXES
from gateway.http.openapi.building_blocks import BODY, BROKEN, Operation, body, header, response
from gateway.http.openapi.events_schema import Schema, named
from gateway.http.roles import Roles
from gateway.http.sign_in import COOKIE

SCHEMES: dict[str, Schema] = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key of `citestream keys create`. With one of the role `app`, the header `X-User-Ref` says for "
        "which user.",
    },
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "What `/sign-in` gives a browser."},
    "bareKey": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "The key without `Bearer`."},
}
NONE: Schema = {}
"""On loopback, as long as no key exists."""
USUAL: list[Schema] = [{"key": []}, {"session": []}, NONE]
OLD_PAGE: list[Schema] = [{"bareKey": []}, *USUAL]

COOKIE_SET = {"Set-Cookie": header("The session.", {"type": "string"})}
ACCESS = "Access"
ABOUT_ACCESS = {
    ("POST", "/sign-in"): Operation(
        ACCESS, "signIn", "Sign a page in", "The browser gets a session and keeps no key.",
        (), body(named("SignIn"), {"key": "cs_…"}), {"204": response("Signed in.", None, COOKIE_SET)},
        (*BODY, *BROKEN),
    ),
    ("POST", "/sign-out"): Operation(
        ACCESS, "signOut", "End the session", "", (), None, {"204": response("Signed out.", None, COOKIE_SET)},
        BROKEN,
    ),
}  # fmt: skip


def of(path: str, needed: Roles) -> dict[str, list[Schema]]:
    """The `security` of an operation, where it is not the usual one."""
    if needed is None:
        return {"security": []}
    is_old_page = path.split("/")[1] in (*PREFIXES, "chat", "character")
    return {"security": OLD_PAGE} if is_old_page else {}
