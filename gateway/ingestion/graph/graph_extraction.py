"""Entities and relations that a model finds in passages: one request a passage, a few at once, each paid for once.

Output that cannot be used is counted and skipped. A passage counts as read once the model has answered, so that the
same documents again cost nothing; a failed request is tried again with the next ingestion.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway import words
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError
from gateway.ingestion.ports import UnreadPassage
from gateway.knowledge.graph.elements import Extract, read_extract
from gateway.models.ports import LLMProvider, ModelPiece
from gateway.models.prompt import Prompts
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Requests under way at the same time: brisk, and within the limits of small accounts."""
FAILURES_IN_A_ROW = 8
"""Then the service is given up: a wrong key must not cost a request for each of ten thousand passages."""


class ExtractionStore(Protocol):
    async def unread(self, tenant: str, document_ids: Sequence[str]) -> Sequence[UnreadPassage]: ...

    async def merge(self, tenant: str, workspace: str, passage_id: str, extract: Extract) -> tuple[int, int]: ...


@dataclass(slots=True)
class ExtractionProgress:
    """What extraction has found and cost so far."""

    total: int
    read: int = 0
    entities: int = 0
    relations: int = 0
    skipped: int = 0
    """Passages whose answer could not be used."""
    failed: int = 0
    """Passages whose request failed, and those not asked for after too many failures."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    error: str = ""
    """The latest failure, as a sentence."""

    @property
    def cost(self) -> str:
        return f"{self.prompt_tokens:,} + {self.answer_tokens:,} tokens"


Report = Callable[[ExtractionProgress], object]


class Extractor:
    """`provider` is a model; the extractive one writes no JSON of this kind."""

    def __init__(self, graph: ExtractionStore, provider: LLMProvider, prompts: Prompts) -> None:
        self._graph, self._provider, self._prompts = graph, provider, prompts

    async def documents(
        self, tenant: str, workspace: str, document_ids: Sequence[str], report: Report = lambda done: None
    ) -> ExtractionProgress:
        """Reads every passage of these documents that was not read before. Raises `errors.Unavailable`."""
        passages = await self._graph.unread(tenant, document_ids)
        state, in_a_row = ExtractionProgress(len(passages)), 0
        waiting = iter(passages)

        async def work() -> None:
            nonlocal in_a_row
            for passage in waiting:
                if in_a_row >= FAILURES_IN_A_ROW:
                    state.failed += 1
                    continue
                try:
                    await self._read(tenant, workspace, passage, state)
                    in_a_row = 0
                except UpstreamError as error:
                    log.log(level(error), "a passage was not read for the graph: %s", error.detail)
                    in_a_row += 1
                    state.failed += 1
                    state.error = error.detail
                report(state)

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(passages))):
                group.create_task(work())
        return state

    async def _read(self, tenant: str, workspace: str, passage: UnreadPassage, state: ExtractionProgress) -> None:
        prompt = self._prompts.graph(passage.title, passage.heading, passage.text, passage.language)
        pieces: list[ModelPiece] = []
        await self._provider.generate(prompt, schema=prompt.schema, receive=pieces.append)
        answer = "".join(piece.text for piece in pieces)
        usage = next((piece.usage for piece in reversed(pieces) if piece.usage), None)
        usage = usage or Usage(words.tokens_estimate(prompt.system + prompt.user), words.tokens_estimate(answer))
        state.prompt_tokens += usage.prompt_tokens
        state.answer_tokens += usage.answer_tokens
        extract = read_extract(answer)
        if extract is None:
            state.skipped += 1
        entities, relations = await self._graph.merge(tenant, workspace, passage.passage_id, extract or Extract())
        state.read += 1
        state.entities += entities
        state.relations += relations
