"""Titles that are made from questions."""

import pytest

from gateway.conversation.thread_title import LONGEST, title_of_question


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How long?", "How long?"),
        (" How\n\nlong\tmay it be? ", "How long may it be?"),
        ("word " * 30, "word " * 15 + "word…"),
        ("字" * 100, "字" * 79 + "…"),
        ("", ""),
    ],
)
def test_a_title_is_the_beginning_of_the_question_on_one_line(question, title):
    assert title_of_question(question) == title
    assert len(title) <= LONGEST
