"""Fitting the rule of the confidence gate."""

import random

import pytest

from gateway.answer.gate.gate_features import NONE, GateFeatures
from gateway.answer.gate.gate_rule import DOUBT, RULE, THRESHOLD, GateRule
from gateway.evaluation.thresholds.gate_fitting import NOTHING, LabelledFeatures, evidence, fit, scaled

DICE = random.Random(7)


def figures(score, matched=0.0):
    return GateFeatures(score, matched, 0.0, 0.0, 1.5, 1.8)


def question(answerable, group=""):
    score = DICE.gauss(-1.0 if answerable else -2.0, 0.4)
    return LabelledFeatures((figures(score), figures(-3.0)), answerable, group)


def test_a_fitted_rule_tells_the_questions_apart():
    asked = [question(answerable) for answerable in (True, False) * 200]
    rule = fit(asked, GateRule(0.0, (0.0,) * 6))
    right = sum((evidence(each, rule) > 0) is each.answerable for each in asked)
    assert right > 0.85 * len(asked) and rule.evidence(figures(-1.0)) > 0 > rule.evidence(figures(-2.0))


def test_groups_weigh_alike_however_many_they_have():
    few = [LabelledFeatures((figures(-1.0),), True, "few") for _ in range(10)]
    many = [LabelledFeatures((figures(-1.0),), False, "many") for _ in range(1000)]
    rule = fit([*few, *many], RULE)
    assert evidence(few[0], rule) == pytest.approx(0.0, abs=0.05)


def test_a_passage_without_a_word_of_the_question_is_no_evidence():
    assert evidence(LabelledFeatures((figures(-4.0, NONE),), True), RULE) == NOTHING
    assert evidence(LabelledFeatures((), True), RULE) == NOTHING


def test_scaling_puts_two_levels_where_they_are_wanted_and_keeps_the_order():
    low, high = figures(-2.0), figures(-1.0)
    rule = scaled(RULE, RULE.evidence(low), RULE.evidence(high))
    if RULE.evidence(high) - RULE.evidence(low) >= 0.1:
        assert rule.confidence(low) == pytest.approx(THRESHOLD) and rule.confidence(high) == pytest.approx(DOUBT)
    assert rule.confidence(figures(-0.5)) > rule.confidence(high)
