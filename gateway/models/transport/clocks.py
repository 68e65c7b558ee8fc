"""How long to wait for a model: four clocks over one generation. No I/O; the caller brings the time.

Connect (the HTTP client keeps it), first content, between two pieces of content, total. Only text and thought are
content: comments, empty deltas and blank frames are signs of a living proxy, not of a thinking model. A thought keeps
the generation alive, but the first text must come within `LONGEST_THOUGHT_S`.
"""

from __future__ import annotations

from gateway.settings import Settings

CONNECT_S = 5.0
"""For a connection, name look-up included. It takes milliseconds, or tenths of a second from far away: a service that
needs longer is not there, and another try or another provider is quicker."""
LONGEST_THOUGHT_S = 120.0


class Clocks:
    """Deadlines in the caller's monotonic seconds."""

    def __init__(self, settings: Settings, now: float) -> None:
        self._silence = settings.silence_timeout_s
        self._total, self.end = settings.total_timeout_s, now + settings.total_timeout_s
        self.begin(now)

    def begin(self, now: float) -> None:
        """Begins a new try: the first content is waited for anew, the total runs on."""
        self._started = self._seen = now
        self._thought = self._text = False

    def content(self, now: float, *, text: bool) -> None:
        """Notes that text or a thought has come."""
        self._seen, self._text, self._thought = now, self._text or text, True

    def resume(self, now: float) -> None:
        """Notes that the reader of the answer is back, whose slowness is not the model's."""
        self._seen = now

    @property
    def deadline(self) -> float:
        """Until when the next content must come."""
        if not self._thought:
            return min(self._started + self._silence, self.end)
        quiet = min(self._seen + self._silence, self.end)
        return quiet if self._text else min(quiet, self._started + max(LONGEST_THOUGHT_S, self._silence))

    def missed(self, now: float) -> str:
        """Returns a sentence for whoever runs the gateway: which clock ran out, and its setting."""
        if now >= self.end:
            return f"The model service did not finish within {self._total:g} s (GATEWAY_TOTAL_TIMEOUT_S)."
        if not self._thought:
            return f"The model service sent no text within {self._silence:g} s (GATEWAY_SILENCE_TIMEOUT_S)."
        if now < self._seen + self._silence:
            return f"The model only thought for {now - self._started:.0f} s and wrote nothing."
        return f"The model service fell silent for {self._silence:g} s (GATEWAY_SILENCE_TIMEOUT_S)."
