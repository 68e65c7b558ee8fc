"""What Google's `streamGenerateContent?alt=sse` says, as its public reference and recorded streams have it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.fakes.upstream import Behaviour, Paragraphs, body
from tests.fakes.wires import Frame, Wire, as_json, event

BILLING = "You exceeded your current quota, please check your plan and billing details."


def response(*parts: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    """One `GenerateContentResponse`."""
    candidate: dict[str, Any] = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [candidate], "modelVersion": "scripted", "responseId": "one", **more}


def spoken(text: str, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return response({"text": text}, finish=finish, **more)


def usage(prompt: int = 11, answer: int | None = 5, thoughts: int | None = 2) -> dict[str, Any]:
    counts = {"promptTokenCount": prompt, "candidatesTokenCount": answer, "thoughtsTokenCount": thoughts}
    told = {name: count for name, count in counts.items() if count is not None}
    return {"usageMetadata": {**told, "totalTokenCount": sum(told.values())}}


def ended(finish: str = "STOP") -> dict[str, Any]:
    """The last event, as models that think send it."""
    return response({"text": "", "thoughtSignature": "c2lnbmVk"}, finish=finish, **usage())


def failed(code: int, state: str, message: str, *details: dict[str, Any], as_array: bool = False) -> Behaviour:
    """An error answer with Google's details; without `alt=sse` it comes as an array."""
    error = {"error": {"code": code, "message": message, "status": state, "details": list(details)}}
    return body(json.dumps([error] if as_array else error).encode(), code=code, content_type="application/json")


def exhausted(seconds: float, quota: str = "GenerateRequestsPerMinutePerProjectPerModel") -> Behaviour:
    """Too many requests: no `Retry-After`, but the time in the body, and a sentence about billing whatever the
    reason."""
    violation = {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]}
    retry = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{seconds}s"}
    return failed(429, "RESOURCE_EXHAUSTED", BILLING, violation, retry)


def wire(settings: Callable[[str], dict[str, Any]]) -> Wire:
    reasons = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}
    return Wire(
        settings=settings,
        said=as_json(lambda piece: event(spoken(piece, **usage(answer=1)))),
        ends={name: [Frame(event(ended(reason)))] for name, reason in reasons.items()},
        thought=lambda thought: event(response({"text": thought, "thought": True})),
        error=event({"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}),
        tool=event(response({"functionCall": {"name": "rm", "args": {}}})),
        later=exhausted,
        says_it_is_over=False,
    )


def answer_json(paragraphs: Paragraphs) -> Behaviour:
    made = wire(lambda url: {})
    return made.sends(made.answer(paragraphs))
