from __future__ import annotations

import json
from pathlib import Path

from gateway.answer.evidence.evidence import prose_of
from gateway.models.quoting.blocks import units
from gateway.models.quoting.shortening import LONGEST_LIST, LONGEST_TABLE, shown
from tests.support.every import every

ITEMS = [f"- entry {number} of a list that takes all of its room, and then some more words" for number in range(60)]
ROWS = [f"| part {number} | {'value ' * 8}| {number * 7} |" for number in range(40)]
HEAD = "| name | value | price |\n|---|---|---|"
LABELS = json.loads((Path(__file__).parents[3] / "prompts" / "labels.json").read_text(encoding="utf-8"))


def of(kind: str, text: str, *terms: str) -> list[str]:
    (unit,) = (unit for unit in units(text) if unit.kind == kind)
    return shown(unit, terms, "en", "… {count} more").split("\n")


def test_what_is_short_stays_whole() -> None:
    assert of("list", "Choose:\n\n- a\n- b") == ["Choose:", "- a", "- b"]
    assert of("table", f"{HEAD}\n{ROWS[0]}") == [*HEAD.split("\n"), ROWS[0].strip()]


def test_a_long_list_says_how_many_items_it_leaves_out() -> None:
    lines = of("list", "Bring these things:\n\n" + "\n".join(ITEMS))
    assert lines[0] == "Bring these things:" and lines[1:-1] == ITEMS[: len(lines) - 2]
    assert lines[-1] == f"- … {60 - len(lines) + 2} more"
    assert LONGEST_LIST - 100 < len("\n".join(lines)) < LONGEST_LIST + 30


def test_the_item_with_the_rarest_words_of_the_question_is_never_left_out() -> None:
    text = "\n".join([*ITEMS[:50], "- a vaccination record of the list", *ITEMS[50:]])
    lines = of("list", text, "list", "vaccin")
    at = lines.index("- a vaccination record of the list")
    assert lines[:at] == [*ITEMS[: at - 1], f"- … {50 - at + 1} more"] and lines[at + 1 :] == ["- … 10 more"]


def test_a_long_table_keeps_its_head_and_the_row_that_is_asked_for() -> None:
    lines = of("table", "\n".join([HEAD, *ROWS]), "33")
    assert lines[:2] == HEAD.split("\n") and ROWS[33] in lines and ROWS[0] in lines
    assert len("\n".join(lines)) < LONGEST_TABLE + 60
    assert [line for line in lines if "…" in line] == [f"| … {33 - len(lines) + 5} more | | |", "| … 6 more | | |"]


@every("labels", LABELS.values(), ids=LABELS)
def test_the_line_that_says_so_is_no_claim(labels: dict[str, str]) -> None:
    said = labels["left_out"].format(count=12)
    assert "12" in said
    assert prose_of(f"- a\n- {said}").split() == ["-", "a"]
    assert prose_of(f"| a |\n| {said} | |").split() == ["|", "a", "|"]


def test_an_ellipsis_before_a_sentence_hides_nothing() -> None:
    assert "penguins" in prose_of("… and so it is known that penguins eat krill.")
