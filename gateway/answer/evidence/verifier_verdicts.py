"""What a stronger verifier says about a paragraph's citations, and what follows from it. Pure.

Asked after our own check of the wording (`evidence`), before the paragraph is sent: a verifier sees what words cannot
say, such as negation, arithmetic and paraphrase in another language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gateway.answer.answer import Candidates, Citation, DoubtReason, Status
from gateway.answer.evidence.evidence import searchable

Label = Literal["supported", "partly", "refuted", "unknown"]


class Doubt(NamedTuple):
    """What our own check found about a citation."""

    reason: DoubtReason
    text: str
    """The words of the paragraph that are in doubt; empty if none are named."""
    source_value: str | None = None
    """What the passage has instead."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One citation as a question: does `passage` support `text`? An empty passage cannot be judged."""

    text: str
    """The whole paragraph, as Markdown."""
    passage: str
    language: str
    """Of the answer: a code such as `en`. The passage may be in another one."""
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one claim. `score`: how sure the verifier is, 0 to 1; None where it does not say."""

    label: Label = "unknown"
    score: float | None = None


_AFTER: Mapping[tuple[Label, Status], Status] = {("supported", "weak"): "ok", ("partly", "ok"): "weak"}
"""What a verdict makes of a status; where nothing is said, it stays."""


def claims(text: str, citations: Sequence[Citation], candidates: Candidates, language: str) -> list[Claim]:
    """Returns one claim for each citation of a paragraph, in its order."""
    found = ((candidates.get(citation.citation_id), citation) for citation in citations)
    return [
        Claim(text, searchable(candidate) if candidate else "", language, _doubts(text, citation))
        for candidate, citation in found
    ]


def _doubts(text: str, citation: Citation) -> tuple[Doubt, ...]:
    """Returns the doubts of a citation: one for each range of the paragraph."""
    if citation.reason is None:
        return ()
    ranges = [text[start:end] for start, end in citation.ranges] or [""]
    return tuple(Doubt(citation.reason, words, citation.source_value) for words in ranges)


def is_doubted(citations: Sequence[Citation]) -> bool:
    """Tells whether our own check doubts one of them."""
    return any(citation.status == "weak" for citation in citations)


def judged(
    citations: Sequence[Citation], verdicts: Sequence[Verdict]
) -> tuple[tuple[Citation, ...], tuple[Citation, ...]]:
    """Returns the citations that stand and those that fall. `verdicts` are in the order of `claims`.

    Refuted ones fall. `weak` becomes `ok` where supported, if only the wording was in doubt: models overlook a changed
    figure. `ok` becomes `weak` where supported only partly, unknown changes nothing. Our own score stays: it measures
    wording. Raises ValueError when the number of verdicts is not that of the citations.
    """
    pairs = list(zip(citations, verdicts, strict=True))
    standing = tuple(
        citation.judged(_AFTER.get((verdict.label, citation.status), citation.status))
        for citation, verdict in pairs
        if verdict.label != "refuted"
    )
    return standing, tuple(citation for citation, verdict in pairs if verdict.label == "refuted")
