"""One request as endpoints see it: who calls, what was sent, and what the response says beside its body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.types import Receive, Scope

from gateway.http.door.caller import Caller
from gateway.http.openapi.known_names import KnownNames
from gateway.services import Services
from gateway.store.accounts.allowances import Seat

VISIT = "citestream.visit"
"""The key in a request's scope under which the guard leaves the visit."""


@dataclass(slots=True, eq=False)
class Visit:
    """The guard creates it once for each request. Handlers and their helpers receive it."""

    services: Services
    _request: Request
    identified: Caller | None = None
    """None until the guard knows who calls, and at endpoints that are open to all."""
    known: KnownNames | None = None
    """The names of fields and query parameters that the endpoint knows."""
    warnings: tuple[str, ...] = ()
    """About names that the endpoint does not know and ignored."""
    rate_fields: Mapping[str, str] | None = None
    """Header fields about limits for the response. None until the request was counted."""
    seats: list[Seat] = field(default_factory=list)
    """The seats of the streams of this request."""

    @property
    def caller(self) -> Caller:
        """Returns who calls. Only endpoints that need a key may ask."""
        assert self.identified is not None, "an endpoint that is open to all asks who calls"
        return self.identified

    @property
    def method(self) -> str:
        return self._request.method

    @property
    def path(self) -> str:
        return self._request.url.path

    @property
    def path_params(self) -> dict[str, Any]:
        return self._request.path_params

    @property
    def query(self) -> QueryParams:
        return self._request.query_params

    @property
    def headers(self) -> Headers:
        return self._request.headers

    @property
    def cookies(self) -> dict[str, str]:
        return self._request.cookies

    @property
    def scope(self) -> Scope:
        return self._request.scope

    @property
    def receive(self) -> Receive:
        """Returns the function for the next message of the server: a part of the body, or that the caller left."""
        return self._request.receive

    def reading(self, receive: Receive) -> Request:
        """Returns the request as Starlette reads it, with its body from `receive`."""
        return Request(self.scope, receive)


def visit_of(request: object) -> Visit:
    """Returns the visit of a request that a library hands on."""
    assert isinstance(request, Request)
    visit: Visit = request.scope[VISIT]
    return visit
