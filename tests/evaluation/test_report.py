"""A report is one object of JSON, and text for a terminal."""

import json

from gateway.evaluation.cases import BadLine
from gateway.evaluation.report import Report, report_json, report_text
from tests.support.evaluated import absent, cited, facts, failed, outcome

WEAK = facts(cited=(cited(status="weak"),))
REPORT = Report(
    run="run-1",
    set_name="loans",
    outcomes=[outcome("a"), outcome("b", answer=WEAK, language="de", kind="table"), absent("c"), failed("d")],
    bad=[BadLine(7, "is not JSON")],
    unconfirmed=2,
    why={"gold_left_out_refused": "the run asked a target"},
)


def test_the_object_has_all_figures_by_name():
    told = report_json(REPORT)
    assert json.loads(json.dumps(told)) == told
    assert told.items() >= {"run": "run-1", "set": "loans", "cases": 4, "failed": 1, "unconfirmed": 2}.items()
    assert told["lines"] == [{"line": 7, "problem": "is not JSON"}]
    assert told["pooled"].keys() == {
        *("format_compliance", "illegal_id_rate", "consistency_pass_rate", "hallucination_rate"),
        *("weak_rate", "moved_rate", "dropped_rate", "citation_precision", "citation_recall", "answer_correct"),
        *("refused_when_answerable", "answered_when_absent", "retrieval_recall@1", "retrieval_recall@5"),
        *("retrieval_recall@k", "ndcg@10", "followup_resolved", "first_text_ms", "total_ms", "question_tokens"),
        *("answer_tokens", "cost", "gold_left_out_refused", "source_swapped_caught", "number_changed_caught"),
        *("negation_changed_caught", "reworded_found"),
    }
    assert told["pooled"]["weak_rate"].keys() == {"value", "low", "high", "cases"}
    assert told["pooled"]["weak_rate"]["value"] == 0.5
    assert told["pooled"]["total_ms"].keys() == {"value", "low", "high", "cases", "p50", "p95"}
    assert told["pooled"]["gold_left_out_refused"] == {"value": None, "why": "the run asked a target"}
    assert told["by"]["language"]["de"]["weak_rate"]["value"] == 1
    assert list(told["by"]) == ["language", "workspace", "kind"] and list(told["by"]["kind"]) == ["table"]
    assert told["worst"]["weak_rate"] == [
        {"id": "b", "answer_uuid": "b-0", "value": 1, "question": "How long does b take?"}
    ]
    assert told["failures"] == [{"id": "d", "question": "How long does d take?", "failure": "provider_error"}]


def test_the_text_shows_figures_groups_and_what_is_missing():
    lines = list(report_text(REPORT, ["weak_rate"]))
    assert lines[0] == "loans: 4 cases, 1 failed (run run-1)"
    assert "line 7: is not JSON" in lines
    assert "2 drafts that nobody has confirmed were not asked." in lines
    row = next(line for line in lines if line.startswith("weak_rate"))
    assert row.split() == ["weak_rate", "0.500", "0.095", "to", "0.905", "2"]
    times = next(line for line in lines if line.startswith("total_ms"))
    assert times.split()[-4:] == ["p50", "900,", "p95", "900"]
    table = lines.index(next(line for line in lines if line.startswith("by language")))
    assert lines[table].split() == ["by", "language", "de", "en"]
    assert "weak_rate 1.000 (1) 0.000 (1)" in [" ".join(line.split()) for line in lines[table:]]
    assert "answered_when_absent – 0.000 (1)" in [" ".join(line.split()) for line in lines[table:]]
    assert any(line.startswith("by kind") for line in lines)
    assert not any(line.startswith("by workspace") for line in lines)
    assert "Not computed: gold_left_out_refused: the run asked a target." in lines
    assert lines[-2:] == ["Worst cases of weak_rate:", "  b: 1.000 b-0"]
