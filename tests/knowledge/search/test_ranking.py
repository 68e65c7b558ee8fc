"""Ranking finds the right passage, in the question's language."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import words
from gateway.knowledge.search import ranking
from tests.support import in_memory_ranking
from tests.support.labelled_questions import AMBIGUOUS, MISSPELT, PASSAGES, QUESTIONS

KEYS = list(PASSAGES)
TF = {key: in_memory_ranking.frequencies(text) for key, text in PASSAGES.items()}
CORPUS = in_memory_ranking.statistics(list(TF.values()))
LANGUAGES: dict[str, str | None] = {key: key[:2] for key in KEYS}
SPOKEN = {question: words.guess_language(question) or key[:2] for question, key in QUESTIONS + AMBIGUOUS + MISSPELT}
"""Language of each question: its own, or where it does not tell, that of the session in which it is asked."""


def lexical(question: str) -> dict[str, float]:
    query = words.query_terms(question, SPOKEN.get(question))
    scores = {key: in_memory_ranking.bm25(query, TF[key], ranking.passage_length(TF[key]), CORPUS) for key in KEYS}
    return {key: score for key, score in scores.items() if score > 0}


def preferred(question: str) -> dict[str, float]:
    language = SPOKEN[question]
    return {
        key: score * (1 if language in (None, LANGUAGES[key]) else ranking.OTHER_LANGUAGE)
        for key, score in lexical(question).items()
    }


def place(scores: Mapping[str, float], key: str) -> int:
    order = sorted(scores, key=lambda other: -scores[other])
    return order.index(key) if key in order else len(KEYS)


def first(find: Callable[[str], Mapping[str, float]], questions: list[tuple[str, str]]) -> int:
    return sum(place(find(question), key) == 0 for question, key in questions)


def test_the_labelled_questions_find_their_passage_first_in_every_language() -> None:
    for language in ("en", "fr", "zh"):
        mine = [(question, key) for question, key in QUESTIONS if key.startswith(language)]
        assert first(preferred, mine) >= len(mine) - 1, language
        assert all(place(preferred(question), key) < 3 for question, key in mine), language


def test_names_and_numbers_find_the_translation_in_the_questions_language() -> None:
    assert first(preferred, AMBIGUOUS) == len(AMBIGUOUS)
    assert first(lexical, AMBIGUOUS) < len(AMBIGUOUS)


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    corpus = ranking.Statistics(100, 10, {"rare": 1, "common": 80})
    assert corpus.idf_of(1) > 4 * corpus.idf_of(80) > 0
    assert in_memory_ranking.bm25(["rare", "common"], {"rare": 1}, 10, corpus) > in_memory_ranking.bm25(
        ["rare", "common"], {"common": 5}, 10, corpus
    )


def test_the_score_is_bm25_over_its_upper_bound() -> None:
    corpus = ranking.Statistics(3, 4, {"a": 1, "b": 2})
    idf_a, idf_b = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    plain = idf_a * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 8 / 4)) + idf_b * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 8 / 4))
    score = in_memory_ranking.bm25(["a", "b", "a", "unknown"], {"a": 2, "b": 1}, 8, corpus)
    assert score == pytest.approx(plain / ((idf_a + idf_b) * 2.2))


def test_an_empty_corpus_or_question_scores_zero() -> None:
    assert in_memory_ranking.bm25(["a"], {"a": 1}, 1, in_memory_ranking.statistics([])) == 0.0
    assert in_memory_ranking.bm25([], {"a": 1}, 1, ranking.Statistics(1, 1, {"a": 1})) == 0.0


def test_a_shorter_passage_wins_over_a_longer_one_with_the_same_word() -> None:
    corpus = ranking.Statistics(10, 20, {"a": 3})
    assert in_memory_ranking.bm25(["a"], {"a": 1}, 10, corpus) > in_memory_ranking.bm25(["a"], {"a": 1}, 40, corpus)


def test_title_and_heading_words_count_once_where_the_text_lacks_them() -> None:
    counts = in_memory_ranking.frequencies("run run", "Run guide", "Guide › Install", "en")
    assert counts["run"] == 2
    assert counts["guid"] == 1
    assert counts["instal"] == 1


def test_chinese_does_not_look_twice_as_long_as_it_is() -> None:
    text = "数据库服务器"
    assert ranking.passage_length(in_memory_ranking.frequencies(text)) == pytest.approx(len(text), abs=1)


@given(st.integers(1, 300), st.integers(0, 2000), st.floats(1, 500))
def test_a_term_that_is_not_strong_earns_no_more_than_is_said(count, others, average):
    length = count + others
    corpus = ranking.Statistics(1000, average, {"wine": 10}, marked=True)
    (earned,) = [in_memory_ranking.bm25(["wine"], {"wine": count}, length, corpus)]
    if not ranking.strong({"wine": count}, length):
        assert earned <= corpus.weak + 1e-9
    assert corpus.weak < 1 == ranking.Statistics(1000, average).weak


def test_a_term_is_strong_where_it_is_often_for_the_length_of_its_passage():
    assert ranking.strong({"wine": 3, "bread": 2, "salt": 1}, 100) == ["wine"]
    assert ranking.strong({"wine": 3, "bread": 2, "salt": 1}, 60) == ["wine", "bread"]
    assert ranking.strong({"wine": 3}, 200) == []
    assert ranking.strong({"wine": 1}, 3) == ["wine"]
