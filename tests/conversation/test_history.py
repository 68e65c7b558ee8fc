"""Earlier messages: what is read of them, what is left out and said, and what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.conversation.history import LONGEST, LONGEST_TONE, NEWEST, WrongMessage, read, split, tone, trimmed
from gateway.conversation.question import Message


def said(role, content):
    return {"role": role, "content": content}


def test_user_and_assistant_count_in_any_spelling_and_others_are_left_out_with_a_warning():
    messages, warnings = read(
        [said("User", "a"), said("AI", "b"), said("tool", "c"), said("assistant", " "), {"content": "d"}]
    )
    assert messages == [Message("user", "a"), Message("assistant", "b")]
    assert len(warnings) == 2 and "'tool'" in warnings[0]


def test_messages_of_the_application_set_the_tone_wherever_they_stand_and_are_no_history():
    entries = [
        said("system", " Be brief. "),
        said("user", "a"),
        said("assistant", "b"),
        said("user", "c"),
        said("Developer", [{"type": "input_text", "text": "No jokes."}, {"type": "input_image"}]),
        said("system", ""),
    ]
    assert split(entries) == ("c", [*entries[:3], *entries[4:]])
    assert tone(entries) == "Be brief.\n\nNo jokes." and tone(entries[1:4]) == ""
    assert read(entries) == ([Message("user", "a"), Message("assistant", "b"), Message("user", "c")], [])


def test_a_tone_is_read_however_long_the_conversation_is_and_has_a_greatest_length():
    many = [said("system", "Be brief."), *[said("user", str(number)) for number in range(NEWEST)]]
    assert tone(many) == "Be brief."
    assert len(tone([said("system", "x" * LONGEST_TONE)])) == LONGEST_TONE
    for entries, field in (
        ([said("user", "a"), said("system", "x" * (LONGEST_TONE + 1))], "1.content"),
        ([said("system", "x" * (LONGEST_TONE - 1)), said("developer", "yy")], "0.content"),
        ([said("system", "a\0b")], "0.content"),
    ):
        with pytest.raises(WrongMessage) as wrong:
            tone(entries)
        assert wrong.value.field == field
    with pytest.raises(WrongMessage, match="last message"):
        split([said("system", "Be brief.")])


def test_contents_are_texts_or_lists_of_parts():
    parts = [{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": "b"}]
    messages, _ = read([said("user", parts), {"role": "assistant", "parts": parts}])
    assert [one.content for one in messages] == ["a\nb", "ab"]


def test_only_the_newest_messages_are_read_and_older_ones_may_be_anything():
    messages, warnings = read([7, *[said("user", str(number)) for number in range(NEWEST)]])
    assert len(messages) == NEWEST and messages[0].content == "0" and str(NEWEST) in warnings[0]


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ("text", "1"),
        (said("user", 7), "1.content"),
        (said("user", ["x"]), "1.content"),
        (said("user", "x" * (LONGEST + 1)), "1.content"),
        (said("user", "a\0b"), "1.content"),
        (said("assistant", "\ud800"), "1.content"),
        ({"role": "user", "parts": {}}, "1.parts"),
    ],
)
def test_a_message_that_cannot_be_read_is_named_by_its_place(entry, field):
    with pytest.raises(WrongMessage) as wrong:
        read([said("user", "x"), entry])
    assert wrong.value.field == field and str(wrong.value)


def test_the_longest_message_is_accepted():
    assert len(read([said("user", "x" * LONGEST)])[0][0].content) == LONGEST


def test_the_last_message_is_the_question_and_must_be_the_users_text():
    earlier = [said("user", "a"), said("assistant", "b")]
    assert split([*earlier, said("user", "c")]) == ("c", earlier)
    for entries in ([], earlier, [7], [said("user", [{"type": "image_url"}])]):
        with pytest.raises(WrongMessage):
            split(entries)


def pair(number, size=40):
    return [Message("user", f"{number}".ljust(size, "?")), Message("assistant", f"{number}".ljust(size, "!"))]


def test_the_oldest_exchanges_go_first_and_a_question_stays_with_its_answer():
    messages = [*pair(1), *pair(2), *pair(3)]
    cost = sum(words.tokens_estimate(one.content) for one in pair(1))
    assert trimmed(messages, 10_000) == tuple(messages)
    assert trimmed(messages, 2 * cost) == tuple(messages[2:])
    assert trimmed(messages, 2 * cost - 1) == tuple(messages[4:])
    assert trimmed(messages, cost - 1) == () == trimmed(messages, 0) == trimmed([], 100)


def test_a_first_answer_without_a_question_goes_before_everything_else():
    greeting = Message("assistant", "Hello. " * 10)
    assert trimmed([greeting, *pair(1)], 10_000) == (greeting, *pair(1))
    assert trimmed([greeting, *pair(1)], 30) == tuple(pair(1))


@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.integers(1, 200)), max_size=12), st.integers(0, 300)
)
def test_what_is_kept_is_the_end_of_the_conversation_and_fits(sizes, tokens):
    messages = [Message(role, "x" * size) for role, size in sizes]
    kept = trimmed(messages, tokens)
    assert list(kept) == messages[len(messages) - len(kept) :]
    assert sum(words.tokens_estimate(one.content) for one in kept) <= tokens
    assert not kept or len(kept) == len(messages) or kept[0].role == "user"
