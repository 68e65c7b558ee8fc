"""Every veto has its reason in the closed list."""

from typing import get_args

from gateway.memory.rules.reasons import Reason
from gateway.memory.rules.vetoes import REASON_OF, VETO_ORDER, Veto


def test_every_veto_has_a_reason_of_its_own():
    assert set(REASON_OF) == set(VETO_ORDER) == set(get_args(Veto))
    assert list(REASON_OF.values()) == [f"veto_{name}" for name in REASON_OF]
    assert set(REASON_OF.values()) == {reason for reason in get_args(Reason) if reason.startswith("veto_")}
