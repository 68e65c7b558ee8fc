"""What the YAML at the top of a text states is known of it and is no text; what is no YAML mapping is text."""

from __future__ import annotations

import time

import pytest

from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.front_matter import LONGEST, front_matter
from tests.support.every import every
from tests.support.splitting import split

MATTER = """---
title: "The guide: a second look"
date: 2024-03-05
language: fr
url: https://example.org/guide
tags: [loans, fees]
author:
  name: Anna
draft: false
---

# Overview

Books come back after three weeks.
"""


def test_what_it_states_is_metadata_and_no_passage() -> None:
    found = opened(MATTER.encode(), "guide.md")
    assert (found.title, found.language) == ("The guide: a second look", "fr")
    assert found.metadata == {
        "title": "The guide: a second look",
        "date": "2024-03-05",
        "language": "fr",
        "url": "https://example.org/guide",
        "tags": ["loans", "fees"],
        "author": {"name": "Anna"},
        "draft": False,
    }
    assert found.text == MATTER
    (draft,) = split(found.text)
    assert draft.text == "# Overview\n\nBooks come back after three weeks." == found.text[draft.start : draft.end]


@every(
    "block",
    [
        "title: a: b",
        "just words",
        "- a\n- b",
        "a: &a [x]\nb: [*a, *a]",
        "a: !!python/object/apply:os.system [id]",
        "a: [1",
        f"a: {'x' * LONGEST}",
        "a: " + "[" * 3000,
    ],
)
def test_what_is_no_plain_mapping_is_text(block: str) -> None:
    text = f"---\n{block}\n---\n\nBooks come back.\n"
    found = opened(text.encode(), "guide.md")
    assert found.metadata == {} and found.text == text
    joined = "".join(draft.text for draft in split(text))
    assert block[:20] in joined and "Books come back." in joined


@pytest.mark.parametrize(("block", "end"), [("---\n---\nx", 8), ("---\na: 1\n...\nx", 13), ("---\na: 1\n---", 12)])
def test_where_it_ends(block: str, end: int) -> None:
    found = front_matter(block)
    assert found and found.end == end and found.fields is not None


@pytest.mark.parametrize("text", ["", "x", "---", "--- x\n---\n", "\n---\na: 1\n---\n", "---\na: 1\n"])
def test_a_text_without_one(text: str) -> None:
    assert front_matter(text) is None


def test_a_language_that_is_none_gives_way_to_that_of_the_text() -> None:
    text = "---\nlanguage: klingon of the north\n---\n\nThe books of the library come back after three weeks."
    assert opened(text.encode(), "a.md").language == "en"
    assert opened(text.replace("klingon of the north", "de-CH").encode(), "a.md").language == "de"


def test_many_lines_without_an_end_cost_little() -> None:
    started = time.process_time()
    assert front_matter("---\n" + "a: b\n" * 200_000) is None
    assert time.process_time() - started < 2
