"""How many examples Hypothesis tries: all of them with `dev.py test --all`, a part of them otherwise."""

from __future__ import annotations

whole = False
"""Set before tests are collected."""
USUAL = 100
"""Where a test says nothing."""


def examples(most: int) -> int:
    return most if whole else max(20, most // 4)
