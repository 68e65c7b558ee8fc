"""A question in other words keeps its meaning."""

import random

from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.planted.rewording import in_another_language, mistyped, reordered, reworded

LONG = "How many visitors may borrow a microscope on Tuesdays?"


def drawn(seed="a"):
    return random.Random(seed).randint


def case(id="a", question=LONG, **more):
    return Case(id, 1, CaseLine(question=question, **more))


def test_the_longest_words_get_typing_errors():
    for seed in range(20):
        changed = mistyped(LONG, drawn(seed))
        different = [new for old, new in zip(LONG.split(), changed.split(), strict=True) if old != new]
        assert len(different) <= 2 and changed.split()[0] == "How"
        assert all(new[0] in "vmT" and abs(len(new) - 9) <= 2 for new in different)
    assert any(mistyped(LONG, drawn(seed)) != LONG for seed in range(3))
    assert mistyped("Who is it?", drawn()) is None


def test_a_character_of_a_long_run_is_left_out():
    question = "退货需要多少天？"
    changed = mistyped(question, drawn())
    assert len(changed) == len(question) - 1 and changed[0] == "退" and changed[-2:] == "天？"
    assert mistyped("茶？", drawn()) is None


def test_keywords_come_in_another_order():
    assert reordered(LONG) == "Tuesdays microscope borrow visitors many"
    assert reordered("What is a loan?") is None and reordered("退货需要多少天？") is None


def test_a_parallel_case_asks_in_another_language():
    own = case(language="en", gold_passages=("p1", "p2"))
    other = case("b", "Combien de visiteurs ?", language="fr", gold_passages=("p2", "p1"))
    assert in_another_language(own, [own, other]) is other.stated
    assert in_another_language(own, [own, case("c", language="fr", gold_passages=("p1",))]) is None


def test_one_way_is_drawn_and_a_short_question_has_none():
    own = case(language="en", gold_passages=("p1",))
    other = case("b", "Combien ?", language="fr", gold_passages=("p1",))
    found = {reworded(own, [other], drawn(seed))[1].language for seed in range(20)}
    assert found == {"en", "fr"}
    assert reworded(own, [other], drawn("x")) == reworded(own, [other], drawn("x"))
    assert reworded(case(question="Why?"), [], drawn()) is None
