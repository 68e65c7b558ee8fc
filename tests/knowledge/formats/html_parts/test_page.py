"""The frame of a page is no text; asides with text are."""

from __future__ import annotations

import pytest

from tests.support.pages import left_out, text_of


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<aside class=admonition>Never open it.</aside>", "Never open it."),
        ("<div role=complementary>Never open it.</div>", "Never open it."),
        ("<aside class=sidebar>Offers</aside>x", "x"),
        ("<aside><a href=a>One</a> <a href=b>Two</a></aside>x", "x"),
        ("<aside><nav>Menu</nav>Text</aside>x", "x"),
        ("<noscript><p>Call us.</p></noscript>", "Call us."),
        ("<body><noscript>You need to enable JavaScript.</noscript>x", "x"),
        ("<template>Form letter</template>x", "x"),
        ("<dialog open>Terms</dialog>", "Terms"),
        ("<div role=dialog class=cookie-consent>We use cookies.</div>x", "x"),
        ("<h2>A<a class=headerlink href='#a'>¶</a></h2>", "## A"),
        ("<p>A<a role=doc-backlink href='#r'>↩</a>", "A"),
        ("<a role=doc-backlink href='#r'>[1]</a> A", "[1] A"),
    ],
)
def test_a_part_of_the_page(source: str, text: str) -> None:
    assert left_out(source) == (text, {})


def test_words_in_a_window_that_is_closed_are_hidden() -> None:
    closed = "<div class='modal fade' id=m aria-hidden=true>Terms</div>"
    assert left_out(f"x{closed}") == ("x", {"hidden_text": 1})
    assert text_of(f"<a data-toggle=modal data-target='#m'>x</a>{closed}") == "x Terms"


@pytest.mark.parametrize(
    "note",
    [
        "<a class='footnote-reference brackets' href='#i'>1</a>",
        "<a class=footnote-ref role=doc-noteref href='#i'><sup>1</sup></a>",
        "<a epub:type=noteref href='notes.xhtml#i'>1</a>",
        "<a class=sdfootnoteanc href='#i'><sup>1</sup></a>",
        "<a href='#i'><span style='vertical-align:super'>[1]</span></a>",
        "<sup id=r><a href='#i'>1</a></sup>",
    ],
)
def test_a_mark_of_a_note(note: str) -> None:
    assert text_of(f"<p>Pay less.{note}") == "Pay less.[1]"


def test_the_mark_in_front_of_a_note_is_the_same() -> None:
    assert (
        text_of("<a href='#i'>x</a><p id=i><sup>1</sup> Since 2024.<p id=j><sup>13</sup>C") == "x [1] Since 2024. ¹³C"
    )


def test_lists_of_word_have_the_numbers_that_word_wrote() -> None:
    item = "<p class=MsoListParagraph style='mso-list:l0 level{} lfo1'><span style='mso-list:Ignore'>{}<span>&nbsp; </span></span>{}</p>"
    page = item.format(1, "1.", "A") + item.format(2, "·", "B") + item.format(1, "2.", "C") + item.format(1, "(d)", "D")
    heading = "<h2 style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>2.1<span>&nbsp;</span></span>E</h2>"
    assert text_of(page + heading) == "1. A - B 2. C (d) D ## 2.1 E"
