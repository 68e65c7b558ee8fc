"""An answer that the gateway itself writes, with citations."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, cast

from gateway.answer.answer import Candidate, Candidates, ReferenceType, Source
from gateway.answer.references import ReferencePayload, Snapshot, is_graph
from gateway.conversation.prepared import Prepared, SearchFacts


@dataclass(slots=True)
class Written:
    """Paragraphs and the candidates that they cite, in the form that a model would write."""

    paragraphs: list[dict[str, Any]] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)

    def say(self, text: str, *cited: str) -> None:
        if text.strip():
            self.paragraphs.append({"citationIds": list(cited), "text": text.strip()})

    def cite(self, reference: Snapshot, language: str | None = None) -> Candidate:
        """Returns the reference as a candidate of this answer."""
        kind: ReferenceType = "graph" if is_graph(reference) else "embedding"
        rank = 1 + sum(each.type == kind for each in self.candidates)
        letter = "G" if kind == "graph" else "E"
        payload = reference if is_graph(reference) else {"score": 1.0, **reference, "rank": rank}
        candidate = Candidate(f"{letter}{rank}", kind, cast(ReferencePayload, payload), 1.0, rank, language)
        self.candidates.append(candidate)
        return candidate

    def quote(self, text: str, *candidates: Candidate) -> None:
        self.say(text, *(candidate.citation_id for candidate in candidates))

    def prepared(self, meant: str, source: Source = "about") -> Prepared:
        """Returns the answer as a turn keeps it. `meant`: the question with its source."""
        text = json.dumps({"paragraphs": self.paragraphs}, ensure_ascii=False)
        return Prepared(Candidates(self.candidates), SearchFacts(meant=meant or None), source=source, answer_text=text)
