from __future__ import annotations

from dataclasses import replace

import pytest

from gateway.answer.answer import Candidate
from gateway.knowledge.format_table import PLAIN_TEXT
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


def test_a_record_of_changes_is_worth_less_unless_a_figure_is_asked_for() -> None:
    changes = "## 3.1.4\n\n- The lid of the kettle closes again (#311, 4f2a9c1b).\n\n## 3.1.3"
    prose = "The lid of a kettle closes when somebody pushes it."
    assert best(rated("How do I close the lid of the kettle again?", changes, prose)) == prose
    assert best(rated("Which version closes the lid of the kettle again?", changes, prose)) != prose


def test_scores_of_passages_and_of_the_graph_are_not_compared() -> None:
    passage = candidate(1, "Oolong is grown in Fujian.")
    payload = {"entities": [], "relations": [{"from": "Oolong", "type": "GROWN_IN", "to": "Fujian", "description": ""}]}
    graph = Candidate("G1", "graph", payload, 1.0, 1)
    wanted = asking("Where is oolong grown?", "en")
    alone = max(rating.worth for rating in rate(wanted, "en", [replace(passage, score=0.2)]))
    assert max(
        r.worth for r in rate(wanted, "en", [replace(passage, score=0.2), graph]) if r.candidate is not graph
    ) == (pytest.approx(alone))


def test_an_entry_is_preferred_where_it_is_asked_how_or_what() -> None:
    text = "       Closing the lid is not enough for the kettle.\n\n       --lid\n              The kettle: close the lid.\n"
    plain = candidate(1, text)
    plain = replace(plain, reference={**plain.reference, "mediaType": PLAIN_TEXT})
    asked = "How do I close the lid of the kettle?"
    assert "--lid" in best(rate(asking(asked, "en"), "en", [plain]))
    assert "--lid" not in best(rate(asking("Does the lid close the kettle?", "en"), "en", [plain]))


def test_words_that_come_together_over_a_long_entry_count_less_than_those_of_one_sentence() -> None:
    chance = (
        "- `--tin`: Tea stays in its tin. The lid is made of tin. Whoever asks may close it. "
        + "Nobody knows why. " * 9
    )
    text = f"{chance}\n- `--lid`: This says whether somebody may close the lid on tea."
    assert best(rated("May I close the lid of the tea?", text)).startswith("`--lid`")
    (tin, _) = [r for r in rated("May I close the lid of the tea?", text) if r.unit.kind == "item"]
    assert 0.3 < tin.own < 0.9


def test_a_list_that_nothing_introduces_is_no_answer_to_a_question_for_several_things() -> None:
    text = "## Notes\n\n- The shop sells tea.\n- Two kinds of tea are shown here.\n- Wait a minute for the kettle."
    found = rated("Which kinds of tea are there?", text.replace("Notes", "Kinds of tea"))
    assert max(found, key=lambda rating: rating.worth).unit.kind == "list"
    found = rated("Which kinds of tea are there?", text)
    assert max(found, key=lambda rating: rating.worth).unit.kind == "item"


def test_the_number_of_a_clause_finds_the_clause_and_what_stands_below_it() -> None:
    clauses = "1.1 The supplier repairs pumps.\n\nA remark between the clauses.\n\n2.1 Invoices are due in May."
    assert best(rated("What does clause 2.1 say?", clauses)) == "2.1 Invoices are due in May."
    assert (
        best(rated("What does clause 2.1 say?", "A remark on clauses.\n\n## 2.1 Limit\n\nIt is 5 EUR."))
        == "It is 5 EUR."
    )
    assert best(rated("What does clause 2.1.3 say?", clauses)) == "A remark between the clauses."
