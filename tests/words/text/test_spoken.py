"""What is read aloud of a paragraph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.words.text.spoken import parts, spoken


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A book may be borrowed for **three weeks**.", "A book may be borrowed for three weeks."),
        ("## Loans\n\nSee [the rules](https://a.example/rules).", "Loans\nSee the rules."),
        ("- one book\n- two books\n  * and a map", "one book\ntwo books\nand a map"),
        ("1. Ask.\n2. Pay.", "1. Ask.\n2. Pay."),
        ("> Quoted `code` here", "Quoted code here"),
        ("Run this:\n\n```sh\nrm -rf /\n```\n\nThen wait.", "Run this:\nThen wait."),
        ("| Fee | Price |\n|---|---|\n| late | 2 € |", "Fee, Price\nlate, 2 €"),
        ("Ask https://ask.example/desk, or call.", "Ask, or call."),
        ("![A map](map.png)\n\n---\n\n***", ""),
        ("借期为**三周**。", "借期为三周。"),
        ("-5 degrees and 3 * 4", "-5 degrees and 3 * 4"),
        ("", ""),
    ],
)
def test_words_are_spoken_and_marks_are_not(text, said):
    assert spoken(text) == said


@given(st.text(st.sampled_from("a b.\n。é"), max_size=80), st.integers(5, 30))
def test_parts_hold_everything_and_are_short_enough(text, longest):
    found = parts(text, longest)
    assert all(0 < len(part) <= longest for part in found if len(text) > longest)
    assert "".join("".join(found).split()) == "".join(text.split()), found


def test_parts_end_where_sentences_do():
    assert parts("One is here. Two is here. Three.", 26) == ["One is here. Two is here.", "Three."]
    assert parts("short", 100) == ["short"] and parts("", 100) == []
