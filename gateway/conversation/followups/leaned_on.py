"""What a question that leans on its conversation leans on: the subject of what was asked before. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gateway import words
from gateway.conversation.followups.leaning import goes_on, leaning
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.question import Message

JOINT = " — "
"""Stands between what a follow-up is about and the question itself."""
SUBJECTS = 2
"""Questions that may stand by themselves whose words are taken together."""


@dataclass(frozen=True, slots=True)
class LeanedOn:
    """What was said before a question."""

    previous: tuple[Message, ...]
    """The last question, as it was understood, and its answer."""
    subject: str
    """What the conversation is about: the words that carry meaning of the newest question that stood by itself."""
    last: str = ""
    """Those of the last question that `subject` lacks."""
    document_ids: tuple[str, ...] = ()
    """Cited by the newest answer with citations, in order of first citation."""

    def beside(self, question: str, language: str) -> str:
        """Returns a question with its subject before it: how it is looked up where nobody rewrites it. One that goes on
        with the last question asks the same of something else."""
        more = self.last if goes_on(question, language) else ""
        return f"{' '.join(filter(None, (self.subject, more)))}{JOINT}{question}"

    def answered(self, language: str) -> set[str]:
        """Returns the words that carry meaning of the last answer."""
        return set(words.content_words(" ".join(m.content for m in self.previous if m.role == "assistant"), language))


def leaned_on(messages: Sequence[Message], document_ids: Sequence[str] = ()) -> LeanedOn | None:
    """Returns what is leaned on in a conversation, oldest message first; None where nothing was asked that says a
    subject."""
    asked = [message.content for message in reversed(messages) if message.role == "user"]
    subject = " ".join(dict.fromkeys(reversed(list(_subjects(asked)))))
    if not subject:
        return None
    last = _meaning(asked[0].rpartition(JOINT)[2], without=subject)
    newest = (next((m for m in reversed(messages) if m.role == role), None) for role in ("user", "assistant"))
    return LeanedOn(tuple(filter(None, newest)), subject, last, tuple(document_ids))


def _subjects(asked: Sequence[str]) -> Iterator[str]:
    """Yields the subjects of questions, newest first, until one stands by itself for sure; of those that all lean the
    oldest."""
    found = 0
    for text in asked:
        subject, joint, _ = text.partition(JOINT)
        if joint:
            yield subject
            return
        kind = leaning(gist(text), words.guess_language(text) or "")
        if kind != "sure" and (meaning := _meaning(text)):
            yield meaning
            found += 1
        if kind == "none" or found == SUBJECTS:
            return
    if asked and not found:
        yield _meaning(asked[-1])


def _meaning(text: str, without: str = "") -> str:
    """Returns the words of a question that carry meaning, without those of another text."""
    text = gist(text)
    language = words.guess_language(text)
    terms = set(words.content_words(text, language)) - set(words.content_words(without, language))
    return words.excerpt(text, terms, language)
