"""Blocks, headings and code are those of a full parse; marks and links go where a reader does not see them."""

from __future__ import annotations

import time

import pytest
from markdown_it import MarkdownIt

from gateway.words.text import markdown

TEXT = """# Title *one*

Prose
on two lines.

- first
  - nested

    deeper
- second

  > quoted in an item

> quote
> # heading in a quote

1. one
2. two

| a | b |
|---|---|
| 1 | 2 |

```
# no heading
```

Setext
======

[link]: http://example.org

***
"""


def test_the_outermost_blocks_are_those_of_a_full_parse() -> None:
    kinds = {
        "heading_open": "heading",
        "paragraph_open": "prose",
        "blockquote_open": "prose",
        "list_item_open": "item",
        "table_open": "table",
        "fence": "code",
        "hr": "rule",
    }
    expected = [
        (kinds[token.type], *token.map)
        for token in MarkdownIt("commonmark").enable("table").parse(TEXT)
        if token.map and token.type in kinds and token.level == (token.type == "list_item_open")
    ]
    assert [(block.kind, block.start, block.end) for block in markdown.blocks(TEXT)] == expected


def test_a_heading_has_its_level_and_its_text_as_written() -> None:
    found = [(block.level, block.title) for block in markdown.blocks(TEXT) if block.kind == "heading"]
    assert found == [(1, "Title *one*"), (1, "Setext")]


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_no_text_has_no_blocks(text: str) -> None:
    assert list(markdown.blocks(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n```\nx\n```\nb", [(1, 4)]),
        ("````\n```\nx\n````\ny", [(0, 4)]),  # a shorter fence is code
        ("~~~\n```\n~~~", [(0, 3)]),
        ("```\nx", [(0, 2)]),  # code without end
        ("- a\n\n  ```\n  x\n  ```\n- b", [(2, 5)]),
        ("> ```\n> x\n\ny", [(0, 2)]),  # the quote's end is its end
        ("        ```\n        x\n        ```\n- b", [(0, 3)]),  # from the inside of a list
        ("<div>\n```\nx\n```\n</div>", [(1, 4)]),
        ("``` no ` fence\nx", []),
        ("x", []),
    ],
)
def test_code_reaches_from_fence_to_fence(text: str, expected: list[tuple[int, int]]) -> None:
    assert [(block.start, block.end) for block in markdown.fences(text)] == expected


def test_only_the_outermost_code_is_found_where_that_is_asked() -> None:
    text = "- a\n\n  ```\n  x\n  ```\n\n```\ny\n```"
    assert [(block.start, block.end) for block in markdown.fences(text, outermost=True)] == [(6, 9)]


