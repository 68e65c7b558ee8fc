"""The answer memory for other orchestrators: `POST /memory/lookup` before they dispatch a question, `POST
/memory/messages` after they have made an answer. The fields and their values are theirs."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema
from starlette.requests import Request
from starlette.responses import Response

from gateway.conversation.followups.resolve import resolve
from gateway.conversation.followups.thread_state import from_history
from gateway.conversation.question import LONGEST_QUESTION, AnswerOptions, Asker, Message, Question, Scope, spoken_in
from gateway.http.bodies import FILLED, STORABLE, Absent, Spoken, received, storable
from gateway.http.caller import caller, check_workspace
from gateway.http.endpoint import HttpEndpoint
from gateway.http.openapi.client_names import THEIRS
from gateway.http.openapi.operation import Operation, body, created, ok
from gateway.http.openapi.shapes import one_of, shape
from gateway.http.openapi.tags import MEMORY
from gateway.http.questions import Name
from gateway.http.replies import fresh
from gateway.memory.intake import Sent
from gateway.memory.recall import facts
from gateway.memory.rules.entry import Status
from gateway.services import services

LONGEST_ANSWER = 100_000
"""The longest answer that may be sent, and the longest message of a history, in characters."""
MOST_MESSAGES = 1000
ASKED_FOR = ("user_request", "follow_up")
"""The message types that an earlier answer may serve."""
STATUS = one_of(*get_args(Status))

MessageText = Annotated[
    str,
    StringConstraints(max_length=LONGEST_ANSWER, strict=True),
    AfterValidator(storable),
    WithJsonSchema({"type": "string", "maxLength": LONGEST_ANSWER, "pattern": STORABLE}),
]
QuestionText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION, strict=True),
    AfterValidator(storable),
    WithJsonSchema({"type": "string", "maxLength": LONGEST_QUESTION, "pattern": FILLED}),
]
Language = Annotated[Spoken | None, Absent()]
THEIR_OWN = ConfigDict(extra="allow")
"""The orchestrator's objects may have other fields."""


class SaidBefore(BaseModel):
    """One message of their history."""

    model_config = THEIR_OWN
    speaker: MessageText
    content: MessageText


class MessageContext(BaseModel):
    """Where a message stands; `projet` is a workspace of ours. Other fields are ignored, except names near these."""

    model_config = THEIR_OWN
    phase: Annotated[Name | None, Absent()] = None
    projet: Annotated[Name | None, Absent()] = None
    history: Annotated[list[SaidBefore], Field(max_length=MOST_MESSAGES)] = []


class Origin(MessageContext):
    """Where an answer comes from."""

    auteurs: Annotated[list[Name], Field(max_length=100)] = []
    tags: Annotated[list[Name], Field(max_length=100)] = []


class UserMessage(BaseModel):
    """A message of a user: `user_request` or `follow_up`."""

    model_config = THEIR_OWN
    type: MessageText
    content: QuestionText


class AgentMessage(BaseModel):
    """A message of an agent: `response`."""

    model_config = THEIR_OWN
    type: MessageText
    content: MessageText


class LookupRequest(BaseModel):
    """The body of `POST /memory/lookup`."""

    message: UserMessage
    context: MessageContext = MessageContext()
    language: Language = None


class DryRunRequest(LookupRequest):
    """The body of `POST /staff/memory/dry-run`."""


class MessageRequest(BaseModel):
    """The body of `POST /memory/messages`."""

    caller: MessageText
    message: AgentMessage
    context: Origin = Origin()


async def lookup(request: Request) -> Response:
    """Tells whether a validated answer exists. A hit carries it; after a miss the standard flow goes on."""
    asked = await received(request, LookupRequest)
    if (reason := outside(request, asked)) is not None:
        return _miss(reason)
    parts = services(request)
    question, dependent = question_of(request, asked.message.content, asked.context, asked.language)
    decision = await parts.memory.answer(question, dependent=dependent)
    outcome, entry = facts(decision), decision.entry
    await parts.memory.count(question.asker.tenant, outcome)
    stored = await parts.memories.stored(question.asker.tenant, entry.response_id) if entry else None
    if entry is None or stored is None:
        return _miss(decision.reason or "no_entry", decision.score)
    hit = {
        "next_agent": "memory_guard",
        "action": "respond_from_memory",
        "message": {"type": "cached_response", "content": stored.answer},
        "source": "memory",
        "score": outcome["score"],
        "response_id": outcome["responseId"],
        "created_at": outcome["createdAt"],
    }
    return fresh({**hit, **({"answer_uuid": entry.answer_uuid} if entry.answer_uuid else {})})


