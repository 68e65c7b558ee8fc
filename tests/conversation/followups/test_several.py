"""The questions of one message: which ones are looked up separately, and what stays one question."""

import pytest

from gateway.conversation.followups.several import MOST, several

SEVERAL = [
    ("en", "Hello! I am new here. How far ahead are slots booked?", ["How far ahead are slots booked?"]),
    ("en", "Who may borrow films? And how long are books lent?", ["Who may borrow films?", "how long are books lent?"]),
    ("en", "Can guests stay? Where do they sleep?", ["Can guests stay?", "Can guests stay? Where do they sleep?"]),
    (
        "fr",
        "Quand ferme la salle ? Et qui peut réserver les films ?",
        ["Quand ferme la salle ?", "qui peut réserver les films ?"],
    ),
    (
        "de",
        "Wie lange gilt die Karte? Und was kostet eine neue Karte?",
        ["Wie lange gilt die Karte?", "was kostet eine neue Karte?"],
    ),
    ("zh", "怎样借书？逾期罚款是多少？", ["怎样借书？", "逾期罚款是多少？"]),
    (
        "en",
        "How long does a claim take and what does it cost?",
        ["How long does a claim take?", "How long does a claim take? what does it cost?"],
    ),
    (
        "fr",
        "Combien coûte la carte et où puis-je acheter un billet ?",
        ["Combien coûte la carte?", "où puis-je acheter un billet ?"],
    ),
    (
        "de",
        "Wie lange gilt die Karte und wer darf Filme ausleihen?",
        ["Wie lange gilt die Karte?", "wer darf Filme ausleihen?"],
    ),
    ("zh", "怎样借书，逾期罚款是多少？", ["怎样借书？", "逾期罚款是多少？"]),
    ("ru", "Как взять книгу? Сколько стоит просрочка?", ["Как взять книгу?", "Сколько стоит просрочка?"]),
]
ONE = [
    ("en", "Are food and drink allowed?"),
    ("en", "When and where was the treaty signed?"),
    ("en", 'Who asked "What is truth? What is time?" in the book?'),
    ("en", "Do you know the place and where it is?"),
    ("en", "How are cats and dogs kept?"),
    ("de", "Wer kennt Wort und Bild?"),
    ("zh", "图书和杂志怎样借？"),
    ("en", "Loans"),
    ("zh", "「道可道，非常道。」是谁说的？"),
]


@pytest.mark.parametrize(("language", "text", "parts"), SEVERAL)
def test_each_of_several_questions_is_looked_up(language, text, parts):
    assert several(text, language) == tuple(parts)


@pytest.mark.parametrize(("language", "text"), ONE)
def test_one_question_stays_whole(language, text):
    assert several(text, language) == ()


def test_of_many_questions_the_last_ones_are_looked_up():
    many = " ".join(f"How many {thing} are there?" for thing in ("cats", "dogs", "birds", "fish", "mice"))
    assert len(several(many, "en")) == MOST and several(many, "en")[-1].endswith("How many mice are there?")
