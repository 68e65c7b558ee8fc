"""Words that may change places in a question: both ways, and nothing else."""

import pytest

from gateway.memory.comparing import interchangeable
from gateway.memory.comparing.question_words import term
from gateway.words import fold


@pytest.mark.parametrize(
    ("language", "one", "other", "near"),
    [
        ("en", "parcels", "package", True),
        ("en", "price", "cost", True),
        ("en", "password", "key", False),
        ("en", "invoice", "refund", False),
        ("fr", "congé", "vacances", True),
        ("fr", "annuler", "supprimer", False),
        ("zh", "修改", "更改", True),
        ("zh", "年假", "病假", False),
        ("de", "kaufen", "mieten", False),
        ("it", "comprare", "acquistare", False),
        ("de", "kaufen", "kaufen", True),
    ],
)
def test_words_that_may_change_places(language, one, other, near):
    one, other = term(fold(one), language), term(fold(other), language)
    assert interchangeable.are_near(one, other, language) is near
    assert interchangeable.are_near(other, one, language) is near


def test_chinese_words_are_found_in_running_text_the_longest_first():
    assert [word for word, _, _ in interchangeable.words_within("修改收货地址", "zh")] == ["修改", "收货", "地址"]
