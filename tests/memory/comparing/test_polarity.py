"""Negations are counted, opposites are found, and what must be is told from what may be."""

import re

import pytest

from gateway.memory.comparing.polarity import complementary, differing_modality, modality, negations, opposed
from gateway.memory.comparing.question_words import read
from gateway.words.languages import language_of
from gateway.words.languages.subjects.negations import NEGATIONS
from tests.support.every import every


@every(
    ("language", "question", "strong"),
    [
        ("en", "Which items cannot be returned?", 1),
        ("en", "Isn't it never possible without a card?", 3),
        ("en", "Is it possible or not?", 0),
        ("en", "Is it open?", 0),
        ("fr", "Que ne faut-il pas faire ?", 1),
        ("fr", "Une personne sans billet", 1),
        ("fr", "La procédure pas à pas", 0),
        ("zh", "哪些不可以退？", 1),
        ("zh", "可不可以退？", 0),
        ("zh", "有什么不同？", 0),
        ("zh", "没有发票能退吗？", 1),
        ("zh", "电池不能邮寄吗？", 1),
        ("en", "Which updates have yet to be installed?", 1),
        ("fr", "Le train ne s'arrête-t-il plus ici ?", 1),
        ("fr", "Le billet ne coûte-t-il pas plus cher ?", 1),
        ("de", "Darf ich keine Hunde mitbringen?", 1),
        ("de", "Darf ich Hunde mitbringen?", 0),
        ("es", "¿No se puede pagar sin tarjeta?", 2),
        ("it", "Si può entrare senza biglietto?", 1),
        ("pt", "Não pode levar cães?", 1),
        ("nl", "Mag ik geen honden meenemen?", 1),
        ("sv", "Får man inte ta med hundar?", 1),
        ("ru", "Нельзя брать собак?", 1),
        ("pl", "Czy nie można zabrać psa?", 1),
        ("ja", "犬を連れて行けませんか？", 1),
        ("ja", "犬を連れて行けますか？", 0),
        ("ko", "개를 데려가면 안 됩니까?", 1),
        ("ko", "개를 데려가도 됩니까?", 0),
        ("ar", "هل الدخول غير مجاني؟", 1),
        ("ar", "هل الدخول مجاني؟", 0),
    ],
    reader="memory",
)
def test_negations_are_counted(language, question, strong):
    assert negations(read(question, language)) == strong


def test_opposites_stand_on_one_side_each():
    found = opposed(read("How do I enable alerts?", "en"), read("How do I disable alerts?", "en"))
    assert found == [("enabl", "disabl")] and complementary(found, "en")
    assert opposed(read("opening and closing times", "en"), read("opening times", "en")) == []
    assert not complementary(opposed(read("increase it", "en"), read("reduce it", "en")), "en")


def test_what_must_be_and_what_may_be():
    assert modality(read("Must I wear a badge?", "en")) == {"must"}
    assert modality(read("Puis-je entrer ?", "fr")) == {"may"}
    assert modality(read("必须戴工牌吗？", "zh")) == {"must"}
    assert modality(read("Muss ich?", "de")) == {"must"}
    assert modality(read("Should I?", "en")) == {"should"} and modality(read("Is it?", "en")) == set()


@pytest.mark.parametrize(
    ("one", "other", "asks", "differ"),
    [
        ("How many eggs must I boil?", "How many eggs can I boil?", {"count"}, True),
        ("How do I boil eggs?", "How should I boil eggs?", {"manner"}, False),
        ("Can I boil eggs?", "Do I boil eggs?", {"polar"}, False),
        ("Must I boil eggs?", "Do I boil eggs?", {"polar"}, True),
        ("Who must boil the eggs?", "Who boils the eggs?", {"person"}, False),
        ("Which eggs are boiled?", "Which eggs should be boiled?", {"thing"}, True),
        ("What should I boil?", "What must I boil?", {"thing"}, False),
    ],
)
def test_what_must_be_is_another_question_than_what_is(one, other, asks, differ):
    assert differing_modality(read(one, "en"), read(other, "en"), frozenset(asks)) is differ


@pytest.mark.parametrize("language", NEGATIONS)
def test_a_language_has_its_negations_in_one_place(language):
    assert language_of(language).code == language and not language_of(language).negation.negations
    assert re.compile(NEGATIONS[language]).search("") is None
