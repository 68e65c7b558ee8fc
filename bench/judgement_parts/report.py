"""What was measured, and how it is handed on: printed, as JSON, and in the pages of the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.judgement_parts import across, citing, comparing, gating, quoted, searching, tables
from bench.judgement_parts.sets import LabelledSet

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "search": "retrieval.md",
    "quoting": "retrieval.md",
    "gate": "gate.md",
    "evidence": "retrieval.md",
    "across": "retrieval.md",
}
"""Which page of `docs` holds the table of which part."""


@dataclass(slots=True)
class Findings:
    """What was measured, by part and set; a part that was not asked for is empty."""

    sets: Mapping[str, LabelledSet]
    search: Mapping[str, searching.Runs] = field(default_factory=dict)
    gate: Mapping[str, gating.Gates] = field(default_factory=dict)
    quoting: quoted.Answers = field(default_factory=dict)
    evidence: Mapping[str, citing.Citings] = field(default_factory=dict)
    across: Mapping[str, Sequence[across.Crossed]] = field(default_factory=dict)

    def tables(self) -> dict[str, str]:
        """Returns the whole tables by part."""
        made = {"search": tables.search, "gate": tables.gate, "quoting": tables.quoting, "evidence": tables.evidence}
        found = {part: make(getattr(self, part), self.sets) for part, make in made.items() if getattr(self, part)}
        return {**found, "across": tables.across(self.across)} if self.across else found

    def json(self) -> dict[str, Any]:
        """Returns all figures, by part, set (`all`: the pool) and what else the tables tell apart; and the outcomes."""
        return {
            "sets": {
                name: {"language": each.language, "passages": len(each.passages), "questions": len(each.questions)}
                for name, each in self.sets.items()
            },
            "search": _scored(self.search, searching.pooled, searching.search_scores),
            "gate": _scored(self.gate, gating.pooled, gating.gate_scores),
            "quoting": _scored(self.quoting, quoted.pooled, quoted.quoting_scores),
            "evidence": _scored(self.evidence, citing.pooled, citing.evidence_scores),
            "across": {name: [asdict(each) for each in found] for name, found in self.across.items()},
            "outcomes": comparing.as_json(self.outcomes),
        }

    @property
    def outcomes(self) -> comparing.Outcomes:
        """Each question's and citation's own."""
        return comparing.outcomes(self.search, self.gate, self.quoting, self.evidence)

    def pages(self, docs: Path = DOCS) -> dict[Path, str]:
        """Returns the pages that hold the tables of the parts that were measured, with the new ones in them."""
        made = self.tables()
        if self.search:
            made["search"] = f"{tables.search_in_short(self.search, self.sets)}\n\n{tables.search_of_all(self.search)}"
        changed: dict[Path, str] = {}
        for part, table in made.items():
            page = docs / PAGES[part]
            changed[page] = replaced(changed.get(page) or page.read_text(encoding="utf-8"), part, table)
        return changed


def replaced(page: str, part: str, table: str) -> str:
    """Returns a page with a new table between the comments of its part. Raises `ValueError` where it has none."""
    between = re.compile(rf"(<!-- judgement: {part} -->\n).*?(<!-- /judgement -->)", re.DOTALL)
    made, count = between.subn(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", page)
    if count != 1:
        raise ValueError(f"The page has {count} places for the table of {part}.")
    return made


def _scored(runs: Mapping[str, Any], pooled: Callable[[Any], Any], scores: Callable[[Any], Any]) -> dict[str, Any]:
    every = {**runs, "all": pooled(runs)} if runs else {}
    return {name: _plain(scores(found)) for name, found in every.items()}


def _plain(found: Any) -> Any:
    """Returns figures as JSON has them."""
    if isinstance(found, Mapping):
        return {str(name): _plain(each) for name, each in found.items()}
    if isinstance(found, Sequence | str | int | float | None):
        return found
    return _plain(asdict(found))
