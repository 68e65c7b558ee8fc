"""The older system's chat: `POST /conversation/message/process` and its aliases.

Its page shows text as it comes, stops by closing the connection, and waits for ever when a stream ends without a
terminal event. It takes every status but 200 for a broken network, so refusals are streams with an `[ERROR]`. Their
sentences are those of that system, in its language.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, StringConstraints
from starlette.responses import Response

from gateway.answer.events import TERMINAL, Failed, Finished, Numbered, TextAdded
from gateway.conversation.history import trimmed
from gateway.conversation.legacy_thread import LEGACY, Conversation, is_uuid, title_of
from gateway.conversation.question import (
    LONGEST_QUESTION,
    AnswerOptions,
    Asker,
    ConversationRef,
    Message,
    Question,
    Scope,
    spoken_in,
)
from gateway.conversation.turn import Turn, new_uuid
from gateway.errors import (
    InvalidField,
    InvalidJson,
    Refusal,
    TooLarge,
    TooSlow,
    TurnRunning,
    Unauthorized,
    UnsupportedType,
)
from gateway.http.asking.audio import VOICE_UUID
from gateway.http.asking.questions import ALIAS
from gateway.http.asking.turns import RunningTurn, begin_turn, stop_and_wait
from gateway.http.door.bodies import received, storable
from gateway.http.door.endpoint import EVERYBODY, Handler, HttpEndpoint, RefusalStyle
from gateway.http.door.origins import WITH_STATUS
from gateway.http.door.visit import Visit
from gateway.http.legacy.rest import NO_KEY, TO_STRANGERS, both_spellings, with_status
from gateway.http.openapi.client_names import TOLD
from gateway.http.openapi.json_schema import named
from gateway.http.openapi.operation import SSE, Operation, body, response
from gateway.http.openapi.tags import OLD_PAGE
from gateway.http.streaming.event_stream import EventStream, stream_headers
from gateway.wire.legacy import Encoder, error
from gateway.wire.shared.frame import EVENT_STREAM

LEAVING_S = 1.0
"""A page that stopped and asks again at once may be faster than the news of its closed connection."""

BAD_REQUEST = "请求参数错误"
BAD_UUID = "对话编号格式错误"
NO_PROMPT = "请输入问题"
TOO_LONG = f"问题太长，最多{LONGEST_QUESTION}个字符"
NO_SPEECH = "音频解析失败，请检查音频文件是否正确"
DELETED = "该对话已经删除"
NO_QUESTION = "该问题不存在"
BUSY = "正在回答上一个问题，请稍后再试"
TOO_OFTEN = "访问太过频繁"
BROKEN = "系统异常，请稍后重试"
STRANGER = "不允许从该网址访问（GATEWAY_ALLOWED_HOSTS、GATEWAY_CORS_ORIGINS）"
SIGNED_OUT = "登录已失效，请重新登录"
IMAGES_IGNORED = "imageUrls are ignored: images cannot be read here"
OTHER_MODEL = "the model asked for is not configured; the answer is the configured one's"

Text = Annotated[str, AfterValidator(storable)]


class LegacyRequest(BaseModel):
    """The request of that system; null means absent."""

    conversationUuid: Text = ""
    prompt: Annotated[Text, StringConstraints(strip_whitespace=True)] = ""
    regenerateQuestionUuid: Text = ""
    audioUuid: Text = ""
    imageUrls: list[Any] | str = []
    modelPlatform: Text = ""
    modelName: Text = ""
    citation_mode: Literal["paragraph", "answer", "none"] | None = None


class LegacyRefusal(Exception):
    """Refuses a turn with a sentence. `started`: the refusal comes after `[START]`, as that system does it."""

    def __init__(self, message: str, *, started: bool) -> None:
        super().__init__(message)
        self.message, self.started = message, started


async def process(visit: Visit) -> Response:
    """Answers a question, or a stored one again. Newlines are marker events."""
    return await _process(visit, marker=True)


async def process_plain(visit: Visit) -> Response:
    """Does the same with newlines inside messages, for readers that know no marker."""
    return await _process(visit, marker=False)


async def _process(visit: Visit, *, marker: bool) -> Response:
    try:
        asked = await received(visit, LegacyRequest)
        begun, turn = await visit.in_time(_admitted(visit, asked))
    except LegacyRefusal as wrong:
        return _refusal(wrong.message, wrong.started)
    except Refusal as refusal:
        return refused(refusal)
    choice = visit.services.settings.legacy_citation_events
    shows = choice == "always" or (choice == "on_request" and asked.citation_mode == "paragraph")
    return EventStream(partial(ended, begun, turn), Encoder(begun.about, citation_events=shows, marker=marker), {})


async def _admitted(visit: Visit, asked: LegacyRequest) -> tuple[RunningTurn, Turn]:
    """Returns the running answer to a checked request. Raises `LegacyRefusal`."""
    parts, tenant, subject = visit.services, visit.caller.tenant, visit.caller.subject
    thread, again = asked.conversationUuid.lower() or new_uuid(), asked.regenerateQuestionUuid.lower()
    if not is_uuid(thread):
        raise LegacyRefusal(BAD_UUID, started=False)
    if asked.audioUuid and not again:
        asked = asked.model_copy(update={"prompt": await _spoken(visit, asked.audioUuid)})
    if not (asked.prompt or again):
        raise LegacyRefusal(NO_PROMPT, started=False)
    if len(asked.prompt) > LONGEST_QUESTION:
        raise LegacyRefusal(TOO_LONG, started=False)
    conversation: Conversation | None
    if again:
        conversation = await parts.conversations.get(tenant, subject, thread)
    else:
        conversation = await parts.conversations.enter(tenant, subject, thread, title_of(asked.prompt))
    if conversation is None:
        raise LegacyRefusal(DELETED, started=True)
    turn = await _turn(visit, tenant, conversation, asked, again)
    try:
        begun = await begin_turn(visit, turn)
    except TurnRunning as busy:
        await _make_way(visit, tenant, busy)
        # Once more, with what the interrupted answer has said as context.
        turn = await _turn(visit, tenant, conversation, asked, again)
        begun = await begin_turn(visit, turn)
    if asked.audioUuid and not again:
        await parts.voice_questions.asked(tenant, subject, asked.audioUuid, begun.answer_uuid)
    return begun, turn


async def _spoken(visit: Visit, voice: str) -> str:
    """Returns what was said in a recording of the caller's. Raises `LegacyRefusal` where there is none."""
    asker, text = visit.caller, None
    if VOICE_UUID.fullmatch(voice):
        text = await visit.services.voice_questions.text(asker.tenant, asker.subject, voice)
    if text is None:
        raise LegacyRefusal(NO_SPEECH, started=True)
    return text


