"""Tags of thoughts, and the mention of one."""

import pytest

from gateway.answer.reading.thoughts import NAMES, mentioned, tag_at


@pytest.mark.parametrize(
    ("text", "side"),
    [
        *((f"<{name}>", "open") for name in NAMES),
        *((f"</{name.upper()}>", "close") for name in NAMES),
        ('<think type="deep" n=1>', "open"),
        ("<think\n>", "open"),
        ("</thinking  >", "close"),
        ("<seed:think>", "open"),
        ("</seed:think>", "close"),
    ],
)
def test_every_tag_is_known_and_its_beginning_waits(text, side):
    assert tag_at(f"a{text}b", 1, False) == (side, 1 + len(text))
    for end in range(1, len(text)):
        assert tag_at(text[:end], 0, False) is None, text[:end]
        assert tag_at(text[:end], 0, True) == ("", 0)


@pytest.mark.parametrize(
    "text", ["<p>", "< think>", "<thinker>", "<rethink>", "<seed:table>", "</think x>", "a", "<b x"]
)
def test_nothing_else_is_one(text):
    assert tag_at(text, 0, False) == ("", 0)


@pytest.mark.parametrize(
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
