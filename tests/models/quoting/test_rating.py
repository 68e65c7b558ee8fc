from __future__ import annotations

from gateway.models.quoting.answer_kind import asking
from gateway.models.quoting.rating import Rating, rate
from tests.support.prompts import candidate


def rated(question: str, *texts: str, language: str = "en", **more: str) -> list[Rating]:
    passages = [candidate(number, text, **more) for number, text in enumerate(texts, start=1)]  # type: ignore[arg-type]
    return rate(asking(question, language), language, passages)


def best(found: list[Rating]) -> str:
    return max(found, key=lambda one: one.worth).unit.text


def test_a_rare_word_of_the_question_weighs_more_than_a_frequent_one() -> None:
    tea = "Tea is old. Tea is grown here. Tea is sold there. Oolong is partly oxidised."
    assert best(rated("Is oolong a tea?", tea)) == "Oolong is partly oxidised."


def test_the_share_of_own_words_is_between_nothing_and_all() -> None:
    found = rated("Where is oolong grown?", "Oolong is grown in Fujian. Cups are made of clay.")
    assert [round(one.own, 2) for one in found] == [1.0, 0.0]


def test_the_heading_helps_a_sentence_that_does_not_repeat_it() -> None:
    text = "## Oolong\n\nIt steeps for five minutes.\n\n## Sencha\n\nIt steeps for one minute."
    assert best(rated("How long does sencha steep?", text)) == "It steeps for one minute."


def test_figures_are_preferred_where_a_quantity_is_asked_for() -> None:
    assert "four" in best(
        rated("How many minutes does tea steep?", "Tea steeps some minutes. Tea steeps four minutes.")
    )


def test_the_questions_language_is_preferred() -> None:
    passages = [
        candidate(1, "La vapeur chauffe le thé.", language="fr"),
        candidate(2, "Vapeur is French.", language="en"),
    ]
    found = rate(asking("vapeur", "en"), "en", passages)
    assert best(found) == "Vapeur is French."
