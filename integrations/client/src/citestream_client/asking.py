"""The way of one question over connections that may break: what to send next, what came, when to give up.

No network: `client.py` has the two loops, one that waits and one that awaits.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from citestream_client.answer import AnswerReader, Update
from citestream_client.errors import CitestreamError, NotReached, TimedOut, refusal
from citestream_client.frames import FrameReader

SILENCE_S = 45.0
"""Without a byte the connection counts as lost; a gateway sends one every 15 seconds."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 8.0


class Asking:
    """`retries`: tries in a row that bring nothing new. `timeout_s`: for the whole answer."""

    def __init__(self, body: Mapping[str, Any], *, base: str, timeout_s: float, retries: int) -> None:
        self._body, self._retries, self._timeout_s = body, retries, timeout_s
        self._deadline = time.monotonic() + timeout_s
        self._key = uuid.uuid4().hex
        self._reader, self._frames = AnswerReader(base), FrameReader()
        self._path = ""
        self._in_vain = 0
        self._pause_s = 0.0

    @property
    def ended(self) -> bool:
        return self._reader.ended

    @property
    def to_stop(self) -> str | None:
        """Returns the path that stops the answer, where it has begun and its end was not seen."""
        return f"{self._path}/stop" if self._path and not self.ended else None

    @property
    def to_read(self) -> str | None:
        """Returns the path of the passages that are cited, where the stream did not have them."""
        uuid = self._reader.answer.uuid
        return f"/conversation/message/embedding-ref/{uuid}" if self._reader.lacks_references else None

    def request(self) -> dict[str, Any]:
        """Returns the next request: the question, or the rest of its answer. Sent again under its key, a question is
        not asked twice. Raises `TimedOut`."""
        self._frames = FrameReader()
        timeout = min(SILENCE_S, self._left_s())
        if not self._path:
            headers = {"Idempotency-Key": self._key, "Accept": "text/event-stream"}
            return {"method": "POST", "url": "/v1/answers", "json": self._body, "headers": headers, "timeout": timeout}
        headers = {"Last-Event-ID": self._reader.cursor} if self._reader.cursor else {}
        return {"method": "GET", "url": f"{self._path}/events", "headers": headers, "timeout": timeout}

    def opened(self, headers: Mapping[str, str]) -> None:
        """Takes the head of a stream. Raises `NotReached` for one that is none of ours."""
        if not headers.get("content-type", "").startswith("text/event-stream"):
            raise NotReached("What answers is no Citestream gateway: it sent no event stream.")
        self._path = headers.get("location") or self._path

    def take(self, data: bytes) -> Iterator[Update]:
        """Yields what these bytes say. Raises `AnswerFailed`, `TimedOut`."""
        for frame in self._frames.take(data):
            self._in_vain = 0
            yield from self._reader.take(frame)
        if not self.ended:
            self._left_s()

    def finished(self, document: Mapping[str, Any] | None) -> Update:
        """Returns the last update; `document` is what `to_read` gave."""
        return self._reader.finished(document["data"] if document else ())

    def refused(self, status: int, headers: Mapping[str, str], content: bytes) -> None:
        """Raises what was refused, unless it may work later and there are tries left."""
        self._failed(refusal(status, headers, content))

    def lost(self, problem: Exception | None) -> None:
        """Notes a connection that broke or ended too soon. Raises `NotReached` after the last try."""
        self._left_s()
        why = f"{type(problem).__name__}: {problem}" if problem else "the stream ended before the answer did"
        found = NotReached(f"No connection to the gateway: {why}", retryable=True, answer_uuid=self._reader.answer.uuid)
        found.__cause__ = problem
        self._failed(found)

    def pause_s(self) -> float:
        """Returns how long to wait before the next try, never beyond the time-out."""
        if self.ended:
            return 0.0
        return min(self._pause_s, max(0.0, self._deadline - time.monotonic()))

    def _failed(self, problem: CitestreamError) -> None:
        wait = problem.retry_after_s
        if not problem.retryable or self._in_vain >= self._retries or (wait or 0) > self._deadline - time.monotonic():
            raise problem
        backed_off = min(FIRST_PAUSE_S * 2**self._in_vain, LONGEST_PAUSE_S)
        self._in_vain += 1
        self._pause_s = backed_off if wait is None else wait

    def _left_s(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            uuid = self._reader.answer.uuid
            raise TimedOut(f"The answer took longer than {self._timeout_s:g} s.", code="timeout", answer_uuid=uuid)
        return left
