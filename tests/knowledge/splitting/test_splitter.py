"""Passages are exact slices, cover everything once, keep headings and do not cut what fits."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gateway.knowledge.formats.plain_headings import plain_headings
from gateway.knowledge.splitting.splitter import (
    LIMIT,
    TARGET,
    UNSPACED_TARGET,
    PassageDraft,
    title_of,
)
from tests.support.effort import examples
from tests.support.every import every
from tests.support.splitting import split

GUIDE = """# Guide

Opening words.

## Install

Run this:

```sh
pip install citestream

citestream serve
```

- first item
- second item
  with a second line

### Windows

| key | value |
|-----|-------|
| a   | 1     |

## Use

Ask a question. Read the answer.
"""


def covered(text: str, drafts: list[PassageDraft]) -> list[int]:
    counts = [0] * len(text)
    for draft in drafts:
        for index in range(draft.start, draft.end):
            counts[index] += 1
    return counts


def test_headings_become_a_path_and_open_their_passage() -> None:
    drafts = split(GUIDE)
    assert [draft.heading for draft in drafts] == [
        "Guide",
        "Guide › Install",
        "Guide › Install › Windows",
        "Guide › Use",
    ]
    assert drafts[1].text.startswith("## Install\n\nRun this:")
    assert [draft.position for draft in drafts] == [0, 1, 2, 3]


def test_a_lead_in_a_fence_and_a_list_stay_together() -> None:
    text = split(GUIDE)[1].text
    assert text.endswith("  with a second line")
    assert "```sh\npip install citestream\n\ncitestream serve\n```" in text


def test_consecutive_headings_go_with_the_text_below_them() -> None:
    drafts = split("# One\n\n## Two\n\nText.\n\nHead\n----\n\nMore.\n")
    assert [(draft.heading, draft.text) for draft in drafts] == [
        ("One › Two", "# One\n\n## Two\n\nText."),
        ("One › Head", "Head\n----\n\nMore."),
    ]


def test_a_heading_without_text_is_no_passage_of_its_own() -> None:
    drafts = split("# One\n\nText.\n\n## Last\n")
    assert [draft.text for draft in drafts] == ["# One\n\nText.\n\n## Last"]


def test_a_document_of_headings_is_one_passage() -> None:
    assert [draft.text for draft in split("# One\n\n## Two\n")] == ["# One\n\n## Two"]


def test_marks_in_headings_do_not_reach_the_path() -> None:
    heading = split("# The `top_k` *setting* [here](http://a.b) <b>x</b> ##\n\nText.")[0].heading
    assert heading == "The top_k setting here x"


def test_a_hash_inside_a_fence_is_no_heading() -> None:
    drafts = split("# A\n\n```sh\n# comment\nls\n```\n")
    assert [draft.heading for draft in drafts] == ["A"]


@pytest.mark.parametrize("blank", ["", "  \n\n\t\n"])
def test_a_blank_text_has_no_passages(blank: str) -> None:
    assert split(blank) == []
    assert split(blank, "text/plain") == []


def test_small_paragraphs_under_one_heading_are_joined_up_to_the_target() -> None:
    paragraph = "A sentence of about sixty characters, which is quite short. " * 3
    text = "# A\n\n" + "\n\n".join(paragraph.strip() for _ in range(20))
    lengths = [len(draft.text) for draft in split(text)]
    assert all(TARGET // 2 <= length <= TARGET * 3 // 2 for length in lengths)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = " ".join(f"This is sentence number {number}, e.g. one of many." for number in range(200))
    drafts = split(text)
    assert len(drafts) > 5
    assert all(draft.text.startswith("This is") and draft.text.endswith("one of many.") for draft in drafts)
    assert all(len(draft.text) <= TARGET for draft in drafts)


def test_a_long_chinese_paragraph_is_cut_between_sentences() -> None:
    drafts = split("这是一个用来测试切分的句子，它不太长也不太短。" * 100)
    assert len(drafts) > 1
    assert all(draft.text.endswith("。") for draft in drafts)


def test_a_table_that_fits_is_whole_and_a_longer_one_is_cut_between_rows() -> None:
    def table(rows: int) -> str:
        return "| name | value |\n|---|---|\n" + "".join(f"| row {number} | {'x' * 40} |\n" for number in range(rows))

    assert len(split(table(60))) == 1
    drafts = split(table(200))
    assert len(drafts) > 1
    assert all(draft.text.startswith("| ") and draft.text.endswith(" |") for draft in drafts)


@pytest.mark.parametrize("media", ["text/plain", "text/markdown"])
def test_chinese_passages_are_half_as_long(media: str) -> None:
    chinese = "\n\n".join("茶叶应当存放在阴凉干燥的地方，并远离气味强烈的食物。" * 6 for _ in range(20))
    lengths = [len(draft.text) for draft in split(chinese, media)]
    assert UNSPACED_TARGET // 2 <= min(lengths) <= max(lengths) <= UNSPACED_TARGET
    quoting = "\n\n".join("Tea is kept in a cool, dry place (茶叶应当存放). " * 8 for _ in range(20))
    assert max(len(draft.text) for draft in split(quoting, media)) > UNSPACED_TARGET


def test_a_list_item_stays_whole_up_to_twice_the_target_and_is_then_cut_between_sentences() -> None:
    sentence = "A sentence of forty characters, or so it is. "
    assert len(split("- " + sentence * 35)) == 1
    drafts = split("- " + sentence * 100)
    assert len(drafts) > 3
    assert all(draft.text.endswith("so it is.") and len(draft.text) <= TARGET for draft in drafts)


def list_of(count: int, words: str = "an entry of some words") -> str:
    return "\n".join(f"- {number} is {words}" for number in range(count))


def test_a_list_of_short_items_is_whole_up_to_three_targets_with_its_introduction_and_what_little_follows() -> None:
    text = f"# T\n\nBring these:\n\n{list_of(80)}\n\nThat is all."
    assert 2 * 900 < len(text) < 3 * 900
    assert [draft.text for draft in split(text)] == [text]


def test_further_pieces_of_a_longer_list_begin_with_the_sentence_that_introduces_it() -> None:
    for text in (
        f"# T\n\nIt is cold. Bring these:\n\n{list_of(200)}",
        f"# T\n\nIt is cold. Bring these:\n\n{list_of(12, 'a long entry. ' * 25)}",
    ):
        first, *others = split(text)
        assert others and first.text.startswith("# T\n\nIt is cold. Bring these:\n\n- 0")
        for draft in others:
            assert draft.text == "Bring these:\n\n" + text[draft.start : draft.end]
            assert draft.text.startswith("Bring these:\n\n- ") and len(draft.text) <= 1900
        assert all(
            counts == 1 for counts, sign in zip(covered(text, [first, *others]), text, strict=True) if sign > " "
        )


def test_a_list_that_does_not_fit_behind_its_introduction_has_it_repeated() -> None:
    prose = "It is said that this is so. " * 20
    first, second = split(f"{prose}\nBring these:\n\n{list_of(40)}")
    assert first.text.endswith("Bring these:")
    assert second.text == f"Bring these:\n\n{list_of(40)}"


def test_what_introduces_nothing_is_not_repeated() -> None:
    for before in ("It is cold.", f"{'Bring ' * 60}these:", "Bring these:\n\n## Things"):
        text = f"{before}\n\n{list_of(200)}"
        assert all(draft.text == text[draft.start : draft.end] for draft in split(text)), before
    assert all("Bring" not in draft.text for draft in split(f"Bring these:\n\n## A\n\n{list_of(200)}")[1:])


def test_a_word_without_end_is_cut_at_the_limit() -> None:
    drafts = split("x" * 10_000)
    assert [len(draft.text) for draft in drafts] == [LIMIT, LIMIT, 2000]


def test_link_definitions_are_kept_and_front_matter_is_no_text() -> None:
    text = "---\ntitle: 'The guide'\n---\n\n# A\n\nSee [x].\n\n[x]: http://example.org\n"
    (draft,) = split(text)
    assert draft.heading == "A" and draft.text == text[draft.start : draft.end]
    assert draft.text == "# A\n\nSee [x].\n\n[x]: http://example.org"


def test_a_block_at_the_top_that_states_nothing_is_text() -> None:
    text = "---\nOpening: words: of it\n---\n\n# A\n\nSee."
    assert "Opening: words" in "".join(draft.text for draft in split(text))


def test_plain_text_knows_paragraphs_and_no_headings() -> None:
    drafts = split("# not a heading\n\nText.\n", "text/plain")
    assert [(draft.heading, draft.text) for draft in drafts] == [(None, "# not a heading\n\nText.")]


def test_the_indent_of_code_is_kept() -> None:
    assert split("# A\n\n    x = 1\n    y = 2\n\nText.")[0].text == "# A\n\n    x = 1\n    y = 2\n\nText."
    assert split("\n\n    x = 1\n")[0].text == "    x = 1"


def test_the_title_is_the_first_heading_of_level_one() -> None:
    assert title_of("## Small\n\n# Big\n") == "Big"
    assert title_of("## Small\n") == "Small"
    assert title_of("Text.") is None


def heading_offsets(text: str) -> set[int]:
    """Where headings stand; those may be left out when nothing follows them or they do not fit beside their text. And
    front matter, which is data about the text."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines) + 1)]
    matter = re.match(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", text)
    shift = text[: matter.end()].count("\n") if matter else 0
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines[shift:]))
    maps = [token.map for token in tokens if token.type == "heading_open" and token.map]
    front = set(range(matter.end() if matter else 0))
    return front | {index for first, last in maps for index in range(starts[first + shift], starts[last + shift])}


