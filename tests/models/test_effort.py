"""Effort of a model, as a word and in tokens."""

import pytest

from gateway.models.effort import TOKENS, tokens, word
from gateway.settings.kinds import EFFORTS


def test_a_word_is_tokens_and_tokens_are_a_word():
    assert tokens(None) is None and word(None) is None
    assert (tokens("low"), tokens("0"), tokens("5000")) == (1024, 0, 5000)
    assert [word(given) for given in ("xhigh", "0", "1024", "1025", "24576", "24577")] == [
        "xhigh",
        "low",
        "low",
        "medium",
        "high",
        "max",
    ]


@pytest.mark.parametrize("effort", EFFORTS)
def test_every_word_of_the_setting_has_tokens(effort):
    assert word(effort) == effort and tokens(effort) == TOKENS[effort]
