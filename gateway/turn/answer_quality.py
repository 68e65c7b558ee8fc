"""What one answer of a model adds to the rates of live traffic: counted from what is recorded of its turn.

The names and the denominators are those of the figures of an evaluation (`gateway/evaluation/measures`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gateway.turn.recording import Record
from gateway.turn.writing.format_compliance import DECISION

ILLEGAL = ("unknown_id", "not_an_id")
"""Why ids are dropped that were not offered."""
BY_CHECK = ("no_evidence", "refuted")
"""Why citations are dropped that the check, or the verifier, found nothing for."""
FIGURES = (
    "format_compliance",
    "illegal_id_rate",
    "consistency_pass_rate",
    "hallucination_rate",
    "weak_rate",
    "moved_rate",
    "dropped_rate",
)
"""The rates of live traffic. That of hallucinations is the verifier's."""
Counts = Mapping[str, tuple[int, int]]
"""Hits and cases of each figure that has cases."""


@dataclass(slots=True)
class RecordedFacts:
    """What the recording alone tells of an answer."""

    illegal: int = 0
    """Ids that were not offered."""
    dropped_by_check: int = 0
    formats: list[bool] = field(default_factory=list)
    """Of each model that wrote: whether its JSON matches the schema, before any repair."""
    verified: dict[int, bool] = field(default_factory=dict)
    """Of each paragraph that a verifier judged: whether some cited passage supports it."""

    def take(self, kind: str, line: Mapping[str, Any]) -> None:
        """Takes one line of a recording."""
        if kind == "decision":
            detail, reason = line["detail"], line["detail"].get("reason")
            if line["decision"] == DECISION:
                self.formats.append(detail[DECISION])
            elif line["decision"] == "id_dropped":
                self.illegal += reason in ILLEGAL
                self.dropped_by_check += reason in BY_CHECK
        elif "verdicts" in line and "paragraph" in line:
            labels = {each["label"] for each in line["verdicts"]}
            if labels - {"unknown"}:
                self.verified[line["paragraph"]] = "supported" in labels

    def beside(self, record: Record) -> Record:
        """Returns the same writer of a recording, which lets these facts read each line."""

        def recorded(kind: str, fields: Mapping[str, Any]) -> None:
            if kind != "piece":
                self.take(kind, fields)
            record(kind, fields)

        return recorded

    def counts(self, status: Mapping[str, int]) -> Counts:
        """Returns what the answer adds to each figure. `status`: its citations by what became of them (META)."""
        written, passed = sum(status.values()), status["ok"] + status["moved"]
        found = {
            "format_compliance": (int(all(self.formats)), int(bool(self.formats))),
            "illegal_id_rate": (self.illegal, written),
            "consistency_pass_rate": (passed, passed + status["weak"] + self.dropped_by_check),
            "hallucination_rate": (list(self.verified.values()).count(False), len(self.verified)),
            **{f"{name}_rate": (status[name], written) for name in ("weak", "moved", "dropped")},
        }
        return {name: counts for name, counts in found.items() if counts[1]}
