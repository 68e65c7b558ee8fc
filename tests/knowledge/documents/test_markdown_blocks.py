"""Only the outermost blocks come back, and they are those of a full parse."""

from __future__ import annotations

from markdown_it import MarkdownIt

from gateway.knowledge.documents.markdown_blocks import outer_blocks

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
    every = MarkdownIt("commonmark").enable("table").parse(TEXT)
    expected = [
        (token.type, token.tag, token.map)
        for token in every
        if token.nesting >= 0 and (token.level == 0 or (token.level == 1 and token.type == "list_item_open"))
    ]
    found = [(token.type, token.tag, token.map) for token in outer_blocks(TEXT) if token.type != "inline"]
    assert found == expected
    assert len(outer_blocks(TEXT)) < len(every) / 2


def test_the_text_of_a_heading_follows_it() -> None:
    tokens = outer_blocks("# One *two*\n\ntext")
    assert tokens[0].type == "heading_open" and tokens[1].content == "One *two*"


def test_no_text_has_no_blocks() -> None:
    assert outer_blocks("") == [] and outer_blocks("\n \n") == []
