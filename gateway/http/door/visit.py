"""One request as endpoints see it: who calls, what was sent, and what the response says beside its body."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.types import Receive, Scope

from gateway.concurrency.time_limit import TooLate, in_time
from gateway.errors import Unavailable
from gateway.http.door.caller import Caller
from gateway.http.openapi.known_names import KnownNames
from gateway.services import Services
from gateway.store.accounts.allowances import Seat

log = logging.getLogger(__name__)

T = TypeVar("T")
ADMISSION_S = 9.0
"""How long a question waits for the database, in all its steps up to `[START]`. Ten seconds are promised."""
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
        self._waited_s = 0.0

    @property
    def caller(self) -> Caller:
        """Returns who calls. Only endpoints that need a key may ask."""
        assert self.identified is not None, "an endpoint that is open to all asks who calls"
        return self.identified

    @property
    def path_id(self) -> str:
        """Returns the `{id}` of the path."""
        return str(self.path_params["id"])

    async def in_time(self, step: Coroutine[Any, Any, T]) -> T:
        """Returns the result of a step that admits a question. Raises `Unavailable` if all such steps of this request
        together took longer than `ADMISSION_S`."""
        now = asyncio.get_running_loop().time
        began = now()
        try:
            return await in_time(ADMISSION_S - self._waited_s, step)
        except TooLate:
            log.warning("a question was refused: the database did not answer within %g s", ADMISSION_S)
            raise Unavailable("The database did not answer in time; try again shortly.") from None
        finally:
            self._waited_s += now() - began

    def reading(self, receive: Receive) -> Request:
        """Returns the request as Starlette reads it, with its body from `receive`."""
        return Request(self.scope, receive)


def visit_of(request: object) -> Visit:
    """Returns the visit of a request that a library hands on."""
    assert isinstance(request, Request)
    visit: Visit = request.scope[VISIT]
    return visit
