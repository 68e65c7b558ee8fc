"""Coverage against error, and what fits a set of questions."""

import random

import pytest

from gateway.answer.gate.gate_features import GateFeatures
from gateway.answer.gate.gate_rule import RULE, THRESHOLD, GateRule
from gateway.evaluation.sets import BadSet, read
from gateway.evaluation.thresholds import gate
from gateway.evaluation.thresholds.gate import GateCase, GateResult, GateShares, proposals, report
from gateway.evaluation.thresholds.gate_fitting import LabelledFeatures
from gateway.limits.thresholds import Levels


def result(answerable, confidence, workspace=None, language="en"):
    def passes(threshold):
        return confidence >= threshold.of(workspace)

    return GateResult(GateCase("How?", answerable, workspace=workspace), language, confidence, passes)


RESULTS = [result(True, 0.9), result(True, 0.7), result(True, 0.1), result(False, 0.4), result(False, 0.2)]


def test_coverage_and_error_are_shares_of_their_own_kind():
    found = GateShares.of(RESULTS, Levels(0.3))
    assert (found.coverage.value, found.coverage.count) == (2 / 3, 3)
    assert (found.error.value, found.error.count) == (1 / 2, 2)
    assert str(found).split() == ["67%", "(2/3)", "50%", "(1/2)"]
    assert str(GateShares.of(RESULTS[:1], Levels(1))).split() == ["0%", "(0/1)", "–"]


def test_thresholds_are_even_steps_and_the_one_that_is_set():
    lines = report(RESULTS, Levels(0.33))
    table = [line.split() for line in lines[5:28]]
    assert lines[2:5] == ["", "All workspaces", ""] and table[0] == ["threshold", "coverage", "error"]
    assert [row[0] for row in table[1:4]] == ["0", "0.05", "0.1"] and table[-1][0] == "1"
    assert [row for row in table if row[-1] == "now"] == [["0.33", "67%", "(2/3)", "50%", "(1/2)", "<-", "now"]]


def test_the_set_level_is_measured_with_its_exceptions():
    lines = report([result(True, 0.5, "legal"), result(True, 0.5)], Levels(0.3, {"legal": 0.6}))
    assert [line.split()[:3] for line in lines if "now" in line] == [["0.6", "0%", "(0/1)"], ["0.3", "100%", "(1/1)"]]
    assert lines[lines.index("As set, by language") + 1].split() == ["en", "50%", "(1/2)", "–"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"question": "x"}', "line 1: answerable"),
        ('{"question": " ", "answerable": true}', "line 1: question"),
        ('{"question": "x", "answerable": "yes"}', "line 1: answerable"),
        ('{"question": "x", "answerable": true, "language": "xx"}', "line 1: language"),
    ],
)
def test_a_wrong_question_is_told(line, told):
    with pytest.raises(BadSet, match=told):
        read("file", line, GateCase)


def test_levels_are_advised_that_refuse_few_and_call_few_others_confident():
    good, bad = [(True, 0.2 + at / 125) for at in range(100)], [(False, at / 100) for at in range(100)]
    threshold, doubt = gate.advice([*good, *bad])
    assert (threshold, doubt) == pytest.approx((0.22, 0.96))
    assert sum(value < threshold for _, value in good) <= 3
    assert sum(value >= doubt for _, value in bad) <= 5
    assert gate.advice(good) is None and gate.advice(bad) is None
    assert gate.advice([(True, 0.9), (False, 0.0)]) == (0.9, 0.9), "the bound of doubt is no lower than the threshold"


def test_levels_are_proposed_for_each_workspace_with_questions_of_both_kinds():
    legal = [result(True, 0.8, "legal"), result(False, 0.2, "legal"), result(True, 0.5)]
    _, _, first, second, last = proposals(legal, RULE)
    assert first == "Workspace legal: GATEWAY_GATE_THRESHOLD=…,legal=0.8 GATEWAY_GATE_DOUBT=…,legal=0.8"
    assert second == "All workspaces: it needs questions of both kinds" and "needs 200" in last


def test_a_rule_of_ones_own_wants_enough_questions():
    dice = random.Random(3)

    def asked(answerable):
        score = dice.gauss(-1.0 if answerable else -2.0, 0.3)
        return LabelledFeatures((GateFeatures(score, 0.0, 0.0, 0.0, 1.5, 1.8),), answerable)

    questions = [asked(answerable) for answerable in (True, False) * gate.ENOUGH]
    assert gate.own_rule(questions[:-1], RULE) is None
    found = gate.own_rule(questions, GateRule(0.0, (0.0,) * 6))
    assert found is not None
    rule, unseen, now = found
    assert unseen > 0.95 and now == 0.5
    passing = [question for question in questions if max(map(rule.confidence, question.telling)) >= THRESHOLD]
    refused = sum(question.answerable for question in questions) - sum(question.answerable for question in passing)
    assert refused <= 0.04 * gate.ENOUGH
