"""What an evaluation run keeps of one case: the figures of a report are made from these values alone. Pure.

Each value is plain and is stored as JSON, so that a report can be made again without the answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from gateway.evaluation.cases import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A candidate that the model was given, in the order of the search."""

    citation_id: str
    passage_id: str
    document_id: str
    gold: tuple[int, ...] = ()
    """Which entries of `gold_passages` it is or contains, by their index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A citation that reaches the reader."""

    paragraph: int
    citation_id: str
    status: str
    """`ok`, `weak`, `moved` or `unchecked`."""
    reason: str = ""
    original_id: str = ""
    passage: str = ""
    """The text of the passage, for labels; only if another gateway answered, which has the stored answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFacts:
    """What was observed of one answer."""

    paragraphs: tuple[str, ...]
    source: str
    """`model`, `memory`, `gate`, `clarification` or `about` (META)."""
    language: str
    refused: bool
    """The gate refused, `degradedReason` is `refusal`, or there is no text."""
    degraded: str = ""
    provider: str = ""
    model: str = ""
    prompt_version: str = ""
    resolved_question: str = ""
    """The question as it can be understood by itself; empty: as asked."""
    offered: tuple[Offered, ...] = ()
    cited: tuple[Cited, ...] = ()
    written: int | None = None
    """Citations that the model wrote, those that were dropped included; None: not known (answers of no model)."""
    illegal: int | None = None
    """Ids among them that were not offered."""
    dropped: int | None = None
    dropped_by_check: int = 0
    """Those of `dropped` that had an offered id, and that the check or the verifier found nothing for."""
    format_ok: bool | None = None
    """Whether the model's JSON, before any repair, matches the schema; None: not known, or no JSON was asked for."""
    verified: dict[int, bool] | None = None
    """Of each paragraph that a verifier judged: whether some cited passage supports it. None: no verifier."""
    judged_correct: bool | None = None
    """What the judge model says of the answer and the gold answer; None: no judge."""
    first_text_ms: int | None = None
    total_ms: int | None = None
    question_tokens: int | None = None
    answer_tokens: int | None = None
    cost: float | None = None
    """In the currency of the settings; None: the model has no price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One case of a run, asked once."""

    case: Case
    repeat: int
    """From 0 on."""
    workspace: str
    answer_uuid: str = ""
    failure: str = ""
    """The error code if the model or the gateway failed: such a case counts as failed, never as a wrong answer."""
    facts: AnswerFacts | None = None
    """None: it failed."""
    checks: dict[str, tuple[bool, ...]] | None = None
    """Of the labels that cost nothing (`gold_left_out_refused`, `source_swapped_caught`, …): each try and whether it
    came out well; None: not tried."""