def plain_heading_offsets(text: str) -> set[int]:
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines) + 1)]
    found = plain_headings(lines)
    return {index for heading in found for index in range(starts[heading.start], starts[heading.end])}


LINE = st.sampled_from(
    [
        "# H1",
        "## H2 `x`",
        "Title\n=====",
        "text",
        "A sentence. Another one! 第三句。好",
        "- item",
        "Lead:",
        "  - nested",
        "1. one",
        "```",
        "~~~",
        "    code",
        "| a | b |",
        "|---|---|",
        "> quote",
        "[x]: http://a.b",
        "<div>",
        "</div>",
        "",
        "",
        "---",
        "\t",
        " ",
        "x" * 70,
        "长" * 40,
        "mot ; « cité » ?",
        "***",
        "\\",
        "&amp;",
        "\u2028",
        "é",
        "👩\u200d👩\u200d👧",
    ]
)
TEXT = st.one_of(
    st.lists(LINE, max_size=40).map("\n".join),
    st.text(alphabet=st.sampled_from(list("ab .\n#-`|>。！ \t1*_[]()<é")), max_size=300),
)


@settings(max_examples=examples(300), deadline=None)
@given(TEXT, st.sampled_from(["text/markdown", "text/plain", "text/html"]), st.integers(1, 200), st.integers(20, 300))
def test_every_text_is_cut_into_exact_slices_that_cover_it_once(text: str, media: str, target: int, limit: int) -> None:
    drafts = split(text, media, target=target, limit=limit)
    assert [draft.position for draft in drafts] == list(range(len(drafts)))
    for draft in drafts:
        header = draft.text[: draft.start - draft.end]
        assert draft.text == header + text[draft.start : draft.end] and header.strip() in text
        assert draft.text.strip()
        assert len(draft.text) <= limit
    counts = covered(text, drafts)
    assert max(counts, default=0) <= 1
    allowed = plain_heading_offsets(text) if media == "text/plain" else heading_offsets(text)
    lost = {index for index, count in enumerate(counts) if not count and not text[index].isspace()}
    assert lost <= allowed


