"""Asks the cases of a set in this process, through the whole pipeline. Their turns belong to the run alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import Event, Failed, fold
from gateway.answer.graph_text import said
from gateway.cli.evaluating.running.answer_facts import Observed
from gateway.conversation.history import trimmed
from gateway.conversation.question import AnswerOptions, Asker, ConversationRef, Message, Question, Scope
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable
from gateway.evaluation.cases import CaseLine
from gateway.services import Services
from gateway.wire.document import document
from gateway.wire.shared.frame import About
from gateway.wire.shared.rest_json import offered

SUBJECT = "evaluation"
"""Whose answers those of runs are. Subjects of callers are `local`, `key:…` and `user:…`."""
ENDING_S = 3.0
"""How long an interrupted run waits until the text so far is stored."""


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """One question of a case with its history."""

    text: str
    stated: CaseLine
    """Its filters."""
    workspace: str | None
    """The workspace of the case, else that of the run; None: all."""
    history: tuple[Message, ...] = ()
    hidden_documents: tuple[str, ...] = ()
    """As `Scope.hidden_documents`."""


class CaseAsker(Protocol):
    """Asks the questions of a run."""

    async def ask(self, question: CaseQuestion) -> Observed: ...


class AskHere:
    """See `CaseAsker`. Raises `errors.Unavailable` if the database is unavailable."""

    def __init__(self, services: Services, tenant: str, run: str) -> None:
        self._services, self._tenant, self._run = services, tenant, run

    async def ask(self, question: CaseQuestion) -> Observed:
        services, turn = self._services, Turn(self._question(question))
        stored = await services.answers.open_turn(turn)
        events = await self._followed(turn)
        answer, about = fold(events), About(turn.answer_uuid, question.text, stored.created_at)
        shown = dict(document(answer, about))
        language = answer.started.language if answer.started else turn.question.language
        if isinstance(answer.end, Failed):
            return Observed(shown, language, failure=answer.end.code)
        if answer.end is None:
            raise Unavailable("The database was unavailable for too long; the answer is incomplete.")
        given = await services.answers.offered(self._tenant, turn.answer_uuid)
        shown["offered"] = [{**offered(candidate.offer), "text": said(candidate)} for candidate in given]
        return Observed(shown, language, await self._recording(about), candidates=given)

    async def checked(
        self, text: str, ids: Sequence[str], candidates: Sequence[Candidate], language: str, workspace: str | None
    ) -> list[Citation]:
        """Returns the citations of a paragraph with these ids, as the answer core gives them to a reader. No model and
        no verifier is asked. `workspace`: whose calibrated rule holds."""
        services = self._services
        rules = services.ask.evidence_rules
        stream = AnswerStream(
            Candidates(candidates),
            language=language,
            evidence=services.ask.limits.evidence,
            ladder=Ladder(
                strict=services.settings.strict == "on", nothing_found=services.prompts.label("nothing_found", language)
            ),
            rule=await rules.of(self._tenant, workspace) if rules else None,
        )
        stream.receive(orjson.dumps({"paragraphs": [{"citationIds": list(ids), "text": text}]}).decode())
        stream.end("stop")
        while sources := stream.far_sources:
            comparer = services.ask.comparer
            stream.compare(await comparer.compare(sources) if comparer else None)
        stream.close("stop")
        return [citation for paragraph in stream.accepted for citation in paragraph.citations]

    @property
    def checks_evidence(self) -> bool:
        return self._services.settings.strict == "on" or self._services.ask.limits.evidence.mode != "off"

    def _question(self, asked: CaseQuestion) -> Question:
        settings, stated = self._services.settings, asked.stated
        scope = Scope(
            asked.workspace,
            None,
            stated.document_ids,
            stated.languages,
            hidden_documents=asked.hidden_documents,
        )
        return Question.asked(
            Asker(self._tenant, SUBJECT),
            asked.text,
            usually_strict=settings.strict == "on",
            language=stated.answer_language,
            history=trimmed(asked.history, settings.history_tokens),
            scope=scope,
            conversation=ConversationRef(evaluation_run=self._run),
            options=AnswerOptions(memory="skip"),
        )

    async def _followed(self, turn: Turn) -> list[Event]:
        services, events = self._services, list[Event]()
        services.live.start(turn, services.ask.run)
        try:
            async for batch in services.following.events(self._tenant, turn.answer_uuid):
                events += [numbered.event for numbered in batch]
        except asyncio.CancelledError:
            services.live.stop(self._tenant, turn.answer_uuid)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ENDING_S):
                    async for _ in services.following.events(self._tenant, turn.answer_uuid):
                        pass
            raise
        return events

    async def _recording(self, about: About) -> Sequence[dict[str, Any]]:
        lines = b"".join([page async for page in self._services.recordings.lines(self._tenant, about)])
        return [orjson.loads(line) for line in lines.splitlines()]
