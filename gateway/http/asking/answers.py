"""Ask a question, read an answer, follow its events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial
from typing import Any

from starlette.responses import Response

from gateway import slots
from gateway.answer.answer import AnswerState
from gateway.answer.events import Failed, Finished, Numbered, fold
from gateway.answer.graph_text import said
from gateway.answer.json_types import Uuid
from gateway.errors import (
    AnswerWithheld,
    CursorAhead,
    IdempotencyMismatch,
    InvalidField,
    MalformedCursor,
    NotFound,
    RoundLimitReached,
    SessionExpired,
    TurnRunning,
    UpstreamError,
    UpstreamRefused,
    UpstreamTimeout,
)
from gateway.http.asking import audio
from gateway.http.asking.questions import EVALUATION, AskRequest, question_of
from gateway.http.asking.stored_answers import EXAMPLE_UUID, UUID_IN_PATH, about_answer, changeable, known
from gateway.http.asking.streams import Dialect, at_end, cursor, dialect, gathered, last_event
from gateway.http.asking.turns import KEYED, about, begin, failed, once_of, permitted, stop_and_wait
from gateway.http.door import admitted
from gateway.http.door.bodies import read_json
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import AG_UI, AI_SDK
from gateway.http.openapi.json_schema import named, object_of, one_of
from gateway.http.openapi.operation import JSON, SSE, Operation, body, header, no_content, ok, ok_in, parameter
from gateway.http.openapi.tags import ANSWERS
from gateway.http.problems import refused
from gateway.http.replies import NO_STORE, canonical, fresh
from gateway.http.streaming.event_stream import EventStream
from gateway.turn import replay
from gateway.wire.document import document
from gateway.wire.shared.frame import Encoder
from gateway.wire.shared.rest_json import offered


async def ask(visit: Visit) -> Response:
    """Admits a question and streams its answer. With `Accept: application/json` the caller waits for the whole
    document."""
    spoken = dialect(visit)
    given = await read_json(visit)
    return await answered(visit, given, await audio.asked(visit, given, AskRequest), spoken)


async def answered(visit: Visit, given: Mapping[str, Any], asked: AskRequest, spoken: Dialect) -> Response:
    """Returns the answer to a question, whichever door it came through. `given` is the body as it was sent."""
    question = question_of(visit, asked)
    question = question.with_options(rollback=question.options.rollback and spoken.rollback)
    once = once_of(visit, given)
    last = last_event(visit)
    begun = await begin(visit, question, once)
    if asked.audio_uuid is not None:
        await audio.note(visit, given, begun.answer_uuid)
    headers = {**spoken.headers, "Location": f"/v1/answers/{begun.answer_uuid}"}
    encoder, leave = spoken.encoder(begun.about), begun.stop if asked.on_disconnect == "cancel" else None
    if spoken.streams:
        after = await visit.in_time(begun.seen(last))
        batches = partial(begun.events, after=after if spoken.stateless else 0)
        return EventStream(batches, encoder, headers, after=after, media_type=spoken.media_type, on_leave=leave)
    return _whole(await gathered(visit, begun.events(), leave), encoder, spoken.media_type, headers)


async def stop(visit: Visit) -> Response:
    """Ends an answer with what it has so far, on whichever process it runs. It may be called any number of times."""
    tenant, answer_uuid, stored = await changeable(visit)
    if stored.running:
        await stop_and_wait(visit, answer_uuid)
    events = await visit.services.following.stored(tenant, answer_uuid)
    state = {Finished: "done", Failed: "failed"}.get(type(events[-1].event) if events else object, "running")
    return fresh({"answer_uuid": answer_uuid, "state": state})


async def read(visit: Visit) -> Response:
    """Returns the document of an answer, finished or running, with the text of what was offered."""
    tenant, answer_uuid, stored = await known(visit)
    parts = visit.services
    events = [numbered.event for numbered in await parts.following.stored(tenant, answer_uuid)]
    given = await parts.answers.offered(tenant, answer_uuid)
    shown = document(fold(events), about(visit, stored))
    shown["offered"] = [{**offered(candidate.offer), "text": said(candidate)} for candidate in given]
    return canonical(shown)


async def follow(visit: Visit) -> Response:
    """Streams the events of an answer from a cursor on: stored ones, then live ones, until the terminal event. With
    `?pace=` a finished answer is replayed."""
    spoken = dialect(visit)
    given = cursor(visit)
    pace = visit.query_params.get("pace")
    factor = replay.factor(pace) if pace is not None else None
    tenant, answer_uuid, stored = await known(visit)
    if pace is not None and stored.running:
        raise TurnRunning("This answer is still being written; it can be replayed when it has ended.", answer_uuid)
    parts = visit.services
    after = given.seq
    if await at_end(parts.live, parts.answers, tenant, answer_uuid, given):
        if "last-event-id" in visit.headers:
            return Response(status_code=204)
        after -= 1
    begin_at = after if spoken.stateless else 0
    encoder = spoken.encoder(about(visit, stored))
    if after and not spoken.streams:
        raise InvalidField("after: a whole document has no cursor; leave it out.")
    seat, sent = await admitted.take_seat(visit), visit.caller.sent_hash

    def batches() -> AsyncGenerator[list[Numbered]]:
        found = parts.following.events(tenant, answer_uuid, begin_at)
        return permitted(parts, sent, replay.paced(found, factor, after) if factor else found, seat)

    if spoken.streams:
        return EventStream(batches, encoder, spoken.headers, after=after, media_type=spoken.media_type)
    return _whole(await gathered(visit, batches()), encoder, spoken.media_type, {})


def _whole(numbered: Sequence[Numbered], encoder: Encoder, media_type: str, headers: Mapping[str, str]) -> Response:
    """Returns a finished answer at once. A turn that failed before any text is a problem with the status of its
    code."""
    body = b"".join(map(encoder.encode, numbered))
    if (failure := failed(numbered)) is not None:
        return refused(failure)
    return Response(body, media_type=media_type, headers={**headers, **NO_STORE})


EXAMPLE_QUESTION = "How long may a book be borrowed?"
LOCATION = {"Location": header({"type": "string", "pattern": "^/v1/answers/[0-9a-f]{32}$"}, "The answer's address.")}
STREAM = {SSE: {"itemSchema": named("DialectEvent")}}
CONTENT = {
    **STREAM,
    "application/jsonl": {"itemSchema": named("Line")},
    JSON: {"schema": named("Answer")},
}
UPSTREAM = (UpstreamError, UpstreamRefused, AnswerWithheld, UpstreamTimeout)
IN_ENCODING = "The answer, in the encoding asked for."
DIALECT = parameter("dialect", one_of(*slots.names("wire")), "The encoding of the answer; without it `Accept` decides.")
EVENT_ID = {"type": "string", "pattern": "^([0-9]{1,9}-[0-9]{1,9})?$", "examples": ["1-42"]}
FROM_EVENT = (
    parameter("after", EVENT_ID, "The last event that was read; without it: from the first."),
    parameter("Last-Event-ID", EVENT_ID, "The same, as browsers send it. It takes precedence over `after`."),
    parameter(
        "pace",
        {
            "anyOf": [
                one_of("recorded", "fast"),
                {"type": "number", "minimum": replay.SLOWEST, "maximum": replay.FASTEST},
            ]
        },
        "Replay of a finished answer: as fast as it was written, immediately, or this many times as fast.",
    ),
)
JOINED = parameter(
    "Last-Event-ID",
    EVENT_ID,
    "The last event that was read. A request that joins an answer under its `Idempotency-Key` gets the events after it.",
)
ASK = Operation(
    "ask: Ask a question. Streams the answer as it is written; `Accept: application/json` waits and gives one "
    "document. It goes on being written and is stored when its reader leaves.",
    ok_in(CONTENT, IN_ENCODING, LOCATION),
    body(AskRequest, {"question": EXAMPLE_QUESTION, "language": "en"}),
    (DIALECT, KEYED, JOINED, EVALUATION),
    (
        MalformedCursor,
        CursorAhead,
        IdempotencyMismatch,
        TurnRunning,
        NotFound,
        SessionExpired,
        RoundLimitReached,
        *UPSTREAM,
    ),
    in_dialects={"ai-sdk": AI_SDK, "ag-ui": AG_UI},
)
READ = about_answer(
    "readAnswer: Read an answer. Finished or still running.", ok(named("Answer"), "The document of the answer.")
)
FOLLOW = about_answer(
    "followAnswer: Follow an answer from any event on. Stored events, then live ones, until the terminal event. A "
    "reader that has seen the terminal event gets it again, or 204 when it said so in `Last-Event-ID`.",
    {**ok_in(CONTENT, IN_ENCODING), **no_content("Nothing comes after this event.")},
    parameters=(*UUID_IN_PATH, DIALECT, *FROM_EVENT),
    refusals=(MalformedCursor, CursorAhead, TurnRunning, *UPSTREAM),
)
STOPPED = object_of({"answer_uuid": Uuid, "state": AnswerState})
STOP = about_answer(
    "stopAnswer: Stop an answer. It ends with what was said, on whichever process it runs.",
    ok(STOPPED, "It has ended.", {"answer_uuid": EXAMPLE_UUID, "state": "done"}),
)
ENDPOINTS = [
    *endpoints_of(ANSWERS, ("POST", "/v1/answers", EVERYBODY, ask, ASK), asks=True),
    *endpoints_of(
        ANSWERS,
        ("GET", "/v1/answers/{uuid}", EVERYBODY, read, READ),
        ("GET", "/v1/answers/{uuid}/events", EVERYBODY, follow, FOLLOW),
        ("POST", "/v1/answers/{uuid}/stop", EVERYBODY, stop, STOP),
    ),
]
