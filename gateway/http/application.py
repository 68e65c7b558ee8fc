"""The ASGI application: every endpoint behind its guard, over the open services of one process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware

from gateway import slots
from gateway.http import (
    answers,
    context,
    docs,
    documents,
    health,
    memory_lookup,
    metrics,
    openai_chat,
    pages,
    problems,
    queries,
    recordings,
    search,
    sign_in,
    staff_memory,
)
from gateway.http.cors import Cors
from gateway.http.endpoint import HttpEndpoint
from gateway.http.guard import guarded, open_to_all
from gateway.http.legacy import chat, conversations, rest
from gateway.http.mcp import McpDoor
from gateway.services import Services


def endpoints(tools: McpDoor, web: Path) -> list[HttpEndpoint]:
    """Returns all endpoints, in the order in which a path is looked for. `web`: the folder of the page."""
    found = [
        *answers.ENDPOINTS,
        *queries.ENDPOINTS,
        *search.ENDPOINTS,
        *recordings.ENDPOINTS,
        tools.endpoint,
        *documents.ENDPOINTS,
        *context.ENDPOINTS,
        *openai_chat.ENDPOINTS,
        *chat.ENDPOINTS,
        *rest.ENDPOINTS,
        *conversations.ENDPOINTS,
        *memory_lookup.ENDPOINTS,
        *staff_memory.ENDPOINTS,
        *sign_in.ENDPOINTS,
        *health.ENDPOINTS,
        *metrics.ENDPOINTS,
        *pages.endpoints(web),
    ]
    return [*found, *docs.endpoints(found), *rest.EVERYTHING_ELSE]


def create_app(services: Services) -> Starlette:
    """Returns the ASGI application over open services."""
    source = slots.resource("web")
    web = source / "dist" if (source / "dist").is_dir() else source
    tools = McpDoor()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await tools.close()

    app = Starlette(
        routes=[*map(open_to_all, pages.assets(web)), *guarded(endpoints(tools, web))],
        exception_handlers=problems.HANDLERS,
        middleware=[Middleware(Cors, allowed=services.settings.allowed_origins)],
        lifespan=lifespan,
    )
    app.state.services = services
    return app
