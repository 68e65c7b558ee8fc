"""Yes, more, "no, I meant …" and questions without a subject, in eight languages."""

import pytest

from gateway.conversation.citations.short_replies import (
    LONGEST,
    accepts,
    continues,
    corrected,
    declines,
    is_bare,
    offered,
    own_subject,
)
from gateway.conversation.question import Message

YES = "Sure|Yes, please|Go ahead|OK|Oui|Volontiers|是的，请说|Sí, por favor|Ja, gerne|はい、お願いします|Certo, grazie|Sim!"
MORE = "More|go on|continue|weiter|还有吗|et ensuite ?|¿algo más?|di più|mais|続けて|Tell me more"
BARE = (
    "On which days?|At what time?|From when on?|À quel endroit ?|Pour combien de temps ?|Until when?|Bis wann?|到什么时候？"
    "|An welchen Tagen?|¿Hasta cuándo?|Fino a quando?|Até quando?|いつまで？|For how long?|And at what price?"
)


@pytest.mark.parametrize("text", YES.split("|"))
def test_yes(text):
    assert accepts(text) and not is_bare(text) and not corrected(text)


@pytest.mark.parametrize("text", ["no", "What?", "Yes I know the price", "sure thing costs how much", "", "please"])
def test_not_yes(text):
    assert not accepts(text)


@pytest.mark.parametrize(
    "text",
    ["No", "no thanks", "Non merci", "nein, danke", "不用了，谢谢", "いいえ、結構です", "Não, obrigado", "not now"],
)
def test_no(text):
    assert declines(text) and not accepts(text)


@pytest.mark.parametrize("text", ["No entiendo", "No parking?", "no, I meant the parking", "notes", ""])
def test_not_no(text):
    assert not declines(text)


@pytest.mark.parametrize("text", MORE.split("|"))
def test_more(text):
    assert continues(text)


@pytest.mark.parametrize("text", ["more parking", "continue the course in May?", "weiterbildung", ""])
def test_not_more(text):
    assert not continues(text)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("words", ["请", "お願いします", "好的", "i would ", "do it ", "bitte ja ", "no ", "不是"])
def test_words_that_can_be_read_in_two_ways_are_read_at_once_however_often_they_come(words):
    text = f"{words * (LONGEST // len(words) - 1)}x"
    assert not accepts(text) and not continues(text) and not is_bare(text) and not corrected(text)
    assert not continues(words * (LONGEST // len(words)))


@pytest.mark.parametrize("text", BARE.split("|"))
def test_a_question_without_a_subject(text):
    assert is_bare(text)


@pytest.mark.parametrize("text", ["Who is he?", "What is source code?", "Which days are holidays?", ""])
def test_a_question_with_a_subject(text):
    assert not is_bare(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("No, I meant the parking", "the parking"),
        ("not the parking, the bicycles", "the bicycles"),
        ("Non, je parlais du parking", "parking"),
        ("Nein, ich meinte das Parken", "parken"),
        ("nicht der Kurs, sondern das Parken", "das parken"),
        ("不是，我是说停车", "停车"),
        ("no, me refería al aparcamiento", "aparcamiento"),
        ("What does parking cost?", ""),
        ("Not bad, thanks", ""),
    ],
)
def test_what_was_meant_instead(text, meant):
    assert corrected(text) == meant


@pytest.mark.parametrize(
    ("text", "language", "own"),
    [
        ("And the parking, how much is it?", "en", ("the parking how much is it", True)),
        ("Et l'entrée de la piscine ?", "fr", ("l entree de la piscine", False)),
        ("Und der Parkplatz?", "de", ("der parkplatz", False)),
        ("And for children?", "en", ("", False)),
        ("And when?", "en", ("", False)),
        ("What does parking cost?", "en", ("", False)),
        ("And the parking?", "xx", ("", False)),
    ],
)
def test_a_subject_of_its_own(text, language, own):
    assert own_subject(text, language) == own


@pytest.mark.parametrize(
    ("answer", "offer"),
    [
        ("It has A1 and B1. Would you like to know the price of the B1 course?", "the price of the B1 course"),
        ("Voulez-vous que je vous indique le prix du cours B1 ?", "le prix du cours B1"),
        ("需要我告诉您B1课程的价格吗？", "b1课程的价格"),
        ("Shall I list the opening hours?", "the opening hours"),
        ("The school offers A1 and B1.", ""),
        ("Which section do you mean?", ""),
        ("Would you like to know the price? It is 290 EUR.", ""),
    ],
)
def test_an_offer_is_at_the_end_of_the_last_answer(answer, offer):
    assert offered([Message("user", "Which courses?"), Message("assistant", answer)]) == offer
    assert offered([Message("user", "Which courses?")]) == ""
