"""What a change was worth: the outcomes of every question and citation, kept beside the figures, against those of an
earlier run on the same sets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.judgement_parts import citing, gating, quoted, searching, tables
from gateway.evaluation.intervals import paired
from gateway.evaluation.sets import BadSet

Outcomes = dict[str, dict[str, list[float]]]
"""By what was measured, then by set: a number for each question or citation, 1 for what is wanted."""


def outcomes(
    search: Mapping[str, searching.Runs],
    gate: Mapping[str, gating.Gates],
    quoting: quoted.Answers,
    evidence: Mapping[str, citing.Citings],
) -> Outcomes:
    """Returns the outcomes of what was measured, all of them such that more is better."""
    found: Outcomes = {}
    for name, runs in search.items():
        own = runs[searching.DEFAULT]
        found.setdefault("recall@1", {})[name] = [float(each.recall(1)) for each in own]
        found.setdefault("nDCG@10", {})[name] = [round(each.ndcg, 6) for each in own]
    for name, kinds in gate.items():
        for kind, gates in kinds.items():
            wanted = {"confident", "doubtful"} if kind == "answerable" else {"refused", "doubtful"}
            label = "answerable, not refused" if kind == "answerable" else f"{kind}, not confident"
            if gates:
                found.setdefault(label, {})[name] = [float(each.outcome in wanted) for each in gates]
    for name, answers in quoting.items():
        found.setdefault("wording shown", {})[name] = [round(each.shown, 6) for each in answers]
    for name, citings in evidence.items():
        for kind, cited in citings.items():
            good = {"supported": {"ok"}, "unsupported": {"weak", "dropped"}}.get(kind)
            label = {"supported": "supported, `ok`", "unsupported": "unsupported, weak or dropped"}.get(kind)
            if good and label and cited:
                found.setdefault(label, {})[name] = [float(each.status in good) for each in cited]
    return found


def earlier(file: Path) -> Outcomes:
    """Returns the outcomes in a file of `--json`. Raises `BadSet` where it holds none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["outcomes"]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadSet(f"{file} is no file of figures that --json made.") from None
    return dict(found)


def table(before: Outcomes, now: Outcomes) -> str:
    """Returns the means before and now of each set that both measured whole, and of these together; with how many
    questions are better and worse, and the sign test."""
    body = []
    for measure, sets in now.items():
        both = {
            name: (before[measure][name], values)
            for name, values in sets.items()
            if len(before.get(measure, {}).get(name, ())) == len(values)
        }
        pool = ([x for old, _ in both.values() for x in old], [x for _, new in both.values() for x in new])
        for name, (old, new) in [*both.items(), *([(tables.POOL, pool)] if len(both) > 1 else [])]:
            change = f"{tables.number(_mean(old))} → {tables.number(_mean(new))}"
            body.append([measure, f"{name}, {len(new)}", change, str(paired(new, old))])
    return tables.rows(["measure", "set, questions", "before → now", "better, worse"], list(_once(body)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _once(body: Sequence[list[str]]) -> Iterator[list[str]]:
    """Yields the rows with the first cell empty where it repeats the one above."""
    above = ""
    for first, *others in body:
        yield ["" if first == above else first, *others]
        above = first


def as_json(found: Outcomes) -> Any:
    """Returns outcomes as JSON has them, whole numbers as such."""
    return {
        measure: {name: [int(x) if x == int(x) else x for x in values] for name, values in sets.items()}
        for measure, sets in found.items()
    }
