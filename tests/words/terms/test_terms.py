"""A question and a passage meet in any of the three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.words.terms.terms import is_unspaced
from tests.support.every import every


@every(
    ("language", "family"),
    [
        ("en", "install installs installed installing"),
        ("en", "query querying"),
        ("en", "configure configured configuring configures"),
        ("en", "citation citations"),
        ("en", "match matches matching"),
        ("fr", "installer installe installé installée installées installez"),
        ("fr", "répertoire répertoires REPERTOIRE"),
        ("fr", "démarrer démarre démarrée demarree"),
        ("fr", "cheval chevaux"),
        ("fr", "général généraux générales"),
        ("fr", "clé clés cles"),
        ("fr", "protéger protège protégée"),
        ("fr", "donnée données donnees"),
        ("de", "Vertrag Verträge Verträgen vertrage"),
        ("de", "Haus Häuser Häusern HAUSER"),
        ("de", "Straße Strassen"),
        ("es", "instalación instalaciones instalacion"),
        ("es", "contrato contratos"),
        ("it", "installazione installazioni"),
        ("pt", "informação informações"),
        ("pt", "contrato contratos"),
        ("nl", "contract contracten"),
        ("sv", "avtal avtalet avtalen"),
        ("pl", "książka książki książkę"),
        ("ru", "договор договора договоров"),
        ("ru", "новый новая новые"),
        ("ar", "المكتبة مكتبة"),
        ("zh", "installs installing"),
    ],
    reader="words",
)
def test_inflections_and_missing_accents_share_one_term(language: str, family: str) -> None:
    assert len(set(words.terms(family, language))) == 1, words.terms(family, language)


@pytest.mark.parametrize(
    ("language", "strangers"),
    [
        ("en", "care carry car data date bus business party part commit comment document doctor release reply"),
        ("en", "relation user station state price precise capital captain"),
        ("fr", "date donnée pomme pommade porc porte"),
    ],
)
def test_different_words_keep_different_terms(language: str, strangers: str) -> None:
    found = words.terms(strangers, language)
    assert len(set(found)) == len(found), found


def test_elisions_and_possessives_are_left_out() -> None:
    assert words.terms("l'installation d’aujourd'hui, the user's qu'il", "en") == [
        "instal",
        "aujourd",
        "hui",
        "the",
        "user",
        "il",
    ]


def test_identifiers_come_whole_and_in_parts() -> None:
    assert words.terms("GATEWAY_TOP_K") == ["gateway_top_k", "gateway_top", "gateway", "top_k", "top", "k"]
    assert words.terms("settings.py", "en") == ["settings.py", "set", "py"]
    assert words.terms("e-mail email")[0] == words.terms("e-mail email")[-1] == "email"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("config.max_retry_count", "config max_retry_count config.max_retry max_retry retry_count count"),
        ("`sheaf.fold_edges`", "sheaf fold_edges sheaf.fold_edges"),
        ("bisect.insort_right(a, x)", "bisect insort_right insort"),
        ("obj.method().other()", "obj obj.method method other"),
        ("A::b", "a b a::b"),
        ("std::vector<int>::push_back", "std::vector vector int push_back push"),
        ("a->b", "a b a->b"),
        ("this->max_size", "max_size max this->max"),
        ("pkg/mod", "pkg mod pkg.mod"),
        ("App\\Http\\Kernel", "app\\http http\\kernel kernel"),
        ("String#trim", "string trim string#trim"),
        ("--long-option", "long longoption"),
        ("--no-cache-dir=x", "nocachedir nocache cachedir dir"),
        ("(ERR_42)", "err 42 err_42"),
        ("E.ERR_42", "err_42"),
        ("-XX:MaxRAM", "maxram"),
        ("_private.__call_back__", "private call_back"),
        ("调用config.max_retry函数", "config max_retry config.max_retry"),
        ("модуль.имя_поля", "модуль имя_поля"),
    ],
)
def test_every_piece_of_a_name_and_every_joined_run_of_pieces_is_a_term(text: str, named: str) -> None:
    found = words.terms(text, "en")
    assert {words.stem(name, "en") for name in named.split()} <= set(found)
    assert words.terms(text.upper(), "en") == found


def test_a_run_of_numbers_is_no_name_and_a_long_path_has_no_runs() -> None:
    assert "2.3" not in words.terms("v1.2.3")
    assert words.terms("24/7 HTTP/2") == ["24", "7", "http", "2"]
    path = "/".join(f"p{number}" for number in range(17))
    assert words.terms(path) == [path.replace("/", "."), *path.split("/")]


@pytest.mark.parametrize(
    ("asked", "content"),
    [
        ("What is max_retry_count?", ["max_retry_count"]),
        ("What is A::b?", ["a::b"]),
        ("What is I/O?", ["i.o"]),
        ("What is pkg/mod?", ["pkg", "mod"]),
        ("Is it TCP/IP and/or UDP?", ["tcp", "ip", "udp"]),
    ],
)
def test_of_an_identifier_the_whole_is_asked_for_and_of_a_compound_its_words(asked: str, content: list[str]) -> None:
    assert words.content_words(asked, "en") == content


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
        ("v1.2.3", ["v1.2.3", "v1.2", "v1", "2", "3"]),
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


def test_without_a_language_a_text_is_stemmed_by_its_own() -> None:
    for language, text in (("fr", "Les citations des passages 引用"), ("en", "The citations of the passages 引用")):
        assert words.terms(text) == words.terms(text, language) == words.terms(text, "xx")
        assert words.vocabulary(text) == set(words.terms(text))


def test_a_question_is_stemmed_by_the_language_of_the_text_it_is_compared_with() -> None:
    asked = words.content_words("What is the price of the installations?", "en", "fr")
    assert asked == [words.stem("price", "fr"), words.stem("installations", "fr")]


@every("language", ["xx", "", "en-GB", "EN", "zz-Latn-DE", "🙂"], reader="words")
@every("text", ["", "🙂🙂", "\0", "a" * 100_000, "2+2", "数" * 1000, "\u0301", "ß-ẞ"])
def test_no_text_and_no_language_is_refused(text: str, language: str) -> None:
    found = words.terms(text, language)
    assert set(words.content_words(text, language)) <= set(found) == words.vocabulary(text, language)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("What is the refund period?", ["refund", "period"]),
        ("How does it work?", []),
        ("Comment installer le serveur ?", ["install", "serveur"]),
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
