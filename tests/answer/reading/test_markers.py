"""Markers in every spelling, and what only looks like one."""

import time

from gateway.answer.reading.markers import LONGEST, marker_at, nothing_cites
from tests.support.every import every

BEHIND = " was so in all of them"
CITES = ("E1", "E2", "E3", "G1").__contains__


def marked(text, cites=CITES):
    found = marker_at(text + BEHIND, 0, False, cites)
    return list(found.ids), found.end


@every(
    ("text", "ids"),
    [
        *((text, ["E1"]) for text in (
            "[E1]", "【E1】", "［Ｅ１］", "[ e1 ]", "[[E1]]", "\\\\[E1\\\\]", "\\\\cite{E1}", "[cite:E1]", "[cite: E1]",
            "[citation: E1]", "[Source E1]", "[Source: E1]", "[see E1]", "[^E1]", "[^E1^]", "[@E1]", "[#E1]",
            "[E1, p. 3]", "[E1; p. 3]", "[E1, pp. 3-5]", "[E1, S. 3]", "[E1, § 4]", "[E1:12]", "【E1†source】",
            "[E1†L3-L5]", "【E1:0†source】", "【E1，第3页】", "[E1第3页]", "（E1）", "(E1)", "(see E1)", "(see E1, p. 3)",
            "(see [E1])", "(cf. [E1])", "（参见[E1]）", "(vgl. [E1])", "([E1])", "**[E1]**", "*[E1]*", "_[E1]_", "***[E1]***",
            "**([E1])**", "(**[E1]**)", "*(see [E1])*", "^[E1]^", "^E1^", "^[E1]", "<sup>E1</sup>", "<sup>[E1]</sup>",
            "<b>[E1]</b>", "[E1](#E1)", "[E1](https://example.org/x)", "[[E1]](#e1)",
        )),
        *((text, ["E1", "E2"]) for text in (
            "[E1, E2]", "[E1; E2]", "[E1 and E2]", "[E1 & E2]", "[E1/E2]", "[E1][E2]", "[E1], [E2]", "[E1] and [E2]", "[E1-E2]",
            "[E1–2]", "[E1 to E2]", "(E1, E2)", "(see [E1] and [E2])", "**[E1][E2]**", "[Sources: E1, E2]", "[E1、E2]",
            "[E1, p. 3; E2, p. 4]",
        )),
        ("[E1-E3]", ["E1", "E2", "E3"]),
        ("[E1, G1]", ["E1", "G1"]),
        ("[E1-G1]", ["E1", "G1"]),
    ],
)  # fmt: skip
def test_a_marker_is_known_with_all_around_it_and_its_beginning_waits(text, ids):
    text = text.replace("\\\\", "\\")
    assert marked(text) == (ids, len(text))
    for end in range(1, len(text)):
        assert marker_at(text[:end], 0, False, CITES) is None, text[:end]
        marker_at(text[:end], 0, True, CITES)


@every(
    "text",
    [
        "[2024]",
        "[1]",
        "[E404]",
        "[G11]",
        "[E0]",
        "[E1",
        "[E12345]",
        "[E1]x"[:3],
        "[the E1]",
        "[route E1]",
        "[E1 is red]",
        "[E1, model 3]",
        "[p. 3]",
        "(E9)",
        "(e1)",
        "(E1 model)",
        "(E1, 3)",
        "(see chapter 3)",
        "(see [E1] for details)",
        "(about three weeks [E1])",
        "((((([E1])))))",
        "(see)",
        "**E1**",
        "<b>E1</b>",
        "**[E1] weeks**",
        "^x^",
        "^(E1",
        "(" * 300,
        "[" + "E1," * LONGEST,
        "E1",
    ],
)
def test_anything_else_is_text(text):
    assert marked(text) == ([], 0)


def test_a_bracket_of_the_text_needs_a_candidate():
    assert marked("(E1)", nothing_cites) == marked("<sup>E1</sup>", nothing_cites) == ([], 0)
    assert marked("[E9]", nothing_cites) == (["E9"], 4)


def test_hostile_text_costs_little():
    began = time.perf_counter()
    for text in ("(", "[", "[[E1],", "**", "(see ", "^[", "<sup>"):
        hostile = text * 200
        for at in range(0, len(hostile), len(text)):
            marker_at(hostile, at, True, CITES)
    assert time.perf_counter() - began < 5
