"""The rule that labelled claims give: its bound, its threshold, and the labels that are missing."""

import random
from math import comb

import pytest

from gateway.answer.evidence.evidence_rule import EvidenceFeatures
from gateway.evaluation.thresholds.calibration import (
    Calibrated,
    CheckedClaim,
    TooFew,
    calibrate,
    fewest,
    fit,
    upper_bound,
)


@pytest.mark.parametrize(
    ("errors", "count", "bound"), [(0, 10, 0.2589), (0, 59, 0.0495), (5, 100, 0.1023), (10, 100, 0.1637)]
)
def test_the_bound_is_that_of_clopper_and_pearson(errors, count, bound):
    share = upper_bound(errors, count, 0.95)
    assert share == pytest.approx(bound, abs=5e-5)
    tail = sum(comb(count, at) * share**at * (1 - share) ** (count - at) for at in range(errors + 1))
    assert tail == pytest.approx(0.05, abs=1e-9)


def test_the_fewest_claims_are_those_of_no_error():
    assert (fewest(0.05, 0.95), fewest(0.1, 0.9), upper_bound(3, 3, 0.95)) == (59, 22, 1.0)
    assert upper_bound(0, 58, 0.95) > 0.05 >= upper_bound(0, 59, 0.95)


def claim(words, supported):
    return CheckedClaim(EvidenceFeatures(words=words, pairs=words), supported)


def drawn(count, seed, chance):
    """Claims whose chance to be unsupported depends on how well their words are covered."""
    source = random.Random(seed)
    return [claim(words, source.random() >= chance(words)) for words in (source.random() for _ in range(count))]


def test_claims_that_all_are_supported_stay_ok_and_nothing_is_wasted_on_fitting():
    found = calibrate([claim(0.5, True)] * 59, 59, 0.05, 0.95)
    assert isinstance(found, Calibrated) and (found.ok, found.rule.claims) == (59, 59) and found.bound <= 0.05
    assert calibrate([claim(0.5, True)] * 58, 58, 0.05, 0.95) == TooFew(1, 58, 0)
    assert calibrate([claim(0.5, True)] * 20, 40, 0.05, 0.95) == TooFew(78, 20, 0), "half of the labels are not ok"


def test_it_keeps_the_claims_above_a_threshold_and_drops_the_others():
    found = calibrate(drawn(900, 1, lambda words: 0.0 if words > 0.4 else 0.5), 1000, 0.05, 0.95)
    assert isinstance(found, Calibrated) and 0.5 < found.ok / 900 < 0.75 and found.rule.claims == 1000
    assert found.rule.keeps(claim(0.9, True).features) and not found.rule.keeps(claim(0.1, True).features)


def test_the_same_labels_give_the_same_rule():
    claims = drawn(400, 2, lambda words: 0.4 * (1 - words) ** 2)
    assert calibrate(claims, 400, 0.1, 0.9) == calibrate(claims, 400, 0.1, 0.9)


def test_a_rule_that_breaks_its_promise_is_as_rare_as_it_says():
    """Six percent are wrong at every threshold, so that every rule is wrong."""
    rules = [calibrate(drawn(250, seed, lambda _: 0.06), 250, 0.05, 0.95) for seed in range(150)]
    assert sum(isinstance(each, Calibrated) for each in rules) <= 0.08 * len(rules)


def test_labels_that_more_of_would_not_help_are_told():
    found = calibrate(drawn(900, 3, lambda _: 0.3), 900, 0.05, 0.95)
    assert isinstance(found, TooFew) and found.more is None and found.unsupported > 0.2 * found.surest
    assert calibrate([], 12, 0.05, 0.95) == TooFew(59, 0, 0)


def test_few_wrong_ones_among_the_surest_need_more_labels():
    found = calibrate(drawn(190, 5, lambda words: 0.03 if words > 0.5 else 0.4), 300, 0.05, 0.95)
    assert isinstance(found, TooFew) and found.more is not None and found.more > 0


def test_the_weights_follow_the_labels():
    *_, fitted = fit([*drawn(300, 4, lambda words: 1 - words)]), fit([claim(0.5, True)] * 9)
    assert fit(drawn(300, 4, lambda words: 1 - words))[1] > fitted[1] > 0 > fit(drawn(900, 4, lambda words: words))[1]
