"""A question in a request: the body's fields, and the `Question` that they become with the caller and the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    WithJsonSchema,
)

from gateway.conversation.question import LONGEST_QUESTION, AnswerOptions, Asker, ConversationRef, Question, Scope
from gateway.errors import InvalidField
from gateway.http.asking import messages
from gateway.http.door.bodies import (
    FILLED_LINE,
    DescribedModel,
    OrAbsent,
    Spoken,
    Tongue,
    checked,
    filled_text,
    plain,
    text_schema,
    without_null,
)
from gateway.http.door.caller import allowed
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import MESSAGE
from gateway.http.openapi.json_schema import Schema, named, or_null
from gateway.http.openapi.known_names import with_spellings
from gateway.http.openapi.operation import parameter
from gateway.models.services.model_call import EXTRACTIVE

ALIAS = "citestream"
"""The name by which a caller may ask for whichever model answers here."""
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(plain),
    WithJsonSchema(text_schema(200, FILLED_LINE)),
]
EVALUATION = parameter(
    "Citestream-Evaluation",
    {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "The evaluation run of the question (`citestream evaluate run --target`), which is in no list and no figure. Needs a "
    "key of the role qa or admin.",
)
QuestionText = Annotated[str, *filled_text(LONGEST_QUESTION)]
DocumentIds = Annotated[list[UUID], Field(min_length=1, max_length=1000)] | None
PassageLanguages = Annotated[list[Tongue], Field(min_length=1, max_length=20)] | None


HISTORY_ENTRY: Schema = {
    "type": "object",
    "properties": {"role": {}, "content": {}, "parts": {}, **{name: {} for name in sorted(MESSAGE)}},
    "additionalProperties": False,
}
"""An earlier message. Only its role and its text count."""


def _with_synonyms(schema: Schema, model: type[BaseModel]) -> None:
    """Describes other spellings, and that the question may come as the last of a chat client's messages."""
    fields = schema["properties"]
    fields["question"] = {**or_null(fields["question"]), "description": fields["question"]["description"]}
    with_spellings(schema, model)
    several = {"type": "array", "minItems": 1, "items": named("ChatMessage")}
    fields["messages"] = {**or_null(several), "description": "Instead of both: the last one is the question."}
    given: dict[str, Schema] = {name: {"type": "string"} for name in messages.NAMES}
    given |= {"messages": {"type": "array"}, "audio_uuid": {"type": "string", "minLength": 1}}
    schema["anyOf"] = [{"required": [name], "properties": {name: present}} for name, present in given.items()]
    del schema["required"]


class AskRequest(DescribedModel):
    """The body of `POST /v1/answers`; null means absent."""

    model_config = ConfigDict(json_schema_extra=_with_synonyms)

    question: QuestionText = Field(validation_alias=AliasChoices("question", "query", "prompt"))
    """In any language; blanks around it do not count."""
    caller_app: OrAbsent[Name] = None
    """With `thread_id` the key of a conversation."""
    thread_id: OrAbsent[Name] = Field(None, validation_alias=AliasChoices("thread_id", "threadId"))
    """The conversation the question belongs to, and what it can point at; one answer at a time."""
    session_id: OrAbsent[Name] = Field(None, validation_alias=AliasChoices("session_id", "sessionId"))
    """A session of `/context`: the question is its next round, and its messages are the history."""
    user_ref: OrAbsent[Name] = None
    """For which user a key of the role `app` asks; else passed over."""
    user_segment: OrAbsent[Name] = None
    """The group of users that user belongs to."""
    workspace: OrAbsent[Name] = None
    """Only documents of this workspace."""
    source_app: OrAbsent[Name] = None
    """Only documents from this application."""
    document_ids: DocumentIds = None
    """Only these documents; an empty list is refused."""
    languages: PassageLanguages = None
    """Only passages in these languages (primary subtags)."""
    language: OrAbsent[Spoken] = None
    """Of the answer, labels and refusals, such as `de` or `pt-BR`; that of the question when absent. It filters
    nothing."""
    phase: OrAbsent[Name] = None
    """The stage of a project; answers of one are not remembered for another."""
    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    """Where citations stand."""
    memory: Literal["use", "skip", "only"] = "use"
    """`skip` asks afresh, `only` takes nothing but a remembered answer."""
    provider: OrAbsent[Name] = None
    """Must be the configured one."""
    model: OrAbsent[Name] = None
    """Must be the configured one."""
    deliverable: OrAbsent[StrictBool] = None
    """Whether an outline is wanted; recognised when absent."""
    strict: OrAbsent[StrictBool] = None
    """Show text only after validation."""
    strict_in_doubt: OrAbsent[StrictBool] = None
    """Show text only after validation if the gate is in doubt."""
    rollback: OrAbsent[StrictBool] = None
    """Whether shown text may be withdrawn."""
    speech: OrAbsent[StrictBool] = None
    """Read the answer aloud, too: paragraph by paragraph, behind the text."""
    audio_uuid: OrAbsent[str] = Field(
        None, validation_alias=AliasChoices("audio_uuid", "audioUuid"), pattern="^[0-9a-f]{32}$"
    )
    """A recording that was sent before (`POST /v1/audio`): what was said in it is the question, where no other is."""
    conversation_history: list[Annotated[dict[str, Any], WithJsonSchema(HISTORY_ENTRY)]] = Field([])
    """Earlier messages, oldest first."""
    on_disconnect: Literal["continue", "cancel"] = "continue"
    """`cancel` ends the answer with the connection."""


