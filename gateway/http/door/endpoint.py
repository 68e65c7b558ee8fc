"""An endpoint is told once: method, path, handler, who may call, and what the description says about it.

The routes, the table of roles and the OpenAPI document are folds of the list of endpoints (`application.py`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from typing import Literal, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from gateway.errors import Refusal
from gateway.http import problems
from gateway.http.door.visit import Visit, visit_of
from gateway.http.openapi.operation import Operation
from gateway.limits.access_key import Role

Handler = Callable[[Visit], Awaitable[Response]]
Roles = tuple[Role, ...] | None
"""None means that no key is needed."""
OPEN: Roles = None
EVERYBODY: Roles = tuple(role for role in get_args(Role) if role != "metrics")
APP: Roles = ("app", "user", "admin")
"""The roles of business systems, and of users on their own behalf."""
STAFF: Roles = ("staff", "admin")
QA: Roles = ("qa", "admin")
STAFF_AND_QA: Roles = ("staff", "qa", "admin")
ADMIN: Roles = ("admin",)
METRICS: Roles = ("metrics", "admin")
"""A scraper's key reads the figures of the whole server, and nothing else."""

CONVERTER = re.compile(r":[a-z]+(?=\})")
"""The part of a name in a route's path that tells its type."""
AnyName = Literal["no", "with a key", "everybody"]


@dataclass(frozen=True, slots=True)
class RefusalStyle:
    """How a group of endpoints refuses, and whether it takes a key without `Bearer`."""

    refused: Callable[[Refusal], Response]
    takes_bare_keys: bool = False


PLAIN = RefusalStyle(problems.refused)


@dataclass(frozen=True, slots=True)
class HttpEndpoint:
    """One method of one path."""

    method: str
    route_path: str
    """The path as Starlette routes it, with converters."""
    handle: Handler | ASGIApp
    """A handler, or an application, which takes every method and says itself which ones work."""
    _: KW_ONLY
    roles: Roles
    """Who may call. The handler looks whose answer or document it is."""
    operation: Operation | None
    """None where it is described elsewhere, such as under another path."""
    tag: str = ""
    """Its group in the description."""
    described_as: Operation | None = None
    """The description under the other path."""
    style: RefusalStyle = PLAIN
    asks: bool = False
    """Whether it asks a question, which is counted where it is stored and not by the guard."""
    any_name: AnyName = "no"
    """Who may call it by any host name. Probes call a container by its address; they only learn that it is there and
    how far re-indexing is. A scraper does so too, and proves with its key that it is no page in a browser."""

    @property
    def path(self) -> str:
        """The path as people write it."""
        return CONVERTER.sub("", self.route_path)

    @property
    def route(self) -> Route:
        if not inspect.isfunction(self.handle):
            return Route(self.route_path, self.handle)
        handle: Handler = self.handle

        async def handled(request: Request) -> Response:
            return await handle(visit_of(request))

        return Route(self.route_path, handled, methods=[self.method])


def endpoints_of(
    tag: str, *told: tuple[str, str, Roles, Handler, Operation], asks: bool = False, any_name: AnyName = "no"
) -> list[HttpEndpoint]:
    """Returns endpoints of one group of the description. `told`: method, path, who may call, handler, description."""
    return [
        HttpEndpoint(method, path, handle, roles=roles, operation=operation, tag=tag, asks=asks, any_name=any_name)
        for method, path, roles, handle, operation in told
    ]
