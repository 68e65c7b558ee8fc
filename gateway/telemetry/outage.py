"""What the log says of a service that goes and comes back: one line each, however many callers notice and how often.

Whoever talks to a service owns one `Outage` and tells it how each call ended. An error that it has told carries
`told`, so that everybody further up can keep quiet about it (`level`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from gateway.errors import Refusal

R = TypeVar("R", bound=Refusal)

SETTLED_S = 1.0
"""How long nothing may have failed before a service counts as back: one that takes every second call is not."""


class Outage:
    """`name` is what the lines begin with, `away` and `back` what follows it; `meanwhile` ends the first line."""

    def __init__(
        self,
        log: logging.Logger,
        name: str,
        *,
        away: str = "is unavailable",
        back: str = "is available again",
        meanwhile: str = "",
        settled_s: float = SETTLED_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log, self.name, self._away, self._back, self._meanwhile = log, name, away, back, meanwhile
        self._settled_s, self._clock = settled_s, clock
        self._since: float | None = None
        """When it went; None while it works."""
        self._last = 0.0
        """When a call failed last."""
        self._worked: float | None = None
        """When a call worked first since then."""

    def fails(self, why: object, *, trace: bool = False) -> None:
        """Notes that a call failed.

        why: its first line goes to the log.
        trace: whether the exception that is being handled goes there too.
        """
        self._last, self._worked = self._clock(), None
        if self._since is None:
            self._since = self._last
            reason = str(why).strip().partition("\n")[0] or type(why).__name__
            meanwhile = f"; {self._meanwhile}" if self._meanwhile else ""
            self._log.warning("%s %s: %s%s", self.name, self._away, reason.rstrip("."), meanwhile, exc_info=trace)

    def works(self, *, surely: bool = False) -> None:
        """Notes that a call worked. `surely`: the service is back, although a call failed a moment ago."""
        if self._since is None:
            return
        now = self._clock()
        self._worked = now if self._worked is None else self._worked
        if surely or now - self._last >= self._settled_s:
            self._log.warning("%s %s after %s", self.name, self._back, _span(self._worked - self._since))
            self._since = None


def told(error: R) -> R:
    """Marks an error of which the log has a line."""
    error.told = True
    return error


def level(error: BaseException) -> int:
    """Returns the level at which to log an error: DEBUG where the log has a line of it already."""
    return logging.DEBUG if isinstance(error, Refusal) and error.told else logging.WARNING


def _span(seconds: float) -> str:
    """Returns a span of time as a person would say it: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
