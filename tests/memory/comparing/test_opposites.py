"""Opposites hold in both directions, never of a word and itself, and are no near-synonyms."""

import pytest

from gateway.memory.comparing import interchangeable, opposites
from gateway.memory.comparing.question_words import term
from gateway.words import fold


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "enabled", "disabling"),
        ("en", "employee", "employer"),
        ("fr", "avant", "après"),
        ("zh", "启用", "禁用"),
        ("en", "used", "unused"),
        ("fr", "monter", "démonter"),
        ("fr", "payé", "impayé"),
        ("de", "erste", "letzten"),
        ("es", "abierto", "cerrada"),
    ],
)
def test_opposites_go_both_ways(language, one, other):
    one, other = term(fold(one), language), term(fold(other), language)
    assert opposites.are_opposite(one, other, language) and opposites.are_opposite(other, one, language)


def test_only_what_leaves_nothing_between_is_a_complement():
    assert opposites.are_complements(term("open", "en"), term("closed", "en"), "en")
    assert not opposites.are_complements(term("before", "en"), term("after", "en"), "en")
    assert opposites.are_complements(term("sealed", "en"), term("unsealed", "en"), "en")
    assert not opposites.are_complements(term("monter", "fr"), term("demonter", "fr"), "fr")


def test_another_language_has_no_opposites():
    assert not opposites.are_opposite(term("enable", "it"), term("disable", "it"), "it")


def test_of_chinese_words_the_longest_counts():
    assert opposites.words_within("不包括早餐", "zh") == {"不包括"}


def test_opposites_may_not_change_places_whatever_other_list_they_stand_in():
    assert opposites.are_opposite(term("pret", "fr"), term("emprunt", "fr"), "fr")
    assert not interchangeable.are_near(term("pret", "fr"), term("emprunt", "fr"), "fr")
