"""The door of AG-UI: an `HttpAgent` asks at `/v1/ag-ui`, and one at `/v1/ag-ui/connect` brings what its thread holds: a
snapshot of its messages, then the answer that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from starlette.responses import Response

from gateway.conversation import history
from gateway.http.asking import audio
from gateway.http.asking.answers import ASK, EXAMPLE_QUESTION, LOCATION, STREAM, answered
from gateway.http.asking.questions import AskRequest, Name
from gateway.http.asking.streams import Dialect
from gateway.http.asking.turns import about
from gateway.http.chats import stored_chat
from gateway.http.chats.stored_chat import ChatTurn
from gateway.http.door.bodies import DescribedModel, OrAbsent, OrBlank, checked, read_json, without_null
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import AG_UI
from gateway.http.openapi.json_schema import Schema
from gateway.http.openapi.known_names import with_spellings
from gateway.http.openapi.operation import Operation, body, ok_in
from gateway.http.openapi.tags import CHATS
from gateway.http.reading_room.threads import ThreadPage
from gateway.http.streaming.event_stream import stream_headers
from gateway.wire.ag_ui import messages, nothing_runs, snapshot

DIALECT = "ag-ui"


class AgentRequest(AskRequest):
    """The body that an `HttpAgent` sends, and beside it any field of `POST /v1/answers`."""


def _either_spelling(schema: Schema, model: type[BaseModel]) -> None:
    """Describes that `thread_id` counts only where there is no `threadId`."""
    name = schema["properties"]["threadId"]
    with_spellings(schema, model)
    schema["properties"] |= {
        "threadId": {"description": name["description"]},
        "thread_id": {"description": "The same."},
    }
    schema["anyOf"] = [
        {"required": ["threadId"], "properties": {"threadId": name}},
        {"required": ["thread_id"], "properties": {"thread_id": name, "threadId": {"type": "null"}}},
    ]
    del schema["required"]


class ConnectRequest(DescribedModel):
    """The body of `POST /v1/ag-ui/connect`: a run's input, of which the thread counts."""

    model_config = ConfigDict(json_schema_extra=_either_spelling)

    thread_id: Name = Field(validation_alias=AliasChoices("threadId", "thread_id"))
    """The agent's thread."""
    run_id: OrAbsent[Name] = Field(None, validation_alias=AliasChoices("runId", "run_id"))
    """What a run without an answer is called."""
    caller_app: OrBlank[Name] = None
    """The application that the thread belongs to; without it any, the one asked in last."""
    messages: list[Any] = Field(default_factory=list)
    """What the agent shows of the thread. A snapshot keeps the ids of these questions, and with them their order."""


async def run(visit: Visit) -> Response:
    """Admits the last message of an agent's input and streams the run."""
    given = await read_json(visit, stored_chat.MOST_BYTES)
    asked = await audio.asked(visit, given, AgentRequest)
    return await answered(visit, given, asked, Dialect.named(DIALECT))


async def connect(visit: Visit) -> Response:
    """Streams what a thread holds, as one run: its messages, and the answer that is being written."""
    wanted = checked(ConnectRequest, without_null(await read_json(visit, stored_chat.MOST_BYTES)))
    turns, _ = await stored_chat.turns(visit, wanted.thread_id, ThreadPage(caller_app=wanted.caller_app))
    ids = _question_ids(wanted.messages, turns)
    found = [message for turn in turns for message in await _messages(visit, turn, ids)]
    frames, spoken = snapshot(found) if found else b"", Dialect.named(DIALECT)
    running = next((turn for turn in turns if turn.is_running), None)
    if running is not None:
        return await stored_chat.followed(visit, running, spoken, frames)
    run_id = turns[-1].stored.answer_uuid if turns else wanted.run_id or wanted.thread_id
    begun, ended = nothing_runs(wanted.thread_id, run_id)
    return Response(begun + frames + ended, headers=stream_headers(spoken.media_type))


def _question_ids(sent: Sequence[Any], turns: Sequence[ChatTurn]) -> dict[str, str]:
    """Returns the ids by which the agent knows questions, by the questions' uuids. A question is the message with its
    text before the agent's copy of the answer; if there is no copy, the last such message before the next question."""
    named = [(at, entry["id"]) for at, entry in enumerate(sent) if isinstance(entry, Mapping) and "id" in entry]
    places = {name: at for at, name in named if isinstance(name, str) and name}
    found: dict[str, str] = {}
    end = len(sent)
    for turn in reversed(turns):
        end = min(end, places.get(turn.stored.answer_uuid, end))
        before = [at for at in places.values() if at < end and history.asked(sent[at]) == turn.question.strip()]
        if before:
            end = max(before)
            found[turn.question_uuid] = sent[end]["id"]
    return found


async def _messages(visit: Visit, turn: ChatTurn, ids: Mapping[str, str]) -> list[dict[str, Any]]:
    asked = {"id": ids.get(turn.question_uuid, turn.question_uuid), "role": "user", "content": turn.question}
    found = messages(await stored_chat.events(visit, turn), about(visit, turn.stored))
    if not turn.is_running:
        return [asked, *found]
    # A client keeps the thoughts that it has unless a snapshot has some, and would add those that come to them.
    return [asked, *({**message, "content": ""} for message in found if message["role"] == "reasoning")]


THREAD_AND_RUN = {"threadId": "thread-1", "runId": "run-1"}
RUN = replace(
    ASK,
    text="runAgent: Ask from an AG-UI agent. `POST /v1/answers` in the dialect `ag-ui`.",
    parameters=ASK.parameters[1:],  # without the dialect
    body=body(AgentRequest, {**THREAD_AND_RUN, "messages": [{"id": "1", "role": "user", "content": EXAMPLE_QUESTION}]}),
    responses=ok_in(STREAM, "The events of the run.", LOCATION),
    other_names=AG_UI,
)
CONNECT = Operation(
    "connectAgent: Open a thread anew. A snapshot of its newest messages, and the answer that is being written, from "
    "its first event on.",
    ok_in(STREAM, "The events of one run."),
    body(ConnectRequest, THREAD_AND_RUN),
    other_names=AG_UI,
)
ENDPOINTS = [
    *endpoints_of(CHATS, ("POST", "/v1/ag-ui", EVERYBODY, run, RUN), asks=True),
    *endpoints_of(CHATS, ("POST", "/v1/ag-ui/connect", EVERYBODY, connect, CONNECT)),
]
