"""Words and vectors in one ranking: a good vector decides, a useless one does no harm, whatever its scale."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.search.hybrid import Languages, beyond_neighbours, by_sentence, fuse

CALIBRATION = (0.2, 0.6)


def chance(seed: int, count: int = 64, centre: float = 0.0, spread: float = 0.1) -> dict[int, float]:
    """Cosines of the passages 0, 1, … to which a question means nothing."""
    draw = random.Random(seed)
    return {number: draw.gauss(centre, spread) for number in range(count)}


@pytest.mark.parametrize(("centre", "spread"), [(0.0, 0.1), (0.8, 0.01), (-0.2, 0.02)])
def test_a_passage_far_nearer_than_all_others_comes_first_on_every_scale(centre: float, spread: float) -> None:
    cosines = chance(1, centre=centre, spread=spread) | {50: centre + 10 * spread}
    assert fuse({1: 0.4, 2: 0.3}, cosines, CALIBRATION)[0][0] == 50
    assert fuse({}, cosines, CALIBRATION)[0][0] == 50


def test_a_vector_that_means_nothing_keeps_the_order_of_words() -> None:
    words = {1: 0.6, 2: 0.5, 3: 0.4, 4: 0.3}
    first = [fuse(words, chance(seed), CALIBRATION)[0][0] for seed in range(200)]
    assert first.count(1) >= 195


def test_what_words_and_vector_both_find_comes_before_what_one_of_them_finds() -> None:
    cosines = chance(2) | {50: 0.7, 51: 0.7}
    order = [key for key, _ in fuse({1: 0.5, 50: 0.45}, cosines, CALIBRATION)]
    assert order[0] == 50 and set(order[1:3]) == {1, 51}


def test_among_a_few_passages_the_calibration_tells() -> None:
    assert [key for key, _ in fuse({}, {"a": 0.6, "b": 0.21, "c": 0.1}, CALIBRATION)] == ["a", "b"]
    order = fuse({"words": 0.5, "both": 0.4}, {"words": 0.1, "both": 0.6, "meaning": 0.5}, CALIBRATION)
    assert [key for key, _ in order] == ["both", "words", "meaning"]


def test_unrelated_text_lies_midway_between_the_calibration_and_the_usual_neighbours() -> None:
    near, far = (dict.fromkeys(range(64), centre) | {0: 0.9, 1: 0.9, 2: 0.9} for centre in (0.4, 0.2))
    assert beyond_neighbours(near, CALIBRATION) == pytest.approx((0.3, 0.612))
    assert beyond_neighbours(far, CALIBRATION) == pytest.approx((0.2, 0.512))
    assert beyond_neighbours(dict(list(near.items())[:15]), CALIBRATION) == CALIBRATION


def test_a_far_nearer_sentence_moves_a_passage_up_and_the_scores_stay_sorted() -> None:
    scores = [0.7, 0.69, 0.3]
    assert by_sentence(scores, [0.4, 0.4, 0.4], CALIBRATION) == [(0, 0.7), (1, 0.69), (2, 0.3)]
    assert by_sentence(scores, [0.4, 0.5, 0.4], CALIBRATION) == [(1, 0.7), (0, 0.69), (2, 0.3)]


def order(words: dict[int, float], cosines: dict[int, float], foreign: range, known: float = 1.0) -> list[int]:
    return [key for key, _ in fuse(words, cosines, CALIBRATION, Languages(frozenset(foreign), known))]


def test_a_name_that_a_passage_in_another_language_shares_says_little() -> None:
    words, cosines = {1: 0.1, 2: 0.08}, chance(3) | {1: 0.0, 50: 0.45}
    assert order(words, cosines, range(0))[0] == 1
    assert order(words, cosines, range(64), known=0.1)[0] == 50


def test_passages_in_other_languages_come_first_if_the_own_language_lacks_the_words() -> None:
    words, cosines = {1: 0.2, 2: 0.15}, chance(4) | {1: 0.1, 50: 0.42}
    assert order(words, cosines, range(30, 64), known=0.5)[0] == 50
    assert order({1: 0.5, 2: 0.4}, cosines, range(30, 64))[0] == 1


def test_a_translation_gains_less_than_a_passage_that_only_another_language_has() -> None:
    words, far, near = {1: 0.15}, chance(5) | {1: 0.1, 50: 0.42}, chance(5) | {1: 0.6, 50: 0.42}
    assert order(words, far, range(30, 64))[0] == 50
    assert order(words, near, range(30, 64))[0] == 1


def test_words_that_cover_a_passage_count_whatever_its_language_is_taken_for() -> None:
    words, cosines = {1: 0.5, 2: 0.2}, chance(6) | {1: 0.0, 50: 0.3}
    assert order(words, cosines, range(64))[0] == order(words, cosines, range(0))[0] == 1


def test_equal_cosines_tell_nothing() -> None:
    words = {1: 0.6, 2: 0.5}
    for cosines in (dict.fromkeys(range(64), 0.9), dict.fromkeys(range(64), 0.0)):
        assert [key for key, _ in fuse(words, cosines, CALIBRATION)][:2] == [1, 2]


def test_without_vectors_the_scores_are_those_of_words() -> None:
    assert fuse({"a": 0.2, "b": 0.7, "c": 0.0}, {}, CALIBRATION) == [("b", 0.7), ("a", 0.2)]
    assert fuse({}, {}, CALIBRATION) == []


SCORES = st.dictionaries(st.integers(0, 90), st.floats(0, 1))
COSINES = st.dictionaries(st.integers(0, 90), st.floats(-1, 1))


@given(SCORES, COSINES, st.sampled_from([None, CALIBRATION]))
def test_fused_scores_lie_within_0_and_1_and_are_sorted(
    scores: dict[int, float], found: dict[int, float], calibration: tuple[float, float] | None
) -> None:
    result = fuse(scores, found, calibration)
    assert all(0 <= score <= 1 for _, score in result)
    assert [score for _, score in result] == sorted((score for _, score in result), reverse=True)
    assert len({key for key, _ in result}) == len(result)
    assert {key for key, score in scores.items() if score > 0} <= {key for key, _ in result}


@given(SCORES, COSINES)
def test_an_uncalibrated_vector_keeps_every_order_that_bm25_made(
    scores: dict[int, float], found: dict[int, float]
) -> None:
    order = [key for key, _ in fuse(scores, found)]
    hits = {key: score for key, score in scores.items() if score > 0}
    assert set(order[: len(hits)]) == set(hits)
    ranked = [hits[key] for key in order[: len(hits)]]
    assert ranked == sorted(ranked, reverse=True)
