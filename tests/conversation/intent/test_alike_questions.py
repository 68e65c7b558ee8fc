"""Questions that ask nearly the same are one group."""

import pytest

from gateway.conversation.intent.alike_questions import grouped


@pytest.mark.parametrize(
    ("questions", "groups"),
    [
        (["Where can I park my car?", "where can i park a car", "Who was Xanthippe?"], [[0, 1], [2]]),
        (["Who was Xanthippe?", "Where is the car park?", "Who was Xanthippe"], [[0, 2], [1]]),
        (["What does a late return of films cost?", "What do late returns of a film cost?"], [[0, 1]]),
        (["Opening hours", "Opening hours on Sunday"], [[0], [1]]),
        (
            ["Late return fee for films, books, maps", "Late return fee for films, books, maps, games"],
            [[0, 1]],
        ),
        (["你们几点开门？", "几点开门", "停车要多少钱？"], [[0, 1], [2]]),
        (["the", "The ", "of"], [[0, 1], [2]]),
        (["?!", "?!", "…"], [[0, 1], [2]]),
        ([], []),
    ],
)
def test_questions_with_nearly_the_same_words_are_one_group(questions, groups):
    assert grouped([(question, None) for question in questions]) == groups
