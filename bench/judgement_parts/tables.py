"""The figures as tables of Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bench.judgement_parts import across as crossing
from bench.judgement_parts import citing, gating, quoted, searching
from bench.judgement_parts.gating import Gates
from bench.judgement_parts.searching import DEFAULT, DEPTHS, Runs
from bench.judgement_parts.sets import LabelledSet
from gateway.evaluation.intervals import Estimate, share
from gateway.evaluation.report_tables import piped

Found = TypeVar("Found")
POOL = "**all**"
NAMES = {"none": "ours, no vectors", "meaning": "ours, vectors of `meaning`"}


def estimate(found: Estimate) -> str:
    """Returns a share with its interval: `.932 (.91–.95)`."""
    return f"{number(found.value)} ({number(found.low, 2)}–{number(found.high, 2)})" if found.count else "–"


def number(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def percent(found: Estimate) -> str:
    """Returns a share in percent with its interval: `5.2 % (4–7)`."""
    return f"{100 * found.value:.1f} % ({100 * found.low:.0f}–{100 * found.high:.0f})" if found.count else "–"


def rows(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Returns a table."""
    return "\n".join(piped([head, *body]))


def described(name: str, sets: Mapping[str, LabelledSet]) -> str:
    """Returns a set's name with its language."""
    return f"{name} ({sets[name].language})" if name in sets else name


def search(runs: Mapping[str, Runs], sets: Mapping[str, LabelledSet]) -> str:
    """Returns the table of search: a row for each system on each set, and on the pool."""
    return _systems(_with_pool(runs, searching.pooled), sets)


def search_of_all(runs: Mapping[str, Runs]) -> str:
    """Returns the rows of the pool alone."""
    return _systems({POOL: searching.pooled(runs)}, {})


def _with_pool(runs: Mapping[str, Found], pooled: Callable[[Mapping[str, Found]], Found]) -> dict[str, Found]:
    return {**runs, POOL: pooled(runs)} if len(runs) > 1 else dict(runs)


def _systems(every: Mapping[str, Runs], sets: Mapping[str, LabelledSet]) -> str:
    body = []
    for name, found in every.items():
        count = len(found[DEFAULT])
        for system, scores in searching.search_scores(found).items():
            tests = ["", ""] if system == DEFAULT else [str(scores.against), str(scores.against_ndcg)]
            body.append(
                [
                    f"{described(name, sets)}, {count}" if system == next(iter(found)) else "",
                    NAMES.get(system, system),
                    *(estimate(scores.recall[depth]) for depth in DEPTHS),
                    estimate(scores.ndcg),
                    *tests,
                ]
            )
    recalls = [f"recall@{depth}" for depth in DEPTHS]
    return rows(["set, questions", "system", *recalls, "nDCG@10", "no vectors against it, rank 1", "nDCG@10"], body)


def search_in_short(runs: Mapping[str, Runs], sets: Mapping[str, LabelledSet]) -> str:
    """Returns the table of search with a row for each set, without intervals and tests."""
    body = [
        [
            f"{described(name, sets)}, {len(found[DEFAULT])}",
            *(
                " / ".join(number(share.value) for share in (*scores.recall.values(), scores.ndcg))
                for scores in searching.search_scores(found).values()
            ),
        ]
        for name, found in runs.items()
    ]
    systems = next(iter(runs.values()))
    return rows(["set, questions", *(NAMES.get(system, system) for system in systems)], body)


def gate(runs: Mapping[str, Gates], sets: Mapping[str, LabelledSet]) -> str:
    """Returns the table of the gate: a row for each kind of question of each set, and of the pool."""
    every = _with_pool(runs, gating.pooled)
    body = []
    for name, found in every.items():
        for kind, scores in gating.gate_scores(found).items():
            body.append(
                [
                    described(name, sets) if kind == "answerable" else "",
                    f"{kind}, {len(found[kind])}",
                    *(percent(scores.outcomes[outcome]) for outcome in gating.OUTCOMES),
                    *(["", ""] if kind == "answerable" else [estimate(scores.above), percent(scores.at_best)]),
                ]
            )
    return rows(["set", "questions", *gating.OUTCOMES, "AUC", "pass at 3 % refused"], body)


def quoting(runs: quoted.Answers, sets: Mapping[str, LabelledSet]) -> str:
    """Returns the table of quoting: a row for each set, and for the pool."""
    every = _with_pool(runs, quoted.pooled)
    body = []
    for name, found in every.items():
        scores = quoted.quoting_scores(found)
        body.append(
            [
                f"{described(name, sets)}, {len(found)}",
                percent(scores.silent),
                estimate(scores.shown),
                estimate(scores.first),
                f"{number(scores.best_passage.value)}, {number(scores.passages.value)}",
                f"{scores.paragraphs:.1f}, {scores.characters:.0f}",
            ]
        )
    head = ["set, questions", "nothing shown", "wording shown", "in the first paragraph"]
    return rows([*head, "in the first passage, in any of 8", "paragraphs, characters"], body)


def evidence(runs: Mapping[str, citing.Citings], sets: Mapping[str, LabelledSet]) -> str:
    """Returns two tables of evidence: what became of each kind of citation, and how well scores and statuses tell."""
    every = _with_pool(runs, citing.pooled)
    body, telling = [], []
    for name, found in every.items():
        scores = citing.evidence_scores(found)
        for kind, each in scores.kinds.items():
            shares = [percent(each.statuses[status]) for status in citing.STATUSES]
            head = described(name, sets) if kind == "supported" else ""
            body.append([head, f"{kind}, {len(found[kind])}", *shares, percent(each.righted)])
        accuracies = [number(scores.accuracy), number(scores.accuracy_checked)]
        telling.append([described(name, sets), estimate(scores.above), estimate(scores.above_wrong), *accuracies])
    statuses = rows(["set", "citations", *citing.STATUSES, "moved to the right one"], body)
    head = [
        "set",
        "AUC, supported or not",
        "AUC, right passage or wrong",
        "balanced accuracy of `ok`",
        "of the checked",
    ]
    return f"{statuses}\n\n{rows(head, telling)}"


def across(runs: Mapping[str, Sequence[crossing.Crossed]]) -> str:
    """Returns the table of questions across languages: a row for each kind of question and embedder."""
    body = []
    for name, found in runs.items():
        ranked = [each.ranked for each in found if each.ranked is not None]
        outcomes = [percent(share([each.outcome == outcome for each in found])) for outcome in gating.OUTCOMES]
        recalls = [estimate(share([each.recall(depth) for each in ranked])) for depth in (1, 10)]
        shown = [number(sum(each.shown for each in found) / len(found)), percent(share([e.silent for e in found]))]
        body.append([f"{name}, {len(found)}", *recalls, *outcomes, *(shown if ranked else ("", ""))])
    head = ["question's language is another one", "recall@1", "recall@10", *gating.OUTCOMES]
    lines = [rows([*head, "wording shown", "nothing shown"], body)]
    for name in [name.removeprefix(f"{crossing.ONE}, ") for name in runs if name.startswith(crossing.ONE)]:
        if name != DEFAULT and f"off-topic, {crossing.ONE}, {name}" in runs:
            low, high = crossing.calibration(runs, name)
            lines.append(f"Calibration of `{name}` by these questions: {low:.2f},{high:.2f}.")
    return "\n\n".join(lines)
