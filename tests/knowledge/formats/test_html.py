"""Pages become Markdown-like text: words whole, blocks apart, menus left out."""

from __future__ import annotations

import time

import pytest

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.html import read_html
from gateway.store.database.tsvector import lexemes
from tests.support.every import every
from tests.support.in_memory_ranking import frequencies
from tests.support.splitting import split


def test_html_is_read_block_by_block() -> None:
    page = b"""<!doctype html><html lang="fr"><head><title>Page &amp; co</title><style>p{}</style></head><body>
    <nav>menu</nav><header><h1>Ti<b>tre</b><a class="headerlink" href="#">#</a></h1></header>
    <p>Un mot cou<em>p\xc3\xa9</em> ici,<br>ligne   deux &lt;x&gt; <code>a_b</code>.</p>
    <ul><li>un<ul><li>un.un</li></ul></li><li><p>deux</p><p>suite</p></li></ul><ol><li>x</li><li>y</li></ol>
    <table><caption>Tab</caption><tr><th>A<th>B</tr><tr><td>1 | 2<td><p>p</p></tr></table>
    <pre>x = 1\n  y</pre>libre<script>bad()</script><div>div<p>p</p>fin</div><p hidden>secret</p>
    <footer>pied</footer></body></html>"""
    extracted = opened(page, "a.html")
    assert (extracted.title, extracted.language, extracted.media_type) == ("Page & co", "fr", "text/html")
    assert extracted.text == (
        "# Titre\n\nUn mot coupé ici,\nligne deux <x> `a_b`.\n\n- un\n  - un.un\n- deux\n\n  suite\n\n1. x\n2. y\n\n"
        "Tab\n\n| A | B |\n| --- | --- |\n| 1 \\| 2 | p |\n\n```\nx = 1\n  y\n```\n\nlibre\n\ndiv\n\np\n\nfin"
    )


def test_the_main_part_of_a_page_is_preferred() -> None:
    page = b"<body><div>Menu of links</div><main><p>Text.</p></main><div>Imprint</div></body>"
    assert opened(page, "a.html").text == "Text."


def test_a_layout_table_is_read_as_paragraphs() -> None:
    page = b"<table><tr><td><p>one</p><p>two</p></td></tr></table>"
    assert opened(page, "a.html").text == "one\n\ntwo"


def test_nested_tags_without_end_are_read_in_time() -> None:
    assert opened(b"<div>" * 20_000 + b"deep", "a.html").text == "deep"


def test_an_empty_page_has_no_title_and_no_text() -> None:
    page = read_html("", Omissions())
    assert (page.title, page.text, page.language) == (None, "", None)


def test_a_page_without_title_takes_its_first_heading() -> None:
    assert read_html("<h1>A <em>b</em></h1><p>c", Omissions()).title == "A b"


@pytest.mark.parametrize(
    "title", ["Untitled Document", "Home", "index.html", "Create Next App", "https://example.org/"]
)
def test_a_title_that_says_nothing_gives_way_to_the_first_heading(title: str) -> None:
    head = f"<head><title>{title}</title></head>"
    assert read_html(f"{head}<h2>Bread</h2><h1>Wine</h1>x", Omissions()).title == "Wine"
    assert (
        read_html(
            f"{head}<nav><h3>Menu</h3></nav><p>x</p><h2>Bread <i>and</i> wine</h2><h3>Oil</h3>", Omissions()
        ).title
        == "Bread and wine"
    )
    assert read_html(f"{head}<p>x", Omissions()).title is None
    assert opened(f"{head}<p>x".encode(), "a/cellar rules.html").title == "cellar rules"


def test_a_fence_is_longer_than_the_ticks_inside() -> None:
    assert read_html("<pre>a ``` b</pre>", Omissions()).text == "````\na ``` b\n````"


SENTENCE = "The gateway streams answers with citations, and every sentence names its source. "
GROWING: dict[str, tuple[str, str, str]] = {
    "list": ("<ul>", f"<li>{SENTENCE}</li>", "</ul>"),
    "nested lists": ("<ul>", f"<li><p>{SENTENCE}</p><ul><li>{SENTENCE}<ol><li>x</li></ol></li></ul></li>", "</ul>"),
    "list without end tags": ("<ul>", f"<li>{SENTENCE}", ""),
    "table": ("<table>", f"<tr><td>name</td><td>{SENTENCE}</td></tr>", "</table>"),
    "code": ("<pre>", "const file = require('node:fs').read(path, { option: 1 });\n", "</pre>"),
    "headings": ("", "<h2>Heading</h2>", ""),
    "code spans in one paragraph": ("<p>", f"<code>a.b</code> {SENTENCE}", "</p>"),
    "unclosed blocks": ("", f"<div>{SENTENCE}", ""),
}


def ingested(kind: str, size: int) -> float:
    """CPU seconds from the page to its indexed passages."""
    head, block, tail = GROWING[kind]
    page = f"<html><body>{head}{block * (size // len(block))}{tail}</body></html>".encode()
    start = time.process_time()
    extracted = opened(page, "a.html")
    for draft in split(extracted.text, extracted.media_type):
        lexemes(frequencies(draft.text, extracted.title, draft.heading or ""))
    return time.process_time() - start


@every("kind", GROWING)
def test_a_page_ten_times_as_long_does_not_take_a_hundred_times_as_long(kind: str) -> None:
    """The bound lies in the geometric middle of both: a machine that is busy with other work does not matter."""
    ingested(kind, 1000)  # what is loaded once
    short = min(ingested(kind, 60_000) for _ in range(3))
    assert any(ingested(kind, 600_000) < 32 * max(0.01, short) for _ in range(3)), "three times too long"


