"""Manual pages as a terminal shows them become Markdown; no other plain text does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.knowledge.documents.extraction import extract
from gateway.knowledge.documents.manual_layout import is_manual
from gateway.knowledge.documents.manual_pages import manual_lines
from gateway.knowledge.documents.splitter import split
from tests.support.effort import examples

PAGE = """\
BREW(1)                             User Commands                             BREW(1)

NAME
       brew - make tea or coffee

SYNOPSIS
       brew [OPTION]... CUP

DESCRIPTION
       Fill  CUP  with a hot drink.  The kettle is heated first, which takes a mo‐
       ment when the water comes straight from the well-
       kept cellar.

       -k, --keep-warm=MINUTES
              keep the drink warm; it is thrown
              away afterwards

       --help display this help and exit

       -s     stir

       For example:

           brew -s mug
           brew --keep-warm=5 mug

   Exit status:
       0      if the cup is full

       -      whatever the kettle says

       •  The first thing to know about kettles is that they are
          hot.

       •  The second is that they whistle.

AUTHOR
       Written by Ada Kettle.

Brewing 2.1                          March 2020                               BREW(1)
"""

HELP = """\
Help on module kettle:

NAME
    kettle - Heat water.

DESCRIPTION
    The kinds of heat:
        low   Matches a soft flame.
        high  Matches a flame that is
              anything but soft.
        none  No flame.

CLASSES
    builtins.object
        Kettle

    class Kettle(builtins.object)
     |  Kettle(litres)
     |
     |  Methods defined here:
     |
     |  __init__(self, litres)
     |      Initialize self.
     |
     |  ----------------------------------------------------------------------
     |  Data descriptors defined here:
     |
     |  boil(self)
     |      Heat until it *whistles*.

FUNCTIONS
    pour(cup, /, *more)
        Fill one cup.

        >>> pour('mug')
        True

FILE
    /lib/kettle.py
"""


def written(text: str) -> str:
    assert is_manual(text)
    return "\n".join(manual_lines(lambda: [text]))


def test_sections_and_subsections_become_headings_and_the_page_has_its_name() -> None:
    found = written(PAGE)
    headings = [line for line in found.split("\n") if line.startswith("#")]
    assert headings == [
        "# brew(1)",
        "## NAME",
        "## SYNOPSIS",
        "## DESCRIPTION",
        "### Exit status",
        "## AUTHOR",
    ]
    assert "Brewing 2.1 March 2020 BREW(1)" in found


def test_entries_become_items_that_begin_with_their_name() -> None:
    found = written(PAGE)
    assert "- `-k, --keep-warm=MINUTES`: keep the drink warm; it is thrown\n  away afterwards\n" in found
    assert "- `--help`: display this help and exit\n- `-s`: stir\n" in found
    assert "- `0`: if the cup is full\n- `-`: whatever the kettle says\n" in found


def test_longer_entries_are_definitions() -> None:
    page = PAGE.replace("       --help display", "              This costs coal.\n\n       --help display")
    found = written(page)
    assert (
        "`-k, --keep-warm=MINUTES`\n: keep the drink warm; it is thrown\naway afterwards\n\nThis costs coal.\n\n`--help`\n"
        ": display this help and exit\n\n`-s`\n: stir\n"
    ) in found
    assert "- `0`: if the cup is full\n" in found  # those of another section are short


def test_a_bullet_stays_one() -> None:
    assert "- The first thing to know about kettles is that they are\n  hot.\n- The second" in written(PAGE)


def test_added_blanks_go_and_cut_words_are_whole_again() -> None:
    found = written(PAGE)
    assert "Fill CUP with a hot drink. The kettle is heated first, which takes a moment\nwhen the water" in found
    assert "well-\nkept" in found  # a real hyphen stays what it is


def test_examples_and_the_synopsis_are_code() -> None:
    found = written(PAGE)
    assert "For example:\n\n```\nbrew -s mug\nbrew --keep-warm=5 mug\n```" in found
    assert "```\nbrew [OPTION]... CUP\n```" in found


def test_pydoc_is_read_so_too() -> None:
    found = written(HELP)
    assert found.startswith("# kettle\n\n## NAME\n\nkettle - Heat water.\n") and "Help on" not in found
    assert "### class Kettle(builtins.object)\n" in found and "|" not in found and "---" not in found
    assert "`__init__(self, litres)`\n: Initialize self.\n" in found
    assert r"`boil(self)`" + "\n" + r": Heat until it \*whistles\*." in found
    assert "`pour(cup, /, *more)`\n: Fill one cup.\n\n```\n>>> pour('mug')\nTrue\n```" in found
    assert (
        "The kinds of heat:\n\n- `low`: Matches a soft flame.\n- `high`: Matches a flame that is\n  anything but soft.\n"
        "- `none`: No flame.\n"
    ) in found


def test_passages_carry_the_section_and_the_document_the_name_of_the_page() -> None:
    found = extract(PAGE.encode(), "man/brew.1.txt")
    assert (found.title, found.media_type, found.language) == ("brew(1)", "text/markdown", "en")
    sections = {passage.heading: passage.text for passage in split(found.text, found.media_type)}
    assert sections["brew(1) › AUTHOR"].startswith("## AUTHOR\n\nWritten by Ada Kettle.")
    assert "whatever the kettle says" in sections["brew(1) › DESCRIPTION › Exit status"]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_it_does_not_matter_how_the_text_is_cut_into_pieces(size: int) -> None:
    pieces = [PAGE[at : at + size] for at in range(0, len(PAGE), size)]
    assert "\n".join(manual_lines(lambda: pieces)) == written(PAGE)


@given(lines=st.lists(st.text("ab -.|*`:\u2010>", max_size=30).map(str.rstrip), max_size=30))
@settings(max_examples=examples(200), deadline=None)
def test_whatever_stands_in_a_page_its_words_come_out(lines: list[str]) -> None:
    text = "X(1)   Y   X(1)\n\nNAME\n       x - y\n\nZ\n" + "\n".join("     " + line for line in lines)
    found = "\n".join(manual_lines(lambda: [text]))
    assert sum(map(found.count, "ab")) == sum(map(text.count, "ab"))
