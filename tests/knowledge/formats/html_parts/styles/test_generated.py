"""Counters of CSS count headings and items; generated text is read if it says something."""

from __future__ import annotations

from gateway.knowledge.formats.html_parts.styles.generated import Counters
from tests.support.pages import read


def test_headings_are_counted() -> None:
    css = """body{counter-reset:s}h2{counter-reset:t}h2::before{counter-increment:s;content:counter(s,upper-roman) ". "}
    h3:before{counter-increment:t;content:counter(s) "." counter(t) " "}"""
    page = f"<style>{css}</style><h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h3>E</h3>"
    assert read(page).text == "## I. A\n\n### 1.1 B\n\n### 1.2 C\n\n## II. D\n\n### 2.1 E"


def test_nested_items_are_counted() -> None:
    css = 'ol{counter-reset:i;list-style:none}li{counter-increment:i}li:before{content:counters(i,".") " "}'
    page = f"<style>{css}</style><ol><li>x<ol><li>y<li>z</ol><li>w</ol>"
    assert read(page).text == "1 x\n\n1.1 y\n\n1.2 z\n\n2 w"


def test_lists_of_google_docs_are_counted_over_their_parts() -> None:
    css = """ol.lst-kix_a-0.start{counter-reset:c-0 0}.lst-kix_a-0>li{counter-increment:c-0}
    .lst-kix_a-0>li:before{content:"" counter(c-0,decimal) ". "}.lst-kix_a-1>li{counter-increment:c-1}
    .lst-kix_a-1>li:before{content:"" counter(c-0,decimal) "." counter(c-1,lower-latin) ") "}
    ul.lst-kix_b-0{list-style-type:none}.lst-kix_b-0>li:before{content:"\\0025cf   "}"""
    page = f"""<style>{css}</style><ol class="lst-kix_a-0 start" start=1><li>x<li>y</ol><ol class="lst-kix_a-1 start">
    <li>z</ol><ol class="lst-kix_a-0" start=3><li>w</ol><ul class="lst-kix_b-0 start"><li>u</ul>"""
    assert read(page).text == "1. x\n2. y\n\n   2.a) z\n\n3. w\n\n- u"


def test_generated_text_is_read_if_it_says_something() -> None:
    css = """.n::before{content:"Note: "}.t::after{content:" (" attr(data-x) ")"}.i::before{content:"\\f101"}
    .ok:before{content:"\\f00c"}.q::before{content:"»"}"""
    page = f"<style>{css}</style><p class=n>A<p class=t data-x=5>B<p class=i>C<p class=ok>D<p class=q>E"
    assert read(page).text == "Note: A\n\nB (5)\n\nC\n\n✓D\n\nE"


def test_counters_keep_what_a_nested_list_does_not_own() -> None:
    counters = Counters()
    begun = [counters.apply({"counter-reset": "a 3 b"}), counters.apply({"counter-reset": "a"}, is_nested=True)]
    counters.apply({"counter-increment": "a b -2", "counter-set": "c 9"})
    assert counters.text('counters(a,"-") counter(b) counter(c) / "no"', {}) == "3-1-29" and begun == [[], ["a"]]
    counters.end(begun[1])
    assert counters.text("counter(a) counter(none)", {}) == "30"