def test_blocks_nested_without_measure_are_read_in_time_with_all_their_text() -> None:
    start = time.process_time()
    assert opened(b"<div>" * 200_000 + b"deep" + b"</div>" * 200_000 + b"<p>after</p>", "a.html").text.split() == [
        "deep",
        "after",
    ]
    assert time.process_time() - start < 10


def test_a_long_list_without_end_tags_keeps_its_items_apart() -> None:
    assert opened(b"<ul>" + b"<li>one" * 1500, "a.html").text == "\n".join(["- one"] * 1500)


def test_a_cell_that_spans_rows_or_columns_stands_in_each_of_them() -> None:
    page = """<table><tr><th>Day<th colspan="2">Shift</tr><tr><td rowspan="2">Monday<td>early<td>Ada</tr>
    <tr><td>late<td>Bo</tr><tr><td>Tuesday<td colspan="x">all day<td rowspan="99999999">Cy</tr></table>"""
    assert read_html(page, Omissions()).text.split("\n") == [
        "| Day | Shift | Shift |",
        "| --- | --- | --- |",
        "| Monday | early | Ada |",
        "| Monday | late | Bo |",
        "| Tuesday | all day | Cy |",
    ]
    assert len(read_html("<table><tr><td colspan=999999999>a<td>b</tr></table>", Omissions()).text) < 2000
    bomb = f"<table><tr><td colspan=100 rowspan=1000>{'x' * 2000}<td>b</tr>{'<tr><td>c</tr>' * 1000}</table>"
    assert len(read_html(bomb, Omissions()).text) < 200_000
    ragged = f"<table><tr>{'<td>a' * 3000}</tr>{'<tr><td>b<td>c</tr>' * 3000}</table>"
    assert len(read_html(ragged, Omissions()).text) < 200_000


def test_a_term_stands_above_its_definition() -> None:
    page = b"""<dl><dt>Sextant</dt><dd>An instrument<br>of sailors.</dd><dt>Bilge<dt>Sump<dd><p>The lowest part.</p>
    <p>It is wet.</p></dd><dt>Knots</dt><dd><ul><li>bowline</li></ul></dd><dt>Alone</dt></dl><p>Text.</p>"""
    assert opened(page, "a.html").text == (
        "Sextant\n: An instrument of sailors.\n\nBilge\n\nSump\n: The lowest part.\n\nIt is wet.\n\n"
        "Knots\n\n- bowline\n\nAlone\n\nText."
    )


def test_readings_of_nested_words_do_not_multiply() -> None:
    assert len(text_of("<ruby>a<rt>b</rt>" * 5000)) < 30_000


def text_of(source: str) -> str:
    return read_html(source, Omissions()).text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("3 × 10<sup>6</sup> l, 10<sup>-9</sup>, CO<sub>2</sub>", "3 × 10⁶ l, 10⁻⁹, CO₂"),
        ("less.<sup><a href='#n1'>1</a></sup>", "less.[1]"),
        ("less.<a href='notes.html#n1'><sup>1</sup></a>", "less.[1]"),
        ("less.<sup><a href='#n1'>[1]</a></sup>", "less.[1]"),
        ("10<sup><a href='https://example.org'>6</a></sup>", "10⁶"),
        ("<code>10<sup>6</sup></code>", "10⁶"),
        ("<del>120 EUR</del> <ins>95 EUR</ins>", "~~120 EUR~~ 95 EUR"),
        ("<s>3 <strike>percent</strike></s> 4", "~~3 percent~~ 4"),
        ("<del><p>one</p><p>two</p></del><p>three", "~~one~~\n\n~~two~~\n\nthree"),
        ("<h2><s>Old</s> New</h2>", "## ~~Old~~ New"),
        ("<del><table><tr><td>a<td>b</table></del>", "| ~~a~~ | ~~b~~ |\n| --- | --- |"),
        ("<ruby>東<rt>とう</rt>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>は", "東京（とうきょう）は"),
        ("<input type=checkbox checked> Yes <label><input type='RADIO'>No</label>", "[x] Yes [ ] No"),
        ("<ul><li><input type=checkbox checked disabled>Done</ul>", "- [x] Done"),
        ("He says <q>yes</q>.", "He says “yes”."),
        ("<p><label>A</label><label>B</label>", "A B"),
    ],
)
def test_marks_inside_of_a_line_are_part_of_the_text(source: str, expected: str) -> None:
    assert text_of(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<ol start=3 reversed><li>x<li value=7>y</ol>", "3. x\n7. y"),
        ("<ol type=a><li>x<ol type=i><li>y<li>z</ol><li>u</ol>", "a. x\n\ni. y\n\nii. z\n\nb. u"),
        (
            "<ul><li data-marker='(a)'>Late payment<ul><li>now</ul><li data-marker=''>x",
            "(a) Late payment\n\n- now\n\nx",
        ),
        ("<ul><li>x<ol><li data-marker='1)'><p>y<p>z</ol></ul>", "- x\n  1) y\n\n     z"),
        ("<p># x<br>- y<p>1. z<ul><li>* u</ul><h2>1. v</h2>", "\\# x\n\\- y\n\n1\\. z\n\n- \\* u\n\n## 1. v"),
        ("<ol><li>x</ol><ol start=0 class=upperroman><li>y</ol><dir><li>z</dir>", "1. x\n\n0. y\n\n- z"),
        ("<ol><li><b>1.</b> x<ol><li>1.1. y<li>1.2 z</ol><li>3. u</ol>", "1. x\n\n   1.1. y\n\n   1.2 z\n\n2. 3\\. u"),
        ("<table><tr><td>- 5<td>1. x</table>", "| - 5 | 1. x |\n| --- | --- |"),
    ],
)
def test_lists_are_counted_and_other_text_is_no_list(source: str, expected: str) -> None:
    assert text_of(source) == expected
