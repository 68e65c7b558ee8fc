"""reStructuredText becomes Markdown."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.restructured import is_restructured, restructured_lines
from tests.support.effort import examples
from tests.support.every import every
from tests.support.splitting import split


def written(text: str) -> str:
    return "\n".join(restructured_lines(lambda: [text], Omissions())).strip()


def test_titles_have_the_level_in_which_their_line_came() -> None:
    text = "=====\nGuide\n=====\n\nIntro.\n\nTea\n===\n\nGreen\n-----\n\nA.\n\nCoffee\n======\n\nB.\n"
    assert written(text) == "# Guide\n\nIntro.\n\n## Tea\n\n### Green\n\nA.\n\n## Coffee\n\nB."


def test_a_chinese_title_is_underlined_by_twice_its_length_or_less() -> None:
    assert written("茶的种类\n========\n\n绿茶。\n") == "# 茶的种类\n\n绿茶。"
    assert written("茶的种类\n====\n\n绿茶。\n") == "# 茶的种类\n\n绿茶。"


def test_comments_targets_and_what_only_programs_understand_are_left_out() -> None:
    text = (
        ".. _tea:\n\n.. a comment\n   of two lines\n\n.. toctree::\n   :maxdepth: 2\n\n   one\n   two\n\n.. image:: tea.png\n"
        "   :alt: tea\n\n.. |x| replace:: y\n\nTea.\n"
    )
    assert written(text) == "Tea."


def test_the_content_of_directives_stays_and_code_is_code() -> None:
    text = (
        ".. note:: Hot.\n\n   Very *hot*.\n\n.. code-block:: python\n   :linenos:\n\n   def f():\n\n       return 1\n\n"
        ".. versionadded:: 2.0\n   The kettle.\n\nEnd\n"
    )
    assert written(text) == (
        "**Note:** Hot.\n\nVery *hot*.\n\n```python\ndef f():\n\n    return 1\n```\n\n**Versionadded:** 2.0\nThe kettle.\n\nEnd"
    )


def test_what_a_directive_describes_is_a_definition() -> None:
    text = ".. py:function:: pour(cup)\n   :noindex:\n\n   Fills a cup.\n\n   :param cup: which one\n"
    assert written(text) == "`pour(cup)`\n: Fills a cup.\n\n- **param cup**: which one"


def test_what_is_written_below_a_class_and_below_generated_text_stays() -> None:
    text = (
        ".. class:: Pot(size)\n\n   Holds tea.\n\n   .. method:: pour(cup)\n\n      Fills a cup.\n\n"
        ".. autoclass:: tea.Pot\n   :members:\n\n   Made by hand.\n\n.. autoclass:: tea.Cup\n   :members:\n\n"
        ".. module:: tea\n   :synopsis: x\n\n   On tea.\n\n.. class:: special\n\n   In a style.\n\n.. class:: big\n\nEnd.\n"
    )
    assert written(text) == (
        "`Pot(size)`\n: Holds tea.\n\n- `pour(cup)`: Fills a cup.\n\n`tea.Pot`\n: Made by hand.\n\n"
        "`tea`\n: On tea.\n\nIn a style.\n\nEnd."
    )


def test_comments_and_pictures_are_counted_and_comments_are_read_if_they_are_asked_for() -> None:
    text = ".. a comment\n   of two lines\n\n..\n   another\n\n..\n\n.. _target:\n\n.. image:: a.png\n\n.. |x| replace:: y\n\nTea |x|.\n"
    omissions = Omissions()
    assert list(filter(None, restructured_lines(lambda: [text], omissions))) == ["Tea y."]
    assert [entry["text"] for entry in omissions.left_out] == ["2 comments in the source text", "1 picture"]
    shown = filter(None, restructured_lines(lambda: [text], Omissions(read_hidden=True)))
    assert list(shown) == ["a comment", "of two lines", "another", "Tea y."]


def test_definitions_fields_and_lists_are_items() -> None:
    text = "Tea\n   A drink.\n\n:Author: Ada\n\n* one\n  goes on\n* two\n\n  - inner\n\n#. first\n#. second\n"
    assert written(text) == (
        "Tea\n: A drink.\n\n- **Author**: Ada\n* one\n  goes on\n* two\n\n  - inner\n1. first\n1. second"
    )


def test_literal_and_quoted_blocks() -> None:
    text = "Try this::\n\n    pour()\n\n    drink()\n\nThen:\n\n    A quotation.\n\n>>> 1 + 1\n2\n"
    assert (
        written(text)
        == "Try this:\n\n```\npour()\n\ndrink()\n```\n\nThen:\n\n> A quotation.\n\n```python\n>>> 1 + 1\n2\n```"
    )


def test_a_rule_of_a_list_is_no_title() -> None:
    assert written("- a\n- b\n\nword\n\n----\n\nmore") == "- a\n- b\n\nword\n\n***\n\nmore"


def test_an_initial_at_the_beginning_of_a_paragraph_is_no_item() -> None:
    assert written("A. Einstein was born\nin Ulm.\n\nNext.").strip() == "A. Einstein was born\nin Ulm.\n\nNext."


def test_passages_carry_the_titles() -> None:
    data = b"Guide\n=====\n\nTea\n---\n\nPour it.\n\nPot\n---\n\nHeat it.\n"
    found = opened(data, "guide.rst")
    assert (found.title, found.media_type) == ("Guide", "text/x-rst")
    assert [passage.heading for passage in split(found.text, found.media_type)] == ["Guide › Tea", "Guide › Pot"]


def test_a_text_file_may_be_restructured() -> None:
    text = "Guide\n=====\n\n.. note:: Hot.\n\nSee :ref:`tea`.\n"
    assert is_restructured(text) and opened(text.encode(), "guide.txt").media_type == "text/x-rst"


@pytest.mark.parametrize(
    "text", ["", "Tea\n===\n\nplain\n", "See :ref:`a` and :ref:`b`.", "a:\n\n    b\n\nc:\n\n    d\n"]
)
def test_other_texts_are_not(text: str) -> None:
    assert not is_restructured(text)


@given(st.text("ab -=.:`*|+_<>[]\n", max_size=200))
@settings(max_examples=examples(200), deadline=None)
def test_whatever_stands_there_is_read(text: str) -> None:
    written(text)


@every("part", ["`a <", "``", ":a:`", "* ", "+-", "= =\n", ".. a::\n ", "- ", "a\n  ", "[#"])
def test_hostile_texts_take_their_length_in_time(part: str) -> None:
    began = time.process_time()
    written(part * (100_000 // len(part)))
    assert time.process_time() - began < 20
