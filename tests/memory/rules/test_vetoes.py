"""Same questions pass in other words; near misses are vetoed, each by its kind. Every pair counts as 0.9 similar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.vetoes import VETO_ORDER, veto
from tests.support.memory_pairs import different, same

QUESTIONS = sorted(
    {text for _, *pair in same() for text in pair} | {text for _, _, *pair in different() for text in pair}
)
anything = st.one_of(st.sampled_from(QUESTIONS), st.text(max_size=60))
languages = st.sampled_from(["en", "fr", "zh", "de", "it", "ru", "ja", "ko", "ar", "th"])


@pytest.mark.parametrize(("language", "one", "other"), same())
def test_the_same_question_in_other_words_passes(language, one, other):
    assert veto(one, other, language) is None


@pytest.mark.parametrize(("language", "kind", "one", "other"), different())
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
    assert veto("Was kostet Tarif X200?", "Was kostet Tarif X300?", "de")[0] == "identifiers"
    assert veto("Frist von 3 Tagen", "Frist von 5 Tagen", "de")[0] == "numbers"
    assert veto("Wer ist Anna Schmidt?", "Wer ist Petra Schmidt?", "de")[0] == "entities"


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Was kostet die Fahrt mit Hund?", "Was kostet die Fahrt ohne Hund?"),
        ("de", "Was kostet es vor 18 Uhr?", "Was kostet es nach 18 Uhr?"),
        ("de", "Wer darf das Gerät buchen?", "Wo darf man das Gerät buchen?"),
        ("it", "Il biglietto è gratis?", "Il biglietto è gratis per i bambini?"),
        ("nl", "Kan ik mijn boek verlengen?", "Kan hij mijn boek verlengen?"),
        ("ru", "Что делать до операции?", "Что делать после операции?"),
        ("es", "¿Se pueden tomar tres libros?", "¿Se pueden tomar cinco libros?"),
        ("es", "¿Cuándo abre la biblioteca?", "¿Por qué abre la biblioteca?"),
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
        ("de", "Wie lange darf ein Buch ausgeliehen werden?", "wie lange darf ein Buch denn ausgeliehen werden"),
        ("es", "¿Cuánto cuesta un carné de socio?", "cuanto cuesta un carne socio"),
        ("ko", "책은 몇 주 동안 빌릴 수 있습니까?", "책은 몇 주 동안 빌릴 수 있습니까"),
    ],
)
def test_in_a_language_without_synonyms_one_question_may_have_more_function_words(language, one, other):
    assert veto(one, other, language) is None


def test_the_embeddings_of_the_words_may_make_up_for_a_missing_synonym():
    pair = "How do I clean a leather sofa?", "How do I clean a leather davenport?"
    assert veto(*pair, "en")[0] == "one_slot"
    asked = []

    def cosine(one, other):
        asked.append((one, other))
        return 0.6

    assert veto(*pair, "en", cosine) is None
    assert asked == [("davenport", "sofa")]
    assert veto(*pair, "en", lambda one, other: 0.59)[0] == "one_slot"
    assert veto(*pair, "en", lambda one, other: None)[0] == "one_slot"
    assert veto(*pair, "en", lambda one, other: float("nan"))[0] == "one_slot"


def test_a_very_long_question_is_the_same_only_in_the_same_words():
    long = "How do I mend a bicycle " * 25
    assert veto(long, f"{long}?", "en") is None
    assert veto(long, f"{long} now", "en") == ("one_slot", "too long to compare")


def test_similar_words_never_make_up_for_opposites():
    assert veto("How do I enable alerts?", "How do I disable alerts?", "en", lambda one, other: 1.0)[0] == "antonyms"


def test_one_veto_may_be_asked_alone():
    pair = "Can I return it after 3 days?", "Can I return it after 5 days?"
    assert [name for name in VETO_ORDER if veto(*pair, "en", only=name)] == ["numbers"]
