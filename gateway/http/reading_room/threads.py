"""Conversations of whoever asks: listed, searched, read, renamed, deleted and brought back (docs/reading-room.md)."""

from __future__ import annotations

from functools import partial

from pydantic import BaseModel
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.answer import AnswerState
from gateway.answer.json_types import Count, Time, Uuid
from gateway.errors import NotFound
from gateway.http.asking.questions import Name
from gateway.http.asking.turns import stop_and_wait
from gateway.http.door.bodies import ON_ONE_LINE, DescribedModel, OrBlank, queried, received, text_schema
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.paging import PAGE, SEARCH_SCHEMA, Page, PageQuery, Words, cut, micros, moment_at, number_at
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, body, no_content, ok, parameter
from gateway.http.openapi.tags import THREADS
from gateway.http.replies import fresh, shown_as
from gateway.store.reading_room.owned_threads import StoredThread, ThreadName, ThreadSearch, ThreadTurn


class OfApp(BaseModel):
    """The query that tells two threads of one id apart."""

    caller_app: OrBlank[Name] = None


class ThreadList(PageQuery, OfApp):
    """The query of the list."""

    q: Words = None


class ThreadPage(PageQuery, OfApp):
    """The query for the turns of a thread."""


class ThreadChange(DescribedModel):
    """The body of `PATCH /v1/threads/{id}`."""

    title: Name
    """What the conversation is called from now on."""


class Thread(TypedDict):
    """A conversation."""

    thread_id: str
    caller_app: str
    title: str
    """Its own title, or the beginning of its first question."""
    named: bool
    """Whether somebody named it."""
    questions: Count
    running: Uuid | None
    """The answer that is being written."""
    created_at: Time
    updated_at: Time
    """The time of its last question."""


class ThreadsJson(Page):
    threads: list[Thread]


class TurnJson(TypedDict):
    question_uuid: Uuid
    question: str
    asked_at: Time
    answer_uuid: Uuid
    state: AnswerState
    source: str
    complete: bool
    finished_at: Time | None
    workspace: str | None
    document_ids: list[str]
    """The scope of the question, together with `workspace`. Null and an empty list mean everything."""
    earlier_answers: list[Uuid]
    """To the same question, the newest first."""


class ThreadTurns(Thread, Page):
    turns: list[TurnJson]


async def threads(visit: Visit) -> Response:
    """Lists the caller's threads, those first that were asked in last."""
    asker, wanted = visit.caller, queried(visit, ThreadList)
    search = ThreadSearch(wanted.caller_app, wanted.q, moment_at(wanted.cursor), wanted.limit + 1)
    found = await visit.services.reading.threads.threads(asker.tenant, asker.subject, search)
    page, cursor = cut(found, wanted.limit, lambda thread: (micros(thread.updated_at), thread.number))
    return fresh(ThreadsJson(threads=[_thread(thread) for thread in page], next_cursor=cursor))


async def read(visit: Visit) -> Response:
    """Returns a thread with its newest turns, the oldest of them first. Answers that the caller may not read are left
    out, as they are unknown everywhere."""
    wanted, asker = queried(visit, ThreadPage), visit.caller
    before = number_at(wanted.cursor)
    thread = await _found(visit, wanted.caller_app)
    found = await visit.services.reading.threads.turns(asker.tenant, thread, before, wanted.limit + 1)
    page, cursor = cut(found, wanted.limit, lambda turn: (turn.number,))
    turns = [turn for turn in (_turn(visit, turn) for turn in reversed(page)) if turn]
    shown: ThreadTurns = {**_thread(thread), "turns": turns, "next_cursor": cursor}
    return fresh(shown)


async def rename(visit: Visit) -> Response:
    """Gives a thread a title. Its place in the list stays."""
    thread, asker = await _found(visit, _app(visit)), visit.caller
    title = (await received(visit, ThreadChange)).title
    await visit.services.reading.threads.rename(asker.tenant, asker.subject, thread, title)
    return fresh(_thread(await _found(visit, thread.caller_app)))


