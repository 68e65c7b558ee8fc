"""Each figure counts what its name says: a planted fault moves its own figure and those that follow by definition."""

from dataclasses import replace

import pytest

from gateway.evaluation.figures import figures
from gateway.evaluation.measures.figure_kinds import CHECKS
from tests.support.evaluated import GOLD, OTHER, absent, cited, facts, failed, offered, outcome

EVERY = 3
"""A fault is planted in every third case that can have it."""
FOLLOWUP = {"kind": "followup", "history": ("What is a loan?",), "subject": "loan"}
LOST = offered(*[[]] * 8)
LATE = offered(*[[]] * 5, [0], [], [])
SEARCH = {"retrieval_recall@1", "retrieval_recall@5", "retrieval_recall@k", "ndcg@10"}

FAULTS = {
    "JSON that is not as the schema has it": ({"format_ok": False}, {"format_compliance"}),
    "an invented id": ({"written": 2, "illegal": 1, "dropped": 1}, {"illegal_id_rate", "dropped_rate"}),
    "a claim beside its passage": ({"cited": (cited(status="weak"),)}, {"weak_rate", "consistency_pass_rate"}),
    "a neighbour's id, put right": ({"cited": (cited(status="moved"),)}, {"moved_rate"}),
    "a citation without any evidence": (
        {"written": 2, "dropped": 1, "dropped_by_check": 1},
        {"dropped_rate", "consistency_pass_rate"},
    ),
    "a passage too many": ({"cited": (cited(), cited(OTHER)), "written": 2}, {"citation_precision"}),
    "another passage": ({"cited": (cited(OTHER),)}, {"citation_precision", "citation_recall"}),
    "no citation": ({"cited": (), "written": 0}, {"citation_recall"}),
    "an invented statement": ({"verified": {0: False}}, {"hallucination_rate"}),
    "a wrong number": ({"paragraphs": ("It takes four weeks.",)}, {"answer_correct"}),
    "a refusal": (
        {"refused": True, "paragraphs": (), "cited": (), "written": 0, "verified": {}},
        {"refused_when_answerable", "answer_correct", "citation_recall"},
    ),
    "the second rank": ({"offered": offered([], [0], []), "cited": (cited("E2"),)}, {"retrieval_recall@1", "ndcg@10"}),
    "the sixth rank": ({"offered": LATE, "cited": (cited("E6"),)}, SEARCH - {"retrieval_recall@k"}),
    "gold that is not found": (
        {"offered": LOST, "resolved_question": "How long does it take?"},
        SEARCH | {"citation_precision", "citation_recall", "followup_resolved"},
    ),
    "a slow first text": ({"first_text_ms": 4000}, {"first_text_ms"}),
    "a slow answer": ({"total_ms": 9000}, {"total_ms"}),
    "a long prompt": ({"question_tokens": 2000}, {"question_tokens"}),
    "a long answer": ({"answer_tokens": 300}, {"answer_tokens"}),
    "a dear model": ({"cost": 0.1}, {"cost"}),
}
"""By fault: the facts of an answer with it, and every figure that it moves."""


def good_run():
    found = [outcome(f"a{at}") for at in range(18)]
    found += [outcome(f"f{at}", **FOLLOWUP, answer=facts(resolved_question="How long is a loan?")) for at in range(9)]
    found = [replace(each, checks=dict.fromkeys(CHECKS, (True, True))) for each in found]
    return [*found, *(absent(f"n{at}") for at in range(9))]


def moved(run, faulty):
    before, after = figures(run).pooled, figures(faulty).pooled
    return {name for name in before if before[name].estimate.value != after[name].estimate.value}


