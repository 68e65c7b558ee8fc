"""What one turn has found out so far; its META and its outcome are made from it, however the turn ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gateway import words
from gateway.answer.answer import Section, Source
from gateway.answer.core.stream import AnswerStream, Reservations
from gateway.answer.event_data import AudioFacts, ConfidenceJson, MetaFollowUp, SectionTitle, SessionFacts, ThreadFacts
from gateway.answer.events import Answer, Event, Failed, Finished, Numbered, ParagraphFinished, ReferenceShown, Started
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement, told
from gateway.answer.gate.confidence_gate import Judged
from gateway.answer.meta import TurnFacts, meta
from gateway.answer.writers import Writers
from gateway.conversation.followups.thread_state import ThreadState, brought
from gateway.conversation.intent.deliverable import is_deliverable
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.prepared import Prepared, StoredTurn
from gateway.conversation.question import Question
from gateway.conversation.turn import FollowUpFacts, GateDecision, State, Turn, TurnOutcome
from gateway.conversation.usage import Usage
from gateway.models.ports import LLMProvider
from gateway.models.prompt import PointedAt, Prompts
from gateway.turn.writing.speaker import SpokenSound


@dataclass(slots=True)
class TurnFindings:
    turn: Turn
    """As it was meant, once that is known."""
    providers: Sequence[LLMProvider]
    """The one to ask, then those that stand in for it."""
    stored: StoredTurn | None = None
    """What another process left of it."""
    frozen: Prepared | None = None
    source: Source = "model"
    """Who answers; the gate too when a provider found that the candidates do not answer the question."""
    asked: LLMProvider | None = None
    """The one that was asked last."""
    writers: Writers = field(default_factory=Writers)
    usage: Usage | None = None
    first_text_ms: int | None = None
    stream: AnswerStream | None = None
    sections: tuple[Section, ...] = ()
    """The outline of this answer, once it is found."""
    spoken: SpokenSound = field(default_factory=SpokenSound)
    """What was read aloud of it, once it ends."""
    closing: bool = False
    ended: TurnOutcome | None = None
    """How it ended, once that is stored."""

    @property
    def question(self) -> Question:
        return self.turn.question

    def freeze(self, frozen: Prepared) -> None:
        """What is decided before generation is known, and with it what the turn means: "Summarise S2" asks for that
        section, so that its words alone make no deliverable of it."""
        self.frozen, question = frozen, self.question
        if frozen.followup.get("resolved") and question.options.deliverable:
            language = words.guess_language(gist(question.text)) or question.language
            deliverable = not is_deliverable(question.text, language)
            self.turn = replace(self.turn, question=question.with_options(deliverable=deliverable))

    @property
    def decided(self) -> Prepared:
        """What is decided before generation; nothing is written before it is known."""
        assert self.frozen is not None
        return self.frozen

    @property
    def pointed_at(self) -> PointedAt | None:
        """What the model is told of what the question points at."""
        frozen = self.frozen
        if frozen is None or (meant := frozen.search.meant) is None:
            return None
        ids, titles = frozen.followup.get("section_ids", ()), frozen.followup.get("titles", ())
        return PointedAt(frozen.search.subject or meant, tuple(zip(ids, titles, strict=True)), meant)

    def disagreements(self, prompts: Prompts) -> tuple[ToldDisagreement, ...]:
        """Returns what the candidates disagree about, with the sentences that tell it."""
        decided, language = self.decided, self.question.language
        return told(decided.disagreements, decided.candidates, lambda name: prompts.label(name, language))

    def reservations(self, prompts: Prompts) -> Reservations:
        """Returns what is to be said about the sources."""
        decided = self.decided
        few = prompts.label("few_sections", self.question.language) if decided.says_few else ""
        return Reservations(decided.opening, decided.gate.reason == "part", few, self.disagreements(prompts))

    def prompt_version(self, prompts: Prompts) -> str:
        """Returns the version of the prompts that the model is asked with."""
        frozen, options = self.frozen, self.question.options
        return prompts.answer_version(
            options.deliverable,
            self.pointed_at is not None,
            frozen is not None and frozen.gate.doubtful,
            frozen is not None and bool(frozen.disagreements),
            toned=bool(options.tone),
        )

    def late_warnings(self, prompts: Prompts, *, spoke: bool) -> list[str]:
        """Returns what META says at the end: of a refusal whose search excluded the sample documents, and of sound that
        was asked for and is missing. `spoke`: something was read aloud."""
        found = []
        if self.source == "gate" and self.decided.search.sample_left_out:
            found.append("sample_left_out")
        if self.question.options.speech and (not spoke or self.spoken.silent):
            found.append("partly_spoken" if self.spoken.size else "not_spoken")
        return [prompts.label(name, self.question.language) for name in found]

    @property
    def models(self) -> list[LLMProvider]:
        """Those whose text stands in the answer, the one that wrote last at the end."""
        return [self.providers[index] for index in self.writers.indexes if index < len(self.providers)]

    @property
    def provider(self) -> LLMProvider:
        """The one that wrote last, or would have."""
        return next(reversed(self.models), self.asked or self.providers[0])

    @property
    def denied(self) -> bool:
        """The passages were in doubt, and what was written names none of them: they do not hold the answer."""
        frozen, stream = self.frozen, self.stream
        return frozen is not None and frozen.gate.doubtful and stream is not None and stream.unsourced

    def stored_event(self, kind: type[Event]) -> Numbered | None:
        """Returns the first event of a kind that another process has sent."""
        events = self.stored.events if self.stored else ()
        return next((numbered for numbered in events if isinstance(numbered.event, kind)), None)

    def finished(
        self, elapsed_ms: int, session_full: str, warnings: Sequence[str] = (), prompt_version: str = ""
    ) -> Finished:
        """Returns the end of an answer that has a stream. `session_full`: the notice of a session's last round;
        `warnings`: those that are known at the end."""
        assert self.stream is not None
        usage, models = self._usage(), self.models
        facts = TurnFacts(
            question_uuid=self.turn.question_uuid,
            answer_uuid=self.turn.answer_uuid,
            question_tokens=usage.prompt_tokens,
            answer_tokens=usage.answer_tokens,
            source=self.source,
            provider=self.provider.name,
            model=self.provider.model,
            prompt_version=prompt_version if self.source == "model" else "",
            models=[(provider.name, provider.model) for provider in models],
            first_text_ms=self.first_text_ms,
            total_ms=elapsed_ms,
            thread=self._thread(),
            session=_session(self.turn, session_full),
            followup=self._followup(),
            memory=self.frozen.memory if self.frozen else None,
            confidence=self._confidence(),
            strict_in_doubt=self.stream.in_doubt,
            audio=self._audio(),
            evidence_rule=self.frozen.evidence_rule if self.frozen else None,
            warnings=(*self.question.warnings, *(self.frozen.warnings if self.frozen else ()), *warnings),
        )
        return Finished(meta(self.stream.summary, facts))

    def outcome(self, end: Finished | Failed, elapsed_ms: int, *, prompt_version: str, cut: bool) -> TurnOutcome:
        """Returns what the last transaction stores. `cut`: the turn was ended from outside, or its process died."""
        frozen, usage = self.frozen, None
        facts: dict[str, Any] = {"state": "failed"}
        if isinstance(end, Finished) and self.stream is not None:
            summary, usage = self.stream.summary, self._usage()
            state: State = "no_context" if self.source == "gate" else "aborted" if cut else "done"
            facts = {"state": state, "text": summary.text, "source": self.source, "references": summary.references}
            facts |= {"cited": summary.cited, "brought": self._brought()}
        if frozen is not None:
            facts |= {
                "retrieval_query": frozen.search.first_query or frozen.search.query or None,
                "second_query": frozen.search.query if frozen.search.first_query is not None else None,
                "resolved_question": frozen.search.meant,
                "followup": frozen.followup,
                "top_score": frozen.candidates[0].score if frozen.candidates else None,
                "confidence": frozen.gate.confidence,
                "memory": frozen.memory,
            }
        return TurnOutcome(
            end=end,
            gate_threshold=frozen.gate.threshold if frozen else None,
            gate_decision=self._gate_decision(),
            provider=self.provider.name,
            model=self.provider.model,
            prompt_version=prompt_version,
            question_tokens=usage.prompt_tokens if usage else None,
            answer_tokens=usage.answer_tokens if usage else None,
            first_text_ms=self.first_text_ms,
            total_ms=elapsed_ms,
            **facts,
        )

    def _usage(self) -> Usage:
        """Tokens of all requests, as the provider counted them, else estimated."""
        if self.usage is not None:
            return self.usage
        text = self.stream.summary.text if self.stream else ""
        spent = (self.frozen.spent if self.frozen else None) or Usage(0, 0)
        return Usage(
            spent.prompt_tokens + words.tokens_estimate(self.question.text),
            spent.answer_tokens + words.tokens_estimate(text),
        )

    def _gate_decision(self) -> GateDecision | None:
        """None where the gate was not asked."""
        if self.source == "gate":
            return "refused"
        if self.frozen is None or self.frozen.source != "model":
            return None
        if not self.frozen.gate.threshold:
            return "off"
        return "doubtful" if self.frozen.gate.doubtful else "confident"

    def _confidence(self) -> ConfidenceJson | None:
        """META's `confidence`; None where the gate was not asked."""
        frozen = self.frozen
        if frozen is None or frozen.gate.threshold is None or frozen.gate.confidence is None:
            return None
        unsure = frozen.gate.doubtful or frozen.gate.reason is not None
        level = Judged(self.source == "gate", frozen.gate.threshold, unsure).level
        told: ConfidenceJson = {"level": level, "value": round(frozen.gate.confidence, 4)}
        if level != "nothing" and self.stream is not None and self.stream.disagrees:
            told["level"], told["reason"] = "doubtful", "disagreement"
        elif frozen.gate.reason is not None and level == "doubtful":
            told["reason"] = frozen.gate.reason
        return told

    def _audio(self) -> AudioFacts | None:
        """META's `audioInfo`; None where nothing was read aloud. A path of the server concerns no client."""
        uuid, spoken = self.turn.answer_uuid, self.spoken
        if not spoken.size:
            return None
        url, seconds = f"/v1/answers/{uuid}/audio", -(-spoken.ms // 1000)
        return {"path": "", "uuid": uuid, "url": url, "mediaType": spoken.media_type, "duration": seconds}

    # The thread ----------------------------------------------------------------------------------------------------

    def _followup(self) -> MetaFollowUp | None:
        """META's `followup`; None where the question neither points at anything nor leans on what was said."""
        followup, meant = (self.frozen.followup, self.frozen.search.meant) if self.frozen else (FollowUpFacts(), None)
        kind = followup.get("ref_type", "none")
        if kind == "none" and meant is None:
            return None
        told: MetaFollowUp = {
            "resolved": meant is not None or followup["resolved"],
            "sectionIds": followup.get("section_ids", []),
            "refType": "context" if kind == "none" else kind,
        }
        if "asks" in followup:
            told["citationIds"], told["asks"] = followup["citation_ids"], followup["asks"]
            told["answerUuid"] = followup["answer_uuid"]
        if meant is not None:
            told["question"] = meant
        return told

    def _thread(self) -> ThreadFacts | None:
        """META's `thread`: what a next question can point at, once this answer is there."""
        thread_id = self.question.conversation.thread_id
        if thread_id is None:
            return None
        outline: list[SectionTitle] = [{"id": section.id, "title": section.title} for section in self.sections]
        outline = outline or list(self.frozen.outline if self.frozen else ())
        return {"threadId": thread_id, "outline": outline} if outline else {"threadId": thread_id}

    def _brought(self) -> ThreadState | None:
        """What later questions of the thread can point at in this answer; refusals and questions have nothing."""
        if self.question.conversation.thread_id is None or self.stream is None or self.frozen is None:
            return None
        if self.source not in ("model", "memory"):
            return None
        candidates, text = self.frozen.candidates, self.stream.summary.text
        paragraphs = self.stream.accepted or (ParagraphFinished(0, text),)
        ids = dict.fromkeys(citation_id for paragraph in paragraphs for citation_id in paragraph.citation_ids)
        cited = [candidate for citation_id in ids if (candidate := candidates.get(citation_id)) is not None]
        answer = Answer(
            Started(self.turn.answer_uuid, self.turn.question_uuid, self.question.language),
            text,
            paragraphs,
            tuple(ReferenceShown(candidate.citation_id, candidate.type, candidate.reference) for candidate in cited),
            self.sections,
        )
        return brought(answer, self.sections, [candidate.text for candidate in cited])


def _session(turn: Turn, full: str) -> SessionFacts | None:
    """META's `session`; None outside sessions."""
    round, session_id = turn.round, turn.question.conversation.session_id
    if round is None or session_id is None:
        return None
    facts: SessionFacts = {"sessionId": session_id, "round": round.number, "sessionFull": round.full}
    if round.full:
        facts["notice"] = full
    return facts
