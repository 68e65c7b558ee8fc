"""The parts of a gateway, looked at one after the other without starting it; nothing is changed.

Each check says `ok`, `warn` (it works, and something should be known) or `fail`, with what to do.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path

from gateway import slots
from gateway.answer.answer import Candidates
from gateway.app import Gateway
from gateway.errors import CitestreamError
from gateway.models.ports import Enough, LLMProvider, ModelPiece
from gateway.models.prompt import Prompt
from gateway.serve import served_checkup
from gateway.serve.diagnosis import Diagnosis
from gateway.settings import Settings
from gateway.store.bundled.cluster import home_of
from gateway.store.bundled.embedded import exists
from gateway.store.database import database_facts
from gateway.store.database.migrations import pending

GB = 1024**3
LITTLE_DISK, NO_DISK = 2 * GB, GB // 4
"""Bytes below which a disk is told of, and below which PostgreSQL may stop."""
FEW_CONNECTIONS = 15
"""One process takes up to twelve."""
SKEW_S, WRONG_CLOCK_S = 2.0, 60.0
MODEL_S = 30.0
"""How long a model's first word is waited for: a local one may have to be loaded."""


async def examine(settings: Settings, url: str | None = None, key: str | None = None) -> AsyncIterator[Diagnosis]:
    """Yields a diagnosis for each part.

    url: the address of a running gateway, which is to use the same database. key: an administrator's.
    """
    yield _access(settings)
    gateway = Gateway(settings)
    try:
        found = await _database(gateway)
    finally:
        await gateway.close()
    identity = None
    if isinstance(found, Diagnosis):
        yield found
    else:
        facts, missing = found
        identity = facts.identity
        yield database(facts, missing, gateway.location)
        yield roles(facts)
        yield extensions(facts, settings.chosen_embedder)
        yield clock(facts.ahead_s)
    if url is not None:
        yield await asyncio.to_thread(served_checkup.same_database, url, key, identity, gateway.location)
    yield disk(settings.data_dir if settings.database_url else home_of(settings.data_dir)[0], not settings.database_url)
    for name in (settings.chosen_provider, *settings.fallbacks):
        yield await _model(name, settings)
    yield await _embedder(settings)


def _access(settings: Settings) -> Diagnosis:
    where = f"{settings.host}:{settings.port}"
    if not settings.on_loopback and settings.require_keys == "off":
        why = f"GATEWAY_HOST={settings.host} lets others reach it, and GATEWAY_REQUIRE_KEYS=off asks nobody for a key"
        return Diagnosis("access", "fail", why, "set GATEWAY_REQUIRE_KEYS=auto, or listen on 127.0.0.1")
    if not settings.on_loopback and not settings.allowed_hosts:
        advice = "set GATEWAY_ALLOWED_HOSTS to the names that callers use, or they are refused with 421"
        return Diagnosis("access", "warn", f"it listens on {where} and knows no name of its own", advice)
    return Diagnosis("access", "ok", f"it listens on {where}; keys: {settings.require_keys}")


# The database --------------------------------------------------------------------------------------------------------


async def _database(gateway: Gateway) -> tuple[database_facts.DatabaseFacts, list[str]] | Diagnosis:
    """Returns the facts and the pending migrations, or why there are none."""
    settings = gateway.settings
    if settings.database_url is None and not await asyncio.to_thread(exists, settings.data_dir):
        advice = "the first `citestream serve` makes it; of another folder, name it in GATEWAY_DATA_DIR"
        return Diagnosis("database", "warn", f"there is none yet in {settings.data_dir.absolute()}", advice)
    try:
        url = await gateway.checked_url()
        return await database_facts.look(url), await pending(url, slots.resource("migrations"))
    except CitestreamError as error:
        return Diagnosis("database", "fail", error.detail, "check DATABASE_URL and the server behind it")


def database(facts: database_facts.DatabaseFacts, missing: list[str], where: str) -> Diagnosis:
    """Returns what is to be said of a database that answers."""
    found = f"{where}, PostgreSQL {facts.version}, {facts.bytes / 1024**2:,.0f} MB"
    if facts.version < database_facts.LEAST_VERSION:
        advice = f"use PostgreSQL {database_facts.LEAST_VERSION} or newer"
        return Diagnosis("database", "fail", f"{found}: too old", advice)
    if facts.is_replica:
        return Diagnosis("database", "fail", f"{found}: a replica takes no writes", "name the primary in DATABASE_URL")
    if facts.write_problem:
        advice = "see CitestreamDatabaseReadOnly in docs/runbook.md"
        return Diagnosis("database", "fail", f"{found}: it cannot be written, {facts.write_problem}", advice)
    if not facts.may_create:
        advice = "let the login own the database: alter database NAME owner to LOGIN"
        return Diagnosis("database", "fail", f"{found}: the login may not make tables", advice)
    if facts.free_connections < FEW_CONNECTIONS:
        advice = "raise max_connections, or put PgBouncer before it (docs/performance.md)"
        return Diagnosis("database", "warn", f"{found}: {facts.free_connections} connections are free", advice)
    if missing:
        advice = "the next start applies them, as `citestream migrate` does; make a backup before"
        return Diagnosis("database", "warn", f"{found}: migrations are pending ({', '.join(missing)})", advice)
    return Diagnosis("database", "ok", found)