@every(
    "text",
    [
        "> " * 20000 + "x",
        "- " * 5000,
        "[" * 50000,
        "`" * 50000,
        "a\n" * 50000,
        "|" * 20000 + "\n" + "|-" * 20000,
        ". " * 50000,
        '"' * 50000,
        "一" * 100000,
        "# a\n" * 20000,
    ],
)
def test_hostile_texts_are_split_in_time(text: str) -> None:
    start = time.process_time()
    split(text)
    assert time.process_time() - start < 5


def test_the_title_is_found_at_the_top_and_also_far_below() -> None:
    lines = "Some words of prose.\n\n" * 2000
    assert title_of("# Top\n\n" + lines + "# Other\n") == "Top"
    assert title_of("## Section\n\n" + lines + "Far below\n=====\n\n# Other\n") == "Far below"
    assert title_of("## Section\n\n" + lines) == "Section"
    # A heading line in the last line of the opening is not taken before it is whole.
    assert title_of("x" * 19_990 + "\n\n# A long title indeed\n\ntext") == "A long title indeed"


@pytest.mark.parametrize("text", ["a" + "\n" * 100_000, "a\n\n" + " " * 50_000 + "\nb", "# " + "[" * 100_000])
def test_blanks_and_brackets_without_end_take_linear_time(text: str) -> None:
    start = time.process_time()
    split(text, "text/plain")
    split(text)
    assert time.process_time() - start < 3


