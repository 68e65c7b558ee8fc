"""What tells a manual page from other texts, and its measures."""

from __future__ import annotations

from textwrap import dedent

from gateway.knowledge.documents.manual_layout import ManualLine, column_of, filled, is_manual, rows, shape_of
from tests.support.every import every

PAGE = "BREW(1)   User Commands   BREW(1)\n\nNAME\n       brew - make tea\n\nAUTHOR\n       Ada Kettle.\n\nBrewing 2.1   BREW(1)\n"
HELP = "Help on module kettle:\n\nNAME\n    kettle - Heat water.\n\nFILE\n    /lib/kettle.py\n"


def test_a_page_without_running_head_is_known_by_its_name_section() -> None:
    assert is_manual(dedent(PAGE.partition("\n\n")[2]))
    assert is_manual("BEZEICHNUNG\n    brühe - kocht Tee\n\nAUTOR\n    Ada Kessel\n")
    assert is_manual("茶(1)        用户命令        茶(1)\n\n名称\n       茶 - 泡茶\n\n作者\n       陆羽\n\n尾\n")


@every(
    "text",
    [
        "",
        "\n",
        "NAME",
        "Dear Ada,\n\n    the kettle is broken.\n\nYours\n    Bob\n",
        "SHOPPING LIST\n    tea\n    milk\n\nTOOLS\n    kettle\n",
        "THE KETTLE\n\nIt whistled in the night,\n    and nobody came.\n",
        "NAME,AGE\nAda,36\n",
        "Traceback (most recent call last):\n  File 'a.py', line 1\nValueError: no tea\n",
        "2020-03-01 12:00:00 kettle(1)   started   kettle(1)\n2020-03-01 12:00:01 kettle(1) boiled\n",
    ],
)
def test_what_is_no_manual_page_stays_what_it_is(text: str) -> None:
    assert not is_manual(text)


def test_the_name_is_spelled_as_the_section_name_spells_it() -> None:
    assert shape_of(iter(PAGE.split("\n"))).title == "brew(1)"
    assert shape_of(iter(HELP.split("\n"))).title == "kettle"


def test_a_word_that_was_cut_is_whole_and_a_hyphenated_one_keeps_its_hyphen() -> None:
    lines = [ManualLine(7, "a long de\u2010"), ManualLine(7, "scription of non\u2010"), ManualLine(7, "empty files")]
    assert filled(lines, {"description", "non", "empty"}) == ["a long description", "of non-empty", "files"]


def test_two_columns_are_seen_where_most_lines_have_them() -> None:
    table = [
        ManualLine(4, "low   a soft flame"),
        ManualLine(4, "high  a flame that"),
        ManualLine(10, "is hot"),
        ManualLine(4, "none  x"),
    ]
    assert column_of(table) == 10 and [len(row) for row in rows(table, 10)] == [1, 2, 1]
    assert (
        column_of([ManualLine(7, "The  kettle  is"), ManualLine(7, "heated first"), ManualLine(7, "by  a flame")]) == 0
    )


def test_a_running_head_may_lie_over_itself() -> None:
    page = "BREW_ALL_THE_TEA_THAT_THERE_GenBREW_ALL_THE_TEA_THAT_THERE_IS(1)\n\nNAME\n       brew all the tea that there is - make  tea\n\nX\n       y\n\nz\n"
    assert is_manual(page) and shape_of(iter(page.split("\n"))).title == "brew all the tea that there is(1)"
    assert not is_manual(page.replace(" - ", " and "))
