"""Intervals and tests are those of a calculation by hand."""

import pytest

from gateway.evaluation.intervals import auc, paired, share


def test_a_share_has_wilsons_interval():
    found = share([True] * 8 + [False] * 2)
    assert found.value == 0.8 and found.count == 10
    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert share([True] * 5).high == 1 and share([False] * 5).low == 0
    assert (share([]).low, share([]).high, share([]).count) == (0, 1, 0)


def test_auc_counts_pairs_and_half_of_equal_ones():
    assert auc([3, 2], [1, 2]).value == 3.5 / 4
    assert auc([1], [1]).value == 0.5 and auc([], [1]).value == 0.5
    found = auc([0.9] * 60 + [0.1] * 40, [0.5] * 100)
    assert found.value == 0.6 and found.low < 0.6 < found.high
    # Hanley and McNeil: q1 = 3/7, q2 = 0.45.
    assert found.high - 0.6 == pytest.approx(
        1.96 * ((0.24 + 99 * (3 / 7 - 0.36) + 99 * (0.45 - 0.36)) / 1e4) ** 0.5, abs=1e-3
    )


def test_pairs_are_tested_exactly():
    ours, theirs = [1, 1, 1, 1, 1, 0, 1], [0, 0, 0, 0, 0, 1, 1]
    found = paired(ours, theirs)
    assert (found.better, found.worse) == (5, 1)
    assert found.p == pytest.approx(2 * (1 + 6) / 64)
    assert paired([1], [1]).p == 1 and str(found) == "+5 −1, p = 0.22"
