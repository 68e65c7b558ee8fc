"""The list of reasons is closed, and every one of them is explained."""

from typing import get_args

from gateway.memory.rules.reasons import MEANINGS, Reason
from gateway.memory.rules.vetoes import REASON_OF, VETO_ORDER, Veto


def test_every_reason_has_a_meaning_and_no_meaning_is_left_over():
    assert set(MEANINGS) == set(get_args(Reason))
    assert all(MEANINGS.values()) and len(set(MEANINGS.values())) == len(MEANINGS)


def test_every_veto_has_a_reason_of_its_own():
    assert set(REASON_OF) == set(VETO_ORDER) == set(get_args(Veto))
    assert list(REASON_OF.values()) == [f"veto_{name}" for name in REASON_OF]
