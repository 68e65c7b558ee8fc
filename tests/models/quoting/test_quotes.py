from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gateway.answer.answer import Candidate
from gateway.models.quoting.quotes import AROUND, PARAGRAPHS, SENTENCES, Quoted, quote
from tests.support.prompts import candidate


def ask(question: str, *passages: str | Candidate, language: str = "en") -> list[Quoted]:
    made = [
        candidate(number, passage, language=language) if isinstance(passage, str) else passage
        for number, passage in enumerate(passages, start=1)
    ]
    return quote(question, language, made)


def texts(found: list[Quoted]) -> list[str]:
    return [one.text for one in found]


def test_the_answering_sentence_is_quoted_word_for_word_with_its_passage() -> None:
    found = ask(
        "When does the kitchen close?", "The garden is open all day.", "The kitchen closes at 22:00. Dogs are welcome."
    )
    assert found == [Quoted(("E2",), "The kitchen closes at 22:00.")]


def test_no_sentence_of_a_quarter_of_the_question_is_no_answer() -> None:
    assert ask("Who won the football world championship in Brazil in 1950?", "The world is round. Tea is brewed.") == []
    assert ask("When does the kitchen close?") == []


def test_a_definition_stands_first_and_goes_on() -> None:
    found = ask(
        "What is a starter?",
        candidate(1, "Nobody knows what is a starter to cats.", start=0),
        candidate(2, "A starter is a culture of yeast. It lives in a jar. Bread is baked.", start=500),
    )
    assert texts(found)[0] == "A starter is a culture of yeast. It lives in a jar."
    assert found[0].citation_ids == ("E2",)


def test_a_question_for_a_quantity_gets_the_sentence_with_the_figure() -> None:
    found = ask("How long may a book be kept?", "A book may be kept at home. A book may be kept for three weeks.")
    assert texts(found) == ["A book may be kept for three weeks."]


def test_a_how_to_question_gets_the_steps_with_their_introduction() -> None:
    steps = "1. Stop the server.\n2. Copy the folder.\n3. Start the server."
    (one,) = ask("How do I back up the database?", f"To back up the database, do this:\n\n{steps}\n\nBackups are good.")
    assert one.text == f"To back up the database, do this:\n{steps}"


def test_code_stays_with_the_sentence_that_announces_it() -> None:
    text = "Install the package with pip:\n\n```\npip install tea\n```\n\nTea is nice."
    assert texts(ask("How do I install the package?", text)) == [
        "Install the package with pip:\n```\npip install tea\n```"
    ]


def test_code_after_a_full_stop_comes_along_for_how_to_questions_only() -> None:
    text = "The package is installed with pip.\n\n```\npip install tea\n```"
    assert "pip install" in texts(ask("How is the package installed?", text))[0]
    assert texts(ask("Is the package installed?", text)) == ["The package is installed with pip."]


def test_items_of_a_list_come_whole() -> None:
    text = "- Pens have a warranty of two years. Keep the receipt.\n- Lamps have one year."
    assert texts(ask("What warranty do pens have?", text)) == ["Pens have a warranty of two years. Keep the receipt."]


def test_the_list_is_the_answer_where_its_introduction_is_asked_for() -> None:
    text = "There are two ways to add documents.\n\n- The command `ingest` adds files.\n- The page adds uploads."
    assert texts(ask("Which ways to add documents are there?", text)) == [text.replace("\n\n", "\n")]


def test_near_duplicates_are_said_once_and_the_same_sentence_gets_a_second_citation() -> None:
    found = ask(
        "When does the kitchen close?",
        "The kitchen closes at 22:00.",
        "House rules. The *kitchen*\ncloses at 22:00. Be quiet.",
        "The kitchen closes at 22:00 sharp.",
    )
    assert found == [Quoted(("E1", "E2"), "The kitchen closes at 22:00.")] or found[0].citation_ids == ("E1", "E2")
    assert len(found) == 1


def test_sentences_of_one_passage_keep_their_order() -> None:
    found = ask(
        "Does green tea spoil?", "Old green tea may spoil in air. Tins are fine. Green tea does spoil in light."
    )
    assert texts(found) == ["Old green tea may spoil in air. … Green tea does spoil in light."]


