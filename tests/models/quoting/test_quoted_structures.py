"""What a question about a list, a table, a glossary or a formula gets."""

from __future__ import annotations

import pytest

from gateway.answer.answer import Candidate
from gateway.models.quoting.quotes import quote
from tests.support.prompts import candidate

HEAD = "| Code | Meaning | What to do |\n|---|---|---|"
CODES = [
    "| E01 | Dry run | Prime the pump |",
    "| E07 | Broken cable | Replace part 5521 |",
    "| E11 | Leak at the gasket | Replace the gasket |",
]
ERRORS = f"## Error codes\n\nThe display shows one of these codes when the pump stops.\n\n{HEAD}\n" + "\n".join(CODES)
NEEDED = [f"- form {number} of the ministry, signed and stamped at the counter of the office" for number in range(50)]
PERMIT = "## Permit\n\nThe applicant brings the following documents:\n\n" + "\n".join(
    [*NEEDED[:40], "- a chest X-ray", *NEEDED[40:]]
)


def ask(question: str, *passages: str | Candidate, language: str = "en") -> list[str]:
    made = [
        candidate(number, passage, language=language) if isinstance(passage, str) else passage
        for number, passage in enumerate(passages, start=1)
    ]
    return [one.text for one in quote(question, language, made, more="… {count} more")]


@pytest.mark.parametrize("question", ["What does error code E11 mean?", "What should I do when the display shows E11?"])
def test_the_row_that_holds_what_is_asked_for_comes_with_its_head(question: str) -> None:
    found = ask(question, ERRORS, "The reader gets the error code of the display.")
    assert f"{HEAD}\n{CODES[2]}" in found and "E07" not in "".join(found)


@pytest.mark.parametrize("question", ["Which error codes does the pump have?", "Show me the table of error codes"])
def test_a_question_for_all_of_a_table_brings_the_table(question: str) -> None:
    found = ask(question, ERRORS)
    assert found == ["The display shows one of these codes when the pump stops.\n" + "\n".join([HEAD, *CODES])]


def test_a_row_that_holds_only_what_the_heading_says_gives_way_to_the_table() -> None:
    table = "| Service | Price |\n|---|---|\n| Sauna | 95 |\n| Doctor of the club | 25 |"
    assert ask("What are the prices of the club?", f"## Prices of the club\n\n{table}") == [table]
    assert ask("What is the price of the sauna?", f"## Prices of the club\n\n{table}") == [
        "| Service | Price |\n|---|---|\n| Sauna | 95 |"
    ]


def test_rows_that_are_asked_for_together_stand_under_one_head() -> None:
    table = "| Pump | Litres |\n|---|---|\n| P300 | 40 |\n| P500 | 75 |\n| P900 | 99 |"
    assert ask("How many litres do P300 and P500 deliver?", table) == [
        "| Pump | Litres |\n|---|---|\n| P300 | 40 |\n| P500 | 75 |"
    ]


def test_a_list_is_about_its_heading_as_well_as_its_lead() -> None:
    text = "## Ingredients\n\nFor six people:\n\n- 250 g of flour\n- 60 g of brown sugar"
    other = "## Preparation\n\n1. Put the plums on the tart.\n2. Sprinkle sugar on the tart."
    whole = "For six people:\n- 250 g of flour\n- 60 g of brown sugar"
    assert ask("Which ingredients are needed?", text, other)[0] == whole
    assert ask("How much brown sugar does the tart need?", text, other)[0] == whole


def test_a_list_that_is_too_long_keeps_the_item_that_is_asked_for_and_says_what_is_left_out() -> None:
    for question in ("Which documents are needed for the permit?", "Is a chest X-ray needed for the permit?"):
        (text, *_) = ask(question, PERMIT)
        assert text.startswith("The applicant brings the following documents:\n- form 0 ")
        assert len(text) < 2600 and " more" in text.split("\n")[-1]
        shown = [line for line in text.split("\n")[1:] if "…" not in line]
        left = sum(int(line.split()[2]) for line in text.split("\n") if "…" in line)
        assert len(shown) + left == 51
        assert ("- a chest X-ray" in shown) is ("X-ray" in question)


def test_a_glossary_entry_is_a_definition() -> None:
    glossary = "## Terms\n\nCapstan\n: an upright winch.\n\nBilge\n: the lowest part of a hull. It holds a winch."
    assert ask("What is a capstan?", glossary, "The capstan of the ship is old and a winch.")[0] == (
        "Capstan: an upright winch."
    )
    examples = "Examples of large bilges: those of tankers. A bilge is where water gathers."
    assert ask("What is a bilge?", examples)[0].startswith("A bilge is where"), "no entry: it is about examples"


@pytest.mark.parametrize("formula", ["$$\nP = \\rho Q H\n$$", "\\[P = \\rho Q H\\]", "$$P = \\rho Q H$$"])
def test_a_formula_comes_with_the_sentence_that_announces_it(formula: str) -> None:
    text = f"## Power\n\nThe hydraulic power is computed from flow and head:\n\n{formula}\n\nPower is work in a time."
    assert ask("How is the hydraulic power computed?", text) == [
        f"The hydraulic power is computed from flow and head:\n{formula}"
    ]


def test_a_formula_without_end_is_prose() -> None:
    assert ask("What do crowns cost?", "$$ is money.\n\nCrowns cost nothing.") == ["Crowns cost nothing."]
