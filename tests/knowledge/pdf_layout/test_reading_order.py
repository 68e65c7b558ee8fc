"""From runs at places to text in reading order; every line keeps its rectangle."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Rule, Run, turned
from tests.support.splitting import split

LONG = "a line of some words that fills its column"


def line(text: str, y: float, x: float = 72, size: float = 10, width: float | None = None) -> Run:
    return Run(text, x, y, x + (width or len(text) * size / 2), y + size)


def column(words: str, x: float, top: float, count: int) -> list[Run]:
    return [line(f"{words} {number:02} {LONG}", top - 12 * number, x) for number in range(count)]


def test_lines_of_a_paragraph_become_one_line_and_a_gap_ends_it() -> None:
    found = lay_out([[line(f"First {LONG}", 700), line("goes on here.", 688), line("Second.", 650)]])
    assert found.text == f"First {LONG} goes on here.\n\nSecond."
    assert [found.text[at.start : at.end] for at in found.lines] == [f"First {LONG}", "goes on here.", "Second."]
    assert found.lines[2][2:] == (1, 72, 650, 107, 660)


def test_two_columns_are_read_one_after_the_other_below_a_title_that_spans_them() -> None:
    title = line("A title across both of the columns of this page", 760, 72, 16)
    page = [title, *column("left", 72, 700, 6), *column("right", 350, 700, 6)]
    text = lay_out([page]).text
    assert text.startswith("# A title")
    assert text.index("left 05") < text.index("right 00")
    assert text.index("right 00") < text.index("right 05")


def test_bands_of_columns_around_a_line_that_spans_them_stay_in_order() -> None:
    across = line("one sentence that runs across all of the page from the left to the right and on", 620, 72)
    page = [*column("A", 72, 700, 5), *column("B", 350, 700, 5), across]
    page += [*column("C", 72, 600, 5), *column("D", 350, 600, 5)]
    text = lay_out([page]).text
    places = [text.index(part) for part in ("A 00", "A 04", "B 00", "B 04", "one sentence", "C 00", "C 04", "D 00")]
    assert places == sorted(places)


PRICES = [("Name", "Price"), ("Wine", "12.50"), ("Bread", "2.50"), ("Cheese", "9.00")]


def cells(rows: Sequence[Sequence[str]], top: float = 700) -> list[Run]:
    return [line(cell, top - 12 * y, 72 + 200 * x) for y, row in enumerate(rows) for x, cell in enumerate(row)]


def test_a_table_is_a_markdown_table_whose_rows_keep_their_rectangles() -> None:
    found = lay_out([cells(PRICES)])
    assert found.text == "| Name | Price |\n| --- | --- |\n| Wine | 12.50 |\n| Bread | 2.50 |\n| Cheese | 9.00 |"
    assert [found.text[at.start : at.end] for at in found.lines][1:] == [
        "| Wine | 12.50 |",
        "| Bread | 2.50 |",
        "| Cheese | 9.00 |",
    ]
    assert found.lines[1][2:] == (1, 72, 688, 297, 698)


def test_a_table_that_a_page_cuts_is_one_again_and_its_header_stands_once() -> None:
    found = lay_out([cells(PRICES, 90), cells([PRICES[0], ("Oil", "7.00"), ("Salt", "0.50")], 760)])
    assert found.text.count("Name") == found.text.count("---") / 2 == 1
    assert found.text.endswith("| Cheese | 9.00 |\n| Oil | 7.00 |\n| Salt | 0.50 |")
    assert [at.page for at in found.lines] == [1, 1, 1, 1, 2, 2]


def test_a_ruled_table_across_two_columns_of_text_is_read_by_rows() -> None:
    page = [*column("left", 72, 700, 6), *column("right", 350, 700, 6)]
    long = "what is to be done there and by whom"
    page += [
        line(f"{side} {n} {long}", 600 - 12 * n, x) for n in range(4) for side, x in (("place", 72), ("duty", 350))
    ]
    page += [*column("lower", 72, 540, 4), *column("last", 350, 540, 4)]
    rules = [Rule(70, y, 600, y) for y in (612, 599, 587, 575, 563)]
    text = lay_out([page], [rules]).text
    assert f"| place 2 {long} | duty 2 {long} |" in text
    assert text.index("left 05") < text.index("right 00") < text.index("place 0") < text.index("lower 00")
    assert text.index("lower 03") < text.index("last 00")


def test_a_heading_of_two_lines_is_one() -> None:
    runs = [line("Allotment", 730, size=20), line("News", 704, size=20), *column("text", 72, 660, 5)]
    assert lay_out([runs]).title == "Allotment News"


def test_the_number_of_the_only_page_is_left_out() -> None:
    assert lay_out([[line("Some text.", 700), line("1", 30)]]).text == "Some text."
    assert lay_out([[line("Some text.", 700), line("12", 30)]]).text == "Some text.\n\n12"


def test_an_entry_of_a_table_of_contents_is_no_heading() -> None:
    runs = [line("1 Wine . . . . . . . . . . 3", 730, size=14), line("2 Bread . . . . . . . . . 9", 714, size=14)]
    assert lay_out([[*runs, *column("text", 72, 660, 5)]]).text.startswith("1 Wine … 3\n\n2 Bread … 9\n\ntext")


def test_letters_of_one_size_in_several_fonts_are_one_paragraph() -> None:
    plain, bold = Run("Some", 72, 700, 100, 712, 0, 10), Run("bold words of it", 102, 699, 200, 714, 0, 10)
    below = Run("and the rest.", 72, 687, 200, 700, 0, 10)
    assert lay_out([[plain, bold, below]]).text == "Some bold words of it and the rest."


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("An interna-", "tional rule.", "An international rule."),
        ("An interna\x02", "tional rule.", "An international rule."),
        ("Pages 10-", "20 follow.", "Pages 10- 20 follow."),
        ("The Rhine-", "Main area.", "The Rhine- Main area."),
        ("An OP-", "TIONAL part.", "An OPTIONAL part."),
        ("服务器的", "安装说明。", "服务器的安装说明。"),
    ],
)
def test_words_cut_at_line_ends_are_whole_again(first: str, second: str, joined: str) -> None:
    assert lay_out([[line(first, 700, width=300), line(second, 688)]]).text == joined


def test_a_hyphen_that_the_word_has_elsewhere_stays() -> None:
    runs = [line("He is a well-", 700, width=300), line("known man.", 688), line("A well-known book.", 600)]
    assert "a well-known man." in lay_out([runs]).text


def test_headings_are_what_is_clearly_larger() -> None:
    runs = [
        line("Book", 760, size=20),
        line("Chapter", 720, size=14),
        *column("text", 72, 700, 5),
        line("aside", 600, size=8),
    ]
    found = lay_out([runs])
    assert found.title == "Book"
    assert found.text.startswith("# Book\n\n## Chapter\n\ntext 00")
    assert "#" not in found.text[20:]


@pytest.mark.parametrize(("size", "is_heading"), [(11.5, True), (11, False)])
def test_a_heading_is_larger_than_most_of_the_text_by_fifteen_percent(size: float, is_heading: bool) -> None:
    found = lay_out([[line("Chapter", 740, size=size), *column("text", 72, 700, 5)]])
    assert ("# Chapter" in found.text) is is_heading


@pytest.mark.parametrize("text", ["# not a heading", "``` not a fence", "~~~ nor this"])
def test_what_only_looks_like_markdown_is_text(text: str) -> None:
    found = lay_out([[line(text, 700), line("Other.", 600)]])
    assert found.text == f"\\{text}\n\nOther."
    assert found.text[found.lines[0].start : found.lines[0].end] == text
    assert [draft.heading for draft in split(found.text, "application/pdf")] == [None]


def test_list_items_stay_apart() -> None:
    runs = [line("• one", 700), line("• two", 688), line("1. three", 676), line("2. four", 664)]
    assert lay_out([runs]).text == "- one\n\n- two\n\n1. three\n\n2. four"


def test_a_paragraph_cut_by_a_page_is_one_again() -> None:
    pages = [
        [*column("x", 72, 700, 3), line("It does not", 664, width=250)],
        [line("end here.", 700), line("Next.", 600)],
    ]
    found = lay_out(pages)
    assert "It does not end here.\n\nNext." in found.text
    assert found.lines[-2].page == 2


def test_turned_writing_is_read_and_its_rectangle_is_the_page_s() -> None:
    place = (100.0, 50.0, 110.0, 250.0)
    found = lay_out([[Run("Turned text", *turned(*place, 90), 90)]])
    assert found.text == "Turned text"
    assert found.lines[0][3:] == place


@given(st.lists(st.floats(-1000, 1000), min_size=4, max_size=4), st.sampled_from([0, 90, 180, 270]))
def test_turning_back_gives_the_rectangle(edges: list[float], angle: int) -> None:
    left, right = sorted(edges[:2])
    bottom, top = sorted(edges[2:])
    there = turned(left, bottom, right, top, angle)
    assert there[0] <= there[2] and there[1] <= there[3]
    assert turned(*there, (360 - angle) % 360) == (left, bottom, right, top)


runs = st.builds(
    lambda text, x, y, size, angle: Run(text, x, y, x + len(text) * size / 2, y + size, angle),
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("-\x02#ab "),
        min_size=1,
        max_size=40,
    ),
    st.floats(-50, 600),
    st.floats(-50, 800),
    st.floats(0.5, 30),
    st.sampled_from([0, 0, 0, 90, 270]),
)


level = st.builds(lambda x, y, width: Rule(x, y, x + width, y), st.floats(0, 500), st.floats(0, 800), st.floats(9, 500))
upright = st.builds(
    lambda x, y, height: Rule(x, y, x, y + height), st.floats(0, 500), st.floats(0, 800), st.floats(9, 500)
)
rules = st.one_of(level, upright, st.sampled_from([Rule(-50, y, 650, y) for y in range(-40, 840, 40)]))


@given(st.lists(st.tuples(st.lists(runs, max_size=30), st.lists(rules, max_size=30)), max_size=4))
def test_any_pages_give_lines_that_lie_in_the_text_in_order(drawn: list[tuple[list[Run], list[Rule]]]) -> None:
    pages = [runs for runs, _ in drawn]
    found = lay_out(pages, [rules for _, rules in drawn])
    end = 0
    for at in found.lines:
        assert end <= at.start <= at.end <= len(found.text)
        assert 1 <= at.page <= len(pages)
        end = at.end
