"""A comparison pairs the cases of two runs, and calls a regression what is worse, by enough, and not by chance."""

import pytest

from gateway.evaluation.comparison import compare, compare_reports, comparison_text
from gateway.evaluation.report import Report
from tests.support.evaluated import absent, cited, facts, failed, offered, outcome

WRONG = facts(paragraphs=("It takes four weeks.",))
SLOW = facts(total_ms=9000)


def run(wrong=(), count=20, answer=WRONG):
    return [outcome(f"a{at}", answer=answer if at in wrong else None) for at in range(count)]


def test_a_run_has_no_difference_to_itself():
    found = compare(run({1, 2}), run({1, 2}))
    assert found.regressions == []
    assert all(
        each.difference == 0 and each.p == 1 and each.low <= 0 <= each.high for each in found.differences.values()
    )


def test_what_is_worse_in_many_cases_is_a_regression():
    found = compare(run({19}), run(range(8)))
    each = found.differences["answer_correct"]
    assert (each.a, each.b, each.better, each.worse, each.cases) == (0.95, 0.6, 1, 8, 20)
    assert each.p == pytest.approx(2 * (1 + 9) / 2**9)
    assert each.low < each.difference < each.high < 0
    assert found.regressions == ["answer_correct"]


def test_cases_that_all_turn_out_worse_leave_some_doubt():
    each = compare(run(count=8), run(range(8), count=8)).differences["answer_correct"]
    assert (each.difference, each.low) == (-1, -1) and -0.5 < each.high < -0.3


def test_what_is_better_is_no_regression():
    assert compare(run(range(8)), run()).regressions == []


def test_a_rate_that_rises_is_worse():
    weak = facts(cited=(cited(status="weak"),))
    found = compare(run(), run(range(8), answer=weak))
    assert found.regressions == ["consistency_pass_rate", "weak_rate"]
    assert compare(run(range(8), answer=weak), run()).regressions == []


def test_what_may_be_chance_is_no_regression():
    found = compare(run(), run(range(5)))
    assert found.differences["answer_correct"].p == pytest.approx(0.0625) and found.regressions == []


def test_what_is_within_the_margin_is_no_regression():
    worse = run(range(10), count=200)
    assert compare(run(count=200), worse).regressions == ["answer_correct"]
    assert compare(run(count=200), worse, margin=0.06).regressions == []


def test_many_figures_make_chance_more_likely():
    """Six worse cases in each of three figures are enough together. In one figure of three they are not."""
    faults = [{"format_ok": False}, {"verified": {0: False}}, {"paragraphs": ("Four weeks.",)}]
    faulty = run(count=60)
    for at, fault in enumerate(faults):
        faulty[at * 6 : at * 6 + 6] = [outcome(f"a{case}", answer=facts(**fault)) for case in range(at * 6, at * 6 + 6)]
    found = compare(run(count=60), faulty)
    assert found.regressions == ["format_compliance", "hallucination_rate", "answer_correct"]
    noisy = run(count=60)
    noisy[:6] = [outcome(f"a{case}", answer=facts(format_ok=False)) for case in range(6)]
    before = run(count=60)
    for at, fault in enumerate([{"verified": {0: False}}, {"paragraphs": ("Four weeks.",)}]):
        low, middle, high = 10 + at * 20, 14 + at * 20, 18 + at * 20
        before[low:middle] = [outcome(f"a{case}", answer=facts(**fault)) for case in range(low, middle)]
        noisy[middle:high] = [outcome(f"a{case}", answer=facts(**fault)) for case in range(middle, high)]
    found = compare(before, noisy)
    assert found.differences["format_compliance"].p == pytest.approx(0.03125)
    assert found.differences["format_compliance"].p_adjusted == pytest.approx(0.09375)
    assert found.regressions == []


def test_repeats_of_a_case_count_as_one():
    def repeated(wrong):
        return [
            outcome(f"a{at}", repeat=repeat, answer=WRONG if at in wrong and repeat else None)
            for at in range(12)
            for repeat in range(3)
        ]

    each = compare(repeated(()), repeated(range(6))).differences["answer_correct"]
    assert (each.cases, each.worse) == (12, 6)
    assert each.difference == pytest.approx(-1 / 3)


