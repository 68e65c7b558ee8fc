"""One case of an evaluation set: a question, and what is known of its answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import ConfigDict, Field, StringConstraints

from gateway.conversation.question import LONGEST_QUESTION
from gateway.words.languages import ANSWERED

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Asked = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION)]
Workspace = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
DocumentId = Annotated[str, StringConstraints(pattern="^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$")]
PassageLanguage = Annotated[str, StringConstraints(to_lower=True, pattern="^[A-Za-z]{2,3}$")]
"""A primary subtag, such as `en`."""
SHORTEST_WORDING = 20
"""Characters from which on an entry of `gold_passages` may be a wording that a passage contains."""


@dataclass(frozen=True, slots=True)
class EarlierMessage:
    """One message of a `conversation_history`."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    role: Literal["user", "assistant"]
    content: Text


@dataclass(frozen=True, slots=True)
class CaseClaim:
    """A sentence that cites passages, and whether they support it: the form of `*.claims.jsonl`."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    claim: Text
    passages: Annotated[tuple[str, ...], Field(min_length=1)]
    supported: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLine:
    """A line of a set, as its writer states it. An unknown key makes the line invalid."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    question: Asked
    id: Text | None = None
    gold_passages: tuple[Text, ...] = ()
    """Each is a passage id, a document id, a `source`, or a wording (20 characters or more) that a passage contains."""
    gold_answer: Text | tuple[Text, ...] = ()
    """Wordings, any of which a right answer contains after normalising."""
    history: tuple[Asked | EarlierMessage, ...] = ()
    """Earlier questions, or the messages of a `conversation_history`; oldest first."""
    answerable: bool | None = None
    workspace: Workspace | None = None
    document_ids: tuple[DocumentId, ...] = ()
    languages: tuple[PassageLanguage, ...] = ()
    language: Text | None = None
    kind: str = ""
    subject: str = ""
    """What the rewriting of a follow-up must name."""
    claims: tuple[CaseClaim, ...] = ()
    confirmed: bool = True
    """False: a draft that nobody has confirmed. It does not count and is not asked."""

    @property
    def answer_language(self) -> str | None:
        """The language of the answer, if the gateway answers in it."""
        code = (self.language or "").split("-")[0].lower()
        return code if code in ANSWERED else None


class Case(NamedTuple):
    """A line with its number in the file, from 1 on, and its id: its own, else the number."""

    id: str
    number: int
    stated: CaseLine

    @property
    def answerable(self) -> bool:
        """As stated; else whether there is gold."""
        stated = self.stated
        return bool(stated.gold_passages or stated.gold_answer) if stated.answerable is None else stated.answerable

    @property
    def gold_answers(self) -> tuple[str, ...]:
        given = self.stated.gold_answer
        return (given,) if isinstance(given, str) else given


class BadLine(NamedTuple):
    """A line that cannot be used: its number from 1 on, and why."""

    number: int
    problem: str
