"""Parts of a text: of any length, in bounded memory, and nothing is found that the whole would not have."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.splitting.splitter import PassageDraft, split_pieces
from gateway.knowledge.splitting.text_blocks import parts
from tests.support import effort
from tests.support.splitting import split

WINDOW = 1000
KINDS = ["text/markdown", "text/plain", "text/csv", "text/x-python", "application/json"]
LINES = st.sampled_from(
    [
        "# One",
        "## Two",
        "Some words, and more of them. " * 4,
        "- item",
        "1. item",
        "| a | b |",
        "| --- | --- |",
        "```",
        "~~~~",
        "    code",
        "> quoted",
        "",
        "",
        "",
        "---",
        "<div>",
        "</div>",
        "[a]: b",
        "def f():",
        "    return {",
        "}",
        "中文的文本。" * 20,
    ]
)


def pieced(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def whole(found: Iterable[PassageDraft], text: str) -> str:
    return "".join("".join(text[one.start : one.end].split()) for one in found)


@pytest.mark.parametrize("kind", KINDS)
@given(st.lists(LINES, max_size=150).map("\n".join), st.integers(1, 3000))
def test_parts_join_to_the_text_and_nothing_but_headings_and_blanks_is_lost(kind: str, text: str, size: int) -> None:
    found = list(parts(pieced(text, size), kind, lambda part: (900, 4000), WINDOW))
    assert "".join(part.text for part in found if part.text.strip()).split() == text.split()
    assert all(text[part.start : part.start + len(part.text)] == part.text for part in found)
    assert all(len(part.text) <= 2 * WINDOW for part in found)
    drafts = list(split_pieces(pieced(text, size), kind, window=WINDOW))
    assert [draft.position for draft in drafts] == list(range(len(drafts)))
    assert all(draft.text.endswith(text[draft.start : draft.end]) for draft in drafts)
    assert all(one.end <= other.start for one, other in itertools.pairwise(drafts))
    assert all(
        line in whole(drafts, text) for line in ("item", "quoted", "return{") if f"{line}" in "".join(text.split())
    )


def test_a_text_under_headings_is_cut_as_if_it_were_whole() -> None:
    text = "".join(
        f"# Part {n}\n\n" + f"Sentence {n} of the part, with some more words. " * (n % 9 + 1) + "\n\n"
        for n in range(90)
    )
    assert list(split_pieces(pieced(text, 77), "text/markdown", window=2 * WINDOW)) == split(text)


def test_the_headings_above_a_part_are_known_in_it() -> None:
    text = "# Guide\n\n## Install\n\n" + "A paragraph of words to fill the part with.\n\n" * 200
    assert {draft.heading for draft in split_pieces([text], "text/markdown", window=WINDOW)} == {"Guide › Install"}


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_code_longer_than_a_part_is_code_to_its_end_and_the_text_goes_on_behind_it(fence: str) -> None:
    text = f"# A\n\n{fence}py\n" + "# no heading\nx = 1\n" * 400 + f"{fence}\n\n# B\n\nThe end.\n"
    found = list(split_pieces([text], "text/markdown", window=WINDOW))
    assert [draft.heading for draft in found] == ["A"] * (len(found) - 1) + ["B"]
    assert found[-1].text == "# B\n\nThe end."


def test_a_table_longer_than_a_part_keeps_its_header_and_the_text_goes_on_behind_it() -> None:
    rows = "".join(f"| wine {n} | {n} |\n" for n in range(900))
    text = f"# A\n\n| name | price |\n| --- | --- |\n{rows}\n# B\n\nThe end.\n"
    found = list(split_pieces([text], "text/markdown", window=WINDOW))
    tables = [draft.text for draft in found[:-1]]
    assert all(text.removeprefix("# A\n\n").startswith("| name | price |\n| --- | --- |\n| wine") for text in tables)
    assert found[-1].text == "# B\n\nThe end."
    assert all(f"| wine {n} | {n} |" in "".join(tables) for n in range(900))


def test_a_text_of_nothing_but_headings_is_one_passage_and_headings_at_the_end_are_none() -> None:
    text = "# x\n" * 5000
    (only,) = split_pieces([text], "text/markdown", window=WINDOW)
    assert (only.start, only.position) == (0, 0) and only.text.startswith("# x\n# x")
    assert next(draft.text for draft in split_pieces(["Words.\n\n" + text], "text/markdown", window=WINDOW)) == "Words."


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "line",
    [
        *("# x\n", "a", "中"),
        *(
            pytest.param(line, marks=pytest.mark.slow)
            for line in ("\n", "word ", "## s\n\nx\n\n", "- x\n", "> x\n", "x = [\n", "| a | b |\n")
        ),
    ],
    ids=repr,
)
def test_no_text_is_held_more_than_a_window_at_a_time(kind: str, line: str) -> None:
    """A text in pieces, none of which anybody keeps; a passage lives until the next one. Whole, 30 pieces take up to
    40 MB and 12 up to 16."""
    pieces = (line * (4000 // len(line)) for _ in range(30 if effort.whole else 12))
    tracemalloc.start()
    try:
        count = sum(1 for _ in split_pieces(pieces, kind, window=4000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count or line == "\n"
    assert peak < 6_000_000
