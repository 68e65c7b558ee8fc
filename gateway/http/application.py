"""The ASGI application: every endpoint behind its guard, over the open services of one process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from gateway import slots
from gateway.http import (
    answers,
    context,
    documents,
    guard,
    health,
    mcp,
    memory_lookup,
    metrics,
    openai_door,
    pages,
    problems,
    queries,
    recordings,
    sign_in,
    staff_memory,
)
from gateway.http.cors import Cors
from gateway.http.legacy import chat, conversations, rest
from gateway.http.openapi import description
from gateway.services import Services


def create_app(services: Services) -> Starlette:
    """Returns the ASGI application over open services."""
    web = slots.resource("web")
    built = web / "dist"
    tools = mcp.McpDoor()
    routes: list[BaseRoute] = [
        *guard.guarded(
            [*answers.ROUTES, *queries.ROUTES, *recordings.ROUTES, tools.route, *documents.ROUTES, *context.ROUTES]
        ),
        *guard.guarded(openai_door.ROUTES, guard.OPENAI),
        *guard.guarded(chat.ROUTES, guard.LEGACY_CHAT),
        *guard.guarded([*rest.ROUTES, *conversations.ROUTES], guard.LEGACY),
        *guard.guarded([*memory_lookup.ROUTES, *staff_memory.ROUTES]),
        *guard.guarded([*sign_in.ROUTES, *health.ROUTES, *metrics.ROUTES]),
        *guard.guarded(pages.routes(built if built.is_dir() else web)),
    ]
    routes = [*routes, *guard.guarded(description.routes(routes)), *guard.guarded(rest.REST, guard.LEGACY)]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await tools.close()

    app = Starlette(
        routes=routes,
        exception_handlers=problems.HANDLERS,
        middleware=[Middleware(Cors, allowed=services.settings.allowed_origins)],
        lifespan=lifespan,
    )
    app.state.services = services
    return app
