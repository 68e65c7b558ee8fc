"""Stands before every endpoint: it finds out who calls, and lets in whom the endpoint's roles let in
(`endpoint.py`).

A key comes as `Authorization: Bearer <key>`; the older system's endpoints take the bare key too. A page signs in
once (`sign_in.py`) and is known by its session's cookie afterwards. Before that, the name by which we were called is
checked, and, where nothing but the browser's own behaviour says who calls, whose page it is (`origins.py`). A
refusal has the shape of its endpoint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.errors import InvalidField, Refusal, Unauthorized
from gateway.http.door import admitted, caller, origins
from gateway.http.door.bodies import check_address
from gateway.http.door.caller import COOKIE, LOCAL_SUBJECT, Caller
from gateway.http.door.endpoint import OPEN, HttpEndpoint
from gateway.http.door.observed import ROUTE
from gateway.http.door.visit import VISIT, Visit
from gateway.http.openapi.known_names import KnownNames
from gateway.limits.access_key import NAMED, USER, Key, hashed
from gateway.store.accounts.audit import Actor, acting

USER_REF = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]{1,200}")
"""The allowed values of `X-User-Ref` in UTF-8, which says for whom a business back end calls."""
LOCAL = Actor(LOCAL_SUBJECT, "admin")
HARMLESS = ("GET", "HEAD", "OPTIONS")


def guarded(endpoints: Iterable[HttpEndpoint]) -> list[BaseRoute]:
    """Returns the routes of endpoints, each behind its guard."""
    return [_guarded(endpoint) for endpoint in endpoints]


def _guarded(endpoint: HttpEndpoint) -> Route:
    route = endpoint.route
    route.app = Guard(route.app, endpoint)
    return route


def open_to_all(mount: Mount) -> Mount:
    """Returns a folder of files behind a guard that lets in everybody who calls us by our name."""
    mount.app = Guard(mount.app, HttpEndpoint("GET", f"{mount.path}/*", mount.app, roles=OPEN, operation=None))
    return mount


class Guard:
    """One endpoint's application behind the check of who calls."""

    def __init__(self, app: ASGIApp, endpoint: HttpEndpoint) -> None:
        self._app, self._endpoint = app, endpoint
        operation = endpoint.operation or endpoint.described_as
        self._known = KnownNames(operation, endpoint.path) if operation else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self._endpoint.path
        visit = scope[VISIT] = Visit(scope["app"].state.services, scope, receive, known=self._known)
        try:
            await (visit.in_time(self._enter(visit)) if self._endpoint.asks else self._enter(visit))
            check_address(visit)
            if self._known is not None and scope["query_string"]:
                visit.warnings = tuple(self._known.check_query(visit.query_params))
            if self._endpoint.roles is not None and not self._endpoint.asks:
                await admitted.count(visit)
        except Refusal as refusal:
            await self._endpoint.style.refused(refusal)(scope, receive, send)
            return
        with acting(_actor(visit.identified)):
            await self._app(scope, receive, admitted.telling(visit, send))

    async def _enter(self, visit: Visit) -> None:
        """Finds out who calls. Raises a refusal of the name, the page or the caller."""
        await self._check_host(visit)
        if self._endpoint.roles is None:
            if visit.method not in HARMLESS:
                origins.check_origin(visit)
        else:
            found = await identify(visit, takes_bare_keys=self._endpoint.style.takes_bare_keys)
            visit.identified = caller.allowed(found, self._endpoint.roles)

    async def _check_host(self, visit: Visit) -> None:
        """Raises `UnknownHost`, unless the endpoint may be called by this name. If a key is sent and needed, `identify`
        refuses a wrong one."""
        match self._endpoint.any_name:
            case "everybody":
                return
            case "with a key" if _sent_key(visit, False) is not None and await visit.services.keyring.required():
                return
        await origins.check_host(visit)


def _actor(found: Caller | None) -> Actor:
    """Returns who acts, for the audit log: a key, and the user that a business back end names in a header."""
    if found is None or not found.key_hash:
        return LOCAL
    user = found.subject.removeprefix(USER) if found.subject.startswith(USER) else None
    most, whole = found.limits.stored_bytes, found.tenant_limits.stored_bytes
    return Actor(f"key:{found.key_hash[:NAMED]}", found.role, user, found.key_hash, most, whole)


async def identify(visit: Visit, *, takes_bare_keys: bool = False) -> Caller:
    """Returns who calls.

    Raises `Unauthorized`; `InvalidField` for a malformed user; and `ForeignOrigin` where a browser would lend a
    stranger's page what the browser has: its place on this machine, or its reader's session.
    """
    keyring = visit.services.keyring
    needed = await keyring.required()
    secret, session = _sent_key(visit, takes_bare_keys), visit.cookies.get(COOKIE)
    if visit.method not in HARMLESS and (not needed or (secret is None and session)):
        origins.check_origin(visit)
    if not needed:
        return Caller()
    if secret is not None:
        return _caller(visit, await keyring.key(secret), secret)
    if session:
        return _caller(visit, await keyring.session(session), session, signed_in=True)
    raise Unauthorized("Send a key in the header Authorization: Bearer <key>; `citestream keys create` makes one.")


def _sent_key(visit: Visit, takes_bare_keys: bool) -> str | None:
    """Returns the key in `Authorization`. Another scheme belongs to a proxy and is ignored."""
    scheme, _, rest = visit.headers.get("authorization", "").strip().partition(" ")
    if scheme.lower() == "bearer":
        return rest.strip()
    return scheme if takes_bare_keys and scheme and not rest else None


def _caller(visit: Visit, key: Key | None, sent: str, *, signed_in: bool = False) -> Caller:
    if key is None:
        raise Unauthorized("The session has ended; sign in again." if signed_in else "No such key is valid here.")
    user = _user_ref(visit) if key.role == "app" else None
    subject = caller.user_subject(user) if user else key.subject
    settings = visit.services.settings
    whole = settings.tenant_limits.but(key.tenant_allowance).tightened(key.tenant_limits)
    return Caller(
        key.tenant,
        subject,
        key.role,
        key.workspaces,
        key.prefix,
        signed_in,
        hashed(sent),
        key.key_hash,
        settings.key_limits.but(key.limits),
        whole,
    )


def _user_ref(visit: Visit) -> str | None:
    sent = visit.headers.get("x-user-ref")
    if not sent:
        return None
    user = sent.encode("latin-1").decode("utf-8", "replace").strip()
    if not USER_REF.fullmatch(user):
        raise InvalidField.named("X-User-Ref", "must be 1 to 200 characters of UTF-8 on one line")
    return user