def test_a_run_without_a_fault_has_the_best_figures():
    found = figures(good_run()).pooled
    shares = {name: each.estimate.value for name, each in found.items() if not each.more.keys() & {"p50", "total"}}
    assert {name for name, value in shares.items() if value == 1} == SEARCH | CHECKS.keys() | {
        "format_compliance",
        "consistency_pass_rate",
        "citation_precision",
        "citation_recall",
        "answer_correct",
        "followup_resolved",
    }
    assert {name for name, value in shares.items() if value == 0} == {
        "illegal_id_rate",
        "hallucination_rate",
        "weak_rate",
        "moved_rate",
        "dropped_rate",
        "refused_when_answerable",
        "answered_when_absent",
    }
    assert all(each.estimate.low <= each.estimate.value <= each.estimate.high for each in found.values())


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_moves_its_own_figure_and_those_that_follow(fault):
    others, expected = FAULTS[fault]
    run = good_run()
    faulty = [
        replace(each, facts=replace(each.facts, **others)) if each.case.answerable and at % EVERY == 0 else each
        for at, each in enumerate(run)
    ]
    assert moved(run, faulty) == expected


def test_an_answer_to_what_no_passage_answers_moves_its_own_figure():
    run = good_run()
    answered = facts(offered=LOST, total_ms=900, question_tokens=200, answer_tokens=30)
    faulty = [replace(each, facts=answered) if each.case.id == "n0" else each for each in run]
    assert moved(run, faulty) == {"answered_when_absent"}
    asking = replace(answered, source="clarification")
    faulty = [replace(each, facts=asking) if each.case.id == "n0" else each for each in run]
    assert moved(run, faulty) == set()


@pytest.mark.parametrize("check", CHECKS)
def test_a_try_that_went_wrong_moves_the_figure_of_its_label(check):
    run = good_run()
    faulty = [replace(run[0], checks={**run[0].checks, check: (True, False)}), *run[1:]]
    assert moved(run, faulty) == {check}


def test_a_failure_is_no_wrong_answer():
    run = good_run()
    assert moved(run, [*run, failed("a0"), failed("x")]) == set()
    assert figures([failed("x")]).pooled["answer_correct"].json() == {
        "value": None,
        "why": "no answerable case has a gold_answer",
    }


def test_a_refusal_is_not_correct_whatever_it_mentions():
    refused = facts(refused=True, paragraphs=("Nothing was found about three weeks.",))
    assert figures([outcome("a", answer=refused)]).pooled["answer_correct"].estimate.value == 0


def test_a_judge_may_agree_with_other_words():
    judged = [outcome(f"a{at}", answer=facts(paragraphs=("A while.",), judged_correct=at == 0)) for at in range(2)]
    assert figures(judged).pooled["answer_correct"].estimate.value == 0.5


def test_an_answer_without_a_search_tells_nothing_of_the_search():
    about = [outcome("a", answer=facts(source="about", offered=(), cited=()))]
    assert figures(about).pooled["retrieval_recall@k"].estimate is None
    gate = [outcome("a", answer=facts(source="gate", offered=(), cited=()))]
    assert figures(gate).pooled["retrieval_recall@k"].estimate.value == 0


def test_the_repeats_of_a_case_are_one_case():
    wrong = facts(paragraphs=("It takes four weeks.",))
    run = [
        outcome(f"a{at}", repeat=repeat, answer=wrong if at == 0 else None) for at in range(4) for repeat in range(5)
    ]
    found = figures(run).pooled["answer_correct"].estimate
    once = figures(run[::5]).pooled["answer_correct"].estimate
    assert (found.value, found.count) == (0.75, 4)
    assert (found.low, found.high) == pytest.approx((once.low, once.high))


def test_citations_of_one_case_are_alike():
    weak = facts(cited=(cited(status="weak"),) * 10, written=10)
    good = facts(cited=(cited(),) * 10, written=10)
    found = (
        figures([outcome(f"a{at}", answer=weak if at < 2 else good) for at in range(10)]).pooled["weak_rate"].estimate
    )
    assert (found.value, found.count) == (0.2, 10)
    assert found.low < 0.06 and found.high > 0.5