@pytest.mark.parametrize(
    ("text", "fences", "inside"),
    [
        ("a\n```\nx\n\n```\nb", {1, 4}, {2, 3}),
        ("```", {0}, set()),
        ("```\nx", {0}, {1}),
        ("```\nx\n", {0}, {1}),
        ("```\n```", {0, 1}, set()),
        ("````\n```\n````", {0, 2}, {1}),
        ("```\na\u2028b\n```", {0, 2}, {1}),
    ],
)
def test_lines_of_code_are_told_from_their_fences(text: str, fences: set[int], inside: set[int]) -> None:
    found = markdown.lines_of_code(text)
    assert {line for line, is_inside in found.items() if not is_inside} == fences
    assert {line for line, is_inside in found.items() if is_inside} == inside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One #\ntext", [(0, 1, "One")]),
        ("text\n## Two", [(1, 2, "Two")]),
        ("Title\n=====", [(0, 2, "Title")]),
        ("Title\n--\nx", [(0, 2, "Title")]),
        ("Broken off\n-", []),
        ("First line,\nsecond line.\n---", []),  # a rule below prose
        ("```\n# comment\n```", []),
        ("> # quoted", [(0, 1, "quoted")]),
        ("    # of a list", [(0, 1, "of a list")]),
        ("#word", []),
        ("#", [(0, 1, "")]),
        ("text", []),
    ],
)
def test_headings_of_a_piece_of_text(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert [(block.start, block.end, block.title) for block in markdown.headings(text)] == expected


def test_only_the_outermost_headings_are_found_where_that_is_asked() -> None:
    assert [block.title for block in markdown.headings("- # in a list\n\n# outside", outermost=True)] == ["outside"]


def test_what_goes_leaves_empty_lines() -> None:
    text = "a\n```\nx\n```\nb"
    assert markdown.without(markdown.fences(text), text) == "a\n\n\n\nb"
    assert markdown.without([], text) == text


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("**A title**", "A title"),
        ("  __A title__:", "A title"),
        ("**A title：**", "A title"),
        ("> **my_file**", "my_file"),
        ("**one** and **two**", ""),
        ("**open", ""),
        ("****", ""),
        ("***both***", ""),
        ("text", ""),
    ],
)
def test_a_line_in_bold(line: str, title: str) -> None:
    assert markdown.bold_line(line) == title


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("As  it is", "As it is"),
        ("*One* **two** `three` ~~four~~", "One two three ~~four~~"),
        ("snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"),
        (r"\*args and `**kwargs`", "*args and **kwargs"),
        ("[link](http://example.org) and ![image *alt*](x.png)", "link and image alt"),
        ("[known](nowhere at all) and [text][1]", "known and text"),
        ("a < b and c > d", "a < b and c > d"),
        ("with <b>tags</b>, &amp; more", "with tags, & more"),
        ("**标题：**内容", "标题：内容"),
        ("Title {#anchor}", "Title"),
        ("on\ntwo *lines*", "on two lines"),
        (r"A share of $15\,\%$ and **$a*b*c$**", r"A share of $15\,\%$ and $a*b*c$"),
        (r"Energy \(E\), \[E = m \* c\], *not* \[1\]", r"Energy \(E\), \[E = m \* c\], not [1]"),
        (r'<img alt="$a\,b$"> then $c\,d$', r"then $c\,d$"),
        (r"\$5 to \$10, $5\_a to $10\_b", "$5 to $10, $5_a to $10_b"),
        ("\ue000 and $a*b*c$", "\ue000 and $abc$"),
    ],
)
def test_a_line_as_a_reader_sees_it(line: str, seen: str) -> None:
    assert markdown.plain(line) == seen


def test_links_are_their_words() -> None:
    text = "**See** [this](x), ![that](y) and [those][1]."
    assert markdown.without_links(text) == "**See** this, that and those."
    assert markdown.without_images(text) == "**See** [this](x),  and [those][1]."


@pytest.mark.parametrize(
    "text",
    ["> " * 4000, "- " * 4000, "#" * 8000, "```\n" * 2000, "a\n=\n" * 2000, "[" * 2000, "$a" * 1000, "\\(" * 1000],
)
def test_hostile_marks_cost_little(text: str) -> None:
    before = time.process_time()
    list(markdown.blocks(text)), markdown.fences(text), markdown.headings(text), markdown.plain(text[:2000])
    assert time.process_time() - before < 2


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain text\n\n  of two lines", "plain text\n\n  of two lines"),
        ("a **b** _c_ `d` ~~e~~", "a b c d ~~e~~"),
        ('[word](http://x.example/y) and [word][ref]\n[ref]: http://x.example "Title"', "word and word\n"),
        ("said[^1]\n[^1]: there", "said\n there"),
        ("x<br>y <b>z</b> m<sup>2</sup> ![picture](p.png)", "x y z m"),
        ("- a\n  - **b**\n1. c", "- a\n- b\n1. c"),
        ("| a | **b** |\n|---|---|", "| a | b |\n|---|---|"),
        ("40&nbsp;kg &amp; 2 &lt; 3", "40 kg & 2 < 3"),
    ],
)
def test_text_as_it_is_read_has_its_lines_and_no_marks(text: str, seen: str) -> None:
    assert markdown.as_read(text) == seen


def test_a_line_of_too_many_brackets_is_read_as_it_is() -> None:
    assert markdown.as_read("[" * 200 + "**a**") == "[" * 200 + "**a**"
    assert markdown.as_read("**a** " * 400) == "**a** " * 400