def test_passages_of_one_document_keep_their_order() -> None:
    found = ask(
        "Does green tea spoil in light?",
        candidate(1, "In bright light green tea will spoil.", start=900),
        candidate(2, "Green tea can spoil in strong light from lamps.", start=100),
    )
    assert [one.citation_ids[0] for one in found] == ["E2", "E1"]
    found = ask(
        "Does green tea spoil in light?",
        candidate(1, "In bright light green tea will spoil.", start=100),
        candidate(2, "Green tea can spoil in strong light from lamps.", start=900),
    )
    assert [one.citation_ids[0] for one in found] == ["E1", "E2"]


def test_a_sentence_that_points_back_brings_the_one_before_it() -> None:
    found = ask("Where is the fee paid?", "The fee is 45 euros. It is paid at the office where you registered for it.")
    assert texts(found) == ["The fee is 45 euros. It is paid at the office where you registered for it."]


def test_no_more_than_five_paragraphs_of_three_sentences() -> None:
    passages = [
        " ".join(
            f"Green tea number {place}{word} helps {word} {place} people."
            for word in ("alpha", "beta", "gamma", "delta")
        )
        for place in range(9)
    ]
    found = ask("Does green tea help people?", *passages)
    assert 1 <= len(found) <= PARAGRAPHS
    assert all(len(re.findall(r"\.", one.text)) <= SENTENCES for one in found)


def test_the_questions_language_is_preferred_and_another_one_still_serves() -> None:
    english = candidate(1, "The setting GATEWAY_PORT is 8000.", language="en")
    french = candidate(2, "Le réglage GATEWAY_PORT vaut 8000.", language="fr")
    assert quote("Que vaut GATEWAY_PORT ?", "fr", [english, french])[0].citation_ids == ("E2",)
    assert quote("Que vaut GATEWAY_PORT ?", "fr", [english])[0].citation_ids == ("E1",)


def test_chinese_sentences_stand_side_by_side_without_blanks() -> None:
    found = ask("什么是引用？", "引用是段落与原文之间的联系。每条引用都有编号。", language="zh")
    assert texts(found) == ["引用是段落与原文之间的联系。每条引用都有编号。"]


def test_every_quoted_word_stands_in_the_source() -> None:
    source = "Tea is old. It came from China. Many people drink tea every day. Tea has caffeine, which wakes people up."
    for question in ("What is tea?", "Who drinks tea?", "Why does tea wake people up?"):
        for one in ask(question, source):
            assert one.text in source


def test_only_passages_with_text_are_quoted() -> None:
    graph = Candidate("G1", "graph", {"text": "The kitchen closes at 22:00."}, 1.0, 1)
    assert quote("When does the kitchen close?", "en", [graph]) == []


def test_several_items_of_one_list_stay_a_list_with_its_introduction() -> None:
    text = (
        "Warranty:\n\n- Pens have a warranty of two years.\n- Lamps break.\n"
        "- Sharpeners have a warranty of one year.\n- The shop is open.\n- Cards are sold."
    )
    (one,) = ask("What warranty do pens and sharpeners have?", text)
    assert one.text == (
        "Warranty:\n- Pens have a warranty of two years.\n- …\n- Sharpeners have a warranty of one year."
    )


def test_steps_are_found_by_the_heading_above_them() -> None:
    text = (
        "## Returning goods\n\n1. Fill in the form.\n2. Send the parcel.\n\n## Opening hours\n\nGoods are sold daily."
    )
    assert texts(ask("How do I return goods?", text))[0] == "1. Fill in the form.\n2. Send the parcel."


ANSWER = "Open the settings and choose Reset."
OTHER = "Can I change my name?"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (f"**How do I reset it?** {ANSWER}\n\n**{OTHER}** Yes, once.", f"**How do I reset it?** {ANSWER}"),
        (f"Q: How do I reset it?\nA: {ANSWER}\n\nQ: {OTHER}\nA: Yes.", f"Q: How do I reset it? A: {ANSWER}"),
        (f"How do I reset it?\n\n{ANSWER}\n\n{OTHER}\n\nYes, once.", f"How do I reset it? {ANSWER}"),
        (
            f"How do I reset it?\n\n1. Open the settings.\n2. Choose Reset.\n\n{OTHER}\n\nYes.",
            "How do I reset it?\n1. Open the settings.\n2. Choose Reset.",
        ),
        ("How do I reset it?\n\n```\nreset it\n```\n\nDone.", "How do I reset it?\n```\nreset it\n```"),
        (f"- Q: How do I reset it?\n- A: {ANSWER}", f"- Q: How do I reset it?\n- A: {ANSWER}"),
    ],
)
def test_a_question_of_the_document_brings_its_answer(text: str, quoted: str) -> None:
    assert texts(ask("How do I reset it?", text)) == [quoted]