PATHOLOGICAL = {
    "a line without blanks": "x" * 5_000_000,
    "a line of sentences without blanks": "word." * 200_000,
    "a line of Chinese": "长文，" * 300_000,
    "a table of 10,000 rows": "| a | b |\n|---|---|\n" + "".join(f"| {n} | {'cell ' * 5}|\n" for n in range(10_000)),
    "letters under heaps of accents": ("z" + "\u0301\u0316\u0335" * 20) * 20_000,
    "a million line ends": "a" + "\n" * 1_000_000 + "b",
    "ever deeper lists": "\n".join(" " * n + "- x" for n in range(1500)),
    "blanks before a table sign": (" " * 3000 + "x |\n") * 300,
    "a million marks": "|-" * 500_000,
}


@every("media_type", ["text/plain", "text/markdown"])
@every("name", PATHOLOGICAL)
def test_no_input_makes_a_passage_longer_than_its_cap_or_takes_for_ever(name, media_type):
    text = PATHOLOGICAL[name]
    start = time.process_time()
    drafts = split(text, media_type)
    assert time.process_time() - start < 10
    assert drafts and max(len(draft.text) for draft in drafts) <= LIMIT
    counts = covered(text, drafts)
    assert max(counts) <= 1
    assert all(counts[place] for place in range(0, len(text), 997) if not text[place].isspace())


TABLE = "| name | price |\n| --- | --- |\n" + "".join(f"| wine {number} | {number} euros |\n" for number in range(400))


@pytest.mark.parametrize("caption", ["Table 3. Prices of 2024.", "**Prices of 2024**", "The prices are these:"])
def test_every_piece_of_a_table_has_its_caption(caption: str) -> None:
    text = f"# Wine\n\nAll prices are without tax.\n\n{caption}\n\n{TABLE}"
    first, *others = split(text)
    assert caption in first.text and len(others) > 3
    for passage in others:
        assert passage.text.startswith(f"{caption}\n\n| name | price |\n| --- | --- |\n| wine")
        assert passage.text.endswith(text[passage.start : passage.end])


def test_a_sentence_above_a_table_is_no_caption() -> None:
    passages = split(f"# Wine\n\nAll prices are without tax.\n\n{TABLE}")
    assert all(passage.text.startswith("| name | price |") for passage in passages[2:])
