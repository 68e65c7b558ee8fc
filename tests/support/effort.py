"""How much is tried, of places and of examples: all with `dev.py test --all`, a part otherwise."""

from __future__ import annotations

whole = False
"""Set before tests are collected."""
USUAL = 100
"""Where a test says nothing."""


def examples(most: int) -> int:
    return most if whole else max(20, most // 4)


def some(places: range, first: int = 0) -> range:
    """Every place with `--all`, every third one otherwise, from one of the first three on: tests of many cases begin
    at different ones."""
    return places if whole else places[first % 3 :: 3]
