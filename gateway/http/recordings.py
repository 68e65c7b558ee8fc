"""What was recorded of answers: a list of them, each recording as JSON lines, run again, and their deletion."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args
from uuid import UUID

from starlette.responses import Response, StreamingResponse

from gateway.answer.events import fold
from gateway.answer.meta import rfc3339
from gateway.errors import NotFound, TurnRunning, WrongUse
from gateway.http.bodies import Absent, checked
from gateway.http.endpoint import EVERYBODY, QA, HttpEndpoint
from gateway.http.openapi.operation import Operation, no_content, ok, page_of, parameters, response
from gateway.http.openapi.shapes import one_of, shape
from gateway.http.openapi.tags import ANSWERS
from gateway.http.paging import (
    MOST_PER_PAGE,
    SEARCH_SCHEMA,
    USUAL_PAGE,
    PageQuery,
    Words,
    cursor_at,
    cut,
    micros,
    moment_and_uuid,
)
from gateway.http.replies import NO_STORE, fresh
from gateway.http.stored_answers import about_answer, changeable, known
from gateway.http.turns import about, stop_and_wait
from gateway.http.visit import Visit
from gateway.store.answers.asked_rows import FACTS, AnswerSearch, EndedAnswer, Ending
from gateway.turn.recording import read
from gateway.turn.replay import Difference, again, differences, shown
from gateway.wire.jsonl import MEDIA_TYPE, named

Source = Literal["model", "memory", "gate", "clarification", "about"]


class AnswersQuery(PageQuery):
    """The query of the list."""

    q: Words = None
    source: Annotated[Source | None, Absent()] = None
    errors: bool = False
    ended: Annotated[Ending | None, Absent()] = None


async def listed(visit: Visit) -> Response:
    """Lists answers of everybody that have ended and that the caller may read, newest first."""
    wanted, asker = checked(AnswersQuery, dict(visit.query)), visit.caller
    after = moment_and_uuid(wanted.cursor)
    search = AnswerSearch(wanted.q, wanted.source, wanted.errors, wanted.ended, after, wanted.limit + 1)
    page, last = cut(await visit.services.reading.asked.answers(asker.tenant, search), wanted.limit)
    cursor = cursor_at(micros(last.asked_at), UUID(last.stored.answer_uuid).int) if last else None
    answers = [_ended(answer) for answer in page if asker.may_read(answer.stored)]
    return fresh({"answers": answers, "next_cursor": cursor})


def _ended(answer: EndedAnswer) -> dict[str, Any]:
    return {
        "answer_uuid": answer.stored.answer_uuid,
        "question": answer.stored.question,
        "asked_at": answer.stored.created_at,
        "finished_at": rfc3339(answer.finished_at) if answer.finished_at else None,
        **{name: getattr(answer, name) for name in FACTS},
    }


async def run_again(visit: Visit) -> Response:
    """Runs the recording of an ended answer through today's parser, and says what a reader would see differently."""
    tenant, answer_uuid, stored = await known(visit)
    if stored.running:
        raise TurnRunning("This answer is still being written; it can be run again when it has ended.", answer_uuid)
    lines = b"".join([part async for part in visit.services.recordings.lines(tenant, about(visit, stored))])
    try:
        recorded = read(lines.split(b"\n"), answer_uuid)
        events = await again(recorded)
    except WrongUse as error:
        raise NotFound(str(error)) from None
    found = differences(recorded.answer, fold(numbered.event for numbered in events))
    return fresh(
        {
            "answer_uuid": answer_uuid,
            "differences": [_told(difference) for difference in found],
            "events": [named(numbered) for numbered in events],
        }
    )


def _told(difference: Difference) -> dict[str, Any]:
    was, now = (None if value is None else shown(value) for value in (difference.was, difference.now))
    about = {name: getattr(difference, name) for name in ("what", "part", "paragraph", "citation_id")}
    return {**about, "was": was, "now": now}


LINE = "{kind: 'request' | 'candidates' | 'upstream' | 'piece' | 'decision' | 'event'}"


async def recording(visit: Visit) -> Response:
    """Streams request, candidates, what the model sent, decisions and events, one JSON object per line."""
    tenant, answer_uuid, stored = await known(visit)
    lines = visit.services.recordings.lines(tenant, about(visit, stored))
    disposition = f'inline; filename="{answer_uuid}.jsonl"'
    headers = {**NO_STORE, "Content-Disposition": disposition}
    return StreamingResponse(lines, media_type=MEDIA_TYPE, headers=headers)


async def delete(visit: Visit) -> Response:
    """Removes an answer and all that was made with it. An answer that runs is stopped first."""
    tenant, answer_uuid, stored = await changeable(visit)
    if stored.running:
        await stop_and_wait(visit, answer_uuid)
    if not await visit.services.recordings.delete(tenant, answer_uuid):
        raise NotFound(f"There is no answer {answer_uuid}.")
    return Response(status_code=204)


READ = about_answer(
    "readRecording: Read the recording of an answer. Request, candidates, what the model sent, decisions and events, "
    "for `citestream replay`.",
    {"200": response("One JSON object per line.", {MEDIA_TYPE: {"itemSchema": shape(LINE)}})},
)
ENDED = """{
    answer_uuid: uuid, question: text, asked_at: time, finished_at: time | null, state: 'done' | 'failed', source: source,
    complete: flag, degraded_reason: reason, has_citation_error: flag, provider: text | null, model: text | null,
    first_text_ms: count | null, total_ms: count | null,
    has_pieces: flag -- Whether it can be run again.
}"""
LIST = Operation(
    ANSWERS,
    "listAnswers: List answers. Of everybody, those that have ended, newest first.",
    ok(shape(f"{{answers: {ENDED}[], next_cursor: text | null}}", source=one_of(*get_args(Source))), "One page."),
    parameters=parameters(
        "q?: search, -- Only with these words in the question.\n"
        "source?: source, -- Only from there.\n"
        "errors?: flag, -- Only those whose structure was lost or that were cut.\n"
        "ended?: ending, -- Only those that ended as they should, in the middle of it, or without any text.\n"
        + page_of(MOST_PER_PAGE, USUAL_PAGE),
        search=SEARCH_SCHEMA,
        source=one_of(*get_args(Source), ""),
        ending=one_of(*get_args(Ending), ""),
    ),
)
DIFFERENCE = """{
    what: text, -- In words.
    part: text, -- What of the answer or of its paragraph.
    paragraph: count | null, -- The index of the paragraph.
    citation_id: text | null, was: text | null, now: text | null,
}"""
EVENT = "{seq: count, epoch: count, t_ms: count, type: text, data: object}"
AGAIN = about_answer(
    "runAgain: Run a recorded answer again. Through today's parser, without a model; nothing is stored.",
    ok(
        f"{{answer_uuid: uuid, differences: {DIFFERENCE}[], events: {EVENT}[]}}",
        "What a reader would see differently, and the events of now.",
    ),
    refusals=(TurnRunning,),
)
DELETE = about_answer(
    "deleteAnswer: Delete an answer. With all that was made with it; one that runs is stopped first.",
    no_content("It is gone."),
)
ENDPOINTS = [
    HttpEndpoint("GET", "/v1/answers", listed, roles=QA, operation=LIST),
    HttpEndpoint("POST", "/v1/answers/{uuid}/recording/again", run_again, roles=QA, operation=AGAIN),
    HttpEndpoint("GET", "/v1/answers/{uuid}/recording", recording, roles=QA, operation=READ),
    HttpEndpoint("DELETE", "/v1/answers/{uuid}", delete, roles=EVERYBODY, operation=DELETE),
]
