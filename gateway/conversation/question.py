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


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look. Filters are exact; absent means everything the caller may see."""

    workspace: str | None = None
    source_app: str | None = None
    document_ids: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """Primary subtags in lower case, such as `en`."""
    workspaces: tuple[str, ...] = ()
    """What the caller is limited to, where the question names no workspace; empty: to nothing."""

    @property
    def within(self) -> tuple[str, ...]:
        """The workspaces that are searched; empty: all that there are."""
        return (self.workspace,) if self.workspace is not None else self.workspaces


class QuestionFields(TypedDict, total=False):
    """The fields of a `Question` that each door knows by itself."""

    subject: str
    history: tuple[Message, ...]
    scope: Scope
    caller_app: str
    thread_id: str | None
    session_id: str | None
    user_ref: str | None
    user_segment: str | None
    recall_tokens: int
    citation_mode: Literal["paragraph", "answer", "none"]
    provider: str | None
    model: str | None
    rollback: bool
    phase: str
    memory: Literal["use", "skip", "only"]
    speech: bool
    tone: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question: 1 to 8,000 characters, history trimmed, scope and mode decided."""

    tenant: str
    text: str
    language: str
    """As sent, else recognised from the text: any code. Labels and refusals use it; it filters nothing."""
    subject: str = "local"
    history: tuple[Message, ...] = ()
    scope: Scope = field(default_factory=Scope)
    caller_app: str = "default"
    thread_id: str | None = None
    follows: str | None = None
    """The uuid of the answer behind which its thread, a new one, branches off another (`docs/adr/0045-branches.md`)."""
    session_id: str | None = None
    user_ref: str | None = None
    """The user for whom an application asks, in its spelling."""
    user_segment: str | None = None
    recall_tokens: int = 0
    """How much of its session's earlier messages becomes its history at admission; 0: none, as one was sent."""
    citation_mode: Literal["paragraph", "answer", "none"] = "paragraph"
    provider: str | None = None
    model: str | None = None
    strict: bool = False
    """Nothing unvalidated is shown, and nothing factual without a supported citation."""
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
    echo: Mapping[str, Any] = field(default_factory=dict)
    """What a door tells its client again with the answer."""
    warnings: tuple[str, ...] = ()
    language_known: bool = True
    """False: neither the caller nor the words told it ("S2?"), and `language` is the default."""

    @property
    def answer_language(self) -> str:
        """What a model is to write in; empty where nobody knows it: then the question's own, whichever that is."""
        return self.language if self.language_known else ""

    @classmethod
    def asked(
        cls,
        tenant: str,
        text: str,
        *,
        usually_strict: bool,
        strict: bool | None = None,
        deliverable: bool | None = None,
        language: str | None = None,
        otherwise: str = "en",
        **fields: Unpack[QuestionFields],
    ) -> Question:
        """Makes a question; every door and every command makes its questions here.

        `strict`: as the caller says; None: `usually_strict`, which is the setting.
        `deliverable`: as the caller says; None: as the words tell.
        `language`: as the caller says; None: as the words tell, else the last message of the history, else `otherwise`.
        """
        spoken = spoken_in(text)
        told = language or spoken
        if not told and (history := fields.get("history")):
            told = spoken_in(history[-1].content)
        return cls(
            tenant,
            text,
            told or otherwise,
            language_known=told is not None,
            strict=usually_strict if strict is None else strict,
            deliverable=is_deliverable(text, spoken or language or otherwise) if deliverable is None else deliverable,
            **fields,
        )

    def reworded(self, text: str) -> Question:
        """Returns the same question in other words, such as those that a conversation gives it."""
        return replace(self, text=text, deliverable=is_deliverable(text, spoken_in(self.text) or self.language))

    def to_json(self) -> dict[str, Any]:
        """As it is kept with its answer, for a process that has to go on with it."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Question:
        """Returns the question behind `to_json`; fields that this version does not know are left out."""
        scope = Scope(**_known(Scope, row["scope"]))
        history = tuple(Message(**message) for message in row["history"])
        return cls(**{**_known(cls, row), "scope": scope, "history": history})


def spoken_in(text: str) -> str | None:
    """Returns the language that the words of a question tell."""
    return words.guess_language(gist(text))


def _known(kind: type[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that `kind` has; JSON's lists are tuples here."""
    named = {name: value for name, value in row.items() if name in kind.__dataclass_fields__}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
