"""Contractions are undone, set phrases become one word, Chinese is read character by character."""

import pytest

from gateway.memory.comparing.question_words import empty_words, read, term


@pytest.mark.parametrize(
    ("language", "question", "tokens"),
    [
        ("en", "Why can’t I log in?", "why can not i login"),
        ("en", "What's the employee's wage?", "what is the employee possessive wage"),
        ("en", "How do I turn the alarm off?", "how do i disable the alarm"),
        ("en", "At what time do you open?", "when do you open"),
        ("fr", "Où est l'accueil ?", "lieuou est l accueil"),
        ("fr", "À quelle heure ouvre-t-on ?", "quand ouvre t on"),
        ("fr", "Thé ou café ?", "the ou cafe"),
        ("fr", "Réinitialiser le mot de passe", "reinitialiser le motdepasse"),
        ("zh", "API怎么用？", "api 怎 么 用"),
        ("de", "Was kostet 5 %?", "was kostet 5 percent"),
    ],
)
def test_a_question_is_read_as(language, question, tokens):
    assert read(question, language).tokens == tuple(tokens.split())


def test_content_leaves_out_function_words_and_figures_and_keeps_order():
    reading = read("How do I pay 3 invoices after the invoices arrive?", "en")
    assert reading.content == ("pay", "invoic", "after", "invoic", "arriv")
    assert reading.surfaces["invoic"] == "invoices"


def test_words_with_one_stem_and_opposite_meaning_are_kept_apart():
    assert term("employee", "en") != term("employer", "en") and term("invoice", "en") == term("invoices", "en")


def test_neighbouring_tokens_spell_a_code():
    reading = read("Is the X 200-B in stock?", "en")
    assert reading.spells("x200b") and reading.spells("stock") and not reading.spells("ck")


def test_what_the_kind_of_question_says_is_no_content():
    assert read("How long does it rain?", "en").content == ("rain",)
    assert read("How is the long rain?", "en").content == ("long", "rain")


def test_words_are_stemmed_by_their_own_language():
    assert term("traductions", "fr") == term("traduction", "fr") and term("kosten", "de") == term("kostet", "de")
    assert empty_words("de") and empty_words("it") == frozenset()
