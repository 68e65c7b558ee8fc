"""Words that any question may hold."""

import pytest

from gateway import words
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.general_words import GENERAL_WORDS


def test_the_lists_are_of_known_languages():
    assert set(GENERAL_WORDS) <= set(LANGUAGES)
    assert {"en", "fr", "zh", "de", "es", "it", "pt", "nl", "ru", "ja", "ko", "ar"} <= set(GENERAL_WORDS)


@pytest.mark.parametrize(
    ("language", "wordy"),
    [
        ("en", "Hi! I just joined the company last week and I would like to know"),
        ("en", "Please write a detailed report, and explain step by step"),
        ("fr", "Bonjour, je voudrais savoir, merci de m'expliquer étape par étape"),
        ("de", "Guten Tag, ich möchte gerne wissen, bitte erklären Sie Schritt für Schritt"),
        ("es", "Hola, buenos días, me gustaría saber, explique paso a paso por favor"),
        ("it", "Buongiorno, vorrei sapere, grazie"),
        ("pt", "Bom dia, gostaria de saber, obrigado"),
        ("nl", "Goedemorgen, ik wil graag weten, alstublieft"),
        ("ru", "Здравствуйте, хочу узнать, спасибо, объясните пожалуйста"),
        ("zh", "你好，谢谢"),
    ],
)
def test_greetings_wishes_and_orders_are_general(language, wordy):
    told = words.content_words(wordy, language)
    special = [term for term in told if not words.is_general(term, language)]
    assert len(special) <= len(told) / 4, special


@pytest.mark.parametrize(("language", "word"), [("en", "microscope"), ("fr", "cotisation"), ("de", "Vertrag")])
def test_subject_matter_is_not_general(language, word):
    [term] = words.content_words(word, language)
    assert not words.is_general(term, language) and not words.is_general(term)


def test_another_languages_words_are_general_there_alone():
    assert words.is_general(words.stem("art", "de"), "de") and not words.is_general(words.stem("art", "en"), "en")
