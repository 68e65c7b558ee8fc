"""Stands before every route: finds out who calls, and lets in whom the table of roles lets in (`roles.py`).

A key comes as `Authorization: Bearer <key>`; on the older system's doors the bare key is taken too. A page signs in once
(`sign_in.py`) and is known by its session's cookie afterwards. Before all that stands by which name we were called, and
where nothing but a browser's own doing says who calls, whose page it is (`origins.py`). A refusal has the shape of its
door.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.access_key import Key, hashed
from gateway.errors import InvalidField, Refusal, Unauthorized
from gateway.http import caller, openai_door, origins, problems, roles
from gateway.http.bodies import check_address
from gateway.http.caller import CALLER, Caller
from gateway.http.legacy import chat
from gateway.http.legacy import rest as legacy
from gateway.http.sign_in import COOKIE
from gateway.services import services

USER_REF = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]{1,200}")
"""`X-User-Ref`, in UTF-8: for whom a business back end calls."""
HARMLESS = ("GET", "HEAD", "OPTIONS")
ANY_NAME = ("/healthz", "/readyz")
"""Probes call a container by its number; they learn that it is there and how far re-indexing is."""


@dataclass(frozen=True, slots=True)
class RefusalStyle:
    """How a group of routes refuses, and whether it takes a key without `Bearer`."""

    refused: Callable[[Refusal], Response]
    takes_bare_keys: bool = False


PLAIN = RefusalStyle(problems.refused)
OPENAI = RefusalStyle(openai_door.refused)
LEGACY_CHAT = RefusalStyle(chat.refused, takes_bare_keys=True)
LEGACY = RefusalStyle(legacy.refused, takes_bare_keys=True)


def guarded(routes: Iterable[BaseRoute], door: RefusalStyle = PLAIN) -> list[BaseRoute]:
    """The same routes behind a guard. Files of the page are for everybody who calls us by our name."""
    return [_guarded(route, door) if isinstance(route, Route | Mount) else route for route in routes]


def _guarded(route: Route | Mount, door: RefusalStyle) -> Route | Mount:
    behind = copy.copy(route)
    by_method = {"GET": roles.OPEN} if isinstance(route, Mount) else roles.of(route.path)
    behind.app = Guard(route.app, by_method, door, any_name=route.path in ANY_NAME)
    return behind


class Guard:
    """One route's application behind the check of who calls."""

    def __init__(
        self, app: ASGIApp, by_method: dict[str, roles.Roles], door: RefusalStyle, *, any_name: bool = False
    ) -> None:
        self._app, self._by_method, self._door, self._any_name = app, by_method, door, any_name
        self._otherwise = next(iter(by_method.values()), roles.ADMIN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        needed = self._by_method.get("GET" if request.method == "HEAD" else request.method, self._otherwise)
        try:
            if not self._any_name:
                await origins.check_host(request)
            if needed is None:
                if request.method not in HARMLESS:
                    origins.check_origin(request)
            else:
                found = await identify(request, takes_bare_keys=self._door.takes_bare_keys)
                scope[CALLER] = caller.allowed(found, needed)
            check_address(request)
        except Refusal as refusal:
            await self._door.refused(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def identify(request: Request, *, takes_bare_keys: bool = False) -> Caller:
    """Who calls. Raises `Unauthorized`, `ForeignOrigin` where a browser would lend a stranger's page what it has (its place
    on this machine, its reader's session), `InvalidField` for a malformed user."""
    keyring = services(request).keyring
    needed = await keyring.required()
    secret, session = _sent_key(request, takes_bare_keys), request.cookies.get(COOKIE)
    if request.method not in HARMLESS and (not needed or (secret is None and session)):
        origins.check_origin(request)
    if not needed:
        return Caller()
    if secret is not None:
        return _caller(request, await keyring.key(secret), secret)
    if session:
        return _caller(request, await keyring.session(session), session, signed_in=True)
    raise Unauthorized("Send a key in the header Authorization: Bearer <key>; `citestream keys create` makes one.")


def _sent_key(request: Request, takes_bare_keys: bool) -> str | None:
    """What `Authorization` holds; another scheme is a proxy's, and none of our business."""
    scheme, _, rest = request.headers.get("authorization", "").strip().partition(" ")
    if scheme.lower() == "bearer":
        return rest.strip()
    return scheme if takes_bare_keys and scheme and not rest else None


def _caller(request: Request, key: Key | None, sent: str, *, signed_in: bool = False) -> Caller:
    if key is None:
        raise Unauthorized("The session has ended; sign in again." if signed_in else "No such key is valid here.")
    user = _user_ref(request) if key.role == "app" else None
    subject = caller.user_subject(user) if user else key.subject
    return Caller(key.tenant, subject, key.role, key.workspaces, key.prefix, signed_in, hashed(sent))


def _user_ref(request: Request) -> str | None:
    sent = request.headers.get("x-user-ref")
    if not sent:
        return None
    user = sent.encode("latin-1").decode("utf-8", "replace").strip()
    if not USER_REF.fullmatch(user):
        raise InvalidField.named("X-User-Ref", "must be 1 to 200 characters of UTF-8 on one line")
    return user