def test_citations_count_by_case():
    many = facts(cited=(cited(status="weak"),) * 9 + (cited(),), written=10)
    found = compare(run(), run({0, 1}, answer=many))
    each = found.differences["weak_rate"]
    assert each.b == pytest.approx(18 / 38) and (each.worse, each.p) == (2, 0.5)
    assert found.regressions == []


def test_only_cases_of_both_runs_are_compared():
    found = compare([*run(), outcome("only"), outcome("lost")], [*run({0}), failed("lost"), absent("new")])
    assert (found.only_a, found.only_b) == (("lost", "only"), ("new",))
    assert found.differences["answer_correct"].cases == 20
    assert found.not_compared["answered_when_absent"] == "no case has it in both runs"
    assert found.not_compared["followup_resolved"].startswith("no case has history")


def test_times_are_shown_and_are_no_regression():
    slow = [outcome(f"a{at}", answer=facts(total_ms=9000 + at)) for at in range(20)]
    found = compare(run(), slow)
    each = found.differences["total_ms"]
    assert each.difference == pytest.approx(8109.5) and each.low < each.difference < each.high and each.p < 1e-9
    assert found.regressions == []


def test_labels_count_if_both_runs_have_them():
    good, bad = [outcome("a")], [outcome("b", answer=facts(verified={0: False}))]
    found = compare(good, [outcome("a", repeat=1)], labels={("a-0", 0): False, ("a-1", 0): True})
    assert found.differences["hallucination_rate"].difference == -1
    found = compare(good, [outcome("a", repeat=1)], labels={("a-0", 0): False})
    assert found.differences["hallucination_rate"].a == 0
    assert compare(good, bad).not_compared["hallucination_rate"] == "no case has it in both runs"


def test_a_comparison_is_json_and_text():
    found = compare([*run(), outcome("only")], run(range(8)))
    told = found.json()
    assert told["regressions"] == ["answer_correct"] and told["margin"] == 0.02 and told["only_a"] == ["only"]
    assert told["figures"]["answer_correct"].items() >= {"a": 1, "b": 0.6, "worse": 8, "regression": True}.items()
    assert told["figures"]["followup_resolved"]["difference"] is None
    lines = list(comparison_text(found))
    row = next(line for line in lines if line.startswith("answer_correct"))
    assert "-0.400" in row and "+0 −8" in row and row.endswith("REGRESSION")
    assert "Answered in A alone: only." in lines
    assert lines[-1] == "Regressions beyond 0.02: answer_correct."
    assert list(comparison_text(compare(run(), run())))[-1] == "No regression beyond 0.02."


def test_changed_cases_are_listed_with_their_figures_and_first_answers_the_worst_first():
    a = [outcome("a"), outcome("a", repeat=1), outcome("b", answer=WRONG), outcome("c"), outcome("d"), failed("e")]
    b = [outcome("a", answer=WRONG), outcome("a", repeat=1), outcome("b"), outcome("c", answer=SLOW), outcome("f")]
    changed = compare(a, b).json()["changed"]
    assert [(case["id"], case["worse"], case["better"]) for case in changed] == [
        ("a", ["answer_correct"], []),
        ("b", [], ["answer_correct"]),
    ]
    assert changed[0].items() >= {"question": "How long does a take?", "answer_a": "a-0", "answer_b": "a-0"}.items()


def test_a_run_that_searches_fewer_passages_finds_less_at_its_own_k():
    third = [outcome(f"a{at}", answer=facts(offered=offered([], [], [0]))) for at in range(20)]
    a, b = (Report(run=name, set_name="s", outcomes=third, top_k=k) for name, k in (("a", 3), ("b", 2)))
    found = compare_reports(a, b)
    assert (found.differences["retrieval_recall@k"].a, found.differences["retrieval_recall@k"].b) == (1, 0)
    assert found.regressions == ["retrieval_recall@k"]
