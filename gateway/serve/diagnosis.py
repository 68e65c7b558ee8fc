"""What `citestream doctor` says of one thing: how it is, and what to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    subject: str
    level: Level
    found: str
    advice: str = ""

    @property
    def line(self) -> str:
        return f"{self.level:<4}  {self.subject:<10}  {self.found}{f' -> {self.advice}' if self.advice else ''}"

    def named(self) -> dict[str, Any]:
        return asdict(self)
