"""What a question asks for."""

import pytest

from gateway.memory.comparing.asked_kind import kinds
from gateway.memory.comparing.question_words import read
from tests.support.every import every


@every(
    ("language", "question", "kind"),
    [
        ("en", "When does it open?", "time"),
        ("en", "Until when is it open?", "time"),
        ("en", "Where is it?", "place"),
        ("en", "Who approves it?", "person"),
        ("en", "Why is it late?", "cause"),
        ("en", "How do I open it?", "manner"),
        ("en", "What should I do to open it?", "manner"),
        ("en", "How long does it take?", "duration"),
        ("en", "How often may I?", "frequency"),
        ("en", "How many rooms are there?", "count"),
        ("en", "What is the price?", "price"),
        ("en", "Can I pay when I leave?", "polar"),
        ("en", "Can you tell me where it is?", "place"),
        ("en", "When I leave, what do I pay?", "thing"),
        ("fr", "Quand ouvre-t-on ?", "time"),
        ("fr", "Où est-ce ?", "place"),
        ("fr", "À qui s'adresser ?", "person"),
        ("fr", "Pourquoi est-ce en retard ?", "cause"),
        ("fr", "Que faut-il faire ?", "manner"),
        ("fr", "Combien de temps cela dure-t-il ?", "duration"),
        ("fr", "Combien coûte la livraison ?", "price"),
        ("fr", "Est-ce que je peux payer quand je pars ?", "polar"),
        ("fr", "Puis-je payer ?", "polar"),
        ("fr", "La porte peut-elle s'ouvrir ?", "polar"),
        ("de", "Um wie viel Uhr öffnet ihr?", "time"),
        ("de", "Was kostet es?", "price"),
        ("de", "Öffnet ihr bald?", "polar"),
        ("es", "¿A qué hora abre?", "time"),
        ("es", "¿Cuánto cuesta?", "price"),
        ("es", "¿Está abierto?", "polar"),
        ("zh", "什么时候开门？", "time"),
        ("zh", "在哪里？", "place"),
        ("zh", "谁负责？", "person"),
        ("zh", "为什么迟到？", "cause"),
        ("zh", "怎么办？", "manner"),
        ("zh", "要多久？", "duration"),
        ("zh", "多少钱？", "price"),
        ("zh", "可以退吗？", "polar"),
    ],
    reader="memory",
)
def test_the_kind_of_answer(language, question, kind):
    assert kind in kinds(read(question, language))


@pytest.mark.parametrize(("language", "question"), [("en", "reset password"), ("zh", "重置密码"), ("it", "Quando?")])
def test_a_question_that_does_not_tell_fits_all(language, question):
    assert kinds(read(question, language)) == set()


def test_a_thing_may_be_a_time_too():
    assert kinds(read("What is the deadline?", "en")) >= {"thing", "time"}
