"""The door of the AI SDK: `new DefaultChatTransport({ api: "…/v1/ai-sdk" })` needs nothing else, whether it asks, opens
a chat anew or goes on with what runs. A reconnect is `GET {api}/{chat id}/stream`, with 204 where nothing runs; that is
the transport's own rule, in versions 5 to 7."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from starlette.responses import Response

from gateway.answer.json_types import Uuid
from gateway.http.asking import audio
from gateway.http.asking.answers import ASK, EXAMPLE_QUESTION, LOCATION, STREAM, answered
from gateway.http.asking.questions import AskRequest, Name
from gateway.http.asking.streams import Dialect
from gateway.http.asking.turns import about
from gateway.http.chats import stored_chat
from gateway.http.chats.stored_chat import ChatTurn
from gateway.http.door.bodies import OrAbsent, queried, read_json
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.paging import PAGE
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import AI_SDK
from gateway.http.openapi.json_schema import object_of
from gateway.http.openapi.operation import Operation, body, no_content, ok, ok_in, parameter
from gateway.http.openapi.tags import CHATS
from gateway.http.reading_room.threads import APP, OfApp, ThreadPage
from gateway.http.replies import NO_STORE, fresh
from gateway.wire.ai_sdk import message

DIALECT = "ai-sdk"


class UiChatRequest(AskRequest):
    """The body that `useChat` sends, and beside it any field of `POST /v1/answers`."""

    id: OrAbsent[Name] = None
    """The chat's id, which is its `thread_id` unless that is there too."""
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    """`regenerate-message` asks afresh: no remembered answer, unless `memory` says otherwise."""

    @model_validator(mode="after")
    def _in_our_words(self) -> Self:
        self.thread_id = self.thread_id or self.id
        if self.trigger == "regenerate-message" and "memory" not in self.model_fields_set:
            self.memory = "skip"
        return self


async def ask(visit: Visit) -> Response:
    """Admits the question of a chat and streams its answer."""
    given = await read_json(visit, stored_chat.MOST_BYTES)
    asked = await audio.asked(visit, given, UiChatRequest)
    return await answered(visit, given, asked, Dialect.named(DIALECT))


async def read(visit: Visit) -> Response:
    """Returns the messages of a chat as `useChat` has them. The answer that is being written is not among them; its
    question is."""
    wanted = queried(visit, ThreadPage)
    turns, cursor = await stored_chat.turns(visit, visit.path_id, wanted)
    messages = [message for turn in turns for message in await _messages(visit, turn)]
    running = next((turn.stored.answer_uuid for turn in turns if turn.is_running), None)
    return fresh({"messages": messages, "running": running, "next_cursor": cursor})


async def _messages(visit: Visit, turn: ChatTurn) -> list[dict[str, Any]]:
    parts = [{"type": "text", "text": turn.question}]
    asked = {"id": turn.question_uuid, "role": "user", "parts": parts}
    if turn.is_running:
        return [asked]
    return [asked, message(await stored_chat.events(visit, turn), about(visit, turn.stored))]


async def follow(visit: Visit) -> Response:
    """Streams the answer that runs in a chat, from its first event on. Nothing runs: 204."""
    app = queried(visit, OfApp).caller_app
    newest = ThreadPage(limit=1, caller_app=app)
    turns, _ = await stored_chat.turns(visit, visit.path_id, newest)
    if not turns or not (turns[-1].is_running or turns[-1].just_ended):
        return Response(status_code=204, headers=NO_STORE)
    return await stored_chat.followed(visit, turns[-1], Dialect.named(DIALECT))


MESSAGE = object_of(
    {"id": str, "role": Literal["user", "assistant"], "parts": list[dict[str, Any]], "metadata": dict[str, Any]},
    {"metadata"},
)
RUNNING = Annotated[Uuid | None, Field(description="The answer that is being written.")]
CHAT = object_of({"messages": {"type": "array", "items": MESSAGE}, "running": RUNNING, "next_cursor": str | None})
IN_PATH = parameter("id", str, "The chat's id.")
CHAT_BODY = {
    "id": "chat-1",
    "trigger": "submit-message",
    "messages": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": EXAMPLE_QUESTION}]}],
}
ASK_IN_CHAT = replace(
    ASK,
    text="askInChat: Ask from useChat. `POST /v1/answers` in the dialect `ai-sdk`; the chat's id is its thread.",
    parameters=ASK.parameters[1:],  # without the dialect
    body=body(UiChatRequest, CHAT_BODY),
    other_names=AI_SDK,
    responses=ok_in(STREAM, "The UI message stream.", LOCATION),
)
READ = Operation(
    "readChat: Read a chat's messages. As `useChat` takes them, the newest ones, the oldest of the page first. Of an "
    "answer that is being written there is the question only. A chat that nobody asked in has none.",
    ok(CHAT, "The chat."),
    parameters=(IN_PATH, APP, *PAGE),
    other_names=AI_SDK,
)
FOLLOW = Operation(
    "followChat: Go on with the answer that runs in a chat. From its first event; also for a minute after its end.",
    {**ok_in(STREAM, "The UI message stream."), **no_content("Nothing runs.")},
    parameters=(IN_PATH, APP),
    other_names=AI_SDK,
)
ENDPOINTS = [
    *endpoints_of(CHATS, ("POST", "/v1/ai-sdk", EVERYBODY, ask, ASK_IN_CHAT), asks=True),
    *endpoints_of(
        CHATS,
        ("GET", "/v1/ai-sdk/{id}", EVERYBODY, read, READ),
        ("GET", "/v1/ai-sdk/{id}/stream", EVERYBODY, follow, FOLLOW),
    ),
]
