"""The figures count what serving would have done."""

import json

import pytest

from gateway.evaluation.sets import BadSet, read
from gateway.evaluation.thresholds.memory import Pair, evaluate
from gateway.memory.rules.vetoes import VETO_ORDER
from tests.support.memory_pairs import different, same

PAIRS = [
    Pair("en", "How do I pay?", "How can I pay?", True, "wording"),
    Pair("en", "Can I return it after 3 days?", "Can I return it after 5 days?", False, "numbers"),
    Pair("en", "How do I enable alerts?", "How do I disable alerts?", False, "antonyms"),
    Pair("fr", "Comment laver un pull ?", "Comment nettoyer un pull ?", True, "wording"),
]


def test_pairs_are_read_from_lines():
    line = {"language": "en", "a": "x", "b": "y", "same": True, "kind": "wording", "note": "ignored"}
    assert read("pairs", json.dumps(line), Pair) == [Pair("en", "x", "y", True, "wording")]
    with pytest.raises(BadSet, match=r"^pairs, line 1: same: Input should be a valid boolean\.$"):
        read("pairs", json.dumps(line | {"same": 1}), Pair)


def test_without_similarities_the_vetoes_alone_decide():
    report = evaluate(PAIRS)
    cosine, vetoed = report.figures(()), report.figures()
    assert (cosine.right, cosine.wrong, cosine.missed) == (2, 2, 0)
    assert cosine.wrong_by_kind == {"numbers": 1, "antonyms": 1}
    assert (cosine.precision, vetoed.precision, vetoed.recall) == (0.5, 1.0, 1.0)


def test_each_veto_is_counted_alone_and_added_to_those_before_it():
    report = evaluate(PAIRS)
    assert report.alone["numbers"].wrong_by_kind == {"antonyms": 1}
    assert report.alone["antonyms"].wrong_by_kind == {"numbers": 1}
    assert report.added["numbers"].wrong == 1 and report.added["antonyms"].wrong == 0
    assert report.added[VETO_ORDER[-1]] == report.figures()


def test_pairs_below_the_threshold_are_missed():
    vetoed = evaluate(PAIRS, [0.8, 0.9, 0.9, 0.95]).figures()
    assert (vetoed.right, vetoed.wrong, vetoed.missed) == (1, 0, 1)


def test_the_recommended_threshold_is_the_highest_that_finds_most_and_is_right():
    near = Pair("en", "How do I bake a very good bread?", "What makes bread good and how is it baked?", False, "other")
    pairs = [PAIRS[0], near, Pair("en", "Who pays?", "Who is it that pays?", True, "wording"), *PAIRS[1:3]]
    report = evaluate(pairs, [0.91, 0.7, 0.83, 0.99, 0.99])
    assert report.recommended == 0.83


def test_a_pair_that_is_the_same_and_refused_is_told_with_its_veto():
    pair = Pair("en", "How do I clean a leather sofa?", "How do I clean a leather davenport?", True, "wording")
    assert evaluate([pair]).missed_by_veto == {"one_slot": 1}


def test_nothing_served_is_no_mistake():
    nothing = evaluate([]).figures(())
    assert (nothing.precision, nothing.recall) == (1.0, 1.0)


def test_the_development_tables_are_told_apart_completely():
    pairs = [Pair(language, a, b, True, "same") for language, a, b in same()]
    pairs += [Pair(language, a, b, False, kind) for language, kind, a, b in different()]
    report = evaluate(pairs)
    vetoed = report.figures()
    assert (vetoed.precision, vetoed.recall, vetoed.wrong) == (1.0, 1.0, 0)
    assert report.figures(()).precision < 0.5
