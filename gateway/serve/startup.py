"""`citestream serve`: the start, the four lines a person reads, one process or several."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from gateway import words
from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.http.door.caller import DEFAULT_TENANT
from gateway.ingestion.ingest_report import counted
from gateway.limits.access_key import GIVEN
from gateway.models.services.guarded_provider import Guarded
from gateway.serve.logs import start_lines
from gateway.serve.processes import Processes
from gateway.serve.server import bind, collect_seldom, server
from gateway.serve.warm_up import warm_up
from gateway.settings import Settings, other_programs
from gateway.store.accounts.audit import SERVER, acting
from gateway.store.search import plain_vectors
from gateway.telemetry.tracing import traces

log = logging.getLogger(__name__)


async def serve(settings: Settings, docs: Sequence[Path], *, sample: bool, say: Callable[[str], None]) -> None:
    """Serves until a signal. Raises `WrongUse` with one sentence when the start cannot work."""
    listener = bind(settings.host, settings.port)
    if settings.workers == 1:  # while the database opens
        asyncio.get_running_loop().run_in_executor(None, words.load_model)
    say = start_lines(settings, say)
    traces.begin()
    gateway = Gateway(settings, new=True)
    try:
        await gateway.open()
        await admit(gateway)
        say(f"database   {database_line(gateway)}")
        encoder = gateway.local_embedder.process.start() if gateway.local_embedder else ""
        ask = await gateway.open_ask()
        say(f"model      {model_line(gateway)}")
        if sample:
            await gateway.load_sample()
        say(f"knowledge  {await knowledge_line(gateway, docs)}")
        services = await gateway.open_services(ask) if settings.workers == 1 else None
        upkeep = [asyncio.create_task(work) for work in (gateway.reindexer.serve(), gateway.retention.serve())]
        host, port = listener.getsockname()[:2]
        processes = f", {settings.workers} processes" if settings.workers > 1 else ""
        access = "keys required" if await gateway.keyring.required() else "no keys: open to this machine"
        say(f"address    http://{f'[{host}]' if ':' in host else host}:{port}{processes}  ({access}; Ctrl-C stops)")
        loading = asyncio.create_task(load(gateway, docs))
        try:
            if services is None:
                await Processes(settings, listener, gateway, str(encoder)).run()
            else:
                await warm_up(gateway, ask)
                collect_seldom()
                await server(services).serve(sockets=[listener])
        finally:
            for task in (loading, *upkeep):
                task.cancel()
            await asyncio.gather(loading, *upkeep, return_exceptions=True)
    finally:
        await gateway.close()
        await asyncio.to_thread(traces.end)
        listener.close()


async def admit(gateway: Gateway) -> None:
    """Settles who may call: makes the first key, and keeps everybody but this machine from a gateway without keys.
    Raises `WrongUse`."""
    settings, keys = gateway.settings, gateway.keys
    await gateway.keys.audit.settings(DEFAULT_TENANT, settings.told())
    if settings.bootstrap_key is not None:
        if not GIVEN.fullmatch(settings.bootstrap_key):
            raise WrongUse("GATEWAY_BOOTSTRAP_KEY must have 32 to 200 printable ASCII characters without blanks.")
        if not await keys.exist_valid():
            with acting(SERVER):
                await keys.create(DEFAULT_TENANT, "admin", label="GATEWAY_BOOTSTRAP_KEY", key=settings.bootstrap_key)
    if settings.on_loopback and settings.require_keys != "on":
        return
    if settings.require_keys == "off":
        raise WrongUse(
            f"GATEWAY_HOST={settings.host}: with GATEWAY_REQUIRE_KEYS=off the gateway listens on loopback only."
        )
    if not await keys.exist_valid():
        how = "`citestream keys create --tenant default --role admin` makes the first one, or set GATEWAY_BOOTSTRAP_KEY"
        if not settings.on_loopback:
            raise WrongUse(
                f"GATEWAY_HOST={settings.host}: others may reach it only with a key, and there is none; {how}."
            )
        log.warning("There is no valid key, so every call is refused; %s.", how)


async def load(gateway: Gateway, docs: Sequence[Path]) -> None:
    """Loads the documents named at start while the server already answers. Readiness waits for it."""
    if docs:
        for result in await gateway.ingestor.paths(DEFAULT_TENANT, docs, workspace="default"):
            if result.error:
                log.warning("%s: %s", result.path, result.error)
        documents, passages = await gateway.library.counts(DEFAULT_TENANT)
        log.info("loaded: %s, %s", counted(documents, "document"), counted(passages, "passage"))
    gateway.loaded.set()


def database_line(gateway: Gateway) -> str:
    applied = len(gateway.migrated)
    limit = f", without pgvector: vectors of up to {plain_vectors.MOST:,} passages"
    vectors = "" if gateway.database.has_vectors or gateway.embedder.name == "none" else limit
    return f"{gateway.location}{f', migrations applied: {applied}' if applied else ''}{vectors}"


def model_line(gateway: Gateway) -> str:
    """Returns which model answers, where it is and why it was chosen; and the models that stand in for it."""
    settings, (first, *others) = gateway.settings, gateway.providers
    reasons = settings.provider_reasons
    if first.name == "extractive" and not reasons:
        why = f". {other_programs.unconnected() or 'OPENAI_API_KEY or OPENAI_BASE_URL connects a model.'}"
    elif settings.provider:
        why = f", as GATEWAY_PROVIDER={settings.provider} or --provider says"
    else:
        why = f", chosen because {' and '.join(reasons)} {'are' if len(reasons) > 1 else 'is'} set"
        why += "; --provider extractive asks no model"
    stand_in = f"; when it fails, {' and then '.join(map(described, others))}" if others else ""
    return f"{described(first)}{why}{stand_in}"


def described(provider: Guarded) -> str:
    """Returns a model and where it is."""
    if provider.name == "extractive":
        return "none: answers are quoted sentences"
    where = f"at {provider.location}"
    return (
        f"{provider.name} {provider.model} {where}"
        if provider.model
        else f"{provider.name} {where}, unreachable for now"
    )


async def knowledge_line(gateway: Gateway, docs: Sequence[Path]) -> str:
    documents, passages = await gateway.library.counts(DEFAULT_TENANT)
    loading = f", loading {', '.join(map(str, docs))}" if docs else ""
    empty = "" if documents or docs else " (`citestream ingest PATH` adds yours)"
    return f"{counted(documents, 'document')}, {counted(passages, 'passage')}{loading}{empty}"