async def messages(request: Request) -> Response:
    """Keeps the answer of a synthesis agent, with the question that the user asked last."""
    sent = await received(request, MessageRequest)
    parts = services(request)
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
    question, dependent = question_of(request, asked, before)
    named = {"auteurs": context.auteurs, "tags": context.tags}
    given = {name: value for name, value in named.items() if value}
    stored = await parts.intake.sent(Sent(question, sent.message.content, given, dependent))
    if isinstance(stored, str):
        return _not_stored(stored)
    return fresh({"stored": True, "response_id": stored, "status": "validated"}, 201)


def outside(request: Request, asked: LookupRequest) -> str | None:
    """Returns why the memory is not asked at all; None where it is."""
    if services(request).settings.memory == "off":
        return "off"
    return None if asked.message.type in ASKED_FOR else "message_type"


def question_of(
    request: Request, text: str, context: MessageContext, language: str | None = None
) -> tuple[Question, bool]:
    """Returns the question as our own endpoints would admit it, so that it finds what they have stored, with its
    words as resolved by the history; and whether it depends on the history and cannot be resolved."""
    check_workspace(request, context.projet)
    found = caller(request)
    question = Question.asked(
        Asker(found.tenant, found.subject),
        text,
        usually_strict=services(request).settings.strict == "on",
        language=language,
        scope=Scope(context.projet, workspaces=() if context.projet else found.workspaces),
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
    miss: dict[str, Any] = {"next_agent": "dispatch", "action": "continue", "reason": reason}
    return fresh(miss if score is None else {**miss, "score": round(score, 4)})


def _not_stored(reason: str) -> Response:
    return fresh({"stored": False, "reason": reason})


EXAMPLE_QUESTION = {"message": {"type": "user_request", "content": "How long may a book be borrowed?"}}
EXAMPLE_ANSWER = {
    "caller": "summary",
    "message": {"type": "response", "content": "A book may be borrowed for three weeks."},
    "context": {"projet": "library", "history": [{"speaker": "user", "content": "How long may a book be borrowed?"}]},
}
EXAMPLE_LOOKUP = {**EXAMPLE_QUESTION, "context": {"projet": "library"}}
HIT = """{
    next_agent: 'memory_guard', action: 'respond_from_memory', message: {type: 'cached_response', content: text},
    source: 'memory', score: share, response_id: count, created_at: time, answer_uuid?: uuid
}"""
MISS = "{next_agent: 'dispatch', action: 'continue', reason: text, score?: share}"
KEPT = shape("{stored: true, response_id: count, status: status}", status=STATUS)

LOOK_UP = Operation(
    MEMORY,
    "lookUpAnswer: Is there a validated answer? A hit carries it and no model is asked; after a miss the standard "
    "flow goes on.",
    ok(f"{HIT} | {MISS}", "A hit, or a miss with its reason."),
    body(LookupRequest, EXAMPLE_LOOKUP),
    other_names=THEIRS,
)
KEEP = Operation(
    MEMORY,
    "keepAnswer: Keep an answer. Of the caller `summary`, type `response`: kept as validated under the question that "
    "the user asked last.",
    {**created(KEPT, "It is kept."), **ok("{stored: false, reason: text}", "It is not, and why.")},
    body(MessageRequest, EXAMPLE_ANSWER),
    other_names=THEIRS,
)
ENDPOINTS = [
    HttpEndpoint("POST", "/memory/lookup", lookup, roles=("app", "staff", "admin"), operation=LOOK_UP),
    HttpEndpoint("POST", "/memory/messages", messages, roles=("app", "staff", "admin"), operation=KEEP),
]
