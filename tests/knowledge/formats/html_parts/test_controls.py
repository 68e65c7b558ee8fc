"""Content that a control of the page shows is read, whatever hides it."""

from __future__ import annotations

import pytest

from tests.support.pages import left_out, read, text_of

ANSWER = "<div id=a1 {}>An answer.</div>"


@pytest.mark.parametrize("hiding", ["hidden", "style='display:none'", "style='height:0;visibility:hidden'"])
@pytest.mark.parametrize(
    "control",
    [
        "<button aria-controls='a0 a1'>Why?</button><p>",
        "<a href='#a1'>Why?</a><p>",
        "<b data-target='#a1'>Why?</b><p>",
        "<a data-bs-target=#a1>Why?</a><p>",
        "<label for=a1>Why?</label><p>",
        "<li data-tab='a1'>Why?</li><p>",
        "<b onclick=\"toggle('a1')\">Why?</b><p>",
        "<h3 aria-expanded=false>Why?</h3>",
        "<button type=button>Why?</button>",
        "<details><summary>Why?</summary>",
    ],
)
def test_a_control_keeps_what_it_shows(control: str, hiding: str) -> None:
    text, counts = left_out(f"<body>{control}{ANSWER.format(hiding)}")
    assert "An answer." in text and "Why?" in text and not counts


def test_what_no_control_shows_stays_hidden() -> None:
    page = f"<a href='#a2'>Why?</a><p>x{ANSWER.format('hidden')}<p>y<div hidden id=a2>Known.<i hidden>Secret.</i></div>"
    assert left_out(page) == ("Why? x y Known.", {"hidden_text": 2})


@pytest.mark.parametrize(
    "before",
    [
        "<div class=tabcontent>Paris</div>",
        "<div>Long text <button onclick='buy()'>Buy</button></div>",
        "<button>Buy</button>",
    ],
)
def test_an_element_with_a_control_inside_is_not_one(before: str) -> None:
    assert left_out(f"<p>Yes.{before}<div hidden>no</div>")[1] == {"hidden_text": 1}


def test_a_box_without_script_opens_what_follows_its_label() -> None:
    page = "<input type=checkbox id=c><label for=c>More</label><div hidden>Text.</div>"
    assert left_out(page) == ("[ ] More Text.", {})
    assert left_out("<input id=c><label for=c>Name</label><div hidden>Text.</div>")[1] == {"hidden_text": 1}


def test_many_buttons_and_tabs_are_read() -> None:
    page = f"<div id=big>{'text ' * 100_000}</div>{'<button aria-controls=big>b</button>' * 15_000}"
    assert text_of(page).count("b") == 15_000
    tabs = (
        f"<ul role=tablist><li role=tab id=t{n}>a</ul><p role=tabpanel aria-labelledby=t{n}>x</p>" for n in range(9000)
    )
    assert text_of("".join(tabs)).count("x") == 9000


def test_a_part_of_a_hidden_element_may_be_shown() -> None:
    page = "<a data-bs-target='.many'>All</a><div hidden>Out.<div class=many id=i>In.</div></div>"
    assert left_out(page)[0] == "All In."


@pytest.mark.parametrize(
    "page",
    [
        "<h2><button>How long is it valid?</button></h2><p>A year.",
        "<button>How long is it valid?</button><p>A year.",
        "<button class=accordion>How long is it valid?</button><p>A year.",
        "<dl><dt><button>How long is it valid?</button><dd>A year.</dl>",
        "<button aria-expanded=false>How long is it valid?</button><div>A year.</div>",
    ],
)
def test_a_button_that_is_a_heading_is_text(page: str) -> None:
    assert text_of(page).replace(": ", "").replace("# ", "").lstrip("#") == "How long is it valid? A year."


def test_a_button_next_to_the_words_of_a_heading_is_not_text() -> None:
    assert text_of("<h1>Struct Range<button title=x>Copy item path</button></h1>") == "# Struct Range"


@pytest.mark.parametrize(
    "page",
    [
        "<button>Menu</button><p>Text.",
        "<button aria-controls=m>Menu</button><ul id=m><li><a href=x>Home</a></ul><p>Text.",
        "<button aria-expanded=false aria-haspopup=menu>Menu</button><p>Text.",
        "<form><input value=''><button type=submit>Search</button></form><p>Text.",
    ],
)
def test_the_button_of_a_menu_or_a_form_is_not_text(page: str) -> None:
    assert text_of(page).endswith("Text.") and "Menu" not in text_of(page) and "Search" not in text_of(page)


def test_each_panel_stands_below_the_name_of_its_tab() -> None:
    named = """<ul role=tablist><li><button role=tab aria-controls=p1>Linux</button><li><a role=tab href='#p2'>macOS</a></ul>
    <div id=p1 role=tabpanel>apt</div><div id=p2 role=tabpanel hidden>brew</div>"""
    in_order = """<div><ul role=tablist><li role=tab>Linux<li role=tab>macOS</ul><div><div role=tabpanel>apt</div>
    <div role=tabpanel hidden>brew</div></div></div>"""
    labelled = """<div role=tablist><button role=tab id=t1>Linux</button><button role=tab id=t2>macOS</button></div>
    <div role=tabpanel aria-labelledby=t2 hidden>brew</div><p>x"""
    for page in (named, in_order):
        assert read(page).text == "Linux\n\napt\n\nmacOS\n\nbrew"
    assert text_of(labelled) == "Linux macOS brew x"
