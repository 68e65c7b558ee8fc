"""The pool: no passage outside it can be among the best, and common words do not pull everything in."""

import random
import re
from itertools import combinations, product

import pytest

from gateway.knowledge.search import pool as module
from gateway.knowledge.search.pool import BUDGET, WIDEST, pool
from gateway.knowledge.search.ranking import Statistics
from gateway.store.database.tsvector import any_of
from tests.support.every import every
from tests.support.in_memory_ranking import weights


def holds(conditions: list[str], terms: set[str]) -> bool:
    """Whether a passage with these lexemes matches a condition, read as PostgreSQL reads it."""
    said = (re.sub("'([^']*)'", lambda found: str(found[1] in terms), condition) for condition in conditions)
    return any(eval(one.replace("&", " and ").replace("|", " or ") or "False") for one in said)


def corpus(df: dict[str, int], count: int = 10_000, *, marked: bool = False) -> Statistics:
    return Statistics(count, 100.0, df, marked)


def spelled(made, threshold: float) -> list[str]:
    return [any_of(condition) for condition in made.conditions(threshold)]


def made_of(query: list[str], known: Statistics):
    return pool(weights(query, known), known)


def test_terms_are_ordered_by_weight_and_weights_add_up_to_one():
    made = made_of(["the", "zebra", "unknown", "zebra", "farm"], corpus({"the": 9000, "zebra": 3, "farm": 400}))
    assert made is not None
    assert made.terms == ("zebra", "farm", "the")
    assert sum(made.weights) == pytest.approx(1)
    assert list(made.weights) == sorted(made.weights, reverse=True)


def test_a_question_without_a_known_word_has_no_pool():
    assert made_of(["unknown"], corpus({"zebra": 3})) is None
    assert made_of([], corpus({"zebra": 3})) is None
    assert made_of(["zebra"], Statistics(0, 0.0, {})) is None


def test_rare_words_need_no_threshold():
    made = made_of(["zebra", "farm"], corpus({"zebra": 3, "farm": 100}))
    assert made is not None
    assert made.first() == 0
    assert spelled(made, 0) == ["'zebra' | 'farm'"]


def test_a_common_word_alone_does_not_let_a_passage_in():
    made = made_of(["zebra", "the"], corpus({"zebra": 3, "the": 9000}))
    assert made is not None
    condition = spelled(made, made.first())
    assert holds(condition, {"zebra"})
    assert not holds(condition, {"the"})


@pytest.mark.parametrize("seed", range(20))
def test_a_condition_lets_in_exactly_the_sets_above_its_threshold(seed, monkeypatch):
    monkeypatch.setattr(module, "PARTED_FROM", seed % 2 * 20_000)
    rng = random.Random(seed)
    names = [f"w{number}" for number in range(rng.randint(1, WIDEST))]
    made = made_of(names, corpus({name: rng.randint(1, 9000) for name in names}))
    assert made is not None
    weight = dict(zip(made.terms, made.weights, strict=True))
    sets = [set(chosen) for size in range(1, len(names) + 1) for chosen in combinations(names, size)]
    for threshold in [made.first(), rng.random(), rng.random(), 0.999999]:
        condition = spelled(made, threshold)
        for chosen in sets:
            total = sum(weight[name] for name in chosen)
            if abs(total - threshold) > 1e-9:
                assert holds(condition, chosen) == (total > threshold), (threshold, chosen)


@every("seed", range(20))
def test_where_strong_terms_are_marked_a_condition_knows_what_the_others_add_at_most(seed):
    rng = random.Random(seed)
    names = [f"w{number}" for number in range(rng.randint(1, 5))]
    known = corpus({name: rng.randint(1, 9000) for name in names}, marked=True)
    made = made_of(names, known)
    assert known.weak == pytest.approx(2 / 3)
    weight = dict(zip(made.terms, made.weights, strict=True))
    for threshold in [made.first(), rng.random(), rng.random(), 0.999999]:
        condition = spelled(made, threshold)
        for shares in product((0.0, known.weak, 1.0), repeat=len(names)):
            held = dict(zip(names, shares, strict=True))
            total = sum(weight[name] * share for name, share in held.items())
            lexemes = {name for name, share in held.items() if share} | {f"//{n}" for n in names if held[n] == 1}
            if lexemes and abs(total - threshold) > 1e-6:
                assert holds(condition, lexemes) == (total > threshold), (threshold, held)


def test_a_common_term_lets_in_only_passages_where_it_is_strong():
    made = made_of(["aa", "bb"], corpus({"aa": 4000, "bb": 4000}, marked=True))
    condition = spelled(made, made.first())
    assert not holds(condition, {"aa", "bb"})
    assert holds(condition, {"aa", "bb", "//aa", "//bb"})


def test_a_large_corpus_is_asked_for_each_alternative_by_itself():
    df = {"aa": 9000, "bb": 9000, "cc": 9000, "zz": 2}
    small, large = (made_of(list(df), corpus(df, count)) for count in (20_000, 200_000))
    assert spelled(small, 0.1) == ["'zz' | 'cc' & ('bb' | 'aa') | 'bb' & ('aa')"]
    assert spelled(large, 0.2) == ["'zz'", "'cc' & ('bb' | 'aa')", "'bb' & ('aa')"]
    assert spelled(large, 0.1) == ["'zz' | 'cc' | 'bb' | 'aa'"]


@every("seed", range(20))
def test_the_first_round_expects_no_more_than_its_budget(seed):
    rng = random.Random(seed)
    names = [f"w{number}" for number in range(rng.randint(2, WIDEST))]
    df = {name: rng.randint(1, 5000) for name in names}
    made = made_of(names, corpus(df))
    assert made is not None
    threshold, expected = made.first(), 0.0
    for size in range(1, len(names) + 1):
        for chosen in combinations(made.terms, size):
            share = 1.0
            for name in names:
                share *= df[name] / 10_000 if name in chosen else 1 - df[name] / 10_000
            if sum(made.weights[made.terms.index(name)] for name in chosen) > threshold + 1e-9:
                expected += share * 10_000
    all_together = 10_000.0
    for name in names:
        all_together *= df[name] / 10_000
    assert expected <= max(BUDGET, all_together) + 1e-6


def test_a_round_is_exact_when_the_last_score_reaches_what_is_left_outside():
    made = made_of(["zebra", "the"], corpus({"zebra": 3, "the": 9000}))
    assert made is not None
    threshold = made.first()
    assert made.second(threshold, threshold) is None
    assert made.second(0.0, 0.0) is None


def test_a_round_that_found_too_little_is_followed_by_one_from_its_last_score():
    made = made_of(["aa", "bb", "cc"], corpus({"aa": 900, "bb": 900, "cc": 900}))
    assert made is not None
    assert made.first() > 0
    assert made.second(made.first(), 0.0) == 0.0
    assert made.second(made.first(), 0.1) == pytest.approx(0.1)


def test_the_second_round_is_bounded_too(monkeypatch):
    monkeypatch.setattr(module, "MOST", 700)
    made = made_of(["aa", "bb"], corpus({"aa": 9000, "bb": 9000}))
    assert made is not None
    assert made.second(made.first(), 0.0) is None


def test_many_words_make_few_combinations():
    names = [f"w{number}" for number in range(40)]
    made = made_of(names, corpus(dict.fromkeys(names, 3000)))
    assert made is not None
    assert spelled(made, made.first())[0].count("|") < 70
    assert spelled(made, 0.0)[0].count("|") == 39
    assert made.rest == pytest.approx(1 - WIDEST / 40)
