"""Coverage against error."""

import random

import pytest

from gateway.answer.checking import gate_calibration
from gateway.answer.checking.gate_calibration import GateShares, Share, outcome, rows, table, thresholds
from gateway.answer.checking.gate_features import GateFeatures
from gateway.answer.checking.gate_fitting import LabelledFeatures
from gateway.answer.checking.gate_rule import RULE, THRESHOLD, GateRule


def test_coverage_and_error_are_shares_of_their_own_kind():
    found = outcome([(True, True), (True, True), (True, False), (False, True), (False, False)])
    assert found == GateShares(Share(2, 3), Share(1, 2))
    assert outcome([(True, False)]) == GateShares(Share(0, 1), Share(0, 0))
    assert (str(Share(2, 3)), str(Share(0, 0)), Share(0, 0).value) == (" 67% (2/3)", "–", None)


def test_levels_are_even_steps_and_the_one_that_is_set():
    assert thresholds(0.3)[:3] == [0.0, 0.05, 0.1] and thresholds(0.3)[-1] == 1.0 and len(thresholds(0.3)) == 21
    assert thresholds(0.33).index(0.33) == 7 and len(thresholds(0.33)) == 22


def test_the_set_level_is_marked_and_measured_with_its_exceptions():
    seen = []

    def at(level):
        seen.append(level)
        return GateShares(Share(3, 4), Share(0, 2))

    lines = table("threshold", rows([0.0, 0.3], 0.3, at))
    assert seen == [0.0, None]
    assert [line.split() for line in lines] == [
        ["threshold", "coverage", "error"],
        ["0", "75%", "(3/4)", "0%", "(0/2)"],
        ["0.3", "75%", "(3/4)", "0%", "(0/2)", "<-", "now"],
    ]


def test_levels_are_advised_that_refuse_few_and_call_few_others_confident():
    good, bad = [(True, 0.2 + at / 125) for at in range(100)], [(False, at / 100) for at in range(100)]
    found = gate_calibration.advice([*good, *bad])
    assert found is not None and found.threshold == pytest.approx(0.22) and found.doubt == pytest.approx(0.96)
    assert sum(value < found.threshold for _, value in good) <= 3
    assert sum(value >= found.doubt for _, value in bad) <= 5
    assert gate_calibration.advice(good) is None and gate_calibration.advice(bad) is None
    sure = gate_calibration.advice([(True, 0.9), (False, 0.0)])
    assert sure == gate_calibration.Advice(0.9, 0.9), "the bound of doubt is no lower than the threshold"


def test_a_rule_of_ones_own_wants_enough_questions():
    dice = random.Random(3)

    def asked(answerable):
        score = dice.gauss(-1.0 if answerable else -2.0, 0.3)
        return LabelledFeatures((GateFeatures(score, 0.0, 0.0, 0.0, 1.5, 1.8),), answerable)

    questions = [asked(answerable) for answerable in (True, False) * gate_calibration.ENOUGH]
    assert gate_calibration.own_rule(questions[:-1], RULE) is None
    found = gate_calibration.own_rule(questions, GateRule(0.0, (0.0,) * 6))
    assert found is not None
    rule, unseen, now = found
    assert unseen > 0.95 and now == 0.5
    passing = [question for question in questions if max(map(rule.confidence, question.telling)) >= THRESHOLD]
    refused = sum(question.answerable for question in questions) - sum(question.answerable for question in passing)
    assert refused <= 0.04 * gate_calibration.ENOUGH
