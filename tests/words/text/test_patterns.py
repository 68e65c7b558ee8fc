"""Patterns of tables: compiled once, and joined without those that a language does not have."""

from __future__ import annotations

from gateway.words.text.patterns import any_of, compiled


def test_a_pattern_is_compiled_once() -> None:
    assert compiled("a+") is compiled("a+")


def test_patterns_are_joined_without_the_empty_ones() -> None:
    joined = any_of(["", "one|two", "", "three"])
    assert joined.fullmatch("two") and joined.fullmatch("three")
    assert not joined.search("")


def test_no_pattern_matches_nowhere() -> None:
    assert any_of(["", ""]).search("anything") is None