def _without_required(schema: Schema, model: type[BaseModel]) -> None:
    _with_synonyms(schema, model)
    del schema["anyOf"]


class CitestreamFields(AskRequest):
    """Any fields of `POST /v1/answers`, in a request of OpenAI's."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_without_required)


class Speaking(BaseModel):
    """The query of a recording."""

    user_ref: OrAbsent[Name] = None


Asked = TypeVar("Asked", bound=AskRequest)


def spelled(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns fields of a question, each under its first spelling; null means absent."""
    found: dict[str, Any] = {}
    for name, field in AskRequest.model_fields.items():
        alias = field.validation_alias
        for spelling in map(str, alias.choices) if isinstance(alias, AliasChoices) else (name,):
            if given.get(spelling) is not None:
                found.setdefault(name, given[spelling])
    return found | ({"messages": given["messages"]} if given.get("messages") else {})


def understood(given: Mapping[str, Any], model: type[Asked]) -> Asked:
    """Returns the typed request; null means absent."""
    return checked(model, without_null(messages.with_question(given)))


def scope_of(
    visit: Visit,
    workspace: str | None,
    source_app: str | None = None,
    document_ids: Sequence[UUID] | None = None,
    languages: Sequence[str] | None = None,
) -> Scope:
    """Returns where a question is asked. Raises `Forbidden` for a workspace that the caller may not see."""
    visit.caller.check_workspace(workspace)
    return Scope(
        workspace,
        source_app,
        tuple(dict.fromkeys(map(str, document_ids or ()))),
        tuple(dict.fromkeys(languages or ())),
        () if workspace else visit.caller.workspaces,
    )


def question_of(visit: Visit, asked: AskRequest) -> Question:
    """Returns the checked question of whoever sends this request."""
    parts, found = visit.services, visit.caller
    _check_choice(asked, parts.provider.name, parts.provider.model)
    scope = scope_of(visit, asked.workspace, asked.source_app, asked.document_ids, asked.languages)
    tokens = parts.settings.history_tokens
    history, warnings = messages.read(asked.conversation_history, tokens)
    tone = messages.tone(asked.conversation_history)
    warnings += [*unheard(visit, tone), *visit.warnings]
    run = _evaluation_run(visit, asked)
    recalls = asked.session_id is not None and "conversation_history" not in asked.model_fields_set
    return Question.asked(
        Asker(found.tenant, found.subject_for(asked.user_ref), asked.user_ref, asked.user_segment),
        asked.question,
        usually_strict=parts.settings.strict == "on",
        strict=asked.strict,
        deliverable=asked.deliverable,
        language=asked.language,
        history=history,
        scope=scope,
        conversation=ConversationRef(
            asked.caller_app or "default",
            asked.thread_id,
            asked.session_id,
            evaluation_run=run,
            recall_tokens=tokens if recalls else 0,
        ),
        options=AnswerOptions(
            citation_mode=asked.citation_mode,
            provider=asked.provider,
            model=asked.model,
            strict_in_doubt=asked.strict_in_doubt,
            rollback=asked.rollback or False,
            phase=asked.phase or "",
            memory="skip" if run else asked.memory,
            speech=asked.speech or False,
            tone=tone,
        ),
        warnings=tuple(warnings),
    )


def _evaluation_run(visit: Visit, asked: AskRequest) -> str | None:
    """Returns the run that the question belongs to. Raises `WrongRole`, and `InvalidField` for one of a conversation,
    whose lists would show it."""
    if (run := visit.headers.get("citestream-evaluation")) is None:
        return None
    if not re.fullmatch("[0-9a-f]{32}", run):
        raise InvalidField.named("Citestream-Evaluation", "must be the id of an evaluation run: 32 hexadecimal digits")
    allowed(visit.caller, ("qa",))
    if asked.thread_id or asked.session_id:
        raise InvalidField.named("Citestream-Evaluation", "a question of a run has no thread_id and no session_id")
    return run


def unheard(visit: Visit, tone: str) -> list[str]:
    """Returns a warning where somebody wishes a tone and no model writes."""
    heard = not tone or visit.services.provider.name != EXTRACTIVE
    return [] if heard else ["system messages were not used: no model writes here, passages are quoted"]


def _check_choice(asked: AskRequest, provider: str, model: str) -> None:
    """Raises `InvalidField` for a provider or model that is named and neither the configured one nor the alias."""
    if asked.provider not in (None, provider):
        raise InvalidField.named("provider", f"{asked.provider!r} is not configured; this gateway has {provider!r}")
    if asked.model not in (None, model, ALIAS):
        raise InvalidField.named("model", f"{asked.model!r} is not configured; this gateway has {model or ALIAS!r}")
