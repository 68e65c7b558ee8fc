"""Pages sign in: `POST /sign-in {"key"}` gives the browser a session, `POST /sign-out` ends it.

The cookie holds the secret of the session and never the key. It goes with requests of our own pages alone
(`SameSite=Strict`), no script reads it (`HttpOnly`), and behind https it never travels without (`Secure`).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, StringConstraints
from starlette.responses import Response

from gateway.errors import Unauthorized
from gateway.http.door import origins
from gateway.http.door.bodies import KB, checked, read_json
from gateway.http.door.caller import COOKIE
from gateway.http.door.endpoint import OPEN, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, body, header, no_content
from gateway.http.openapi.tags import ACCESS
from gateway.http.replies import NO_STORE

SESSION_HOURS = 7 * 24
LARGEST = KB
"""The largest body in bytes. It is small because nobody has shown a key yet."""


class SignIn(BaseModel):
    """The body of `POST /sign-in`."""

    key: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


async def sign_in(visit: Visit) -> Response:
    """Opens a session for whoever has a key. It ends with the key, or after a week."""
    keys = visit.services.keys
    key = await keys.find(checked(SignIn, await read_json(visit, LARGEST)).key)
    if key is None:
        raise Unauthorized("No such key is valid here.")
    response = Response(status_code=204, headers=NO_STORE)
    secret = await keys.open_session(key, SESSION_HOURS)
    response.set_cookie(
        COOKIE, secret, max_age=SESSION_HOURS * 3600, httponly=True, samesite="strict", secure=origins.is_https(visit)
    )
    return response


async def sign_out(visit: Visit) -> Response:
    """Ends the session at once. Without a session nothing happens."""
    if session := visit.cookies.get(COOKIE):
        await visit.services.keys.close_session(session)
        visit.services.keyring.forget(session)
    response = Response(status_code=204, headers=NO_STORE)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=origins.is_https(visit))
    return response


COOKIE_SET = {"Set-Cookie": header(str, "The session.")}
SIGN_IN = Operation(
    "signIn: Sign a page in. The browser gets a session and keeps no key.",
    no_content("Signed in.", COOKIE_SET),
    body(SignIn, {"key": "cs_…"}),
)
SIGN_OUT = Operation("signOut: End the session.", no_content("Signed out.", COOKIE_SET))
ENDPOINTS = endpoints_of(
    ACCESS,
    ("POST", "/sign-in", OPEN, sign_in, SIGN_IN),
    ("POST", "/sign-out", OPEN, sign_out, SIGN_OUT),
)
