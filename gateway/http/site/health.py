"""Answers for orchestrators and for the page: is it alive, is it ready, what is it."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Literal, NotRequired, cast

from starlette.responses import PlainTextResponse, Response
from typing_extensions import TypedDict

from gateway import __version__
from gateway.answer.json_types import Count
from gateway.conversation.question import Asker, Question, Scope
from gateway.errors import Refusal, Unavailable
from gateway.http.door.endpoint import EVERYBODY, OPEN, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import TOLD
from gateway.http.openapi.json_schema import component
from gateway.http.openapi.operation import Operation, ok, plain
from gateway.http.openapi.tags import HEALTH
from gateway.http.replies import NO_STORE, fresh
from gateway.ingestion.reindex import ReindexProgress
from gateway.models.services.guarded_provider import Guarded
from gateway.services import Services
from gateway.store.database import database_facts

PersonRole = Literal["user", "app", "staff", "qa", "admin"]


class Reindexing(TypedDict):
    """How far the stored documents follow the settings; their vectors are computed here too."""

    state: Literal["idle", "running", "waiting", "paused"]
    """`waiting`: another process does the work. `paused`: `problem` says why."""
    done: Count
    total: Count
    """Passages."""
    problem: str | None
    remaining_s: Count | None
    languages: list[str] | None
    """Codes of the languages that the embedder knows; questions in others are searched by words alone. null: all, or
    unknown."""


@component
class Status(TypedDict):
    version: str
    provider: str
    model: str
    model_problem: str | None
    embedder: str
    documents: Count
    passages: Count
    reindexing: Reindexing
    suggestions: dict[str, list[str]]
    sample_left_out: bool
    signed_in: bool
    reader: str
    """Tells callers apart; 16 hexadecimal digits."""
    role: PersonRole
    """The caller's role."""
    workspaces: list[str]
    """The only workspaces that the caller may see. An empty list means all."""
    max_upload_mb: Count
    database_id: NotRequired[str]
    """Tells databases apart. For administrators only, as `database_version` is."""
    database_version: NotRequired[str]
    """PostgreSQL's version."""


async def healthz(visit: Visit) -> Response:
    """Answers as long as the process does."""
    return PlainTextResponse("ok\n", headers=NO_STORE)


async def readyz(visit: Visit) -> Response:
    """Answers when migrations are done, the documents named at start are loaded, and the database answers
    and takes writes.

    Everything else, such as a model that is away, is told and changes nothing: answers can still be read, and
    sending the requests to another process would not help.
    """
    parts = visit.services
    if not parts.loaded.is_set():
        raise Unavailable("Documents are still being loaded.")
    if not await parts.database.ready():
        raise Unavailable(parts.database.writability.problem or "The database does not answer.")
    details = _reindexing(parts.reindexer.progress) + _away(parts.provider)
    return PlainTextResponse(f"ready\n{details}", headers=NO_STORE)


def _away(provider: Guarded) -> str:
    return f"model: {provider.problem}\n" if provider.problem else ""


def _reindexing(progress: ReindexProgress) -> str:
    """Returns a line about re-indexing. It is a detail and no condition, because searches go on meanwhile."""
    if progress.state == "idle":
        return ""
    left = "" if progress.remaining_s is None else f", {progress.remaining_s} s left"
    return f"re-indexing {progress.state}: {progress.done} of {progress.total} passages{left}\n"


def _progress(parts: Services) -> Reindexing:
    progress, known = parts.reindexer.progress, parts.embedder.languages
    languages = None if known is None else sorted(known)
    return cast(Reindexing, {**asdict(progress), "languages": languages})


def _embedder(chosen: str, space: str) -> str:
    """Returns the choice if it has one model, else the name of its vectors, which names the model."""
    return chosen if space.startswith(f"{chosen}-") else space


async def status(visit: Visit) -> Response:
    """Returns what is loaded and configured, for the empty page."""
    parts = visit.services
    asker = visit.caller
    documents, passages = await parts.library.counts(asker.tenant, asker.within)
    left_out = await parts.library.sample_left_out(asker.tenant, asker.within)
    scope = Scope(workspaces=asker.workspaces)
    anything = Question.asked(Asker(asker.tenant), "?", usually_strict=False, scope=scope)
    answer = Status(
        version=__version__,
        provider=parts.provider.name,
        model=parts.provider.model,
        model_problem=parts.provider.problem or parts.unconnected,
        embedder=_embedder(parts.settings.chosen_embedder, parts.embedder.name),
        documents=documents,
        passages=passages,
        reindexing=_progress(parts),
        suggestions=await parts.proposals.everywhere(anything),
        sample_left_out=left_out,
        signed_in=asker.signed_in,
        reader=asker.reader,
        role=cast(PersonRole, asker.role),
        workspaces=list(asker.workspaces),
        max_upload_mb=parts.settings.max_upload_mb,
    )
    if asker.role == "admin":
        answer["database_id"], answer["database_version"] = await database_facts.identity(parts.database)
    return fresh(answer)


TEXT = "text/plain; charset=utf-8"
_probed = partial(Operation, is_usual=False, other_names=TOLD)
ALIVE = _probed("isAlive: Is it alive?", plain(TEXT, "It answers."), refusals=(Refusal,))
READY = _probed("isReady: Is it ready?", plain(TEXT, "It is."), refusals=(Refusal, Unavailable))
STATUS = Operation("status: What is loaded and configured.", ok(Status, "Versions, counts and suggestions."))
ENDPOINTS = [
    *endpoints_of(
        HEALTH,
        ("GET", "/healthz", OPEN, healthz, ALIVE),
        ("GET", "/readyz", OPEN, readyz, READY),
        any_name="everybody",
    ),
    *endpoints_of(HEALTH, ("GET", "/v1/status", EVERYBODY, status, STATUS)),
]
