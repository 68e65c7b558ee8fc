"""Metrics are those of a calculation by hand."""

import pytest

from bench.judgement_parts.citing import balanced
from bench.judgement_parts.searching import Hits, hits


def test_balanced_accuracy_is_the_mean_of_both_kinds():
    assert balanced([True, True, False, False], [False, False, False, True]) == pytest.approx((0.5 + 0.75) / 2)
    assert balanced([], [True]) == 0.5


def test_hits_count_any_right_passage():
    found = hits(["x", "a", "y", "b"], {"a", "b"})
    assert found == Hits((False, True, False, True), 2)
    assert not found.recall(1) and found.recall(5)
    # Gains at ranks 2 and 4 against those at 1 and 2.
    assert found.ndcg == pytest.approx((0.63093 + 0.43068) / (1 + 0.63093), abs=1e-4)
    assert Hits(()).ndcg == 0 and Hits((True,)).ndcg == 1
