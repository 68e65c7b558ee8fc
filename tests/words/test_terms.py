"""A question and a passage meet in any of the three languages."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.words.terms import is_unspaced, stem

LETTERS = str.maketrans("0123456789", "aeiourstln")


@pytest.mark.parametrize(
    "family",
    [
        "install installs installed installing",
        "query queries",
        "configure configured configuring configures",
        "citation citations",
        "match matches matching",
        "installer installe installé installée installées installez installation",
        "répertoire répertoires REPERTOIRE",
        "démarrer démarre démarrée demarree",
        "cheval chevaux",
        "général généraux générales",
        "clé clés cles",
        "protéger protège protégée",
        "donnée données donnees",
    ],
)
def test_inflections_and_missing_accents_share_one_term(family: str) -> None:
    assert len(set(words.terms(family))) == 1, words.terms(family)


def test_different_words_keep_different_terms() -> None:
    strangers = "commit comment document doctor release reply relation user station state price precise capital captain"
    found = words.terms(strangers)
    assert len(set(found)) == len(found), found


def test_threads_do_not_mix_up_each_others_words() -> None:
    vocabularies = [[f"{letter * 3}{number}ations".translate(LETTERS) for number in range(2000)] for letter in "bdgk"]

    def stems(vocabulary: list[str]) -> list[str]:
        return [stem(word) for word in vocabulary]

    stem.cache_clear()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(stems, vocabularies))
    finally:
        sys.setswitchinterval(interval)
    stem.cache_clear()
    assert found == [stems(vocabulary) for vocabulary in vocabularies]


def test_elisions_and_possessives_are_left_out() -> None:
    assert words.terms("l'installation d’aujourd'hui, the user's qu'il") == [
        "instal",
        "aujourd",
        "hui",
        "the",
        "user",
        "il",
    ]


def test_identifiers_come_whole_and_in_parts() -> None:
    assert words.terms("GATEWAY_TOP_K") == ["gateway_top_k", "gateway", "top", "k"]
    assert words.terms("settings.py") == ["settings.py", "set", "py"]
    assert words.terms("e-mail email")[0] == words.terms("e-mail email")[-1] == "email"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("S2", ["s2"]),
        ("3.14", ["3.14"]),
        ("2024", ["2024"]),
        ("1,234", ["1234"]),
        ("3,5", ["3.5"]),
        ("1\u202f234", ["1234"]),
        ("2024-05-01", ["2024-05-01", "2024", "05", "01"]),
        ("v1.2.3", ["v1.2.3", "v1", "2", "3"]),
    ],
)
def test_numbers_stay_whole(text: str, terms: list[str]) -> None:
    assert words.terms(text) == terms


def test_chinese_gives_characters_and_pairs() -> None:
    assert words.terms("数据库") == ["数", "数据", "据", "据库", "库"]
    assert words.terms("用API吧") == ["用", "api", "吧"]


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from(list("aé'’-_.,1 2数据\u0301가")))))
def test_offsets_point_into_the_original_text(text: str) -> None:
    found = words.words(text)
    assert [word.term for word in found] == words.terms(text)
    for word in found:
        assert 0 <= word.start < word.end <= len(text)
        assert len(word.term) > 0
    starts = [word.start for word in found]
    assert starts == sorted(starts)


def test_an_endless_word_makes_a_term_of_64_characters() -> None:
    assert [len(term) for term in words.terms("a" * 5000)] == [64]


def test_terms_do_not_depend_on_the_language_given() -> None:
    text = "Les citations of the passages 引用"
    assert words.terms(text, "fr") == words.terms(text, "en") == words.terms(text)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("What is the refund period?", ["refund", "period"]),
        ("How does it work?", []),
        ("Comment installer le serveur ?", ["instal", "serveur"]),
        ("Qu'est-ce qu'une citation ?", ["citat"]),
        ("What is a car?", ["car"]),
        ("如何安装服务器？", ["安装", "装服", "服务", "务器"]),
        ("请问什么是引用？", ["引用"]),
        ("目的是什么", ["目的"]),
        ("多少钱", ["钱"]),
    ],
)
def test_content_words_leave_out_function_and_question_words(question: str, content: list[str]) -> None:
    assert words.content_words(question) == content


@given(st.text(alphabet=st.sampled_from(list("abc é'-_.,1 2数据的是什么 the le?"))))
def test_content_words_are_terms_of_the_same_text(text: str) -> None:
    assert set(words.content_words(text)) <= set(words.terms(text))


def test_a_question_of_stop_words_is_still_looked_up() -> None:
    assert words.query_terms("to be or not to be") == ["to", "be", "or", "not"]
    assert words.query_terms("the port and the port") == ["port"]


def test_scripts_without_blanks_are_told_from_the_others() -> None:
    assert is_unspaced("台灯") and is_unspaced("灯") and not is_unspaced("lamp") and not is_unspaced("3")
