"""Of whom a question speaks."""

import pytest

from gateway.memory.reading import read
from gateway.memory.referents import differ, others, owners


@pytest.mark.parametrize(
    ("language", "question", "found"),
    [
        ("en", "How do I reset my password?", {"self"}),
        ("en", "How do you reset your password?", {"self"}),
        ("en", "What is your address?", {"you"}),
        ("en", "Can I use his laptop?", {"he"}),
        ("en", "How do I reset a user's password?", {"user"}),
        ("en", "How do I reset the password?", set()),
        ("fr", "Comment changer votre adresse ?", {"you"}),
        ("fr", "Comment changer mon adresse ?", {"self"}),
        ("zh", "我的密码", {"self"}),
        ("zh", "他的密码", {"he"}),
        ("de", "mein Passwort", set()),
    ],
)
def test_owners(language, question, found):
    assert owners(read(question, language)) == found


@pytest.mark.parametrize(
    ("language", "question", "found"),
    [
        ("en", "for my kids", {"child"}),
        ("en", "someone else's account", {"else"}),
        ("fr", "le dossier de mon épouse", {"femme"}),
        ("zh", "同事的电脑", {"同事"}),
        ("en", "the account", set()),
    ],
)
def test_third_persons(language, question, found):
    assert others(read(question, language)) == found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("self", "you", True),
        ("he", "she", True),
        ("he", "they", False),
        ("self", "", False),
        ("self you", "you", False),
    ],
)
def test_owners_differ(one, other, expected):
    assert differ(frozenset(one.split()), frozenset(other.split())) is expected
