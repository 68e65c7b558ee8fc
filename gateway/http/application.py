"""The ASGI application: every endpoint behind its guard, over the open services of one process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send

from gateway import slots, words
from gateway.http import problems
from gateway.http.access import sign_in
from gateway.http.admin import audit_log, keys, personal_data, tenant_limits, use_and_cost
from gateway.http.asking import answers, audio, context, queries, search
from gateway.http.chats import http_agent, use_chat
from gateway.http.door import admitted
from gateway.http.door.cors import Cors
from gateway.http.door.endpoint import HttpEndpoint
from gateway.http.door.guard import guarded, open_to_all
from gateway.http.door.observed import Observer
from gateway.http.knowledge import documents
from gateway.http.legacy import chat, conversations, rest
from gateway.http.mcp.door import McpDoor
from gateway.http.memory import memory_lookup, staff_memory
from gateway.http.openai import missing_paths, openai_chat, responses_api
from gateway.http.reading_room import (
    asked,
    evaluations,
    feedback,
    paragraph_labels,
    quality,
    recordings,
    source_uses,
    threads,
)
from gateway.http.site import docs, health, metrics, pages, stream_probe
from gateway.http.streaming.connections import CONNECTION
from gateway.services import Services


def endpoints(tools: McpDoor, web: Path) -> list[HttpEndpoint]:
    """Returns all endpoints, in the order in which a path is looked for. `web`: the folder of the page."""
    found = [
        *_of(answers, audio, queries, threads, feedback, paragraph_labels, asked, search, recordings),
        *_of(quality, evaluations),
        tools.endpoint,
        *_of(documents, source_uses, context, openai_chat, responses_api, use_chat, http_agent),
        *_of(chat, rest, conversations, memory_lookup, staff_memory, sign_in),
        *_of(keys, tenant_limits, audit_log, personal_data, use_and_cost, health, metrics, stream_probe),
        *pages.endpoints(web),
    ]
    return [*found, *docs.endpoints(found), *missing_paths.ENDPOINTS, *rest.EVERYTHING_ELSE]


def _of(*modules: ModuleType) -> list[HttpEndpoint]:
    """Returns the endpoints of modules, in their order."""
    return [endpoint for module in modules for endpoint in module.ENDPOINTS]


class _Application(Starlette):
    observer: Observer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        try:
            await self.observer.watch(super().__call__, scope, receive, send)
        finally:
            admitted.leave(scope)
            scope.pop(CONNECTION, None)  # which leads back to the scope: without it all of this is let go at once


def create_app(services: Services) -> Starlette:
    """Returns the ASGI application over open services."""
    source = slots.resource("web")
    web = source / "dist" if (source / "dist").is_dir() else source
    tools = McpDoor()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(words.load_model)  # before the port opens; it also imports what each stream needs
        yield
        await tools.close()

    app = _Application(
        routes=[*map(open_to_all, pages.assets(web)), *guarded(endpoints(tools, web))],
        exception_handlers=problems.HANDLERS,
        middleware=[Middleware(Cors, allowed=services.settings.allowed_origins)],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # Starlette's redirects name any host that the request names
    app.observer = Observer(access_log=services.settings.access_log == "on")
    services.figures.watch(app.observer)
    app.state.services = services
    return app
