"""Which rows of a table a turn has seen, where its question needs all of them."""

from __future__ import annotations

from dataclasses import replace

from gateway.answer.evidence.partial_tables import BEST, is_stated, needs_all, piece_of, seen
from gateway.conversation.prepared import Prepared
from gateway.models.prompt import Prompts
from gateway.turn.ports import Reading
from gateway.turn.understanding.understanding import Understood


class SeenRows:
    """Says which part of a table was looked at for a count, a sum, an extreme or a list of all."""

    def __init__(self, reading: Reading, prompts: Prompts) -> None:
        self._reading, self._prompts = reading, prompts

    async def told(self, understood: Understood, frozen: Prepared) -> Prepared:
        """Returns what is decided, with the sentence that says which rows were seen, if they are not all. Raises
        `errors.Unavailable` when the database is away."""
        asked, language = understood.resolved, understood.language
        if frozen.source != "model" or understood.question.options.deliverable or not needs_all(asked, language):
            return frozen
        passages = frozen.candidates.passages
        pieces = [each for each in passages[:BEST] if piece_of(each.heading, each.text) is not None]
        if not pieces or (pieces[0] is not passages[0] and len(pieces) == 1):
            return frozen
        if is_stated(asked, language, passages):
            return frozen
        best = pieces[0]
        document = await self._reading.texts(understood.question.asker.tenant, best.document_id)
        rows = seen(document, best.passage_id, frozenset(each.passage_id for each in passages))
        if rows is None:
            return frozen
        spoken = understood.question.language
        span = self._prompts.label("part_range", spoken)
        ranges = (str(first) if first == last else span.format(first=first, last=last) for first, last in rows.ranges)
        opening = self._prompts.label("part_seen", spoken).format(
            rows=", ".join(ranges), total=rows.total, title=best.title
        )
        return replace(frozen, opening=opening, gate=replace(frozen.gate, reason="part"))
