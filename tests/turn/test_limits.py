"""What bounds one turn, from settings."""

import pytest

from gateway.errors import WrongUse
from gateway.limits.thresholds import Levels
from gateway.settings import Settings
from gateway.turn.limits import limits


def settings(**fields):
    return Settings(_env_file=None, **fields)


def test_settings_reach_the_turn():
    made = limits(settings(top_k=3, gate_threshold=0.5, evidence="report"))
    assert (made.top_k, made.gate_threshold) == (3, Levels(0.5))
    assert made.evidence.mode == "report"


def test_a_rule_that_is_none_is_told():
    with pytest.raises(WrongUse, match="GATEWAY_GATE_RULE"):
        limits(settings(gate_rule="no rule"))
