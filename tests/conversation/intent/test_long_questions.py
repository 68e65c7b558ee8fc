"""What of a long question the rules read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.conversation.intent.long_questions import LONGEST, LONGEST_PIECE, gist, is_long, weight
from gateway.conversation.question import LONGEST_QUESTION

QUOTED = "The parties agree that deliveries are made on the first working day of each month. "
ZH_QUOTED = "双方同意每月第一个工作日交货并在三十天内付款。"


@pytest.mark.parametrize("question", ["How long?", "如何付款？", "x" * LONGEST, "一" * (LONGEST // 2), " a\nb "])
def test_a_usual_question_is_read_byte_for_byte(question):
    assert gist(question) == question and not is_long(question)


@pytest.mark.parametrize(
    ("long", "asked"),
    [
        (f"{QUOTED * 90}So how long is the notice period?", "So how long is the notice period?"),
        (f"How long is the notice period? {QUOTED * 90}", "How long is the notice period?"),
        (f"{QUOTED * 40}How long is the notice period? {QUOTED * 40}", "How long is the notice period?"),
        (f"{QUOTED * 90}\n\nTell me the notice period", "Tell me the notice period"),
        (f"Tell me the notice period of this:\n{QUOTED * 90}", "Tell me the notice period of this:"),
        (f"{ZH_QUOTED * 300}请问通知期是多久？", "请问通知期是多久？"),
        (f"{ZH_QUOTED * 150}请问通知期是多久？{ZH_QUOTED * 150}", "请问通知期是多久？"),
        (f"{'المادة الأولى من العقد. ' * 200}ما هي مدة الإشعار؟", "ما هي مدة الإشعار؟"),
    ],
)
def test_what_a_long_message_asks_is_read_wherever_it_stands(long, asked):
    assert asked in gist(long[:LONGEST_QUESTION]) and is_long(long)


def test_the_beginning_and_the_end_are_read_and_what_does_not_stand_together_is_on_lines_of_its_own():
    long = "".join(f"Sentence {number} says this. " for number in range(300))
    read = gist(long)
    assert read.startswith("Sentence 0 says") and read.endswith("Sentence 299 says this.")
    (gap,) = (line for line in read.splitlines() if not line.startswith("Sentence 0 "))
    assert gap.startswith("Sentence ") and LONGEST - LONGEST_PIECE < weight(read) <= LONGEST


def test_words_are_not_cut_where_there_are_blanks():
    long = " ".join(f"word{number}" for number in range(1500))
    assert set(gist(long).split()) <= set(long.split())


SHAPES = [
    "a" * LONGEST_QUESTION,
    "一" * LONGEST_QUESTION,
    "7" * LONGEST_QUESTION,
    "?" * LONGEST_QUESTION,
    "!?" * 4000,
    "." * LONGEST_QUESTION,
    "a. " * 2666,
    "。" * LONGEST_QUESTION,
    "ไ" * LONGEST_QUESTION,
    "a\u0301" * 4000,
    "👩‍🔬" * 2666,
    "a? " * 2666,
    "\n".join("x" * 4000),
    f"{' ' * 3000}a{' ' * 3000}b",
]


@pytest.mark.parametrize("long", SHAPES, ids=range(len(SHAPES)))
def test_of_any_text_it_is_short_and_never_empty(long):
    _is_a_gist(gist(long), long)


@given(st.text(st.sampled_from("ab .?!。？一二ไ\n’é7-"), min_size=400, max_size=3 * LONGEST))
def test_it_is_made_of_the_question_and_is_its_own_gist(long):
    _is_a_gist(gist(long), long)


def _is_a_gist(read, long):
    assert weight(read) <= max(LONGEST, weight(long) if not is_long(long) else 0)
    assert read.strip() or not long.strip()
    assert gist(read) == read
    if is_long(long):
        rest = iter(long)
        assert all(sign in rest for sign in read if not sign.isspace()), "its characters in their order"