@pytest.mark.parametrize(
    "text",
    [
        "Have you forgotten how to reset it?",
        f"- How do I reset it?\n- {OTHER}",
        f"How do I reset it?\n\n{OTHER}\n\nYes, once.",
        "How do I reset it?\n\n## Names\n\nYes, once.",
    ],
)
def test_a_question_that_nothing_answers_is_not_quoted(text: str) -> None:
    assert ask("How do I reset it?", text) == []


def test_an_answer_is_quoted_before_a_question_that_matches_better() -> None:
    found = ask("How do I reset it?", "Who knows how do I reset it?", "To reset it, open the settings.")
    assert texts(found) == ["To reset it, open the settings."]


OPEN = "On holidays the garden is open till noon."


def test_around_a_sentence_that_leaves_much_of_the_question_open_its_paragraph_is_quoted() -> None:
    paragraph = f"The garden belongs to the town. {OPEN} Dogs stay outside. A ticket is three euros."
    text = f"Cats are grey.\n\n{paragraph}\n\nThe town is old."
    assert texts(ask("Can children play in the garden on holidays?", text)) == [paragraph]
    assert texts(ask("Is the garden open on holidays?", text)) == [OPEN]


def test_a_figure_that_was_asked_for_needs_no_paragraph_around_it() -> None:
    text = "The garden belongs to the town. A ticket for the garden is three euros. Dogs stay outside."
    assert texts(ask("How many euros is a garden ticket for children?", text)) == [
        "A ticket for the garden is three euros."
    ]


def test_of_a_long_paragraph_only_what_is_near_is_quoted() -> None:
    far = "Trees and hedges were planted by many people in that year. "
    (one,) = ask("Can children play in the garden on holidays?", far * 20 + OPEN + " " + far.strip())
    assert one.text.endswith(f"{OPEN} {far.strip()}") and AROUND - len(far) < len(one.text) <= AROUND + 20
    (one,) = ask(
        "假期孩子可以在花园里玩耍吗？", "植物由许多人在那一年种下。" * 60 + "假期花园开到中午。", language="zh"
    )
    assert AROUND / 2 - 20 < len(one.text) <= AROUND / 2


def test_nothing_is_taken_from_a_passage_that_search_found_far_less_fitting() -> None:
    text = "Green tea spoils in strong light from any window."
    near, far = candidate(1, text), candidate(2, "The light of lamps makes green tea of the shop spoil quickly.")
    assert len(quote("Does green tea spoil in light?", "en", [near, far])) == 2
    assert texts(quote("Does green tea spoil in light?", "en", [near, replace(far, score=0.1)])) == [text]


def test_a_sentence_that_only_names_a_thing_brings_the_next_one() -> None:
    text = "Each line has six fields. The sixth field (pass). Disks are checked in the order of its number."
    assert "The sixth field (pass). Disks are checked" in texts(ask("sixth field", text))[0]


def test_a_short_answer_before_the_sentence_comes_along() -> None:
    text = (
        "No. Children under twelve may not enter the sauna alone. The sauna is open from noon. Towels are at the door."
    )
    (one,) = ask("May children under twelve enter the sauna alone?", text)
    assert one.text == "No. Children under twelve may not enter the sauna alone."


def test_a_line_about_rights_says_little_unless_they_are_asked_for() -> None:
    passages = "Copyright (c) 2001-2019 Kettle makers.", "A kettle heats water on a stove, and sings."
    assert ask("What is a kettle?", *passages)[0].citation_ids == ("E2",)
    assert ask("Who has the copyright of the kettle?", *passages)[0].citation_ids == ("E1",)


def test_a_gap_is_shown_where_no_unit_but_text_was_left_out() -> None:
    long = f"Green tea {'and more ' * 150}spoils."
    found = ask("Does green tea spoil?", f"Old green tea may spoil in air. {long} Green tea does spoil in light.")
    assert texts(found) == ["Old green tea may spoil in air. … Green tea does spoil in light."]
