"""A number from 0 to 1 with exceptions: `0.3,legal=0.4,graph=0.2,graph@legal=0.1`.

The setting says what the names mean: a workspace and a retriever for the gate, a language and an embedder for the
memory.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

HOW = "must be a number from 0 to 1, with exceptions behind it if need be, such as 0.3,legal=0.4,graph=0.2"
_NUMBER = re.compile(r"\d++(?:\.\d*+)?|\.\d++", re.ASCII)


@dataclass(frozen=True, slots=True)
class Levels:
    """A number and its exceptions, by the name of an area (workspace, language), of a means (retriever, embedder), or
    of both (`means@area`)."""

    usual: float = 0.0
    exceptions: Mapping[str, float] = field(default_factory=dict)

    def of(self, area: str | None = None, means: str | None = None) -> float:
        """Returns what holds there. The most exact name counts: both, then the area, then the means."""
        for name in (f"{means}@{area}", area, means):
            if name is not None and name in self.exceptions:
                return self.exceptions[name]
        return self.usual

    def shared(self, areas: Collection[str], means: str | None = None) -> float:
        """Returns what holds in all these areas alike. Where it differs between them, or there are none, that is what
        holds without an area."""
        found = {self.of(area, means) for area in areas}
        return found.pop() if len(found) == 1 else self.of(None, means)

    def __str__(self) -> str:
        return ",".join([f"{self.usual:g}", *(f"{name}={level:g}" for name, level in self.exceptions.items())])


def read(given: str | float | Levels) -> Levels:
    """Reads a number as a person writes it. Raises `ValueError` that says how."""
    if isinstance(given, Levels):
        return given
    usual, *others = str(given).split(",")
    exceptions = {}
    for other in others:
        name, equals, level = other.rpartition("=")
        name = name.strip()
        if not equals or not name or name in exceptions:
            raise ValueError(HOW)
        exceptions[name] = _number(level)
    return Levels(_number(usual), exceptions)


def _number(text: str) -> float:
    text = text.strip()
    if not _NUMBER.fullmatch(text) or float(text) > 1:
        raise ValueError(HOW)
    return float(text)


def checked_range(text: str) -> str:
    """Returns the text of a range of cosines as it is. Raises `ValueError` when it is none."""
    null, full = cosine_range(text)
    if not -1 <= null < full <= 1:
        raise ValueError("has to be two cosines, the smaller one first, such as 0.2,0.6")
    return text


def cosine_range(text: str) -> tuple[float, float]:
    """Returns the two numbers of `GATEWAY_EMBEDDER_CALIBRATION`; (0, 0) where the text holds no such two."""
    try:
        null, full = map(float, text.split(","))
    except ValueError:
        return 0.0, 0.0
    return null, full