async def _make_way(visit: Visit, tenant: str, busy: TurnRunning) -> None:
    """Ends the answer that runs, where its page has stopped reading it. Raises `LegacyRefusal` where somebody still
    reads it."""
    running = visit.services.live.get(tenant, busy.answer_uuid)
    if not await running.is_left(LEAVING_S) if running is not None else busy.read:
        raise LegacyRefusal(BUSY, started=False)
    await stop_and_wait(visit, busy.answer_uuid)


async def _turn(visit: Visit, tenant: str, conversation: Conversation, asked: LegacyRequest, again: str) -> Turn:
    """Returns a turn for a new question, or for a stored one once more. Then the answer becomes another child of the
    same question."""
    parts = visit.services
    conversations, thread = parts.conversations, conversation.uuid
    text: str | None = asked.prompt
    if again:
        text = await conversations.question(tenant, thread, again) if is_uuid(again) else None
    if text is None:
        raise LegacyRefusal(NO_QUESTION, started=True)
    history: tuple[Message, ...] = ()
    if conversation.understands_context:
        messages = await conversations.history(tenant, thread, again or None)
        history = trimmed(messages, parts.settings.history_tokens)
    question = Question.asked(
        Asker(tenant, conversation.subject),
        text,
        usually_strict=parts.settings.strict == "on",
        language=spoken_in(text) or "zh",
        history=history,
        scope=Scope(workspaces=visit.caller.workspaces),
        conversation=ConversationRef(LEGACY, thread),
        options=AnswerOptions(
            citation_mode=asked.citation_mode or "paragraph",
            memory="skip" if again else "use",
            speech=bool(parts.settings.speech_url) and conversation.wants_sound(spoken=bool(asked.audioUuid)),
        ),
        warnings=(*_warnings(asked, parts.provider.name, parts.provider.model), *visit.warnings),
    )
    return Turn(question, question_uuid=again) if again else Turn(question)


