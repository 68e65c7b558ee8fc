"""Ask a question, read an answer, follow its events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BaseModel, Field, StrictBool, StringConstraints, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.answer.events import Failed, Finished, Numbered, fold
from gateway.conversation.question import LONGEST_QUESTION, Question, Scope
from gateway.errors import (
    InvalidField,
    NotFound,
    Refusal,
    TurnRunning,
    Unavailable,
    UpstreamError,
    UpstreamRefused,
    UpstreamTimeout,
)
from gateway.http import messages
from gateway.http.bodies import (
    FILLED,
    FILLED_LINE,
    Absent,
    Tongue,
    body_hash,
    checked,
    plain,
    read_json,
    storable,
    without_null,
)
from gateway.http.caller import Caller, caller, check_workspace, subject_for
from gateway.http.problems import refused
from gateway.http.replies import NO_STORE, canonical, fresh
from gateway.http.streams import Dialect, EventStream, at_end, cursor, dialect, gathered
from gateway.http.turns import about, begin, permitted, stop_and_wait
from gateway.live.ports import Once, StoredAnswer
from gateway.services import services
from gateway.turn import replay
from gateway.wire.document import document
from gateway.wire.shared.frame import Encoder

ALIAS = "citestream"
"""The name by which a caller may ask for whichever model answers here."""
ANSWER_UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)
KEY = re.compile(r"[\x20-\x7e]{1,255}", re.ASCII)
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(plain),
    WithJsonSchema({"type": "string", "maxLength": 200, "pattern": FILLED_LINE}),
]


class AskRequest(BaseModel):
    """The body of `POST /v1/answers`; unknown fields are ignored, and null means absent."""

    question: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION, strict=True),
        AfterValidator(storable),
        WithJsonSchema({"type": "string", "maxLength": LONGEST_QUESTION, "pattern": FILLED}),
    ] = Field(validation_alias=AliasChoices("question", "query", "prompt"))
    caller_app: Annotated[Name | None, Absent()] = None
    thread_id: Annotated[Name | None, Absent()] = Field(None, validation_alias=AliasChoices("thread_id", "threadId"))
    session_id: Annotated[Name | None, Absent()] = Field(None, validation_alias=AliasChoices("session_id", "sessionId"))
    user_ref: Annotated[Name | None, Absent()] = None
    user_segment: Annotated[Name | None, Absent()] = None
    workspace: Annotated[Name | None, Absent()] = None
    source_app: Annotated[Name | None, Absent()] = None
    # An empty list is refused: whoever computes one must not get everything.
    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=1000)] | None = None
    languages: Annotated[list[Tongue], Field(min_length=1, max_length=20)] | None = None
    language: Annotated[Literal["en", "fr", "zh"] | None, Absent()] = None
    phase: Annotated[Name | None, Absent()] = None
    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    memory: Literal["use", "skip", "only"] = "use"
    provider: Annotated[Name | None, Absent()] = None
    model: Annotated[Name | None, Absent()] = None
    deliverable: Annotated[StrictBool | None, Absent()] = None
    strict: Annotated[StrictBool | None, Absent()] = None
    rollback: Annotated[StrictBool | None, Absent()] = None
    conversation_history: list[dict[str, Any]] = []
    on_disconnect: Literal["continue", "cancel"] = "continue"


async def ask(request: Request) -> Response:
    """Admit a question and stream its answer; `Accept: application/json` waits for the whole document."""
    spoken = dialect(request)
    given = await read_json(request)
    return await answered(request, given, understood(given), spoken)


async def answered(request: Request, given: Mapping[str, Any], asked: AskRequest, spoken: Dialect) -> Response:
    """The answer to a question, whichever of our doors it came through. `given`: the body as it was sent."""
    question = question_of(request, asked)
    question = replace(question, rollback=question.rollback and spoken.rollback)
    begun = await begin(request, question, _once(request, given))
    headers = {**spoken.headers, "Location": f"/v1/answers/{begun.answer_uuid}"}
    encoder, leave = spoken.encoder(begun.about), begun.stop if asked.on_disconnect == "cancel" else None
    if spoken.streams:
        return EventStream(begun.events(), encoder, headers, media_type=spoken.media_type, on_leave=leave)
    return _whole(await gathered(request, begun.events(), leave), encoder, spoken.media_type, headers)


def _once(request: Request, given: Mapping[str, Any]) -> Once | None:
    """The `Idempotency-Key` with a hash of the body it came with."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise InvalidField.named("Idempotency-Key", "must be 1 to 255 printable ASCII characters")
    return Once(key, body_hash(given))


async def stop(request: Request) -> Response:
    """End an answer with what was said, on whichever process it runs. Any number of times."""
    tenant, answer_uuid, stored = await changeable(request)
    if stored.running:
        await stop_and_wait(request, answer_uuid)
    said = await services(request).following.stored(tenant, answer_uuid)
    state = {Finished: "done", Failed: "failed"}.get(type(said[-1].event) if said else object, "running")
    return fresh({"answer_uuid": answer_uuid, "state": state})


def understood(given: Mapping[str, Any]) -> AskRequest:
    """The typed request; null means absent."""
    return checked(AskRequest, without_null(messages.with_question(given)))


