"""Superscripts, subscripts and struck-out text by the places of letters and lines."""

from __future__ import annotations

import pytest

from gateway.knowledge.pdf_layout.runs import Rule, Run
from gateway.knowledge.pdf_layout.scripts import mark_scripts, strikes_through


def run(text: str, left: float, *, size: float = 10, base: float = 100, angle: int = 0) -> Run:
    right = left + 0.5 * size * len(text)
    return Run(text, left, base - 0.2 * size, right, base + 0.9 * size, angle, size, base=base)


@pytest.mark.parametrize(
    ("size", "base", "written"),
    [(6.5, 103.3, "⁶"), (8.3, 104, "⁶"), (5.8, 99.2, "₆"), (7, 98, "₆"), (10, 103, "6"), (8, 100, "6"), (3, 105, "6")],
)
def test_smaller_letters_on_another_baseline(size: float, base: float, written: str) -> None:
    runs = [run("10", 50), run("6", 60, size=size, base=base), run("litres", 70)]
    assert not mark_scripts(runs)
    assert [each.text for each in runs] == ["10", written, "litres"]


def test_two_scripts_of_one_letter_and_a_script_before_it() -> None:
    stacked = [run("x", 50), run("2", 55, size=7, base=103.5), run("i", 55, size=7, base=98)]
    mark_scripts(stacked)
    assert [each.text for each in stacked] == ["x", "²", "ᵢ"]
    note = [run("1", 50, size=7, base=103.5), run("The note.", 54)]
    mark_scripts(note)
    assert [each.text for each in note] == ["¹", "The note."]


def test_a_script_takes_the_height_of_its_line() -> None:
    runs = [run("CO", 50), run("2", 60, size=7, base=98)]
    mark_scripts(runs)
    assert (runs[1].bottom, runs[1].top, runs[1].size) == (runs[0].bottom, runs[0].top, 10)


def test_a_script_that_is_drawn_after_its_line() -> None:
    apart = [run("10", 50), run("litres", 80), run("words below", 50, base=80), run("6", 60, size=7, base=103.5)]
    assert not mark_scripts(apart)
    assert apart[-1].text == "⁶"
    inside = [run("10 litres", 50), run("words below", 50, base=80), run("6", 60, size=7, base=103.5)]
    assert mark_scripts(inside), "its line has to be read again"


@pytest.mark.parametrize(
    "other",
    [
        run("a text of smaller letters", 60, size=7, base=103.5),
        run("6", 80, size=7, base=103.5),
        run("6", 60, size=7, base=120),
        run("6", 60, size=7, base=103.5, angle=90),
        run("•", 60, size=7, base=103.5),
    ],
    ids=["long", "far", "another line", "turned", "no letter"],
)
def test_no_script(other: Run) -> None:
    text = other.text
    mark_scripts([run("10", 50), other])
    assert other.text == text


def test_a_drop_cap_has_no_scripts() -> None:
    runs = [run("W", 50, size=30, base=80), run("hen", 66, size=10, base=94), run("it rains", 66, base=80)]
    mark_scripts(runs)
    assert [each.text for each in runs] == ["W", "hen", "it rains"]


def test_lines_through_letters() -> None:
    text = [run("120 EUR", 50)]
    through, below, beside = Rule(50, 103, 85, 103.5), Rule(50, 98, 85, 98.5), Rule(200, 103, 285, 103.5)
    upright = Rule(60, 90, 60, 120)
    assert strikes_through(text, [below, through, beside, upright]) == [through]
    assert strikes_through([], [through]) == []
