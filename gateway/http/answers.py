"""Ask a question, read an answer, follow its events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, Field, StrictBool, StringConstraints
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway import words
from gateway.answer.events import Failed, Finished, Numbered, fold
from gateway.conversation.deliverable import is_deliverable
from gateway.conversation.question import LONGEST_QUESTION, Question, Scope
from gateway.conversation.turn import Turn
from gateway.errors import InvalidField, NotFound, Refusal, Unavailable, UpstreamError, UpstreamRefused, UpstreamTimeout
from gateway.http import access, messages
from gateway.http.bodies import checked, plain, read_json, storable
from gateway.http.problems import refused
from gateway.http.streams import EventStream, at_end, cursor, dialect, events, gathered, so_far
from gateway.live import LiveAnswer
from gateway.ports import StoredAnswer
from gateway.wire.document import document
from gateway.wire.frame import About, Encoder, json_bytes

ANSWER_UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(plain)]


def _absent(value: Any) -> Any:
    """An empty string means the same as an absent field."""
    return None if value == "" else value


class AskRequest(BaseModel):
    """The body of `POST /v1/answers`; unknown fields are ignored, and null means absent."""

    question: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION, strict=True),
        AfterValidator(storable),
    ] = Field(validation_alias=AliasChoices("question", "query", "prompt"))
    caller_app: Annotated[Name | None, BeforeValidator(_absent)] = None
    thread_id: Annotated[Name | None, BeforeValidator(_absent)] = Field(
        None, validation_alias=AliasChoices("thread_id", "threadId")
    )
    workspace: Annotated[Name | None, BeforeValidator(_absent)] = None
    source_app: Annotated[Name | None, BeforeValidator(_absent)] = None
    document_ids: Annotated[list[UUID], Field(max_length=1000)] = []
    language: Annotated[Literal["en", "fr", "zh"] | None, BeforeValidator(_absent)] = None
    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    provider: Annotated[Name | None, BeforeValidator(_absent)] = None
    model: Annotated[Name | None, BeforeValidator(_absent)] = None
    deliverable: Annotated[StrictBool | None, BeforeValidator(_absent)] = None
    strict: Annotated[StrictBool | None, BeforeValidator(_absent)] = None
    rollback: Annotated[StrictBool | None, BeforeValidator(_absent)] = None
    conversation_history: list[dict[str, Any]] = []
    on_disconnect: Literal["continue", "cancel"] = "continue"


async def ask(request: Request) -> Response:
    """Admit a question and stream its answer; `Accept: application/json` waits for the whole document."""
    spoken = dialect(request)
    asked = understood(messages.with_question(await read_json(request)))
    question = question_of(request, asked)
    running, about = await begin(request, replace(question, rollback=question.rollback and spoken.rollback))
    headers = {**spoken.headers, "Location": f"/v1/answers/{running.turn.answer_uuid}"}
    encoder, leave = spoken.encoder(about), leaving(request, running) if asked.on_disconnect == "cancel" else None
    if spoken.streams:
        return EventStream(running.follow(), encoder, headers, media_type=spoken.media_type, on_leave=leave)
    return _whole(await gathered(request, running.follow(), leave), encoder, spoken.media_type, headers)


def understood(given: Mapping[str, Any]) -> AskRequest:
    """The typed request; null means absent."""
    return checked(AskRequest, {name: value for name, value in given.items() if value is not None})


def question_of(request: Request, asked: AskRequest) -> Question:
    """The checked question of whoever sends this request."""
    state = request.app.state
    _check_choice(asked, state.provider.name, state.provider.model)
    question = _question(asked, access.tenant(request), access.subject(request), state.settings.strict == "on")
    said, warnings = messages.read(asked.conversation_history, state.settings.history_tokens)
    return replace(question, history=said, warnings=(*question.warnings, *warnings))


async def begin(request: Request, question: Question) -> tuple[LiveAnswer, About]:
    """Admit a question: from here on its answer is being written, whoever reads it."""
    state, turn = request.app.state, Turn(question)
    stored = await state.answers.open_turn(turn)
    return state.live.start(turn, state.ask.run), _about(stored)


def leaving(request: Request, running: LiveAnswer) -> Callable[[], None]:
    """What to call when the one who asked has left and wanted the turn to end with that."""
    live = request.app.state.live
    return lambda: live.stop(running)


async def read(request: Request) -> Response:
    """The document of an answer, finished or running."""
    tenant, answer_uuid, stored = await _known(request)
    state = request.app.state
    said = [
        numbered.event async for batch in so_far(state.live, state.answers, tenant, answer_uuid) for numbered in batch
    ]
    body = json_bytes(document(fold(said), _about(stored)))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


async def follow(request: Request) -> Response:
    """The events of an answer from a cursor on: stored ones, then live ones, until the terminal event."""
    spoken = dialect(request)
    after = cursor(request)
    tenant, answer_uuid, stored = await _known(request)
    state = request.app.state
    if await at_end(state.live, state.answers, tenant, answer_uuid, after):
        if "last-event-id" in request.headers:
            return Response(status_code=204)
        after -= 1
    begin_at = after if spoken.stateless else 0
    batches = events(state.live, state.answers, tenant, answer_uuid, begin_at)
    encoder = spoken.encoder(_about(stored))
    if spoken.streams:
        return EventStream(batches, encoder, spoken.headers, after=after, media_type=spoken.media_type)
    if after:
        raise InvalidField("after: a whole document has no cursor; leave it out.")
    return _whole(await gathered(request, batches), encoder, spoken.media_type, {})


def _check_choice(asked: AskRequest, provider: str, model: str) -> None:
    """A caller may name a provider and model; here it has to be the configured one."""
    for field, wanted, there in (("provider", asked.provider, provider), ("model", asked.model, model)):
        if wanted is not None and wanted != there:
            message = f"{wanted!r} is not configured; this gateway has {there!r}"
            raise InvalidField(f"{field}: {message}", [{"field": field, "message": message}])


def _question(asked: AskRequest, tenant: str, subject: str, strict: bool) -> Question:
    """`strict`: the setting, which the field overrides."""
    spoken = words.guess_language(asked.question)
    language = asked.language or spoken or "en"
    return Question(
        tenant=tenant,
        subject=subject,
        text=asked.question,
        language=language,
        scope=Scope(asked.workspace, asked.source_app, tuple(map(str, asked.document_ids))),
        caller_app=asked.caller_app or "default",
        thread_id=asked.thread_id,
        citation_mode=asked.citation_mode,
        provider=asked.provider,
        model=asked.model,
        strict=strict if asked.strict is None else asked.strict,
        rollback=asked.rollback or False,
        deliverable=is_deliverable(asked.question, spoken or language)
        if asked.deliverable is None
        else asked.deliverable,
    )


def _about(stored: StoredAnswer) -> About:
    """Without the model, which is known only at the end: a replay must have the bytes of the first time."""
    return About(stored.answer_uuid, stored.question, stored.created_at)


def known_uuid(request: Request) -> str:
    """The answer uuid of the path; anything that is none cannot be found."""
    answer_uuid = str(request.path_params["uuid"])
    if not ANSWER_UUID.fullmatch(answer_uuid):
        raise NotFound("An answer is named by 32 lower-case hex digits.")
    return answer_uuid


async def _known(request: Request) -> tuple[str, str, StoredAnswer]:
    tenant, answer_uuid = access.tenant(request), known_uuid(request)
    stored = await request.app.state.answers.answer(tenant, answer_uuid)
    if stored is None:
        raise NotFound(f"There is no answer {answer_uuid}.")
    return tenant, answer_uuid, stored


def _whole(numbered: Sequence[Numbered], encoder: Encoder, media_type: str, headers: Mapping[str, str]) -> Response:
    """A finished answer at once; a turn that failed before any text is a problem with the status of its code."""
    body = b"".join(map(encoder.encode, numbered))
    if (failure := failed(numbered)) is not None:
        return refused(failure)
    return Response(body, media_type=media_type, headers={**headers, "Cache-Control": "no-store"})


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
]
