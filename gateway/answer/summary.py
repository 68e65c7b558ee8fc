"""What META says about an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from gateway.answer.answer import STRUCTURE_LOST, Candidates, CitationMode, Reason
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.evidence import EvidenceIndex


class LateVerdict(NamedTuple):
    """What a verifier said of a citation when its paragraph was out: another status, or `dropped`."""

    paragraph: int
    citation_id: str
    status: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What META says about an answer, so far or at its end."""

    citation_mode: CitationMode
    paragraph_count: int
    ref_count: int
    has_citation_error: bool
    degraded_reason: Reason | None
    complete: bool
    citation_status: Mapping[str, int]
    citation_reason: Mapping[str, int]
    """Weak citations by why they are weak; only reasons that occur."""
    text: str
    references: tuple[str, ...]
    """The ids of `refs`: those that a paragraph cites after all checks, in order of first citation. If the format was
    lost and no paragraph cites anything, the candidates whose wording supports the text."""
    cited: bool
    """Whether paragraphs cite the references. Candidates that only support the text never count as cited."""
    is_ref_embedding: bool
    is_ref_graph: bool
    late_verdicts: tuple[LateVerdict, ...] = ()


@dataclass(slots=True)
class Tally:
    """What an answer has come to, while it is being written."""

    status: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("ok", "weak", "moved", "unchecked", "dropped"), 0)
    )
    paragraphs: list[ParagraphFinished] = field(default_factory=list)
    cited: dict[str, None] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    complete: bool = True
    reason: Reason | None = None
    fell_back: bool = False
    rollbacks: dict[int, int] = field(default_factory=dict)
    """Paragraph index to the number of times its text was withdrawn."""
    sent: int = 0
    """Code points of the text that was sent and stands."""
    late: list[LateVerdict] = field(default_factory=list)
    settled: int = 0
    """Code points of the finished paragraphs with their separators: where the open paragraph begins."""

    @property
    def reasons(self) -> dict[str, int]:
        """The number of weak citations by reason."""
        cited = (citation for paragraph in self.paragraphs for citation in paragraph.citations)
        return dict(Counter(citation.reason for citation in cited if citation.reason is not None))

    @property
    def standing(self) -> tuple[str, ...]:
        """The cited ids that no late verdict took from all of their paragraphs."""
        if not self.late:
            return tuple(self.cited)
        still = {citation_id for paragraph in self.paragraphs for citation_id in paragraph.citation_ids}
        return tuple(citation_id for citation_id in self.cited if citation_id in still)

    @property
    def shown_text(self) -> str:
        """The answer text: newlines at the very end do not belong to it."""
        return "".join(self.text).rstrip("\n")


def summarised(tally: Tally, asked: CitationMode, candidates: Candidates, evidence: EvidenceIndex) -> Summary:
    """Returns the facts. The mode is `answer` instead of `paragraph` when the format was lost before the first
    paragraph."""
    mode: CitationMode = "answer" if asked == "paragraph" and tally.fell_back else asked
    text = tally.shown_text
    degraded = [paragraph.degraded for paragraph in tally.paragraphs if paragraph.degraded]
    cited = tally.standing
    references = () if mode == "none" else cited
    if mode != "none" and not cited and (tally.fell_back or "not_json" in degraded):
        references = evidence.supporters(text)
    kinds = {candidate.type for citation_id in references if (candidate := candidates.get(citation_id))}
    listed = mode == "paragraph"
    return Summary(
        citation_mode=mode,
        paragraph_count=len(tally.paragraphs) if listed else 0,
        ref_count=len(cited) if listed else 0,
        has_citation_error=bool({tally.reason, *degraded} & STRUCTURE_LOST),
        degraded_reason=tally.reason or cast(Reason | None, next(iter(degraded), None)),
        complete=tally.complete,
        citation_status=dict(tally.status),
        citation_reason=tally.reasons,
        text=text,
        references=references,
        cited=bool(cited),
        is_ref_embedding="embedding" in kinds,
        is_ref_graph="graph" in kinds,
        late_verdicts=tuple(tally.late) if listed else (),
    )
