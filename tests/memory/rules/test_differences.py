"""Words that differ: one in the same place counts, what comes and goes does not."""

import pytest

from gateway.memory.rules.differences import swapped
from gateway.memory.rules.question_words import read


@pytest.mark.parametrize(
    ("language", "one", "other", "found"),
    [
        ("en", "How do I clean the filter?", "How do I clean the engine?", ("filter", "engine")),
        ("en", "How do I clean the filter?", "What is the best way to clean the filter?", None),
        ("en", "How do I contact support?", "How do I contract support?", ("contact", "contract")),
        ("en", "How do I recieve it?", "How do I receive it?", None),
        ("en", "How do I get a passport?", "How do I get a driving licence?", ("passport", "driving licence")),
        ("en", "How do I get a passport?", "When do I drive home and get my licence?", None),
        ("en", "red cars in garages", "blue cars in fields", ("red garages", "blue fields")),
        ("en", "Tell me about refunds", "I want to know about refunds", None),
        ("fr", "Où demander un passeport ?", "Où demander une carte de séjour ?", ("passeport", "carte sejour")),
        ("fr", "Comment cuire le riz ?", "Comment cuire le poisson ?", ("riz", "poisson")),
        ("zh", "怎么申请年假？", "怎么申请病假？", ("年", "病")),
        ("zh", "博世电钻保修多久？", "牧田电钻的保修期是多久？", ("博世", "牧田")),
        ("zh", "怎么修改地址？", "如何更改地址？", None),
        ("zh", "退货流程是什么？", "怎么退货？", None),
        ("de", "Was kostet ein Fahrrad?", "Was kostet ein Auto?", ("fahrrad", "auto")),
    ],
)
def test_words_that_differ(language, one, other, found):
    assert swapped(read(one, language), read(other, language)) == found
