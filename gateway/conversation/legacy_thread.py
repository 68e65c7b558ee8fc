"""A conversation as the page of the older system knows it: a thread of the caller app `legacy` and what was said in
it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gateway.answer.event_data import AudioFacts

LEGACY = "legacy"
"""The caller app of these threads."""
LONGEST_TITLE = 30
"""Characters of a title that is made from a question."""
AS_ASKED, ALOUD = 1, 3
"""How answers of a conversation come: as the question did, or with sound."""
_UUID = re.compile(r"[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}", re.ASCII)


def is_uuid(text: str) -> bool:
    """Says whether it is a version 4 UUID as that system spells it: 32 lower-case hex digits, no dashes."""
    return _UUID.fullmatch(text) is not None


def title_of(question: str) -> str:
    """Returns the title of a conversation that begins with this question."""
    return " ".join(question.split())[:LONGEST_TITLE].strip()


@dataclass(frozen=True, slots=True)
class Conversation:
    uuid: str
    number: int
    subject: str
    """Who owns it."""
    title: str
    settings: Mapping[str, Any]
    """Fields of the page, in its spelling; only those that were set."""
    created_at: datetime
    updated_at: datetime
    tokens: int = 0
    """Of all its answers, in and out."""

    @property
    def understands_context(self) -> bool:
        """Whether earlier turns go to the model."""
        return bool(self.settings.get("understandContextEnable"))

    def wants_sound(self, spoken: bool) -> bool:
        """Whether answers are read aloud: always, never, or where the question was `spoken`, as the usual."""
        kind = self.settings.get("answerContentType", AS_ASKED)
        return bool(kind == ALOUD or (spoken and kind == AS_ASKED))


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer that has text."""

    uuid: str
    text: str
    thinking: str
    created_at: datetime
    provider: str | None
    model: str | None
    question_tokens: int
    answer_tokens: int
    is_ref_embedding: bool
    is_ref_graph: bool
    audio: AudioFacts | None = None
    """META's `audioInfo`."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question and its answers, newest first."""

    uuid: str
    number: int
    text: str
    created_at: datetime
    answers: tuple[GivenAnswer, ...] = ()
    voice: str | None = None
    """The uuid of the recording in which it was spoken."""
