"""The older system's REST around a chat: conversations and their messages, in its envelope and spelling."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from starlette.datastructures import UploadFile

from gateway.answer.events import fold
from gateway.conversation.legacy_thread import LEGACY, AskedQuestion, Conversation, GivenAnswer, is_uuid
from gateway.http.asking.audio import LARGEST, VOICE_UUID, address, taken
from gateway.http.asking.turns import stop_and_wait
from gateway.http.door.bodies import plain, received, storable, storable_value
from gateway.http.door.visit import Visit
from gateway.http.knowledge.uploads import multipart_form
from gateway.http.legacy.rest import (
    BROKEN,
    TITLE_TAKEN,
    UNKNOWN_CONVERSATION,
    UUID_IN_PATH,
    Failure,
    described,
    endpoints,
)
from gateway.http.openapi.json_schema import named, object_of
from gateway.http.openapi.operation import Body, body, parameter, up_to
from gateway.models.ports import SUFFIXES

GMT8 = timezone(timedelta(hours=8))
"""The zone of that system's times, which are written without one."""
LARGEST_PAGE, USUAL_PAGE = 100, 20
DEFAULTS: dict[str, Any] = {
    "remark": "",
    "aiSystemMessage": "",
    "understandContextEnable": False,
    "mcpIds": [],
    "kbIds": [],
    "convKnowledgeList": [],
    "answerContentType": 1,
    "isAutoplayAnswer": False,
    "isEnableThinking": False,
    "isEnableWebSearch": False,
    "audioConfig": {},
}
"""What the page reads of a conversation in which nothing was set. Lists are always lists, because the page does not
look first."""
USER, ASSISTANT, TEXT, SOUND = 1, 3, 2, 3
"""Roles and content types of that system's messages."""
LONGEST_SETTING = 10_000
"""Bytes of one setting of the page."""


Text = Annotated[str, StringConstraints(max_length=10_000), AfterValidator(storable)]
Ids = Annotated[list[Annotated[str, StringConstraints(max_length=100), AfterValidator(plain)]], Field(max_length=100)]


class LegacyForm(BaseModel):
    """What `add` and `edit` take; null means absent."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    title: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(plain)]
        | None
    ) = None
    remark: Text | None = None
    aiSystemMessage: Text | None = None
    understandContextEnable: bool | None = None
    mcpIds: Ids | None = None
    kbIds: Ids | None = None
    answerContentType: Annotated[int, Field(ge=1, le=3)] | None = None
    isAutoplayAnswer: bool | None = None
    isEnableThinking: bool | None = None
    isEnableWebSearch: bool | None = None
    audioConfig: Annotated[dict[str, Any], AfterValidator(partial(storable_value, largest=LONGEST_SETTING))] | None = (
        None
    )

    def settings(self) -> dict[str, Any]:
        return self.model_dump(exclude={"title"}, exclude_none=True)


async def listing(visit: Visit) -> Any:
    """Lists the caller's conversations, newest first."""
    asker = visit.caller
    found = await visit.services.conversations.all(asker.tenant, asker.subject)
    return [_conversation(conversation) for conversation in found]


async def add(visit: Visit) -> Any:
    """Makes a new conversation. No other conversation of the caller may have its title."""
    asker = visit.caller
    form = await received(visit, LegacyForm)
    if form.title is None:
        raise Failure("A0002", "参数错误", {"title": "must not be empty"})
    made = await visit.services.conversations.add(asker.tenant, asker.subject, form.title, form.settings())
    if made is None:
        raise Failure(TITLE_TAKEN, "对话标题已经存在")
    return _conversation(made)


async def edit(visit: Visit) -> Any:
    tenant, subject, thread = _named(visit)
    form, conversations = await received(visit, LegacyForm), visit.services.conversations
    if form.title is not None and await conversations.has_title(tenant, subject, form.title, thread):
        raise Failure(TITLE_TAKEN, "对话标题已经存在")
    if not await conversations.edit(tenant, subject, thread, form.title, form.settings()):
        raise Failure(UNKNOWN_CONVERSATION, "对话不存在")
    return True


async def delete(visit: Visit) -> Any:
    """Deletes the conversation and everything in it. A running answer is stopped first."""
    tenant, subject, thread = _named(visit)
    parts = visit.services
    if await parts.conversations.get(tenant, subject, thread) is None:
        raise Failure(UNKNOWN_CONVERSATION, "对话不存在")
    if (running := await parts.answers.running(tenant, LEGACY, thread)) is not None:
        await stop_and_wait(visit, running)
    return await parts.conversations.delete(tenant, subject, thread)


async def page(visit: Visit) -> Any:
    """Returns one page of questions with their answers, newest first. An unknown, foreign or deleted conversation is
    empty."""
    tenant, subject, thread = _named(visit)
    conversations = visit.services.conversations
    size, before = _page_size(visit), visit.query_params.get("maxMsgUuid", "")
    known = await conversations.get(tenant, subject, thread) is not None and (not before or is_uuid(before))
    asked = await conversations.page(tenant, thread, before or None, size) if known else []
    return {
        "minMsgUuid": asked[-1].uuid if asked else "",
        "msgList": [_question(question) for question in asked],
    }


async def delete_message(visit: Visit) -> Any:
    """Deletes a question with its answers, or one answer. A running answer is stopped first."""
    tenant, subject, message = _named(visit)
    conversations, answers = visit.services.conversations, visit.services.answers
    if not is_uuid(message):
        return False
    for answer in await conversations.answers_of(tenant, subject, message):
        stored = await answers.answer(tenant, answer)
        if stored is not None and stored.running:
            await stop_and_wait(visit, answer)
    return await conversations.delete_message(tenant, subject, message)


