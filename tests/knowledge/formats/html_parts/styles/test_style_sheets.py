"""Rules of style sheets hide, strike out and raise text as they do in a browser."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.html_parts.styles.style_sheets import declarations_of, needed, unescaped
from tests.support.pages import left_out, text_of


def page(css: str, body: str) -> str:
    return f"<html><head><style>{css}</style></head><body>{body}"


@pytest.mark.parametrize(
    "css",
    [
        ".x{display:none}",
        "#i{display:none}",
        "p{display:none}",
        "p.x.y{display:none}",
        "b, .x , i{color:red;display:none;}",
        "div .x{display:none}",
        "div > p.x{display:none}",
        "/* } */ .x{display:none /*;*/}",
        "<!-- .x{display:none} -->",
        "@media screen{.x{display:none}}",
        "@supports (display:grid){.x{display:none}}",
        "@import 'a.css'; @font-face{src:url(x)} .x{content:'}';display:none}",
        ".x{display:block}.x{display:none}",
        ".x{display:none!important}.x{display:block}",
        "#i{display:none}.x{display:block}",
    ],
)
def test_a_rule_hides(css: str) -> None:
    assert left_out(page(css, "<div><p class='x y' id=i>no</p></div>yes")) == ("yes", {"hidden_text": 1})


@pytest.mark.parametrize(
    "css",
    [
        "@media print{.x{display:none}}",
        "@media (max-width:600px){.x{display:none}}",
        ".x{display:none}.x{display:block}",
        "p{display:none}.x{display:block}",
        ".x{display:none}@media (min-width:600px){.x{display:block}}",
        ".x:hover{display:none}",
        ".x:not(.open){display:none}",
        "a > .x{display:none}",
        "a .x{display:none}",
        ".x.z{display:none}",
        ".x{display:none}.x.open{display:block}",
        ".x{display:none}.open .x{display:block}",
        ".x{display:none}#t:checked~.y{display:block}",
        ".x{display:none}.x:target{display:block}",
        "@keyframes a{.x{display:none}}",
        ".x::before{display:none}",
    ],
)
def test_a_rule_for_another_element_screen_or_state_does_not_hide(css: str) -> None:
    assert left_out(page(css, "<div><p class='x y' id=i>yes</p></div>")) == ("yes", {})


def test_an_attribute_counts_more_than_a_rule() -> None:
    assert left_out(page(".x{display:none}", "<p class=x style='display:block'>yes")) == ("yes", {})


def test_text_is_struck_out_raised_and_lowered_by_rules() -> None:
    css = ".c1{text-decoration:line-through}.c2{vertical-align:super}.c3{vertical-align:sub}.c4{text-decoration:none}"
    body = (
        "<span class=c1>120</span><span class=c1> EUR</span> 10<b class=c2>6</b> CO<i class=c3>2</i> <a class=c4>x</a>"
    )
    assert text_of(page(css, body)) == "~~120 EUR~~ 10⁶ CO₂ x"
    table = "<table><tr style='text-decoration:line-through'><td>a<td>b<tr><td>c<td class=c1>d</table>"
    assert text_of(page(css, table)) == "| ~~a~~ | ~~b~~ | | --- | --- | | c | ~~d~~ |"
    assert text_of("<p class='line-through'>old</p><p>x<span class=superscript>2</span>") == "~~old~~ x²"


def test_declarations_and_escapes() -> None:
    properties = frozenset(("color", "content", "display", "x"))
    assert declarations_of("Color : RED; content: 'A;B' ; x; margin:0; display:none!important", properties) == (
        {"color": "red", "content": "'A;B'"},
        {"display": "none"},
    )
    assert unescaped("md\\:block \\2714 \\110000") == "md:block ✔"
    assert "display" in needed("p{display : none}") and "display" not in needed("p{display:block}")


def test_more_rules_than_we_compare_hide_nothing_wrongly() -> None:
    css = "".join(f".a .b{n % 7} .x{{display:none;z-index:{n}}}" for n in range(20_000)) + "{" * 5000
    assert left_out(page(css, "<div class=a>" + "<p class='x b9'>t</p>" * 5000))[0].count("t") == 5000
