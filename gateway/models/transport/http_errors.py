"""What a model service's HTTP error means: the exception to raise, whether to try again, and when. No I/O.

The service's own words go no further than this file: they may hold keys, addresses or the prompt.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from gateway.errors import AnswerWithheld, KeyRefused, UpstreamError, UpstreamRefused, WrongUse
from gateway.models.services import retries

_SENTENCES = {
    400: "The model service did not accept the request for model {model!r}; it may be another kind of model.",
    401: "The model service did not accept the key; check {0.key}.",
    402: "The account at the model service has no credit left.",
    498: "The model service did not accept the key; check {0.key}.",
    403: "The key in {0.key} may not use model {model!r}.",
    404: "The model service knows no model {model!r}, or its address is another one; check {0.model} and {0.address}.",
    413: "Question and passages are more than the model service takes; lower GATEWAY_TOP_K.",
}
_KEY_STATUSES = (401, 403, 498)
_TOO_LONG = (
    *("context_length_exceeded", "context length", "maximum context", "context window", "prompt is too long"),
    *("exceeds the maximum number of tokens", "too many tokens"),
)
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance")
_LATER = re.compile(r'"retrydelay"\s*:\s*"([0-9.]{1,12})s"')
"""When to come again, as Google's services say it: in the body (`google.rpc.RetryInfo`), and beside a sentence about
billing."""
_FOR_TODAY = re.compile(r'"quotaid"\s*:\s*"[^"]*perday')
_WRONG_KEY = "api_key_invalid"
"""What Google's services say with status 400."""
_FILTERED = '"content_filter"'
"""The code with which Azure refuses a prompt, status 400."""


class Names(NamedTuple):
    """The settings of one kind of service, for sentences that say what to check."""

    address: str = "OPENAI_BASE_URL"
    model: str = "OPENAI_MODEL"
    key: str = "OPENAI_API_KEY"


OPENAI_NAMES = Names()


@dataclass(frozen=True, slots=True)
class ServiceRefusal:
    """An error, and whether another try makes sense. Where `wait_s` is None, the caller's own back-off decides."""

    error: UpstreamError
    again: bool = False
    wait_s: float | None = None


def read(
    status: int, headers: Mapping[str, str], complaint: str, model: str, now: datetime, names: Names = OPENAI_NAMES
) -> ServiceRefusal:
    """Returns what an HTTP error means.

    headers: names in lower case.
    complaint: the body's text, searched for known words only.
    """
    complaint = complaint.lower()
    if 300 <= status < 400:
        return ServiceRefusal(
            UpstreamRefused(f"The model service redirects elsewhere; set {names.address} to the final address.")
        )
    if status == 429 and _FOR_TODAY.search(complaint):
        return ServiceRefusal(UpstreamRefused(f"What the key in {names.key} may use in a day is used up."))
    later = _LATER.search(complaint)
    if status in (400, 429) and not later and any(word in complaint for word in _NO_CREDIT):
        return ServiceRefusal(UpstreamRefused(_SENTENCES[402]))
    if retries.again(status):
        wait_s = retries.retry_after(headers if not later else {"retry-after": later[1], **headers}, now)
        what = "is overloaded or limits this key" if status == 429 else "failed"
        error = UpstreamError(f"The model service {what} (HTTP status {status}).")
        error.retry_after_s = None if wait_s is None else math.ceil(wait_s)
        return ServiceRefusal(error, again=wait_s is None or wait_s <= retries.LONGEST_WAIT_S, wait_s=wait_s)
    if status in (400, 413, 422) and any(words in complaint for words in _TOO_LONG):
        return ServiceRefusal(UpstreamRefused(_SENTENCES[413]))
    if status == 400 and _FILTERED in complaint:
        return ServiceRefusal(AnswerWithheld("The filter of the model service does not let this question pass."))
    if status == 400 and _WRONG_KEY in complaint:
        status = 401
    sentence = _SENTENCES.get(
        status, _SENTENCES[400] if status == 422 else "The model service refused the request ({status})."
    )
    refusal = KeyRefused if status in _KEY_STATUSES else UpstreamRefused
    return ServiceRefusal(refusal(sentence.format(names, model=model, status=f"HTTP status {status}")))


def only_model(offered: Sequence[str], setting: str, address: str) -> str:
    """Returns the one model that a service offers; `WrongUse` lists what to choose from."""
    if len(offered) == 1:
        return offered[0]
    some = ", ".join(offered[:20]) + (", …" if len(offered) > 20 else "") or "none"
    raise WrongUse(f"Set {setting} to one of the models that {address} offers: {some}.")
