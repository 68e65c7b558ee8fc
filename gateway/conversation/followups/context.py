"""What a question that leans on its conversation leans on: the subject of what was asked before. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gateway import words
from gateway.conversation.followups.leaning import leaning
from gateway.conversation.long_questions import gist
from gateway.conversation.question import Message

JOINT = " — "
"""Stands between what a follow-up is about and the question itself."""


@dataclass(frozen=True, slots=True)
class Context:
    """What was said before a question."""

    previous: tuple[Message, ...]
    """The last question, as it was understood, and its answer."""
    subject: str
    """What the conversation is about: the words that carry meaning of the newest question that stood by itself."""
    document_ids: tuple[str, ...] = ()
    """Cited by the newest answer with citations, in order of first citation."""

    def beside(self, question: str) -> str:
        """Returns a question with its subject before it: how it is looked up where nobody rewrites it."""
        return f"{self.subject}{JOINT}{question}"


def context_of(messages: Sequence[Message], document_ids: Sequence[str] = ()) -> Context | None:
    """Returns what is leaned on in a conversation, oldest message first; None where nothing was asked, or nothing that
    says a subject."""
    subject = next(filter(None, _subjects(messages)), "")
    if not subject:
        return None
    last = [next((m for m in reversed(messages) if m.role == role), None) for role in ("user", "assistant")]
    return Context(tuple(filter(None, last)), subject, tuple(document_ids))


def _subjects(messages: Sequence[Message]) -> Iterator[str]:
    """Yields the subjects of the questions that stand by themselves, newest first; behind them that of the oldest."""
    asked = [message.content for message in reversed(messages) if message.role == "user"]
    for text in asked:
        subject, joint, _ = text.partition(JOINT)
        if joint:
            yield subject
            return
        text = gist(text)
        language = words.guess_language(text) or ""
        if leaning(text, language) != "sure":
            yield _meaning(text, language)
    if asked:
        yield _meaning(gist(asked[-1]), "")


def _meaning(text: str, language: str) -> str:
    return words.excerpt(text, set(words.content_words(text, language or None)), language or None)
