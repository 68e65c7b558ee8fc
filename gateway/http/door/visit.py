"""One request as endpoints see it: who calls, what was sent, and what the response says beside its body."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import Receive, Scope

from gateway.http.door.caller import Caller
from gateway.http.openapi.known_names import KnownNames
from gateway.services import Services
from gateway.store.accounts.allowances import Seat

VISIT = "citestream.visit"
"""The key in a request's scope under which the guard leaves the visit."""


class Visit(Request):
    """The guard creates it once for each request. Handlers and their helpers receive it."""

    def __init__(self, services: Services, scope: Scope, receive: Receive, known: KnownNames | None = None) -> None:
        super().__init__(scope, receive)
        self.services = services
        self.identified: Caller | None = None
        """None until the guard knows who calls, and at endpoints that are open to all."""
        self.known = known
        """The names of fields and query parameters that the endpoint knows."""
        self.warnings: tuple[str, ...] = ()
        """About names that the endpoint does not know and ignored."""
        self.rate_fields: Mapping[str, str] | None = None
        """Header fields about limits for the response. None until the request was counted."""
        self.seats: list[Seat] = []
        """The seats of the streams of this request."""

    @property
    def caller(self) -> Caller:
        """Returns who calls. Only endpoints that need a key may ask."""
        assert self.identified is not None, "an endpoint that is open to all asks who calls"
        return self.identified

    @property
    def path_id(self) -> str:
        """Returns the `{id}` of the path."""
        return str(self.path_params["id"])

    def reading(self, receive: Receive) -> Request:
        """Returns the request as Starlette reads it, with its body from `receive`."""
        return Request(self.scope, receive)


def visit_of(request: object) -> Visit:
    """Returns the visit of a request that a library hands on."""
    assert isinstance(request, Request)
    visit: Visit = request.scope[VISIT]
    return visit
