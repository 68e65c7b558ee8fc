"""Outcomes of an evaluation, as a run without any fault has them."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.outcomes import AnswerFacts, Cited, Offered, Outcome
from gateway.store.database.database import Database
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns

GOLD, OTHER = "E1", "E2"


def offered(*gold: Sequence[int]) -> tuple[Offered, ...]:
    """Returns candidates by the gold entries that each has."""
    return tuple(
        Offered(citation_id=f"E{at}", passage_id=f"p{at}", document_id="d", gold=tuple(entries))
        for at, entries in enumerate(gold, start=1)
    )


def cited(citation_id: str = GOLD, status: str = "ok", paragraph: int = 0) -> Cited:
    return Cited(paragraph=paragraph, citation_id=citation_id, status=status)


def facts(**others: Any) -> AnswerFacts:
    """Returns the facts of a good answer, whose gold is the first of eight candidates."""
    good: dict[str, Any] = {
        "paragraphs": ("It takes three weeks.",),
        "source": "model",
        "language": "en",
        "refused": False,
        "offered": offered([0], *[[]] * 7),
        "cited": (cited(),),
        "written": 1,
        "illegal": 0,
        "dropped": 0,
        "format_ok": True,
        "verified": {0: True},
        "first_text_ms": 400,
        "total_ms": 900,
        "question_tokens": 200,
        "answer_tokens": 30,
        "cost": 0.01,
    }
    return AnswerFacts(**good | others)


def outcome(name: str, *, repeat: int = 0, answer: AnswerFacts | None = None, **line: Any) -> Outcome:
    """Returns the outcome of an answerable case, or of what `line` states."""
    stated: dict[str, Any] = {
        "question": f"How long does {name} take?",
        "gold_passages": ("A loan takes three weeks.",),
        "gold_answer": "3 weeks",
    }
    return Outcome(
        case=Case(name, 1, CaseLine(**stated | line)),
        repeat=repeat,
        workspace=line.get("workspace", "default"),
        answer_uuid=f"{name}-{repeat}",
        facts=answer or facts(),
    )


def absent(name: str, **line: Any) -> Outcome:
    """Returns the outcome of a case that no passage answers, refused as it should be."""
    refused = facts(paragraphs=(), refused=True, source="gate", cited=(), written=None, illegal=None, dropped=None)
    refused = replace(refused, offered=offered(*[[]] * 8), format_ok=None, verified=None, first_text_ms=None)
    return outcome(name, answer=refused, gold_passages=(), gold_answer=(), **line)


def failed(name: str) -> Outcome:
    return replace(outcome(name), facts=None, failure="provider_error", answer_uuid="")


async def stored_run(database: Database, outcomes: Sequence[Outcome], tenant: str = "default", **others: Any) -> str:
    """Stores a finished run of these outcomes; returns its id. Their answers have ids that name no stored answer."""
    runs, run = EvaluationRuns(database), EvaluationRun(**{"run_id": uuid.uuid4(), "set_name": "loans.jsonl"} | others)
    await runs.begin(tenant, run)
    for each in outcomes:
        named = uuid.uuid5(run.run_id, each.answer_uuid).hex if each.answer_uuid else ""
        await runs.add(tenant, run.run_id, replace(each, answer_uuid=named))
    await runs.change(tenant, run.run_id, "done")
    return run.run_id.hex