async def spoken_text(visit: Visit) -> Any:
    """Returns what is said in a recording of the caller's, or in the sound of an answer; an unknown one is empty."""
    tenant, subject, uuid = _named(visit)
    if not VOICE_UUID.fullmatch(uuid):
        return ""
    text = await visit.services.voice_questions.text(tenant, subject, uuid)
    if text is None:
        stored = await visit.services.answers.answer(tenant, uuid)
        if stored is not None and visit.caller.may_read(stored):
            events = await visit.services.following.stored(tenant, uuid)
            text = fold(numbered.event for numbered in events).text
    return text or ""


async def upload(visit: Visit) -> Any:
    """Takes a recording, which becomes a spoken question at once. There are no other files here."""
    form = await multipart_form(visit, LARGEST)
    try:
        file = form.get("file")
        kind = file.content_type if isinstance(file, UploadFile) else None
        if not isinstance(file, UploadFile) or kind not in SUFFIXES:
            raise Failure(BROKEN, "不支持的操作")
        uuid, _ = await taken(visit, visit.caller.subject, kind, await file.read())
    finally:
        await form.close()
    return {"uuid": uuid, "url": address(uuid)}


def _named(visit: Visit) -> tuple[str, str, str]:
    """Returns tenant, subject and the uuid of the path."""
    asker = visit.caller
    return asker.tenant, asker.subject, str(visit.path_params["uuid"])


def _page_size(visit: Visit) -> int:
    given = visit.query_params.get("pageSize") or str(USUAL_PAGE)
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:4]) <= LARGEST_PAGE):
        raise Failure("A0002", "参数错误", {"pageSize": f"must be a number from 1 to {LARGEST_PAGE}"})
    return int(given)


# The old spelling -----------------------------------------------------------------------------------------------------


def _conversation(conversation: Conversation) -> dict[str, Any]:
    return {
        "id": str(conversation.number),
        "uuid": conversation.uuid,
        "title": conversation.title,
        "tokens": conversation.tokens,
        **DEFAULTS,
        **conversation.settings,
        "createTime": _time(conversation.created_at),
        "updateTime": _time(conversation.updated_at),
    }


def _question(asked: AskedQuestion) -> dict[str, Any]:
    newest = asked.answers[0] if asked.answers else None
    return {
        **_message(asked.uuid, asked.text, USER, asked.created_at),
        "parentMessageId": "0",
        "tokens": newest.question_tokens if newest else 0,
        "children": [_answer(answer, asked.number) for answer in asked.answers],
        **(_sound(asked.voice, address(asked.voice)) if asked.voice else {}),
    }


def _answer(given: GivenAnswer, question: int) -> dict[str, Any]:
    return {
        **_message(given.uuid, given.text, ASSISTANT, given.created_at),
        "parentMessageId": str(question),
        "thinkingContent": given.thinking or None,
        "tokens": given.answer_tokens,
        "aiModelPlatform": given.provider,
        "isRefEmbedding": given.is_ref_embedding,
        "isRefGraph": given.is_ref_graph,
        **(_sound(given.uuid, given.audio["url"], given.audio["duration"]) if given.audio else {}),
    }


def _sound(uuid: str, url: str, duration: float | None = None) -> dict[str, Any]:
    return {"contentType": SOUND, "audioUuid": uuid, "audioUrl": url, "audioDuration": duration}


def _message(uuid: str, text: str, role: int, at: datetime) -> dict[str, Any]:
    return {
        "uuid": uuid,
        "remark": text,
        "messageRole": role,
        "contentType": TEXT,
        "createTime": _time(at),
        "aiModelId": "1",
        "attachmentUrls": [],
        "children": [],
        "isRefEmbedding": False,
        "isRefGraph": False,
    }


def _time(moment: datetime) -> str:
    return moment.astimezone(GMT8).strftime("%Y-%m-%d %H:%M:%S")


CONVERSATION = body(LegacyForm, {"title": "Loans"})
MESSAGES = object_of({"minMsgUuid": str, "msgList": {"type": "array", "items": named("LegacyQuestion")}})
ASKED = (
    parameter("maxMsgUuid", str, "Questions before this one."),
    parameter("pageSize", up_to(LARGEST_PAGE), "Questions of a page."),
)
LIST = described("listConversations: Conversations.", {"type": "array", "items": named("LegacyConversation")})
ADD = described("addConversation: Make a conversation.", named("LegacyConversation"), body=CONVERSATION)
EDIT = described("editConversation: Change a conversation.", bool, *UUID_IN_PATH, body=CONVERSATION)
DELETE = described("deleteConversation: Delete a conversation.", bool, *UUID_IN_PATH)
DELETE_MESSAGE = described("deleteMessage: Delete a message.", bool, *UUID_IN_PATH)
SPOKEN_TEXT = described("spokenText: Text of a recording.", str, *UUID_IN_PATH)
FORM = Body(
    {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {"file": {"type": "string", "contentMediaType": "audio/wav"}},
            }
        }
    }
)
UPLOAD = described("uploadRecording: Send a spoken question.", object_of({"uuid": str, "url": str}), body=FORM)
READ = described("readConversation: One page of a conversation.", MESSAGES, *UUID_IN_PATH, *ASKED)
ENDPOINTS = endpoints(
    ("GET", "/conversation/list", listing, LIST),
    ("POST", "/conversation/add", add, ADD),
    ("POST", "/conversation/edit/{uuid}", edit, EDIT),
    ("POST", "/conversation/del/{uuid}", delete, DELETE),
    ("POST", "/conversation/message/del/{uuid}", delete_message, DELETE_MESSAGE),
    ("GET", "/conversation/message/text/{uuid}", spoken_text, SPOKEN_TEXT),
    ("GET", "/conversation/{uuid}", page, READ),
    ("POST", "/file/upload", upload, UPLOAD),
)
