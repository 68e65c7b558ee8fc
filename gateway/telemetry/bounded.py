"""Values of labels that cannot grow without end, whatever callers and services send."""

from __future__ import annotations

from collections.abc import Collection

OTHER = "other"
LONGEST = 100
"""Characters of a value."""
MOST = 50
"""Different values of a label that no list bounds."""


def among(known: Collection[str], value: str | None) -> str:
    """Returns the value if it is known, `none` where there is none, else `other`."""
    if value is None:
        return "none"
    return value if value in known else OTHER


class FewValues:
    """A label whose values are not known beforehand, such as a model's name: the first `most` are told, later ones are
    `other`."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._seen: set[str] = set()

    def __call__(self, value: str | None) -> str:
        """Returns what to call the value: without line breaks, cut, `none` where it is empty."""
        if (
            value and len(value) < LONGEST and value in self._seen
        ):  # a shorter one was not cut, so nothing of it changes
            return value
        name = " ".join("".join(char if char.isprintable() else " " for char in value or "").split())[:LONGEST]
        if not name:
            return "none"
        if name not in self._seen:
            if len(self._seen) >= self._most:
                return OTHER
            self._seen.add(name)
        return name