def question_of(request: Request, asked: AskRequest) -> Question:
    """Returns the checked question of whoever sends this request."""
    parts, found = services(request), caller(request)
    _check_choice(asked, parts.provider.name, parts.provider.model)
    check_workspace(request, asked.workspace)
    tokens = parts.settings.history_tokens
    history, warnings = messages.read(asked.conversation_history, tokens)
    recalls = asked.session_id is not None and "conversation_history" not in asked.model_fields_set
    return Question.asked(
        found.tenant,
        asked.question,
        usually_strict=parts.settings.strict == "on",
        strict=asked.strict,
        deliverable=asked.deliverable,
        language=asked.language,
        subject=subject_for(request, asked.user_ref),
        history=history,
        scope=Scope(
            asked.workspace,
            asked.source_app,
            tuple(dict.fromkeys(map(str, asked.document_ids or ()))),
            tuple(dict.fromkeys(asked.languages or ())),
            () if asked.workspace else found.workspaces,
        ),
        caller_app=asked.caller_app or "default",
        thread_id=asked.thread_id,
        session_id=asked.session_id,
        user_ref=asked.user_ref,
        user_segment=asked.user_segment,
        recall_tokens=tokens if recalls else 0,
        citation_mode=asked.citation_mode,
        provider=asked.provider,
        model=asked.model,
        rollback=asked.rollback or False,
        phase=asked.phase or "",
        memory=asked.memory,
        warnings=tuple(warnings),
    )


async def read(request: Request) -> Response:
    """The document of an answer, finished or running."""
    tenant, answer_uuid, stored = await known(request)
    said = [numbered.event for numbered in await services(request).following.stored(tenant, answer_uuid)]
    return canonical(document(fold(said), about(stored)))


async def follow(request: Request) -> Response:
    """The events of an answer from a cursor on: stored ones, then live ones, until the terminal event. With `?pace=`
    a finished one is replayed."""
    spoken = dialect(request)
    given = cursor(request)
    pace = request.query_params.get("pace")
    factor = replay.factor(pace) if pace is not None else None
    tenant, answer_uuid, stored = await known(request)
    if pace is not None and stored.running:
        raise TurnRunning("This answer is still being written; it can be replayed when it has ended.", answer_uuid)
    parts = services(request)
    after = given.seq
    if await at_end(parts.live, parts.answers, tenant, answer_uuid, given):
        if "last-event-id" in request.headers:
            return Response(status_code=204)
        after -= 1
    begin_at = after if spoken.stateless else 0
    batches = parts.following.events(tenant, answer_uuid, begin_at)
    encoder = spoken.encoder(about(stored))
    if spoken.streams:
        batches = replay.paced(batches, factor, after) if factor else batches
        return EventStream(
            permitted(request, batches), encoder, spoken.headers, after=after, media_type=spoken.media_type
        )
    if after:
        raise InvalidField("after: a whole document has no cursor; leave it out.")
    return _whole(await gathered(request, permitted(request, batches)), encoder, spoken.media_type, {})


def _check_choice(asked: AskRequest, provider: str, model: str) -> None:
    """A caller may name a provider and model; here it has to be the configured one, or the alias."""
    if asked.provider not in (None, provider):
        raise InvalidField.named("provider", f"{asked.provider!r} is not configured; this gateway has {provider!r}")
    if asked.model not in (None, model, ALIAS):
        raise InvalidField.named("model", f"{asked.model!r} is not configured; this gateway has {model or ALIAS!r}")


def known_uuid(request: Request) -> str:
    """The answer uuid of the path; anything that is none cannot be found."""
    answer_uuid = str(request.path_params["uuid"])
    if not ANSWER_UUID.fullmatch(answer_uuid):
        raise NotFound("An answer is named by 32 lower-case hex digits.")
    return answer_uuid


async def known(request: Request) -> tuple[str, str, StoredAnswer]:
    """Tenant, uuid and what is kept of the answer that the path names. One that the caller may not read is unknown."""
    return await _found(request, Caller.may_read)


async def changeable(request: Request) -> tuple[str, str, StoredAnswer]:
    """The same for those who may stop and delete it; to others it is unknown."""
    return await _found(request, Caller.may_change)


async def _found(request: Request, may: Callable[[Caller, StoredAnswer], bool]) -> tuple[str, str, StoredAnswer]:
    found, answer_uuid = caller(request), known_uuid(request)
    stored = await services(request).answers.answer(found.tenant, answer_uuid)
    if stored is None or not may(found, stored):
        raise NotFound(f"There is no answer {answer_uuid}.")
    return found.tenant, answer_uuid, stored


def _whole(numbered: Sequence[Numbered], encoder: Encoder, media_type: str, headers: Mapping[str, str]) -> Response:
    """A finished answer at once; a turn that failed before any text is a problem with the status of its code."""
    body = b"".join(map(encoder.encode, numbered))
    if (failure := failed(numbered)) is not None:
        return refused(failure)
    return Response(body, media_type=media_type, headers={**headers, **NO_STORE})


def failed(numbered: Sequence[Numbered]) -> Refusal | None:
    """Why there is no answer, as a refusal with the status of its code; `Unavailable` when its end was lost."""
    match numbered[-1].event if numbered else None:
        case Failed(code, message, _):
            return FAILURES.get(code, Refusal)(message)
        case Finished():
            return None
    return Unavailable("The answer has not come to its end; ask for its events or try again shortly.")


FAILURES: dict[str, type[Refusal]] = {
    error.code: error for error in (Unavailable, UpstreamError, UpstreamTimeout, UpstreamRefused)
}
ROUTES = [
    Route("/v1/answers", ask, methods=["POST"]),
    Route("/v1/answers/{uuid}", read, methods=["GET"]),
    Route("/v1/answers/{uuid}/events", follow, methods=["GET"]),
    Route("/v1/answers/{uuid}/stop", stop, methods=["POST"]),
]
