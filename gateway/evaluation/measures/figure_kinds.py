"""The figures of an evaluation: what each counts in one case, and of how many. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gateway.evaluation.intervals import Part
from gateway.evaluation.measures.answer_wording import states
from gateway.evaluation.outcomes import AnswerFacts, Outcome

Labels = Mapping[tuple[str, int], bool]
"""Whether people found that a cited passage supports a paragraph, by the answer's uuid and the paragraph's index."""
Counted = Callable[[Outcome, AnswerFacts], Part | None]
"""Returns what a case adds to a figure; None if the figure does not apply to the case."""
WITHOUT_SEARCH = frozenset({"memory", "about"})
"""Sources of answers for which nothing is searched."""
DEEP = 10
"""Ranks that count for nDCG."""
CHECKS = {
    "gold_left_out_refused": "the documents with the gold wording were left out",
    "source_swapped_caught": "a citation was given another passage",
    "number_changed_caught": "a number of an answer was changed",
    "negation_changed_caught": "a statement was turned into its opposite",
    "reworded_found": "a question was asked in other words",
}
"""The labels that cost nothing, and what a case lacks if there is none."""


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A figure by its name. `why`: the reason if no case has it. `unit`: empty for a share."""

    name: str
    of: Counted
    why: str
    higher_is_better: bool = False
    unit: str = ""

    def part(self, outcome: Outcome) -> Part | None:
        return self.of(outcome, outcome.facts) if outcome.facts else None


def figure_kinds(outcomes: Iterable[Outcome], labels: Labels, top_k: int | None = None) -> dict[str, FigureKind]:
    """Returns all figures by name, in the order of a report.

    Hallucination is told by the labels if they judge a paragraph of these outcomes, else by the verifier.
    top_k: the k of `retrieval_recall@k`; None: all candidates.
    """
    answers = {outcome.answer_uuid for outcome in outcomes}
    labelled = {key: supported for key, supported in labels.items() if key[0] in answers}
    no_gold = "no answerable case has gold_passages"
    kinds = (
        FigureKind(
            "format_compliance",
            partial(_value, "format_ok"),
            "no answer of a model was checked against the schema",
            True,
        ),
        FigureKind("illegal_id_rate", partial(_of_written, "illegal"), "no model wrote a citation"),
        FigureKind("consistency_pass_rate", _consistency, "no citation was checked", True),
        FigureKind(
            "hallucination_rate",
            partial(_labelled, labelled) if labelled else _verified,
            "no paragraph has a label, and no verifier judged one",
        ),
        FigureKind("weak_rate", partial(_with_status, "weak"), "no model wrote a citation"),
        FigureKind("moved_rate", partial(_with_status, "moved"), "no model wrote a citation"),
        FigureKind("dropped_rate", partial(_of_written, "dropped"), "no model wrote a citation"),
        FigureKind("citation_precision", _precision, f"{no_gold} and an answer with citations", True),
        FigureKind("citation_recall", _recall, no_gold, True),
        FigureKind("answer_correct", _correct, "no answerable case has a gold_answer", True),
        FigureKind("refused_when_answerable", _refused, "no case is answerable"),
        FigureKind("answered_when_absent", _answered, "every case is answerable"),
        FigureKind("retrieval_recall@1", partial(_found, 1), no_gold, True),
        FigureKind("retrieval_recall@5", partial(_found, 5), no_gold, True),
        FigureKind("retrieval_recall@k", partial(_found, top_k), no_gold, True),
        FigureKind("ndcg@10", _ndcg, no_gold, True),
        FigureKind(
            "followup_resolved", partial(_followup, top_k), "no case has history, and gold_passages or a subject", True
        ),
        *(
            FigureKind(name, partial(_value, name), f"no answer tells its {what}", unit=unit)
            for name, what, unit in (
                ("first_text_ms", "first text's time", "ms"),
                ("total_ms", "time", "ms"),
                ("question_tokens", "tokens", "tokens"),
                ("answer_tokens", "tokens", "tokens"),
                ("cost", "cost: the model has no price", "cost"),
            )
        ),
        *(
            FigureKind(name, partial(_checked, name), f"there is no case for which {what}", True)
            for name, what in CHECKS.items()
        ),
    )
    return {kind.name: kind for kind in kinds}


def hallucination_by(outcomes: Iterable[Outcome], labels: Labels) -> str:
    """Returns what tells of hallucinations: `labels` or `verifier`."""
    answers = {outcome.answer_uuid for outcome in outcomes}
    return "labels" if any(answer in answers for answer, _ in labels) else "verifier"


def _share(hits: Iterable[bool]) -> Part | None:
    found = list(hits)
    return (float(sum(found)), float(len(found))) if found else None