async def delete(visit: Visit) -> Response:
    """Makes a thread and its answers unknown. A running answer is stopped."""
    thread, asker = await _found(visit, _app(visit)), visit.caller
    parts = visit.services
    await parts.reading.threads.delete(asker.tenant, asker.subject, thread)
    if (running := await parts.answers.running(asker.tenant, thread.caller_app, thread.thread_id)) is not None:
        await stop_and_wait(visit, running)
    return Response(status_code=204)


async def restore(visit: Visit) -> Response:
    """Brings a deleted thread back. It may be called any number of times."""
    app, asker, store = _app(visit), visit.caller, visit.services.reading.threads
    thread = await store.find(_named(visit, app), deleted=True)
    if thread is not None and not await store.restore(asker.tenant, asker.subject, thread):
        raise _unknown(visit)
    return fresh(_thread(await _found(visit, thread.caller_app if thread else app)))


async def _found(visit: Visit, app: str | None) -> StoredThread:
    thread = await visit.services.reading.threads.find(_named(visit, app))
    if thread is None:
        raise _unknown(visit)
    return thread


def _named(visit: Visit, app: str | None) -> ThreadName:
    asker = visit.caller
    return ThreadName(asker.tenant, asker.subject, visit.path_id, app)


def _app(visit: Visit) -> str | None:
    return queried(visit, OfApp).caller_app


def _unknown(visit: Visit) -> NotFound:
    return NotFound(f"There is no thread {visit.path_id[:80]!r}.")


def _thread(thread: StoredThread) -> Thread:
    """Returns a thread with the fields of the protocol."""
    return shown_as(Thread, thread, named=thread.is_named)


def _turn(visit: Visit, turn: ThreadTurn) -> TurnJson | None:
    """Returns a question with its newest answer; None where the caller may read none of its answers."""
    answers = [answer for answer in turn.answers if visit.caller.may_read(answer.stored)]
    if not answers:
        return None
    newest, *others = answers
    return shown_as(
        TurnJson,
        newest,
        question_uuid=turn.question_uuid,
        question=turn.question,
        asked_at=turn.asked_at,
        answer_uuid=newest.stored.answer_uuid,
        earlier_answers=[other.stored.answer_uuid for other in others],
    )


NAME = text_schema(200, ON_ONE_LINE)
APP = parameter("caller_app", NAME, "The application it belongs to; without it any, the one asked in last.")
IN_PATH = parameter("id", str, "The thread's id.")
_about_thread = partial(Operation, parameters=(IN_PATH, APP))
NOW = ok(Thread, "The thread as it is now.")
LIST = Operation(
    "listThreads: List your conversations. Those first that were asked in last.",
    ok(ThreadsJson, "One page."),
    parameters=(
        parameter("q", SEARCH_SCHEMA, "Only with these words in the title or a question."),
        parameter("caller_app", NAME, "Only of this application."),
        *PAGE,
    ),
)
READ = _about_thread(
    "readThread: Read a conversation. Its newest questions with their answers' uuids, the oldest of the page first; "
    "`next_cursor` leads to older ones.",
    ok(ThreadTurns, "The conversation."),
    parameters=(IN_PATH, APP, *PAGE),
)
RENAME = _about_thread("renameThread: Name a conversation.", NOW, body(ThreadChange, {"title": "Loans"}))
DELETE = _about_thread(
    "deleteThread: Delete a conversation. It and its answers are unknown at once; for an hour it can be restored.",
    no_content("It is deleted."),
)
RESTORE = _about_thread("restoreThread: Bring a deleted conversation back.", NOW)
ENDPOINTS = endpoints_of(
    THREADS,
    ("GET", "/v1/threads", EVERYBODY, threads, LIST),
    ("GET", "/v1/threads/{id}", EVERYBODY, read, READ),
    ("PATCH", "/v1/threads/{id}", EVERYBODY, rename, RENAME),
    ("DELETE", "/v1/threads/{id}", EVERYBODY, delete, DELETE),
    ("POST", "/v1/threads/{id}/restore", EVERYBODY, restore, RESTORE),
)
