"""The composition root: settings in, ASGI app out. The only file that chooses implementations."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute

from gateway import slots
from gateway.answer.stream import EvidenceSettings
from gateway.ask import Ask, Limits
from gateway.errors import DatabaseUnreachable
from gateway.http import answers, documents, health, legacy, pages, problems
from gateway.http.access import DEFAULT_TENANT
from gateway.http.health import SAMPLE_WORKSPACE
from gateway.ingest import Ingestor
from gateway.live import Live
from gateway.ports import Embedder, LLMProvider, Verifier
from gateway.prompt import Prompts
from gateway.reindex import Reindexer
from gateway.settings import Settings
from gateway.store.answers import Answers
from gateway.store.database import Database, address
from gateway.store.embedded import Embedded, acquire
from gateway.store.library import Library
from gateway.store.migrations import migrate
from gateway.store.reindexing import Reindexing

log = logging.getLogger(__name__)

WATCH_S = 2.0
"""How often the embedded server's supervisor is looked at."""


class Gateway:
    """Everything one process needs, opened in order and closed in reverse. Commands and the server share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.embedded: Embedded | None = None
        self.loaded = asyncio.Event()
        """Set when the documents named at start are in the knowledge base."""
        self._exits = contextlib.AsyncExitStack()

    async def open(self) -> Gateway:
        try:
            await self._open()
        except BaseException:
            await self._exits.aclose()
            raise
        return self

    async def _open(self) -> None:
        settings = self.settings
        url = await self.database_url()
        self.migrated = await migrate(url, slots.resource("migrations"))
        self.database = Database(url)
        await self.database.open()
        self._exits.push_async_callback(self.database.close)
        self.embedder: Embedder = slots.load("embedders", settings.chosen_embedder, "GATEWAY_EMBEDDER").create(settings)
        self._exits.push_async_callback(self.embedder.aclose)
        self.library = Library(self.database)
        self.ingestor = Ingestor(self.library, self.embedder, max_bytes=settings.max_upload_mb * 1024 * 1024)
        self.reindexer = Reindexer(Reindexing(self.library), self.embedder, vectors=self.database.has_vectors)
        self.retrievers = [
            slots.load("retrievers", name.strip(), "GATEWAY_RETRIEVERS").create(self.library, self.embedder)
            for name in settings.retrievers.split(",")
        ]

    async def load_sample(self) -> bool:
        """Put the sample documents into an empty knowledge base, once; whoever deletes them is not given them again."""
        if await self.library.has_seen(DEFAULT_TENANT, SAMPLE_WORKSPACE) or any(
            await self.library.counts(DEFAULT_TENANT)
        ):
            return False
        folders = sorted(folder for folder in slots.resource("examples").iterdir() if folder.is_dir())
        await self.ingestor.paths(DEFAULT_TENANT, folders, workspace=SAMPLE_WORKSPACE)
        return True

    @property
    def suggestions(self) -> dict[str, list[str]]:
        """Three questions per language that the sample documents answer."""
        found: dict[str, list[str]] = json.loads((slots.resource("examples") / "suggestions.json").read_text("utf-8"))
        return found

    async def open_answering(self) -> None:
        """What only answering needs: the model, the prompts, the journal."""
        settings = self.settings
        self.provider, *others = [
            await self._provider(name, setting)
            for name, setting in (
                (settings.chosen_provider, "GATEWAY_PROVIDER"),
                *((name, "GATEWAY_FALLBACK_PROVIDERS") for name in settings.fallbacks),
            )
        ]
        folder = slots.resource("prompts")
        texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
        self.prompts = Prompts(texts, settings.answer_format)
        self.verifier: Verifier | None = None
        if settings.verifier_url:
            self.verifier = slots.load("verifiers", "http", "GATEWAY_VERIFIER_URL").create(settings)
            self._exits.push_async_callback(self.verifier.aclose)
        self.ask = Ask(self.retrievers, [self.provider, *others], self.prompts, limits(settings), self.verifier)
        self.answers = Answers(self.database)
        self.live = Live(self.answers)
        await self.live.open()
        self._exits.push_async_callback(self.live.close)

    async def _provider(self, name: str, setting: str) -> LLMProvider:
        provider: LLMProvider = slots.load("providers", name, setting).create(self.settings)
        self._exits.push_async_callback(provider.aclose)
        await provider.prepare()
        return provider

    @property
    def place(self) -> str:
        """Where the knowledge base lies, for people."""
        settings = self.settings
        if settings.database_url:
            return address(settings.database_url)
        return f"embedded PostgreSQL in {settings.data_dir.absolute()}"

    async def database_url(self) -> str:
        """`DATABASE_URL`, else the embedded server, started when nobody else has."""
        if self.settings.database_url:
            return self.settings.database_url
        embedded = self.embedded = await acquire(self.settings.data_dir)
        self._exits.callback(embedded.release)
        watch = asyncio.create_task(keep_up(embedded), name="embedded PostgreSQL watch")
        self._exits.callback(watch.cancel)
        return embedded.url

    async def close(self) -> None:
        await self._exits.aclose()


async def keep_up(embedded: Embedded) -> None:
    """Start the embedded server's supervisor again should somebody have killed it."""
    while True:
        await asyncio.sleep(WATCH_S)
        try:
            await embedded.ensure()
        except DatabaseUnreachable as error:
            log.error("%s", error)


def limits(settings: Settings) -> Limits:
    return Limits(
        top_k=settings.top_k,
        min_score=settings.min_score,
        gate_threshold=settings.gate_threshold,
        gate_margin=settings.gate_margin,
        evidence=EvidenceSettings(
            mode=settings.evidence,
            drop=settings.evidence_drop,
            weak=settings.evidence_weak,
            move_margin=settings.evidence_move_margin,
        ),
        regenerate=settings.regenerate,
        answer_tokens=settings.max_output_tokens,
        total_s=settings.total_timeout_s,
    )


def create_app(gateway: Gateway) -> Starlette:
    """The ASGI app over an open gateway."""
    web = slots.resource("web")
    built = web / "dist"
    routes: list[BaseRoute] = [
        *answers.ROUTES,
        *documents.ROUTES,
        *legacy.ROUTES,
        *health.ROUTES,
        *pages.routes(built if built.is_dir() else web),
    ]
    app = Starlette(routes=routes, exception_handlers=problems.HANDLERS, middleware=_middleware(gateway.settings))
    state = app.state
    for name in (
        "settings",
        "database",
        "library",
        "ingestor",
        "reindexer",
        "embedder",
        "provider",
        "ask",
        "answers",
        "live",
    ):
        setattr(state, name, getattr(gateway, name))
    state.loaded = gateway.loaded
    state.suggestions = gateway.suggestions
    return app


def _middleware(settings: Settings) -> list[Middleware]:
    if not settings.cors_origins:
        return []
    origins = [origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()]
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Last-Event-ID", "Idempotency-Key"],
            expose_headers=["Location"],
        )
    ]
