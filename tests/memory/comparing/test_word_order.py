"""The same words in other parts are found; the same parts in another order of words are not."""

import pytest

from gateway.memory.comparing.question_words import read
from gateway.memory.comparing.word_order import exchanged


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "Merge A into B", "Merge B into A"),
        ("en", "Does the dog bite the man?", "Does the man bite the dog?"),
        ("en", "Is tea better than coffee?", "How much better is coffee than tea?"),
        ("en", "the manager of the assistant", "the assistant of the manager"),
        ("en", "the manager of the assistant", "the manager's assistant"),
        ("fr", "Comment aller de Lyon à Paris ?", "Comment aller de Paris à Lyon ?"),
        ("zh", "从北京去上海", "从上海去北京"),
        ("en", "Can my boss cancel my leave?", "Can I cancel my boss's leave?"),
        (
            "en",
            "May another guest use the towel that I have brought?",
            "May I use the towel another guest has brought?",
        ),
        ("fr", "Le professeur peut-il m'envoyer le plan ?", "Puis-je envoyer le plan au professeur ?"),
        ("en", "Who did the team beat?", "Who beat the team?"),
        ("zh", "北京队赢了谁？", "谁赢了北京队？"),
    ],
)
def test_exchanged_arguments_are_found(language, one, other):
    assert exchanged(read(one, language), read(other, language))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "What is the difference between A and B?", "What is the difference between B and A?"),
        ("en", "tea and coffee", "coffee and tea"),
        ("en", "In the garden, is smoking allowed?", "Is smoking allowed in the garden?"),
        ("en", "Does the tenant pay the landlord?", "Is the landlord paid by the tenant?"),
        ("en", "To open an account, what do I need?", "What do I need to open an account?"),
        ("fr", "le thé et le café", "le café et le thé"),
        ("zh", "茶和咖啡", "咖啡和茶"),
        ("en", "Can I reset my password?", "Can my password be reset?"),
        ("en", "Can I send the form?", "Is it possible for me to send the form?"),
        ("zh", "公司的经理是谁？", "谁是公司的经理？"),
    ],
)
def test_another_order_of_words_alone_is_no_exchange(language, one, other):
    assert exchanged(read(one, language), read(other, language)) is None
