"""What an answer adds to the rates of live traffic."""

from __future__ import annotations

from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.measures.figure_kinds import figure_kinds
from gateway.evaluation.outcomes import AnswerFacts, Cited, Outcome
from gateway.turn.answer_quality import FIGURES, RecordedFacts

STATUS = {"ok": 4, "weak": 2, "moved": 1, "unchecked": 1, "dropped": 2}


def decision(name, **detail):
    return {"decision": name, "detail": detail}


def test_each_figure_has_its_own_denominator():
    facts = RecordedFacts()
    facts.take("decision", decision("id_dropped", reason="unknown_id"))
    facts.take("decision", decision("id_dropped", reason="no_evidence"))
    facts.take("decision", decision("id_dropped", reason="twice"))
    facts.take("decision", decision("format_compliance", format_compliance=False))
    facts.take("upstream", {"paragraph": 0, "verdicts": [{"label": "partly"}, {"label": "supported"}]})
    facts.take("upstream", {"paragraph": 1, "verdicts": [{"label": "refuted"}]})
    facts.take("upstream", {"paragraph": 2, "verdicts": [{"label": "unknown"}]})
    counts = facts.counts(STATUS)
    assert counts == {
        "format_compliance": (0, 1),
        "illegal_id_rate": (1, 10),
        "consistency_pass_rate": (5, 8),
        "hallucination_rate": (1, 2),
        "weak_rate": (2, 10),
        "moved_rate": (1, 10),
        "dropped_rate": (2, 10),
    }
    assert tuple(counts) == FIGURES


def test_live_rates_and_evaluation_count_alike():
    recorded = RecordedFacts(illegal=1, dropped_by_check=1, formats=[True, False], verified={0: True, 1: False})
    answer = AnswerFacts(
        paragraphs=("a", "b"),
        source="model",
        language="en",
        refused=False,
        cited=tuple(
            Cited(paragraph=0, citation_id=f"E{number}", status=status)
            for status, count in STATUS.items()
            for number in range(count)
            if status != "dropped"
        ),
        written=sum(STATUS.values()),
        illegal=recorded.illegal,
        dropped=STATUS["dropped"],
        dropped_by_check=recorded.dropped_by_check,
        format_ok=all(recorded.formats),
        verified=recorded.verified,
    )
    outcome = Outcome(case=Case("1", 1, CaseLine(question="Q?")), repeat=0, workspace="default", facts=answer)
    kinds = figure_kinds([outcome], {})
    assert {name: kinds[name].part(outcome) for name in FIGURES} == recorded.counts(STATUS)


def test_a_figure_without_cases_is_left_out():
    assert RecordedFacts().counts(dict.fromkeys(STATUS, 0)) == {}


def test_the_recording_gets_every_line():
    facts, lines = RecordedFacts(), []
    record = facts.beside(lambda kind, fields: lines.append((kind, fields)))
    record("piece", {"text": "x"})
    record("decision", decision("format_compliance", format_compliance=True))
    assert [kind for kind, _ in lines] == ["piece", "decision"] and facts.formats == [True]