def _warnings(asked: LegacyRequest, provider: str, model: str) -> tuple[str, ...]:
    """Returns what META says about parts of the request that changed nothing. A page remembers the models of its old
    server."""
    other = asked.modelPlatform not in ("", provider) or asked.modelName not in ("", model, ALIAS)
    return (*([IMAGES_IGNORED] if asked.imageUrls else []), *([OTHER_MODEL] if other else []))


async def ended(begun: RunningTurn, turn: Turn) -> AsyncGenerator[list[Numbered]]:
    """Yields the answer's events, and an end where the stream has none, because this reader never comes back."""
    last: Numbered | None = None
    shown = False
    why = BROKEN

    try:
        async with aclosing(begun.events()) as batches:
            async for batch in batches:
                yield batch
                last, shown = batch[-1], shown or any(isinstance(numbered.event, TextAdded) for numbered in batch)
    except Unauthorized:
        why = SIGNED_OUT
    if last is None or not isinstance(last.event, TERMINAL):
        end = Finished(_cut(turn)) if shown else Failed("unavailable", why)
        yield [Numbered(last.seq + 1, last.epoch, last.t_ms, end) if last else Numbered(1, 1, 0, end)]


def _cut(turn: Turn) -> dict[str, Any]:
    """Returns the META of an answer that could not be stored."""
    return {
        "question": {"uuid": turn.question_uuid, "tokens": 0},
        "answer": {
            "uuid": turn.answer_uuid,
            "tokens": 0,
            "isRefEmbedding": False,
            "isRefGraph": False,
            "hasCitationError": True,
            "degradedReason": "interrupted",
            "complete": False,
        },
    }


def refused(refusal: Refusal) -> Response:
    """Returns a refusal of ours as that page understands it."""
    return with_status(refusal, _refusal(_sentence(refusal), False))


def _refusal(message: str, started: bool) -> Response:
    return Response(error(message, started=started), headers=stream_headers(EVENT_STREAM))


def _sentence(refusal: Refusal) -> str:
    """Returns what that page shows for a refusal of ours."""
    match refusal:
        case InvalidField() | InvalidJson() | TooLarge() | TooSlow() | UnsupportedType():
            return BAD_REQUEST
    if (sentence := {429: TOO_OFTEN, 409: BUSY}.get(refusal.status)) is not None:
        return sentence
    return STRANGER if isinstance(refusal, WITH_STATUS) else BROKEN


EVENTS = {SSE: {"itemSchema": named("LegacyEvent")}}
RESPONSES = {
    "200": response("The answer, or an `[ERROR]` event.", EVENTS),
    **NO_KEY,
    **{status: response(text, EVENTS) for status, text in TO_STRANGERS.items()},
}
REQUEST = body(LegacyRequest, {"prompt": "How long may a book be borrowed?"})
STYLE = RefusalStyle(refused, takes_bare_keys=True)


def _endpoint(path: str, handle: Handler, text: str) -> HttpEndpoint:
    operation = Operation(text, RESPONSES, REQUEST, refusals=(Refusal,), is_usual=False, other_names=TOLD)
    return HttpEndpoint(
        "POST", path, handle, roles=EVERYBODY, operation=operation, tag=OLD_PAGE, style=STYLE, asks=True
    )


ENDPOINTS = [
    spelled
    for endpoint in (
        _endpoint("/conversation/message/process", process, "process: Ask; newlines are marker events."),
        _endpoint("/chat/process", process_plain, "processChat: Ask; newlines are lines of data."),
        _endpoint("/character/message/process", process_plain, "processCharacter: Ask; newlines are lines of data."),
    )
    for spelled in both_spellings(endpoint)
]