def _value(name: str, _: Outcome, facts: AnswerFacts) -> Part | None:
    value = getattr(facts, name)
    return None if value is None else (float(value), 1.0)


def _of_written(name: str, _: Outcome, facts: AnswerFacts) -> Part | None:
    count: int | None = getattr(facts, name)
    return (count, facts.written) if facts.written and count is not None else None


def _with_status(status: str, _: Outcome, facts: AnswerFacts) -> Part | None:
    count = sum(each.status == status for each in facts.cited)
    return (count, facts.written) if facts.written else None


def _consistency(_: Outcome, facts: AnswerFacts) -> Part | None:
    checked = [each.status != "weak" for each in facts.cited if each.status != "unchecked"]
    return _share([*checked, *[False] * facts.dropped_by_check])


def _labelled(labels: Labels, outcome: Outcome, facts: AnswerFacts) -> Part | None:
    keys = ((outcome.answer_uuid, at) for at in range(len(facts.paragraphs)))
    return _share(not labels[key] for key in keys if key in labels)


def _verified(_: Outcome, facts: AnswerFacts) -> Part | None:
    return _share(not supported for supported in (facts.verified or {}).values())


def _gold(outcome: Outcome, facts: AnswerFacts) -> dict[str, tuple[int, ...]] | None:
    """Returns the gold of each candidate by its citation id; None if there is none to be found."""
    if not (outcome.case.answerable and outcome.case.stated.gold_passages):
        return None
    return {each.citation_id: each.gold for each in facts.offered}


def _precision(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    gold = _gold(outcome, facts)
    found = None if gold is None else _share(bool(gold.get(each.citation_id)) for each in facts.cited)
    return (found[0] / found[1], 1.0) if found else None


def _recall(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    gold = _gold(outcome, facts)
    if gold is None:
        return None
    covered = {entry for each in facts.cited for entry in gold.get(each.citation_id, ())}
    return len(covered) / len(outcome.case.stated.gold_passages), 1.0


def _correct(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    case = outcome.case
    if not case.answerable or not (case.gold_answers or facts.judged_correct is not None):
        return None
    text, language = "\n".join(facts.paragraphs), facts.language
    is_stated = not facts.refused and any(states(text, wording, language) for wording in case.gold_answers)
    return float(is_stated or bool(facts.judged_correct)), 1.0


def _refused(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    return (float(facts.refused), 1.0) if outcome.case.answerable else None


def _answered(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    answered = not facts.refused and facts.source != "clarification"
    return None if outcome.case.answerable else (float(answered), 1.0)


def _ranked(outcome: Outcome, facts: AnswerFacts) -> list[tuple[int, ...]] | None:
    """Returns the gold of each candidate by rank; None if there is no gold or if nothing was searched."""
    gold = _gold(outcome, facts)
    if gold is None or (facts.source in WITHOUT_SEARCH and not facts.offered):
        return None
    return list(gold.values())


def _found(depth: int | None, outcome: Outcome, facts: AnswerFacts) -> Part | None:
    ranked = _ranked(outcome, facts)
    if ranked is None:
        return None
    entries = {entry for gold in ranked[:depth] for entry in gold}
    return len(entries) / len(outcome.case.stated.gold_passages), 1.0


def _ndcg(outcome: Outcome, facts: AnswerFacts) -> Part | None:
    """An entry of the gold counts at its first rank alone: several passages may hold one wording."""
    ranked = _ranked(outcome, facts)
    if ranked is None:
        return None
    seen: set[int] = set()
    found = []
    for gold in ranked:
        found.append(not seen.issuperset(gold))
        seen.update(gold)
    return ndcg(found, len(outcome.case.stated.gold_passages)), 1.0


def ndcg(found: Sequence[bool], gold: int) -> float:
    """Returns nDCG@10 with gains of 0 and 1. found: whether each rank is a right one. gold: how many right ones there
    are."""
    gain = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(found[:DEEP], start=1) if hit)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(gold, DEEP) + 1))
    return gain / best if best else 0.0


def _followup(depth: int | None, outcome: Outcome, facts: AnswerFacts) -> Part | None:
    stated = outcome.case.stated
    if not stated.history or not (stated.gold_passages or stated.subject):
        return None
    asked = facts.resolved_question or stated.question
    named = bool(stated.subject) and states(asked, stated.subject, facts.language)
    return float(named or any(each.gold for each in facts.offered[:depth])), 1.0


def _checked(name: str, outcome: Outcome, _: AnswerFacts) -> Part | None:
    return _share((outcome.checks or {}).get(name, ()))


FIGURES = tuple(figure_kinds((), {}))
"""The names of all figures, in the order of a report."""
