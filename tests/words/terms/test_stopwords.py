"""The lists are written as the words that they are compared with."""

from __future__ import annotations

import pytest

from gateway.words import content_words, fold, is_general
from gateway.words.languages import ANSWERED, LANGUAGES
from gateway.words.languages.tables import listed
from gateway.words.terms.stopwords import FUNCTION_WORDS_UNSPACED, GENERAL, STOP


@pytest.mark.parametrize("words", STOP.values())
def test_every_word_is_folded(words: frozenset[str]) -> None:
    assert {word for word in words if fold(word) != word} == set()


def test_what_is_subject_matter_in_english_stops_only_french() -> None:
    for word in ("car", "comment", "son", "pour"):
        assert word in STOP["fr"]
        assert word not in STOP["en"]
        assert word not in STOP["any"]


def test_no_word_marks_both_a_known_language_and_a_foreign_one_by_mistake() -> None:
    foreign = frozenset().union(*(listed(each.markers) for each in LANGUAGES.values() if each.code not in ANSWERED))
    assert foreign & listed(LANGUAGES["en"].markers) <= {"in", "is", "to", "an", "do", "me"}


def test_content_words_that_look_like_function_words_are_kept() -> None:
    assert FUNCTION_WORDS_UNSPACED.sub(lambda match: match.group(1) or " ", "目的是什么").split() == ["目的"]


def test_general_words_are_no_subject_of_our_own_documents() -> None:
    subjects = {"citation", "document", "answer", "reponse", "引用", "文档"}
    assert not any(subjects & general for general in GENERAL.values())
    assert is_general(content_words("two years", "en")[-1]) and is_general(content_words("多少时间", "zh")[0])
    assert not is_general("citation")
