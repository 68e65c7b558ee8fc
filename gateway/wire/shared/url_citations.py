"""Citations as OpenAI's clients know them: spans of the answer text with a title and the address of the source; of a
weak one also why it is weak. Indexes count code points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gateway.answer.events import CitationsFinished, Finished, ParagraphFinished, ReferenceShown, fold
from gateway.wire.shared.addresses import of_cited
from gateway.wire.shared.rest_json import doubt, offered, paragraph, reference

SEPARATOR = "\n\n"
"""Between two paragraphs of the answer text."""


class UrlCitations:
    """References and paragraphs as they come, and where each paragraph stands in the text. `finished`: the counts and
    `offered`, once they have come."""

    def __init__(self, base: str) -> None:
        """Takes the address of this gateway (`About.base`)."""
        self._base = base
        self._references: dict[str, ReferenceShown] = {}
        self._paragraphs: list[ParagraphFinished] = []
        self._begin = 0
        self.finished: CitationsFinished | None = None

    def show(self, shown: ReferenceShown) -> None:
        self._references[shown.citation_id] = shown

    def annotate(self, finished: ParagraphFinished) -> list[dict[str, Any]]:
        """Returns start_index, end_index, title and url of each citation; the span is the whole paragraph. `ranges` of
        a weak one count from start_index."""
        begin, end = self._begin, self._begin + len(finished.text)
        self._begin = end + len(SEPARATOR)
        self._paragraphs.append(finished)
        span = {"start_index": begin, "end_index": end}
        return [
            {**span, **self._source(self._references[cited["citation_id"]]), **doubt(cited)}
            for cited in paragraph(finished)["citations"]
            if cited["citation_id"] in self._references
        ]

    def extension(self, answer_uuid: str, meta: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the field `citestream`: what OpenAI has no word for."""
        ended = (self.finished,) if self.finished else ()
        answer = fold([*self._references.values(), *self._paragraphs, *ended, Finished(meta)])
        return {
            "answer_uuid": answer_uuid,
            "paragraphs": [paragraph(finished) for finished in answer.paragraphs],
            "refs": [reference(shown) for shown in answer.references],
            "offered": [offered(entry) for entry in answer.offered],
            "meta": dict(meta),
        }

    def _source(self, shown: ReferenceShown) -> dict[str, str]:
        """Returns title and address. What no address opens is named by its source, else by its citation id."""
        address = of_cited(shown.document_id, shown.passage_id, shown.source, self._base) or shown.source
        return {"title": shown.title or shown.citation_id, "url": address or f"urn:citation:{shown.citation_id}"}
