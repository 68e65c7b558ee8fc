"""What a question means in its conversation: what it points at, what to look up for that, and what to ask back.

The state of the thread is no source: it only says what is meant. Without a state, the last answer of a conversation
that was sent along says it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from gateway import words
from gateway.answer.event_data import SectionTitle
from gateway.conversation.citations.short_replies import accepts, offered
from gateway.conversation.followups.leaned_on import LeanedOn, leaned_on
from gateway.conversation.followups.leaning import Leaning, leaning
from gateway.conversation.followups.resolve import FollowUp, resolve
from gateway.conversation.followups.several import several
from gateway.conversation.followups.stepping import stepped, steps
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState, from_history
from gateway.conversation.intent.deliverable import topic
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.question import Message, Question
from gateway.conversation.turn import FollowUpFacts
from gateway.turn.ports import ThreadStore

_DOCUMENT_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)

BRIEF = 5
"""Content words of a question that may refer to what was said before, though it names something."""

RetrievalContext = Literal["resolved", "strict"]
"""`strict`: only the latest question is looked for, whatever it points at."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One thing to look for."""

    text: str
    subject: str
    """The same without the words that only point: what the confidence gate weighs."""
    document_ids: tuple[str, ...] = ()
    """Where it was found before, among the documents of this knowledge base; these come first."""
    hinted: bool = False
    """These documents only order what is found everywhere."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A question with what it points at."""

    question: Question
    language: str
    """The language of its words. Which of them carry no meaning depends on it, not on the language of the labels."""
    state: ThreadState
    followup: FollowUp = field(default_factory=FollowUp)
    leaning: Leaning = "none"
    """Whether it leans on what was said before and is to be looked up with that; `none` where it points at a known
    section."""
    offer: str = ""
    """What the last answer offered, if the question accepts it."""

    @property
    def lookups(self) -> tuple[SearchRequest, ...]:
        """One for each section that the question points at; else one for the question with single spaces (of a
        deliverable for its topic, of a long question for its gist), and one for each of several questions."""
        text, sections = gist(self.question.text), self.followup.sections
        if not sections and self.question.options.deliverable:
            return (SearchRequest(about := topic(text, self.language), about),)
        if not sections:
            return tuple(SearchRequest(each, each) for each in (text, *several(text, self.language)))
        return tuple(
            SearchRequest(query, f"{section.title} {self.followup.beside}".strip(), _ours(section.document_ids))
            for query, section in zip(self.followup.queries(text), sections, strict=True)
        )

    @property
    def resolved(self) -> str:
        """The whole question with what it points at."""
        return "\n".join(self.followup.queries(self.question.text))

    @property
    def choices(self) -> tuple[OutlineEntry, ...]:
        """What to choose from where it cannot be told which section is meant; what was written last comes first."""
        if not self.followup.choose:
            return ()
        state = self.state
        newer, older = (state.listed, state.outline) if state.listed_newer else (state.outline, ())
        return newer + older

    @property
    def leans(self) -> bool:
        """It seems to need what was said before and points at nothing that is known."""
        return (self.followup.dependent or self.leaning == "sure") and not self.followup.resolved

    @property
    def facts(self) -> FollowUpFacts:
        """What `Prepared.followup` keeps."""
        followup = self.followup
        if not followup.detected:
            return {}
        return {
            "resolved": followup.resolved,
            "ref_type": followup.ref_type,
            "section_ids": [section.id for section in followup.sections],
            "titles": [section.title for section in followup.sections],
            "matched": list(followup.matched),
        }

    @property
    def content(self) -> set[str]:
        """The words of the question that carry meaning."""
        return set(words.content_words(gist(self.question.text), self.language))

    @property
    def is_brief(self) -> bool:
        """It says little, points at nothing, and asks for no deliverable: it may refer to what was said before, though
        it names something."""
        is_plain = not self.followup.detected and not self.question.options.deliverable
        return is_plain and len(self.content) <= BRIEF

    @property
    def outline(self) -> tuple[SectionTitle, ...]:
        """What `Prepared.outline` keeps."""
        if self.question.conversation.thread_id is None:
            return ()
        return tuple({"id": entry.id, "title": entry.title} for entry in self.state.outline)


def _ours(document_ids: Sequence[str]) -> tuple[str, ...]:
    """Returns the ids that can be searched by: a service behind a retriever may call its documents anything."""
    return tuple(filter(_DOCUMENT_ID.fullmatch, document_ids))


class Understanding:
    """Resolves follow-ups. Raises `errors.Unavailable` when the thread's state cannot be read."""

    def __init__(self, threads: ThreadStore | None = None, context: RetrievalContext = "resolved") -> None:
        """Without `threads` only conversations that are sent along can be pointed at."""
        self._threads, self._context = threads, context

    async def of(self, question: Question) -> Understood:
        language = words.guess_language(gist(question.text)) or question.language
        stored = await self._threads.state(question) if self._threads else None
        if self._context == "strict":
            return Understood(question, language, stored or ThreadState())
        if accepts(question.text) and (offer := offered(await self._said(question))):
            return Understood(question, language, stored or ThreadState(), leaning="sure", offer=offer)
        state = stored or from_history(question.history)
        followup = resolve(question.text, language, state)
        if state and not followup.resolved and steps(question.text):
            last = next((m.content for m in reversed(await self._said(question)) if m.role == "user"), "")
            followup = stepped(question.text, state, last) or followup
        return Understood(question, language, state or ThreadState(), followup, _leaning(question, language, followup))

    async def context(self, understood: Understood) -> LeanedOn | None:
        """Returns what a question can refer to: the conversation as it was sent along, else as the thread has it. None
        if nothing was said, or the question stands by itself: it does not refer to anything, and is long or shares no
        word with the last question and answer; or most of its words are in the last question."""
        if self._context == "strict" or (understood.leaning == "none" and not understood.is_brief):
            return None
        messages = await self._said(understood.question)
        context = leaned_on(messages, _ours(understood.state.document_ids))
        if context is None or understood.leaning == "sure":
            return context
        spoken = [set(words.content_words(message.content, understood.language)) for message in context.previous]
        asked = [terms for terms, message in zip(spoken, context.previous, strict=True) if message.role == "user"]
        repeated = understood.content & set().union(*asked[-1:])
        if 2 * len(repeated) > len(understood.content):
            return None
        shares = not understood.content.isdisjoint(set().union(*spoken))
        return context if shares or understood.leaning == "perhaps" else None

    async def _said(self, question: Question) -> Sequence[Message]:
        if question.history or self._threads is None:
            return question.history
        return await self._threads.previous(question)


def _leaning(question: Question, language: str, followup: FollowUp) -> Leaning:
    """Returns how a question leans that points at nothing that is known."""
    if followup.resolved or followup.choose or question.options.deliverable:
        return "none"
    found = leaning(gist(question.text), language)
    return "perhaps" if followup.dependent and found == "none" else found


def list_of(choices: Sequence[OutlineEntry]) -> str:
    """Returns one line for each choice, with the name by which a follow-up can call it."""
    return "\n".join(f"- {entry.id if entry.id.startswith('S') else f'#{entry.id}'} {entry.title}" for entry in choices)
