"""What bounds one turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.gate.gate_rule import RULE, GateRule
from gateway.errors import WrongUse
from gateway.limits.disagreement_rule import DisagreementRules
from gateway.limits.thresholds import Levels
from gateway.settings import Settings


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """What a turn may take and must reach, from settings."""

    top_k: int = 8
    retrieval_s: float = 10.0
    """Seconds that one knowledge source may take; the others answer without it, and nobody waits longer."""
    gate_threshold: Levels = field(default_factory=lambda: Levels(0.3))
    gate_doubt: Levels = field(default_factory=Levels)
    gate_rule: GateRule = RULE
    disagreement: DisagreementRules = field(default_factory=DisagreementRules)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    strict_in_doubt: bool = False
    """What the gate lets through in doubt is shown only with a source, unless the question says otherwise."""
    verifier_only: Literal["doubted"] | None = None
    """Which paragraphs a verifier is asked about; None: all that cite."""
    regenerate: int = 1
    """Tries for a lost paragraph."""
    answer_tokens: int = 2000
    """Tokens that an answer may have; repairs take a share of them."""
    total_s: float = 180.0
    """Seconds for one whole generation."""
    turn_tokens: int = 0
    """Tokens of all its requests to models, prompts included, behind which no paragraph begins; 0: no bound."""


def limits(settings: Settings, *, across: bool = False) -> TurnLimits:
    """Returns what settings say. Raises `WrongUse` for a rule of the gate that is none. `across`: sources in another
    language are compared by their meaning."""
    try:
        gate_rule = GateRule.read(settings.gate_rule)
    except ValueError as wrong:
        raise WrongUse(f"GATEWAY_GATE_RULE: {wrong}.") from None
    return TurnLimits(
        top_k=settings.top_k,
        gate_threshold=settings.gate_threshold,
        gate_doubt=settings.gate_doubt,
        gate_rule=gate_rule,
        disagreement=settings.disagreement,
        evidence=EvidenceSettings(settings.evidence, across=across),
        strict_in_doubt=settings.strict_in_doubt == "on",
        verifier_only=settings.verifier_only,
        regenerate=settings.regenerate,
        answer_tokens=settings.max_output_tokens,
        total_s=settings.total_timeout_s,
        turn_tokens=settings.turn_tokens,
    )
