"""Intervals and tests are those of a calculation by hand."""

import math

import pytest

from gateway.evaluation.intervals import Estimate, auc, mean, paired, ratio, share, t_quantile, t_tails, t_test


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


def test_a_ratio_of_single_trials_is_a_share():
    found, same = ratio([(1, 1)] * 3 + [(0, 1)] * 2), share([True] * 3 + [False] * 2)
    assert (found.value, found.count) == (same.value, same.count)
    assert (found.low, found.high) == pytest.approx((same.low, same.high))


def test_a_ratio_over_clusters_knows_no_more_than_their_number():
    assert ratio([(5, 5)] * 2 + [(0, 5)] * 2).low == pytest.approx(share([True, True, False, False]).low)
    assert ratio([(0, 5)] * 4) == share([False] * 4)
    assert ratio([(1, 2)] * 50).low == pytest.approx(share([True, False] * 25).low)
    assert ratio([(4, 10), (5, 10), (6, 10), (5, 10)]).low == pytest.approx(share([True, False] * 20).low)
    assert ratio([]) == ratio([(0, 0)])


def test_a_mean_has_the_interval_of_student():
    found = mean([1.0, 2.0, 3.0])
    assert (found.value, found.low) == pytest.approx((2.0, 2 - 4.3027 / math.sqrt(3)), abs=1e-4)
    assert mean([5.0]) == Estimate(5.0, 5.0, 5.0, 1)


def test_students_quantiles_are_those_of_the_tables():
    table = {1: 12.706, 2: 4.303, 5: 2.571, 10: 2.228, 29: 2.045, 100: 1.984, 2000: 1.960}
    assert {freedom: round(t_quantile(freedom), 3) for freedom in table} == table
    assert t_tails(2.0, 7) == pytest.approx(0.0856, abs=1e-4)
    assert t_test([1.0, 2.0, 3.0]) == pytest.approx(0.0742, abs=1e-4)
    assert (t_test([3.0] * 4), t_test([0.0] * 4)) == (0.125, 1.0)