def roles(facts: database_facts.DatabaseFacts) -> Diagnosis:
    """Returns whether the gateway can take the roles by which PostgreSQL keeps tenants apart."""
    if facts.roles_problem:
        why, _, statements = facts.roles_problem.partition("; ")
        return Diagnosis("roles", "fail", why, statements)
    return Diagnosis("roles", "ok", "the roles that keep tenants apart are there, or are made by the first start")


def extensions(facts: database_facts.DatabaseFacts, embedder: str) -> Diagnosis:
    """Returns whether vectors can be stored."""
    if facts.has_vector:
        return Diagnosis("extensions", "ok", "pgvector is there")
    if facts.offers_vector:
        found = "pgvector is installed and not yet made in this database"
        return Diagnosis("extensions", "ok", found, "the next migration makes it where the login may")
    lost = "searches go by words alone" if embedder == "none" else f"the vectors of {embedder} are not stored"
    return Diagnosis("extensions", "warn", f"no pgvector: {lost}", "install the package pgvector of your PostgreSQL")


def clock(ahead_s: float) -> Diagnosis:
    """Returns how far the clocks of database and machine are apart."""
    found = f"the database's clock is {abs(ahead_s):.1f} s {'ahead of' if ahead_s > 0 else 'behind'} this machine's"
    advice = "let both keep time by NTP: logs and traces lie, and leases go by the database's clock"
    if abs(ahead_s) > WRONG_CLOCK_S:
        return Diagnosis("clock", "fail", found, advice)
    if abs(ahead_s) > SKEW_S:
        return Diagnosis("clock", "warn", found, advice)
    return Diagnosis("clock", "ok", f"database and machine agree within {max(0.1, abs(ahead_s)):.1f} s")


def disk(folder: Path, holds_database: bool) -> Diagnosis:
    """Returns how much room is left where data lie. `holds_database`: the embedded PostgreSQL lies there."""
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    found = f"{free / GB:.1f} GB are free in {there}"
    if free < NO_DISK:
        advice = "make room: PostgreSQL stops when its disk is full" if holds_database else "make room"
        return Diagnosis("disk", "fail", found, advice)
    if free < LITTLE_DISK:
        return Diagnosis("disk", "warn", found, "make room, or shorten GATEWAY_RETENTION_DAYS")
    return Diagnosis("disk", "ok", found)


# Models --------------------------------------------------------------------------------------------------------------


async def _model(name: str, settings: Settings) -> Diagnosis:
    """Asks a model for one word."""
    try:
        async with aclosing(slots.load("models.providers", name, "GATEWAY_PROVIDER").create(settings)) as provider:
            if name == "extractive":
                advice = "OPENAI_BASE_URL or OLLAMA_HOST connects a model"
                return Diagnosis("model", "ok", "none: answers are quoted sentences", advice)
            await provider.prepare()
            async with asyncio.timeout(MODEL_S):
                text = await _word(provider)
    except CitestreamError as error:
        return Diagnosis("model", "fail", f"{name}: {error.detail}", "check its settings (docs/providers.md)")
    except TimeoutError:
        return Diagnosis("model", "fail", f"{name} wrote nothing within {MODEL_S:g} s", "look at the service itself")
    where = f"{name} {provider.model} at {provider.location}"
    if not text:
        return Diagnosis("model", "warn", f"{where} answers, and wrote no text", "try another model")
    return Diagnosis("model", "ok", f"{where} answers")


async def _word(provider: LLMProvider) -> str:
    """Returns the first text that a model writes; "" when it writes none."""
    asked = Prompt("Answer with one word.", "Say: ready", "ready", "en", Candidates(), "doctor")
    text = ""

    def receive(piece: ModelPiece) -> None:
        nonlocal text
        text = piece.text
        if text.strip():
            raise Enough

    with suppress(Enough):
        await provider.generate(asked, receive=receive)
    return text.strip()


async def _embedder(settings: Settings) -> Diagnosis:
    name = settings.chosen_embedder
    try:
        async with aclosing(slots.load("models.embedders", name, "GATEWAY_EMBEDDER").create(settings)) as embedder:
            vectors = await embedder.embed(["ready"])
            if not embedder.dimensions:
                advice = "EMBEDDING_BASE_URL adds vectors (docs/models.md)"
                return Diagnosis("embedder", "ok", "none: searches go by words", advice)
            return Diagnosis("embedder", "ok", f"{embedder.name}: vectors of {len(vectors[0])} numbers")
    except CitestreamError as error:
        advice = "check EMBEDDING_BASE_URL and EMBEDDING_MODEL (docs/models.md)"
        return Diagnosis("embedder", "fail", f"{name}: {error.detail}", advice)
