"""Text that its author hid is left out and counted; text that only looks hidden is read."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.html_parts.visibility import may_clash
from tests.support.pages import left_out

HIDDEN = {
    "hidden_text": [
        "<p hidden>no",
        "<p style='display: none'>no",
        "<p style='DISPLAY:NONE !important'>no",
        "<p style='visibility:hidden'>no<b>no</b>",
        "<div style='visibility:hidden'><p style='color:red;font-size:0px'>no</p><p style='color:#fff'>no</p></div>",
        "<p style='opacity:0'>no",
        "<p style='max-height:0;overflow:hidden'>no",
        "<p style='position:absolute;clip:rect(0 0 0 0)'>no",
        "<span style='mso-hide:all'>no</span>",
        "<dialog>no</dialog>",
        "<div hidden>no<p hidden>no</div>",
        "<ul><li hidden>no</ul>",
        "<table><tr><td>x<td style='display:none'>no<tr><td>y</table>",
    ],
    "off_page_text": ["<p style='position:absolute;left:-9999px'>no", "<p style='text-indent:-100em'>no"],
    "tiny_text": ["<p style='font-size:0'>no", "<p style='font-size:0.4pt'>no<i>no</i>"],
    "white_text": [
        "<p style='color:#fff'>no",
        "<p style='background:#000000'><span style='color:rgb(2, 2, 2)'>no</span>",
        "<table bgcolor='#ff0000'><tr><td><font color=red>no</font></table>",
    ],
    "invisible_text": ["<p style='color:transparent'>no", "<p style='color:rgba(9,9,9,0)'>no"],
    "preheader": ["<div class=preheader style='display:none'>no</div>"],
    "hidden_row": ["<table><tr><td>x<td>y<tr style='display:none'><td>no<td>no</table>"],
}


@pytest.mark.parametrize(("kind", "source"), [(kind, source) for kind, sources in HIDDEN.items() for source in sources])
def test_hidden_text_is_left_out_counted_once_and_read_on_demand(kind: str, source: str) -> None:
    text, counts = left_out(f"<body><p>Yes. </p>{source}")
    assert "no" not in text and "Yes." in text and counts == {kind: 1}
    text, counts = left_out(f"<body><p>Yes. </p>{source}", read_hidden=True)
    assert "no" in text and counts == {}


@pytest.mark.parametrize(
    "source",
    [
        "<p class='sr-only' style='position:absolute;clip:rect(0,0,0,0)'>yes",
        "<p class='visually-hidden' style='position:absolute;left:-9999px'>yes",
        "<p style='opacity:0;transform:translateY(20px)'>yes",
        "<p class='fade-in' style='opacity:0'>yes",
        "<div style='visibility:hidden'><p style='visibility:visible'>yes</div>",
        "<div style='font-size:0'><p style='font-size:14px'>yes</div>",
        "<div style='background:#003366'><p style='color:white'>yes</div>",
        "<body style='background:url(night.png)'><p style='color:white'>yes",
        "<link rel=stylesheet href=x.css><p style='color:white'>yes",
        "<p aria-hidden=true>yes",
        "<p hidden=until-found>yes",
        "<div style='color:transparent;background-clip:text'>yes</div>",
        "<details><p>yes</details>",
        "<div style='opacity:0.5'>yes</div>",
        "<p style='font-size:10px'>yes",
    ],
)
def test_text_that_a_reader_sees_or_hears_is_read(source: str) -> None:
    assert left_out(source) == ("yes", {})


def test_hidden_elements_without_text_are_not_counted() -> None:
    assert left_out("<p>x<div hidden> <script>s()</script></div><nav>menu</nav><footer>foot</footer>") == ("x", {})


def test_an_icon_and_a_copy_for_the_eyes_are_left_out_without_a_word() -> None:
    page = "<p><i class='material-icons' aria-hidden=true>menu</i><span class=sr-only>5 EUR</span><b aria-hidden=true>5€</b>"
    assert left_out(page) == ("5 EUR", {})


def test_a_page_needs_colours_only_if_they_may_clash() -> None:
    assert may_clash("p{color:#fff}", "ffffff") and may_clash("color:#111;background-color:#121212", "ffffff")
    assert not may_clash("color:#000;background-color:#ffffff", "ffffff") and not may_clash("color:#fff", "")
