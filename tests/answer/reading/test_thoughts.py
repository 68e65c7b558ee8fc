"""Tags of thoughts, and the mention of one."""

import pytest

from gateway.answer.reading.thoughts import NAMES, mentioned, tag_at, words_at
from tests.support.every import every


@every(
    ("text", "side"),
    [
        *((f"<{name}>", "open") for name in NAMES),
        *((f"</{name.upper()}>", "close") for name in NAMES),
        ('<think type="deep" n=1>', "open"),
        ("<think\n>", "open"),
        ("</thinking  >", "close"),
        ("<seed:think>", "open"),
        ("</seed:think>", "close"),
        ("<longcat_think>", "open"),
        ("[THINK]", "open"),
        ("[/THINK]", "close"),
        ("◁think▷", "open"),
        ("◁/think▷", "close"),
        ("<|START_THINKING|>", "open"),
        ("<|END_THINKING|>", "close"),
        ("<|START_RESPONSE|>", "close"),
        ("<|END_RESPONSE|>", "end"),
        ("<|begin_of_thought|>", "open"),
        ("<|end_of_thought|>", "close"),
        ("<|begin_of_solution|>", "close"),
        ("<|channel|>analysis<|message|>", "open"),
        ("<|start|>assistant<|channel|>commentary to=f <|constrain|>json<|message|>", "open"),
        ("<|start|>assistant<|channel|>final<|message|>", "close"),
        ("<|start|>assistant<|message|>", "close"),
        ("<channel|>", "close"),
        ("<unused95>", "close"),
        ("[BEGIN FINAL RESPONSE]", "close"),
        ("[END FINAL RESPONSE]", "end"),
        ("<|return|>", "end"),
        ("<|im_end|>", "end"),
        ("<end_of_turn>", "end"),
    ],
)
def test_every_tag_is_known_and_its_beginning_waits(text, side):
    assert tag_at(f"a{text}b", 1, False) == (side, 1 + len(text))
    for end in range(1, len(text)):
        assert tag_at(text[:end], 0, False) is None, text[:end]
        assert tag_at(text[:end], 0, True) == ("", 0)


@pytest.mark.parametrize("text", ["<|channel>thought\n", "<unused94>thought\n"])
def test_a_name_behind_a_mark_belongs_to_it(text):
    assert tag_at(f"{text}b", 0, False) == ("open", len(text))
    assert tag_at(text[:-1], 0, True) == ("open", len(text) - 1)
    for end in range(1, len(text)):
        assert tag_at(text[:end], 0, False) is None, text[:end]


@every(
    "text",
    [
        "<p>",
        "< think>",
        "<thinker>",
        "<rethink>",
        "<seed:table>",
        "</think x>",
        "a",
        "<b x",
        "[E1]",
        "[think]",
        "<|x|>",
        "◁x▷",
    ],
)
def test_nothing_else_is_one(text):
    assert tag_at(text, 0, False) == ("", 0)


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Here is my thought process:", "open"),
        ("**Here's my reasoning steps:**", "open"),
        ("Here is my response:", "close"),
        ("Here’s my final answer:", "close"),
    ],
)
def test_words_that_stand_for_a_mark_are_known_and_wait(text, side):
    assert words_at(f"{text}\nb", 0, False) == (side, len(text))
    for end in range(1, len(text)):
        assert words_at(text[:end], 0, False) is None, text[:end]


@pytest.mark.parametrize("text", ["Here is my hat:", "There is my response:", "Here are the thoughts"])
def test_other_words_stand_for_none(text):
    assert words_at(f"{text}, b", 0, False) == ("", 0)


@every(
    ("text", "spoken_of"),
    [
        ("<think>", False),
        ("  <think> So", False),
        ("Sure! <think> So", False),
        ("Sure<think> so", False),
        ("It says: <think> So", False),
        ("Well\n<think> so", False),
        ("A word <think>So", False),
        ("A word <think>", None),
        ("A tag <think> is", True),
        ("A tag <think>, then", True),
        ("Code `x <think>\n", True),
        ('A "<think>" tag', True),
        ("(<think>", True),
    ],
)
def test_a_tag_in_code_in_quotes_or_in_a_sentence_is_spoken_of(text, spoken_of):
    at = text.index("<")
    end = text.index(">") + 1
    assert mentioned(text, 0, at, end, False) is spoken_of
    assert mentioned(text, 0, at, end, True) is bool(spoken_of)
