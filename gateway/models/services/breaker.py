"""The circuit breaker of one service: after several failures nothing is sent for a while, then one request. Pure.

    closed --failures within window_s--> open --pause_s over--> one trial --success--> closed
                                           ^------------------------ failure ------'

The pattern is that of Nygard, "Release It!" (2007). Whoever asks passes the time in, in seconds of any steady clock.
"""

from __future__ import annotations

from collections import deque

WINDOW_S, PAUSE_S = 30.0, 30.0
"""Within half a minute a busy service fails often enough to be known, and a restart is over."""
FAILURES = 5
"""Failures within this time that open the circuit."""


class Breaker:
    """Ask `admits` before each request and report its end to `succeeded` or `failed`.

    A request that ends in neither way, because its turn was cancelled, changes nothing; after `pause_s` another trial
    may take the turn of one that ended so.
    """

    def __init__(self, failures: int | None = None, window_s: float = WINDOW_S, pause_s: float = PAUSE_S) -> None:
        self._most, self._window_s, self._pause_s = failures or FAILURES, window_s, pause_s
        self._failed: deque[float] = deque(maxlen=self._most)
        self._until: float | None = None
        """When the next trial may begin; None while closed."""
        self._trying = False

    def admits(self, now: float) -> bool:
        """Tells whether a request may be sent. After a pause only one caller is told so: its request is the trial."""
        if self._until is None:
            return True
        if now < self._until:
            return False
        self._trying, self._until = True, now + self._pause_s
        return True

    def wait_s(self, now: float) -> float:
        """Returns the seconds until `admits` can be true again; 0 means now."""
        return 0.0 if self._until is None else max(0.0, self._until - now)

    def succeeded(self, now: float) -> None:
        """Closes the circuit after a trial. A success that was under way when it opened proves nothing about now."""
        if self._until is None or self._trying:
            self.close()

    def close(self) -> None:
        """Closes the circuit: something else has proved that the service answers."""
        self._until, self._trying = None, False
        self._failed.clear()

    def failed(self, now: float) -> None:
        if self._trying:
            self._trying, self._until = False, now + self._pause_s
        elif self._until is None:
            self._failed.append(now)
            if len(self._failed) == self._most and now - self._failed[0] <= self._window_s:
                self._until = now + self._pause_s
