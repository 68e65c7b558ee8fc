"""The answer memory for other orchestrators: `POST /memory/lookup` before they dispatch a question, `POST
/memory/messages` after they have made an answer. The fields and their values are theirs."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Share, Time, Uuid
from gateway.conversation.followups.resolve import resolve
from gateway.conversation.followups.thread_state import from_history
from gateway.conversation.question import LONGEST_QUESTION, AnswerOptions, Asker, Message, Question, spoken_in
from gateway.http.asking.questions import Name, QuestionText, scope_of
from gateway.http.door.bodies import STORABLE, OrAbsent, Spoken, received, storable, text_schema
from gateway.http.door.endpoint import Roles, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import THEIRS
from gateway.http.openapi.operation import Operation, body, created, ok
from gateway.http.openapi.tags import MEMORY
from gateway.http.replies import fresh
from gateway.memory.intake import Sent
from gateway.memory.recall import facts
from gateway.memory.rules.entry import Status

LONGEST_ANSWER = 100_000
"""The longest answer that may be sent, and the longest message of a history, in characters."""
MOST_MESSAGES = 1000
ASKED_FOR = ("user_request", "follow_up")
"""The message types that an earlier answer may serve."""

MessageText = Annotated[
    str,
    StringConstraints(max_length=LONGEST_ANSWER, strict=True),
    AfterValidator(storable),
    WithJsonSchema(text_schema(LONGEST_ANSWER, STORABLE)),
]


class TheirObject(BaseModel):
    """An object of the orchestrator, which may have other fields."""

    model_config = ConfigDict(extra="allow")


class SaidBefore(TheirObject):
    """One message of their history."""

    speaker: MessageText
    content: MessageText


class MessageContext(TheirObject):
    """Where a message stands; `projet` is a workspace of ours. Other fields are ignored, except names near these."""

    phase: OrAbsent[Name] = None
    projet: OrAbsent[Name] = None
    history: Annotated[list[SaidBefore], Field(max_length=MOST_MESSAGES)] = []


class Origin(MessageContext):
    """Where an answer comes from."""

    auteurs: Annotated[list[Name], Field(max_length=100)] = []
    tags: Annotated[list[Name], Field(max_length=100)] = []


class UserMessage(TheirObject):
    """A message of a user: `user_request` or `follow_up`."""

    type: MessageText
    content: QuestionText


class AgentMessage(TheirObject):
    """A message of an agent: `response`."""

    type: MessageText
    content: MessageText


class LookupRequest(BaseModel):
    """The body of `POST /memory/lookup`."""

    message: UserMessage
    context: MessageContext = MessageContext()
    language: OrAbsent[Spoken] = None


class DryRunRequest(LookupRequest):
    """The body of `POST /staff/memory/dry-run`."""


class MessageRequest(BaseModel):
    """The body of `POST /memory/messages`."""

    caller: MessageText
    message: AgentMessage
    context: Origin = Origin()


class CachedResponse(TypedDict):
    type: Literal["cached_response"]
    content: str


class MemoryHit(TypedDict):
    next_agent: Literal["memory_guard"]
    action: Literal["respond_from_memory"]
    message: CachedResponse
    source: Literal["memory"]
    score: Share
    response_id: Count
    created_at: Time
    answer_uuid: NotRequired[Uuid]


class Miss(TypedDict):
    next_agent: Literal["dispatch"]
    action: Literal["continue"]
    reason: str
    score: NotRequired[Share]


class StoredResponse(TypedDict):
    stored: Literal[True]
    response_id: Count
    status: Status


class NotStored(TypedDict):
    stored: Literal[False]
    reason: str


async def lookup(visit: Visit) -> Response:
    """Tells whether a validated answer exists. A hit carries it; after a miss the standard flow goes on."""
    asked = await received(visit, LookupRequest)
    if (reason := outside(visit, asked)) is not None:
        return _miss(reason)
    parts = visit.services
    question, dependent = question_of(visit, asked.message.content, asked.context, asked.language)
    decision = await parts.memory.answer(question, dependent=dependent)
    outcome, entry = facts(decision), decision.entry
    await parts.memory.count(question.asker.tenant, outcome)
    stored = await parts.memories.stored(question.asker.tenant, entry.response_id) if entry else None
    if entry is None or stored is None:
        return _miss(decision.reason or "no_entry", decision.score)
    hit: MemoryHit = {
        "next_agent": "memory_guard",
        "action": "respond_from_memory",
        "message": {"type": "cached_response", "content": stored.answer},
        "source": "memory",
        "score": outcome["score"],
        "response_id": outcome["responseId"],
        "created_at": outcome["createdAt"],
    }
    if entry.answer_uuid:
        hit["answer_uuid"] = entry.answer_uuid
    return fresh(hit)


async def messages(visit: Visit) -> Response:
    """Keeps the answer of a synthesis agent, with the question that the user asked last."""
    sent = await received(visit, MessageRequest)
    parts = visit.services
    if parts.settings.memory == "off":
        return _not_stored("off")
    if sent.caller != "summary":
        return _not_stored("caller")
    if sent.message.type != "response":
        return _not_stored("message_type")
    context = sent.context
    questions = [index for index, entry in enumerate(context.history) if _is_user(entry)]
    asked = context.history[questions[-1]].content.strip() if questions else ""
    if not asked:
        return _not_stored("no_question")
    if len(asked) > LONGEST_QUESTION:
        return _not_stored("too_long")
    before = context.model_copy(update={"history": context.history[: questions[-1]]})
    question, dependent = question_of(visit, asked, before)
    named = {"auteurs": context.auteurs, "tags": context.tags}
    given = {name: value for name, value in named.items() if value}
    stored = await parts.intake.sent(Sent(question, sent.message.content, given, dependent))
    if isinstance(stored, str):
        return _not_stored(stored)
    return fresh(StoredResponse(stored=True, response_id=stored, status="validated"), 201)


def outside(visit: Visit, asked: LookupRequest) -> str | None:
    """Returns why the memory is not asked at all; None where it is."""
    if visit.services.settings.memory == "off":
        return "off"
    return None if asked.message.type in ASKED_FOR else "message_type"


def question_of(visit: Visit, text: str, context: MessageContext, language: str | None = None) -> tuple[Question, bool]:
    """Returns the question as our own endpoints would admit it, so that it finds what they have stored, with its
    words as resolved by the history; and whether it depends on the history and cannot be resolved."""
    found = visit.caller
    question = Question.asked(
        Asker(found.tenant, found.subject),
        text,
        usually_strict=visit.services.settings.strict == "on",
        language=language,
        scope=scope_of(visit, context.projet),
        options=AnswerOptions(phase=context.phase or ""),
    )
    history = [Message("user" if _is_user(entry) else "assistant", entry.content) for entry in context.history]
    followup = resolve(text, spoken_in(text) or question.language, from_history(history))
    if followup.resolved:
        question = question.reworded("\n".join(followup.queries(text)))
    return question, followup.detected and not followup.resolved


def _is_user(message: SaidBefore) -> bool:
    return message.speaker.lower() == "user"


def _miss(reason: str, score: float | None = None) -> Response:
    miss: Miss = {"next_agent": "dispatch", "action": "continue", "reason": reason}
    if score is not None:
        miss["score"] = round(score, 4)
    return fresh(miss)


def _not_stored(reason: str) -> Response:
    return fresh(NotStored(stored=False, reason=reason))


EXAMPLE_QUESTION = {"message": {"type": "user_request", "content": "How long may a book be borrowed?"}}
EXAMPLE_ANSWER = {
    "caller": "summary",
    "message": {"type": "response", "content": "A book may be borrowed for three weeks."},
    "context": {"projet": "library", "history": [{"speaker": "user", "content": "How long may a book be borrowed?"}]},
}
EXAMPLE_LOOKUP = {**EXAMPLE_QUESTION, "context": {"projet": "library"}}
LOOK_UP = Operation(
    "lookUpAnswer: Is there a validated answer? A hit carries it and no model is asked; after a miss the standard "
    "flow goes on.",
    ok(MemoryHit | Miss, "A hit, or a miss with its reason."),
    body(LookupRequest, EXAMPLE_LOOKUP),
    other_names=THEIRS,
)
KEEP = Operation(
    "keepAnswer: Keep an answer. Of the caller `summary`, type `response`: kept as validated under the question that "
    "the user asked last.",
    {**created(StoredResponse, "It is stored."), **ok(NotStored, "It is not stored, and why.")},
    body(MessageRequest, EXAMPLE_ANSWER),
    other_names=THEIRS,
)
CALLERS: Roles = ("app", "staff", "admin")
ENDPOINTS = endpoints_of(
    MEMORY,
    ("POST", "/memory/lookup", CALLERS, lookup, LOOK_UP),
    ("POST", "/memory/messages", CALLERS, messages, KEEP),
)
