"""Reciprocal rank fusion, and what counts as the same hit."""

import random

import pytest

from gateway.knowledge.search.fusion import K, fuse
from tests.support.every import every


def hit(key=None, text=None):
    return {name: value for name, value in (("embeddingId", key), ("text", text)) if value is not None}


def order(*lists):
    return [lists[one.places[0].list][one.places[0].position].get("embeddingId") for one in fuse(lists)]


def test_the_score_is_the_sum_of_reciprocal_ranks_over_what_is_first_everywhere():
    a, b, c = hit("a"), hit("b"), hit("c")
    fused = fuse([[a, b], [b, c]])
    assert order([a, b], [b, c]) == ["b", "a", "c"]
    whole = 2 / (K + 1)
    expected = [(1 / (K + 2) + 1 / (K + 1)) / whole, 1 / (K + 1) / whole, 1 / (K + 2) / whole]
    assert [one.score for one in fused] == pytest.approx(expected)
    assert fused[0].places == ((0, 1), (1, 0))


def test_what_is_first_everywhere_scores_one():
    assert [one.score for one in fuse([[hit("a")], [hit("a")], [hit("a")]])] == pytest.approx([1.0])


def test_of_equals_the_earlier_list_wins_and_lists_take_turns():
    assert order([hit("a"), hit("b")], [hit("c"), hit("d")]) == ["a", "c", "b", "d"]


def test_the_same_text_under_another_id_is_the_same_passage_whatever_the_blanks():
    fused = fuse([[hit("a", "One  two\nthree.")], [hit("z", "One two three.")], [hit(None, "One two three. ")]])
    assert [one.places for one in fused] == [((0, 0), (1, 0), (2, 0))]


def test_two_documents_with_the_same_text_stay_apart_in_one_list():
    assert order([hit("a", "x"), hit("b", "x")], [hit("b", "x"), hit("a", "x")]) == ["a", "b"]


def test_an_id_that_comes_twice_in_one_list_counts_once_at_its_best_place():
    fused = fuse([[hit("a"), hit("b"), hit("a")], [hit("b")]])
    assert [one.places for one in fused] == [((0, 1), (1, 0)), ((0, 0),)]


def test_another_text_under_the_same_id_is_the_same_passage():
    assert len(fuse([[hit("a", "new")], [hit("a", "old")]])) == 1


def test_graph_results_are_the_same_when_all_their_parts_are():
    one = {"vertices": [{"id": "v"}], "edges": []}
    other = {"vertices": [{"id": "w"}], "edges": []}
    assert [item.places for item in fuse([[one, other], [dict(reversed(one.items()))]])] == [
        ((0, 0), (1, 0)),
        ((0, 1),),
    ]


def test_nothing_fused_is_nothing():
    assert fuse([]) == [] and fuse([[], []]) == []


def test_any_lists_give_each_hit_once_falling_scores_and_none_above_one():
    rng = random.Random(7)
    for _ in range(200):
        lists = [
            [hit(rng.choice("abcdef"), rng.choice(["", "x", "y"])) for _ in range(rng.randint(0, 6))] for _ in range(3)
        ]
        fused = fuse(lists)
        scores = [one.score for one in fused]
        assert scores == sorted(scores, reverse=True) and all(0 < score <= 1 for score in scores)
        places = [place for one in fused for place in one.places]
        assert len(places) == len(set(places))


TEXTS = ["One two  three four five.", "One two three four\nfive.", "One two three four six.", "One two", " ", "", None]


def by_whole_texts(lists):
    """Says which hits are the same, comparing every text with every other."""
    places, known = {}, {}
    for index, hits in enumerate(lists):
        texts = {}
        for position, payload in enumerate(hits):
            text = " ".join((payload.get("text") or "").split())
            names = [("id", payload["embeddingId"])] if "embeddingId" in payload else []
            names += [("text", text)] if text else []
            names = names or [("graph", str(payload))]
            key = next((known[name] for name in names if name in known), names[0])
            known.setdefault(names[0], key)
            for name in names[1:]:
                texts.setdefault(name, key)
            found = places.setdefault(key, [])
            if not found or found[-1][0] != index:
                found.append((index, position))
        known = {**texts, **known}
    return sorted(map(tuple, places.values()))


@every("seed", range(20))
def test_texts_that_begin_alike_are_compared_to_their_end(seed):
    drawn = random.Random(seed)
    for _ in range(100):
        keys = [*"abc", None]
        lists = [
            [hit(drawn.choice(keys), drawn.choice(TEXTS)) for _ in range(drawn.randrange(5))]
            for _ in range(drawn.randrange(4))
        ]
        assert sorted(one.places for one in fuse(lists)) == by_whole_texts(lists)
