"""Of whom a question speaks."""

import pytest

from gateway.memory.comparing.question_words import read
from gateway.memory.comparing.referents import actors, differ, others, owners


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
        ("de", "mein Passwort", {"self"}),
        ("it", "la mia parola", set()),
        ("en", "in a friend's car", {"friend"}),
        ("fr", "la voiture d'un ami", {"ami"}),
        ("zh", "朋友的车", {"朋友"}),
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


@pytest.mark.parametrize(
    ("language", "question", "found"),
    [
        ("en", "Can they extend it?", {"they"}),
        ("en", "How do you reset a password?", set()),
        ("en", "How do you change your own password?", set()),
        ("en", "Where do you send my documents?", {"you"}),
        ("en", "When should I call you?", {"self"}),
        ("en", "Can you tell me where I park?", set()),
        ("fr", "Doit-il payer ?", {"they"}),
        ("fr", "Est-il possible de payer ?", set()),
        ("fr", "Mon fils peut-il payer ?", set()),
        ("fr", "Où pouvez-vous me joindre ?", {"you"}),
        ("zh", "他们可以停车吗？", {"he"}),
        ("zh", "你怎么停车？", set()),
        ("zh", "我的车停在哪里？", set()),
        ("de", "Darf ich parken?", {"self"}),
        ("it", "Posso parcheggiare?", set()),
    ],
)
def test_who_acts(language, question, found):
    assert actors(read(question, language)) == found
