"""Going on in a list: the next one, the one before, the others, both."""

import pytest

from gateway.conversation.followups.stepping import stepped, steps
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState

THREE = tuple(OutlineEntry(str(number), title) for number, title in enumerate(["Wine", "Beer", "Milk"], start=1))
LISTED = ThreadState(listed=THREE, listed_newer=True)
PAIR = ThreadState(listed=THREE[:2], listed_newer=True)


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("Next one", "next"),
        ("And the next one, please?", "next"),
        ("What about the other one?", "other"),
        ("Tell me about both of them", "both"),
        ("the previous one?", "previous"),
        ("Et l'autre ?", "other"),
        ("le suivant", "next"),
        ("Les deux ?", "both"),
        ("und das andere?", "other"),
        ("der nächste bitte", "next"),
        ("¿Y el otro?", "other"),
        ("下一个", "next"),
        ("那另一个呢？", "other"),
        ("What is the next train?", ""),
        ("Explain both methods", ""),
        ("the next one that leaves", ""),
        ("", ""),
    ],
)
def test_only_a_whole_question_goes_on_in_a_list(question, step):
    assert steps(question) == step


@pytest.mark.parametrize(
    ("question", "last", "ids"),
    [
        ("next one", "Wine — How old is it?", ["2"]),
        ("next one", "What do you serve?", ["1"]),
        ("next one", "Milk — How old is it?", []),
        ("the previous one", "Beer — How old is it?", ["1"]),
        ("the previous one", "Wine — How old is it?", []),
        ("the others", "Beer — How old is it?", ["1", "3"]),
        ("the others", "What do you serve?", []),
        ("both", "What do you serve?", []),
    ],
)
def test_it_goes_on_from_what_was_spoken_of_last_and_asks_back_where_that_cannot_be_told(question, last, ids):
    found = stepped(question, LISTED, last)
    assert [entry.id for entry in found.sections] == ids and found.choose is (not ids)


def test_of_two_both_are_both_and_the_other_is_the_other():
    assert stepped("both", PAIR, "").sections == THREE[:2] and stepped("both", PAIR, "").ref_type == "multi"
    assert stepped("the other", PAIR, "Wine — Old?").sections == THREE[1:2]
    outline = ThreadState(outline=(OutlineEntry("S1", "A"), OutlineEntry("S2", "B")), listed=THREE)
    assert [entry.id for entry in stepped("next one", outline, "A — Detail S1").sections] == ["S2"], "the newer"


def test_without_a_list_it_points_at_nothing():
    assert stepped("next one", ThreadState(), "") is None and stepped("Why?", LISTED, "") is None
