"""The rule of the confidence gate."""

import pytest

from gateway.answer.gate.gate_features import GateFeatures
from gateway.answer.gate.gate_rule import RULE, GateRule

FOUND = GateFeatures(-0.7, 0.3, 0.2, 0.0, 1.4, 1.8)


def test_a_value_lies_within_0_and_1_and_grows_with_the_evidence():
    less = FOUND._replace(score=-3.0, matched=-2.0, together=-0.7)
    assert 0 < RULE.confidence(less) < RULE.confidence(FOUND) < 1
    assert 0 < GateRule(-1e9, RULE.weights).confidence(FOUND) < 1e-9


def test_more_that_is_found_is_never_worth_less():
    for name in ("score", "matched", "together"):
        more = FOUND._replace(**{name: getattr(FOUND, name) + 0.5})
        assert RULE.evidence(more) >= RULE.evidence(FOUND), name


def test_a_rule_is_read_as_it_is_written():
    rule = GateRule(1.5, (1.0, 2.0, 3.0, 4.0, 5.0, -0.25))
    assert str(rule) == "1.5,1,2,3,4,5,-0.25" and GateRule.read(str(rule)) == rule
    assert GateRule.read(" ") is RULE


@pytest.mark.parametrize("text", ["1", "1,2,3,4,5,6,x", "1,2,3,4,5,6,7,8", "1,2,3,4,5,6,inf"])
def test_anything_else_is_no_rule(text):
    with pytest.raises(ValueError, match=r"must be|could not"):
        GateRule.read(text)
