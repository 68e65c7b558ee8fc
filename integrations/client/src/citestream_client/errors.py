"""What can go wrong between a program and a gateway, each kind with a class of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

RETRYABLE = (408, 429, 502, 503, 504)


class CitestreamError(Exception):
    """`code` is the gateway's word for it (docs/protocol.md), `status` that of HTTP where there was an answer.
    `retryable` tells whether the same request may work later; `retry_after_s` when, where the gateway said so."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        status: int | None = None,
        retryable: bool = False,
        retry_after_s: float | None = None,
        answer_uuid: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.code, self.status = message, code, status
        self.retryable, self.retry_after_s, self.answer_uuid = retryable, retry_after_s, answer_uuid


class Refused(CitestreamError):
    """The gateway turned the request down: a wrong field, no key, a limit, a thread that is busy."""


class AnswerFailed(CitestreamError):
    """The answer ended before there was any text of it. One that breaks off later is no error: it is not complete."""


class NotReached(CitestreamError, ConnectionError):
    """There is no connection, after all tries, or what answers is no gateway."""


class TimedOut(CitestreamError, TimeoutError):
    """The answer took longer than `timeout_s`. It was stopped; what was said until then is stored."""


def refusal(status: int, headers: Mapping[str, str], content: bytes) -> CitestreamError:
    """Returns the exception for a response whose status is 400 or more, with the sentence that the gateway gave."""
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    wait = headers.get("retry-after", "")
    known: dict[str, Any] = {
        "status": status,
        "retryable": status in RETRYABLE,
        "retry_after_s": float(wait) if wait.isdecimal() else None,
    }
    if not isinstance(problem, dict) or "code" not in problem:
        return NotReached(f"What answers is no Citestream gateway, or something in front of it: HTTP {status}", **known)
    fields = [f"{wrong.get('field')}: {wrong.get('message')}" for wrong in problem.get("errors") or ()]
    told = "; ".join(fields) or problem.get("detail") or problem.get("title") or f"HTTP {status}"
    return Refused(str(told), code=str(problem["code"]), answer_uuid=problem.get("answer_uuid"), **known)
