"""What was recorded of answers: a list of them, each recording as JSON lines, run again, and their deletion."""

from __future__ import annotations

from typing import Literal, get_args

from starlette.responses import Response, StreamingResponse
from typing_extensions import TypedDict

from gateway.answer.answer import Reason, Source
from gateway.answer.events import fold
from gateway.answer.json_types import Count, Time, Uuid
from gateway.errors import NotFound, TurnRunning, WrongUse
from gateway.http.asking.stored_answers import about_answer, changeable, known
from gateway.http.asking.turns import about, stop_and_wait
from gateway.http.door.bodies import OrAbsent, queried
from gateway.http.door.endpoint import EVERYBODY, QA, endpoints_of
from gateway.http.door.paging import PAGE, SEARCH_SCHEMA, Page, PageQuery, Words, cut, moment_and_uuid, moment_numbers
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import object_of, one_of
from gateway.http.openapi.operation import Operation, no_content, ok, ok_in, parameter
from gateway.http.openapi.tags import ANSWERS
from gateway.http.replies import NO_STORE, fresh, shown_as
from gateway.store.reading_room.asked_rows import AnswerSearch, EndedAnswer, Ending
from gateway.turn.recording import read
from gateway.turn.replay import Difference, again, differences, shown
from gateway.wire.jsonl import MEDIA_TYPE, Line, named


class AnswersQuery(PageQuery):
    """The query of the list."""

    q: Words = None
    source: OrAbsent[Source] = None
    errors: bool = False
    ended: OrAbsent[Ending] = None


class Ended(TypedDict):
    answer_uuid: Uuid
    question: str
    asked_at: Time
    finished_at: Time | None
    state: Literal["done", "failed"]
    source: Source
    complete: bool
    degraded_reason: Reason | None
    has_citation_error: bool
    provider: str | None
    model: str | None
    first_text_ms: Count | None
    total_ms: Count | None
    has_pieces: bool
    """Whether it can be run again."""


class EndedPage(Page):
    answers: list[Ended]


class Changed(TypedDict):
    what: str
    """In words."""
    part: str
    """The part of the answer or of its paragraph."""
    paragraph: Count | None
    """The index of the paragraph."""
    citation_id: str | None
    was: str | None
    now: str | None


class RunAgain(TypedDict):
    answer_uuid: Uuid
    differences: list[Changed]
    events: list[Line]


async def listed(visit: Visit) -> Response:
    """Lists answers of everybody that have ended and that the caller may read, newest first."""
    wanted, asker = queried(visit, AnswersQuery), visit.caller
    after = moment_and_uuid(wanted.cursor)
    search = AnswerSearch(wanted.q, wanted.source, wanted.errors, wanted.ended, after, wanted.limit + 1)
    found = await visit.services.reading.asked.answers(asker.tenant, search)
    page, cursor = cut(found, wanted.limit, lambda answer: moment_numbers(answer.asked_at, answer.stored.answer_uuid))
    answers = [_ended(answer) for answer in page if asker.may_read(answer.stored)]
    return fresh(EndedPage(answers=answers, next_cursor=cursor))


def _ended(answer: EndedAnswer) -> Ended:
    stored = answer.stored
    return shown_as(Ended, answer, answer_uuid=stored.answer_uuid, question=stored.question, asked_at=stored.created_at)


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
    told = [_told(difference) for difference in found]
    return fresh(RunAgain(answer_uuid=answer_uuid, differences=told, events=list(map(named, events))))


def _told(difference: Difference) -> Changed:
    was, now = (None if value is None else shown(value) for value in (difference.was, difference.now))
    return shown_as(Changed, difference, was=was, now=now)


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


LINE = object_of({"kind": Literal["request", "candidates", "upstream", "piece", "decision", "event"]})
READ = about_answer(
    "readRecording: Read the recording of an answer. Request, candidates, what the model sent, decisions and events, "
    "for `citestream replay`.",
    ok_in({MEDIA_TYPE: {"itemSchema": LINE}}, "One JSON object per line."),
)
LIST = Operation(
    "listAnswers: List answers. Of everybody, those that have ended, newest first.",
    ok(EndedPage, "One page."),
    parameters=(
        parameter("q", SEARCH_SCHEMA, "Only with these words in the question."),
        parameter("source", one_of(*get_args(Source), ""), "Only from this source."),
        parameter("errors", bool, "Only answers that lost their structure or were cut."),
        parameter("ended", one_of(*get_args(Ending), ""), "Only answers that ended whole, early, or without any text."),
        *PAGE,
    ),
)
AGAIN = about_answer(
    "runAgain: Run a recorded answer again. Through today's parser, without a model; nothing is stored.",
    ok(RunAgain, "What a reader would see differently, and the events of now."),
    refusals=(TurnRunning,),
)
DELETE = about_answer(
    "deleteAnswer: Delete an answer. With all that was made with it; one that runs is stopped first.",
    no_content("It is gone."),
)
ENDPOINTS = endpoints_of(
    ANSWERS,
    ("GET", "/v1/answers", QA, listed, LIST),
    ("POST", "/v1/answers/{uuid}/recording/again", QA, run_again, AGAIN),
    ("GET", "/v1/answers/{uuid}/recording", QA, recording, READ),
    ("DELETE", "/v1/answers/{uuid}", EVERYBODY, delete, DELETE),
)