def test_people_come_before_the_verifier():
    run = [outcome("a"), outcome("b")]
    assert (
        figures(run).pooled["hallucination_rate"].json().items() >= {"value": 0, "by": "verifier", "cases": 2}.items()
    )
    told = figures(run, {("a-0", 0): False, ("z-0", 0): True}).pooled["hallucination_rate"].json()
    assert told.items() >= {"value": 1, "by": "labels", "cases": 1}.items()
    others = figures(run, {("z-0", 0): False}).pooled["hallucination_rate"].json()
    assert others.items() >= {"value": 0, "by": "verifier", "cases": 2}.items()
    unjudged = [outcome("a", answer=facts(verified=None))]
    assert figures(unjudged, {("z-0", 0): True}).pooled["hallucination_rate"].json() == {
        "value": None,
        "why": "no paragraph has a label, and no verifier judged one",
    }


def test_a_run_may_say_why_it_cannot_have_a_figure():
    found = figures([outcome("a")], why={"gold_left_out_refused": "the run asked a target"})
    assert found.pooled["gold_left_out_refused"].why == "the run asked a target"


def test_times_have_their_mean_and_what_it_hides():
    run = [outcome(f"a{at}", answer=facts(total_ms=ms)) for at, ms in enumerate([100, 100, 100, 100, 5000])]
    found = figures(run).pooled["total_ms"].json()
    assert (found["value"], found["p50"], found["cases"]) == (1080, 100, 5)
    assert found["p95"] == pytest.approx(4020)
    assert found["low"] == 0
    assert figures(run).pooled["cost"].json()["total"] == pytest.approx(0.05)


def test_figures_come_by_language_workspace_and_kind():
    run = [
        outcome("a", language="de", kind="table"),
        outcome("b", answer=facts(language="fr", format_ok=False), workspace="hr"),
        failed("c"),
    ]
    by = figures(run).by
    assert {group: list(values) for group, values in by.items()} == {
        "language": ["de", "fr"],
        "workspace": ["default", "hr"],
        "kind": ["table"],
    }
    assert by["language"]["fr"]["format_compliance"].estimate.value == 0
    assert by["workspace"]["default"]["format_compliance"].estimate.value == 1


def test_the_ten_worst_cases_of_a_figure_are_the_worst_first():
    def run(at):
        bad = [cited(status="weak")] * at + [cited()] * (12 - at)
        return outcome(f"a{at}", answer=facts(cited=tuple(bad), written=12))

    found = figures([run(at) for at in range(13)])
    assert [case["id"] for case in found.worst["weak_rate"]] == [f"a{at}" for at in range(12, 2, -1)]
    assert found.worst["weak_rate"][0] == {
        "id": "a12",
        "answer_uuid": "a12-0",
        "value": 1,
        "question": "How long does a12 take?",
    }
    assert found.worst["illegal_id_rate"] == []


def test_two_passages_of_gold_count_by_halves():
    half = facts(offered=offered([0], [0], [], [1]), cited=(cited(GOLD), cited(OTHER)), written=2)
    found = figures([outcome("a", answer=half, gold_passages=("x" * 20, "y" * 20))]).pooled
    assert found["citation_precision"].estimate.value == 1
    assert found["citation_recall"].estimate.value == 0.5
    assert found["retrieval_recall@1"].estimate.value == 0.5
    assert found["retrieval_recall@5"].estimate.value == 1
    assert found["ndcg@10"].estimate.value == pytest.approx((1 + 0.4307) / (1 + 0.6309), abs=1e-4)


def test_k_may_be_less_than_what_was_offered():
    run = [outcome("a", answer=facts(offered=LATE))]
    assert figures(run, top_k=5).pooled["retrieval_recall@k"].estimate.value == 0
    assert figures(run, top_k=6).pooled["retrieval_recall@k"].estimate.value == 1


def test_repeats_are_a_group_if_there_are_several():
    weak = facts(cited=(cited(status="weak"),))
    found = figures([outcome("a"), outcome("b"), outcome("a", repeat=1, answer=weak), outcome("b", repeat=1)])
    assert [some["weak_rate"].estimate.value for some in found.by["repeat"].values()] == [0, 0.5]
    assert list(found.by["repeat"]) == ["1", "2"] and "repeat" not in figures([outcome("a")]).by
