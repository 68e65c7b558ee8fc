"""What a caller asks, after checking, and the messages around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, TypedDict, Unpack

from gateway import words
from gateway.conversation.intent.deliverable import is_deliverable
from gateway.conversation.intent.long_questions import gist

LONGEST_QUESTION = 8_000
"""Characters, after trimming."""


@dataclass(frozen=True, slots=True)
class Message:
    """One earlier turn of a conversation."""

    role: Literal["user", "assistant"]
    content: str
    answer_uuid: str = ""
    """The answer that it is, if the client says so."""
    sources: tuple[tuple[int, str, str], ...] = ()
    """Its list of sources: number, document id and passage id of each."""

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Message:
        return cls(**{**row, "sources": tuple(map(tuple, row.get("sources", ())))})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. Filters are exact; absent means everything the caller may see."""

    workspace: str | None = None
    source_app: str | None = None
    document_ids: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """Primary subtags in lower case, such as `en`. Passages whose language is unknown are then excluded."""
    workspaces: tuple[str, ...] = ()
    """What the caller is limited to, where the question names no workspace; empty: to nothing."""
    hidden_documents: tuple[str, ...] = ()
    """Documents that a search must not find, for the labels of an evaluation. No endpoint sets it."""

    @property
    def within(self) -> tuple[str, ...]:
        """The workspaces that are searched; empty: all that there are."""
        return (self.workspace,) if self.workspace is not None else self.workspaces


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller, and the user for whom it asks."""

    tenant: str
    subject: str = "local"
    user_ref: str | None = None
    """The user for whom an application asks, in its spelling."""
    user_segment: str | None = None


@dataclass(frozen=True, slots=True)
class ConversationRef:
    """The conversation that a question belongs to."""

    caller_app: str = "default"
    thread_id: str | None = None
    session_id: str | None = None
    follows: str | None = None
    """The uuid of the answer behind which its thread, a new one, branches off another (`docs/adr/0045-branches.md`)."""
    evaluation_run: str | None = None
    """The evaluation run of the turn, which is in no list and no figure outside of the run."""
    recall_tokens: int = 0
    """How much of its session's earlier messages becomes its history at admission; 0: none, as one was sent."""


class Echo(TypedDict, total=False):
    """Fields of a request that the Responses API repeats in its response."""

    model: str
    metadata: Mapping[str, str]
    background: bool
    previous_response_id: str


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How a question is to be answered."""

    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    provider: str | None = None
    model: str | None = None
    strict: bool = False
    """Nothing unvalidated is shown, and nothing factual without a supported citation."""
    strict_in_doubt: bool | None = None
    """The same if the gate is in doubt; None: as the setting says."""
    rollback: bool = False
    """Text that was sent may be withdrawn in this turn."""
    deliverable: bool = False
    """An outline is asked for."""
    phase: str = ""
    """The stage of a project; answers of one are not remembered for another."""
    memory: Literal["use", "skip", "only"] = "use"
    """Whether an earlier answer may stand in, must not, or is the only one wanted."""
    speech: bool = False
    """The answer is read aloud, too."""
    tone: str = ""
    """What the application wishes of how the answer sounds: its system messages. It lifts no rule of the prompt, and
    answers in one tone are not remembered for another."""
    echo: Echo = field(default_factory=Echo)


class AskedParts(TypedDict, total=False):
    """The parts of a `Question` that each endpoint fills in."""

    history: tuple[Message, ...]
    scope: Scope
    conversation: ConversationRef
    options: AnswerOptions
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question: 1 to 8,000 characters, history trimmed, scope and mode decided."""

    asker: Asker
    text: str
    language: str
    """As sent, else recognised from the text: any code. Labels and refusals use it; it filters nothing."""
    language_known: bool = True
    """False: neither the caller nor the words told it ("S2?"), and `language` is the default."""
    history: tuple[Message, ...] = ()
    scope: Scope = field(default_factory=Scope)
    conversation: ConversationRef = field(default_factory=ConversationRef)
    options: AnswerOptions = field(default_factory=AnswerOptions)
    warnings: tuple[str, ...] = ()

    @property
    def answer_language(self) -> str:
        """What a model is to write in; empty where nobody knows it: then the question's own, whichever that is."""
        return self.language if self.language_known else ""

    @classmethod
    def asked(
        cls,
        asker: Asker,
        text: str,
        *,
        usually_strict: bool,
        strict: bool | None = None,
        deliverable: bool | None = None,
        language: str | None = None,
        otherwise: str = "en",
        **parts: Unpack[AskedParts],
    ) -> Question:
        """Makes a question; every endpoint and every command makes its questions here.

        `strict`: as the caller says; None: `usually_strict`, which is the setting.
        `deliverable`: as the caller says; None: as the words tell.
        `language`: as the caller says; None: as the words tell, else the last message of the history, else `otherwise`.
        """
        spoken = spoken_in(text)
        told = language or spoken
        if not told and (history := parts.get("history")):
            told = spoken_in(history[-1].content)
        parts["options"] = replace(
            parts.get("options", AnswerOptions()),
            strict=usually_strict if strict is None else strict,
            deliverable=is_deliverable(text, spoken or language or otherwise) if deliverable is None else deliverable,
        )
        return cls(asker, text, told or otherwise, told is not None, **parts)

    def with_options(self, **changes: Any) -> Question:
        return replace(self, options=replace(self.options, **changes))

    def reworded(self, text: str) -> Question:
        """Returns the same question in other words, such as those that a conversation gives it."""
        deliverable = is_deliverable(text, spoken_in(self.text) or self.language)
        return replace(self, text=text).with_options(deliverable=deliverable)

    def to_json(self) -> dict[str, Any]:
        """Returns the question as it is stored with its answer: the fields of all parts but the scope side by side."""
        row = asdict(self)
        for part in ("asker", "conversation", "options"):
            row |= row.pop(part)
        if row["evaluation_run"] is None:
            del row["evaluation_run"]
        if not row["scope"]["hidden_documents"]:
            del row["scope"]["hidden_documents"]
        row["history"] = [{name: value for name, value in message.items() if value} for message in row["history"]]
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Question:
        """Returns the question that `to_json` stored. Fields that this version does not know are skipped."""
        parts = {
            "asker": Asker(**known_fields(Asker, row)),
            "scope": Scope(**known_fields(Scope, row["scope"])),
            "history": tuple(map(Message.from_json, row["history"])),
            "conversation": ConversationRef(**known_fields(ConversationRef, row)),
            "options": AnswerOptions(**known_fields(AnswerOptions, row)),
        }
        return cls(**{**known_fields(cls, row), **parts})


def spoken_in(text: str) -> str | None:
    """Returns the language that the words of a question tell."""
    return words.guess_language(gist(text))


def known_fields(kind: type[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that `kind` has; JSON's lists are tuples here."""
    named = {name: value for name, value in row.items() if name in kind.__dataclass_fields__}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
