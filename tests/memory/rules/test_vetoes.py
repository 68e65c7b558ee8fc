"""Same questions pass in other words; near misses are vetoed, each by its kind. Every pair counts as 0.9 similar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.vetoes import VETO_ORDER, veto
from tests.support.every import every
from tests.support.memory_pairs import different, reworded, same

QUESTIONS = sorted(
    {text for _, *pair in same() for text in pair} | {text for _, _, *pair in different() for text in pair}
)
anything = st.one_of(st.sampled_from(QUESTIONS), st.text(max_size=60))
languages = st.sampled_from(["en", "fr", "zh", "de", "it", "ru", "ja", "ko", "ar", "th"])


@every(("language", "one", "other"), same(), reader="memory")
def test_the_same_question_in_other_words_passes(language, one, other):
    assert veto(one, other, language) is None


@every(("language", "one", "other"), reworded(), reader="memory")
def test_what_nothing_proves_to_be_the_same_question_is_refused(language, one, other):
    assert veto(one, other, language) is not None


@every(("language", "kind", "one", "other"), different(), reader="memory")
def test_a_near_miss_is_vetoed_by_its_kind(language, kind, one, other):
    found = veto(one, other, language)
    assert found is not None and found[0] == kind and found[1]


def test_the_tables_are_large_enough_and_cover_every_veto_in_every_language():
    assert len(same()) >= 100 and len(different()) >= 150
    for language in ("en", "fr", "zh"):
        assert {kind for known, kind, _, _ in different() if known == language} == set(VETO_ORDER)


@given(anything, anything, languages)
def test_a_veto_says_the_same_of_both_directions(one, other, language):
    assert veto(one, other, language) == veto(other, one, language)


@given(anything, languages)
def test_a_question_with_the_same_normalised_words_is_never_vetoed(question, language):
    assert veto(question, f"  {question.casefold()} ?", language) is None


def test_in_another_language_numbers_codes_and_names_still_count():
    assert veto("Quanto costa la tariffa X200?", "Quanto costa la tariffa X300?", "it")[0] == "identifiers"
    assert veto("Termine di 3 giorni", "Termine di 5 giorni", "it")[0] == "numbers"
    assert veto("Chi è Anna Rossi?", "Chi è Petra Rossi?", "it")[0] == "entities"


def test_a_capital_names_nobody_where_every_noun_has_one():
    assert veto("Wann kommt der Arzt?", "Wann kommt der Doktor?", "de") is None
    assert veto("Wer ist Anna Schmidt?", "Wer ist Petra Schmidt?", "de")[0] == "one_slot"


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("pt", "Quanto custa com cão?", "Quanto custa sem cão?"),
        ("it", "Il biglietto è gratis?", "Il biglietto è gratis per i bambini?"),
        ("nl", "Kan ik mijn boek verlengen?", "Kan hij mijn boek verlengen?"),
        ("ru", "Что делать до операции?", "Что делать после операции?"),
        ("it", "Quanto tempo si tiene un libro?", "Quanto tempo si tiene un film?"),
        ("ru", "На сколько недель можно взять книгу?", "На сколько недель можно взять фильм?"),
        ("ja", "月曜日は開いていますか？", "火曜日は開いていますか？"),
        ("ko", "책은 몇 주 동안 빌릴 수 있습니까?", "영화는 몇 주 동안 빌릴 수 있습니까?"),
        ("ar", "متى تفتح المكتبة يوم السبت؟", "متى تفتح المكتبة يوم الأحد؟"),
    ],
)
def test_in_a_language_without_synonyms_one_word_that_differs_is_enough(language, one, other):
    assert veto(one, other, language) is not None and veto(one, one, language) is None


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("it", "Quanto costa una tessera?", "quanto costa tessera"),
        ("pt", "Quanto custa o bilhete?", "quanto custa bilhete"),
        ("ko", "책은 몇 주 동안 빌릴 수 있습니까?", "책은 몇 주 동안 빌릴 수 있습니까"),
    ],
)
def test_in_a_language_without_synonyms_one_question_may_have_more_function_words(language, one, other):
    assert veto(one, other, language) is None


@pytest.mark.parametrize(
    ("language", "one", "other", "same"),
    [
        ("de", "Was kostet die Fahrt mit Hund?", "Was kostet die Fahrt ohne Hund?", False),
        ("de", "Was kostet es vor 18 Uhr?", "Was kostet es nach 18 Uhr?", False),
        ("de", "Wer darf das Gerät buchen?", "Wo darf man das Gerät buchen?", False),
        ("de", "Wie lange darf man ein Buch ausleihen?", "Wie lange kann ein Buch ausgeliehen werden?", True),
        ("de", "Wann fahren die Züge ab?", "Um wie viel Uhr fahren die Züge ab?", True),
        ("es", "¿Se pueden tomar tres libros?", "¿Se pueden tomar cinco libros?", False),
        ("es", "¿Cuándo abre la biblioteca?", "¿Por qué abre la biblioteca?", False),
        ("es", "¿Cuándo abre la biblioteca?", "¿A qué hora abre la biblioteca?", True),
        ("es", "¿Cuánto cuesta un carné de socio?", "cuanto cuesta el carne de socio", True),
    ],
)
def test_german_and_spanish_have_the_same_rules(language, one, other, same):
    assert (veto(one, other, language) is None) is same


@every(
    ("language", "one", "other"),
    [
        ("en", "Who pays for my gloves?", "Who pays for a guest's gloves?"),
        ("en", "Which boxes do I keep in the cellar?", "Which boxes do I keep out of the cellar?"),
        ("en", "What does the rule say?", "What does the general rule say?"),
        ("en", "Who signed the form?", "Who signs the form?"),
        ("fr", "Quel est le prix d'une lampe ?", "Quel est le prix d'une lampe simple ?"),
        ("fr", "La porte s'ouvre-t-elle encore ?", "La porte ne s'ouvre-t-elle plus ?"),
        ("fr", "Où acheter du fil ?", "Où acheter du fil d'or ?"),
        ("fr", "Quelles chambres ont un balcon ?", "Quelles chambres doivent avoir un balcon ?"),
        ("fr", "Quand le magasin ouvre-t-il ?", "Quand le magasin a-t-il ouvert ?"),
        ("en", "Can I get married abroad?", "Am I married abroad?"),
        ("en", "Do I need a bike?", "Do I need an e-bike?"),
        ("en", "What does a notary do?", "What is a notary?"),
        ("en", "Can I mix paint with oil?", "Can I mix oil with paint?"),
        ("de", "Wann öffnete der Laden?", "Wann öffnet der Laden?"),
        ("de", "Welcher ist der schnelle Zug?", "Welcher ist der schnellste Zug?"),
        ("de", "Wie komme ich zum Bahnhof?", "Wie komme ich vom Bahnhof?"),
        ("es", "¿Qué significa la luz roja?", "¿Qué es la luz roja?"),
        ("zh", "可以用糖代替红糖吗？", "可以用红糖代替糖吗？"),
        ("zh", "雨伞能带进馆吗？", "雨伞不能带进馆吗？"),
        ("zh", "一张票多少钱？", "一套票多少钱？"),
        ("zh", "内科几点开始？", "外科几点开始？"),
    ],
    reader="memory",
)
def test_a_word_on_one_side_only_tells_two_questions_apart(language, one, other):
    assert veto(one, other, language) is not None


def test_a_very_long_question_is_the_same_only_in_the_same_words():
    long = "How do I mend a bicycle " * 25
    assert veto(long, f"{long}?", "en") is None
    assert veto(long, f"{long} now", "en") == ("one_slot", "too long to compare")


def test_one_veto_may_be_asked_alone():
    pair = "Can I return it after 3 days?", "Can I return it after 5 days?"
    assert [name for name in VETO_ORDER if veto(*pair, "en", only=name)] == ["numbers"]
