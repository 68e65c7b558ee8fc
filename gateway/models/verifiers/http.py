"""A verifier behind one HTTP address: an NLI model, a judge model, anything that keeps the contract in
`docs/verifier.md`.

It can only help: a service that is slow, away or wrong costs a warning and leaves every citation as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, get_args

from gateway.answer.evidence.verifier_verdicts import Claim, Label, Verdict
from gateway.errors import Unavailable
from gateway.models.services.json_service import KB, JsonService
from gateway.telemetry.outage import level

log = logging.getLogger(__name__)

_LABELS = get_args(Label)


class HttpVerifier(JsonService):
    """See `ports.Verifier`."""

    service = title = "verifier"
    largest = 64 * KB
    """Four verdicts need two hundred bytes."""
    grace_s: float | None = None

    async def prepare(self) -> None:
        """See `ports.Verifier`. There is nothing to settle."""

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Returns one verdict for each claim, in order; `unknown` for what cannot be judged and where the service
        fails.
        """
        indexes = [index for index, claim in enumerate(claims) if claim.text.strip() and claim.passage.strip()]
        verdicts = [Verdict()] * len(claims)
        if indexes:
            judged = await self._ask([claims[index] for index in indexes])
            for index, verdict in zip(indexes, judged, strict=True):
                verdicts[index] = verdict
        return verdicts

    async def _ask(self, claims: Sequence[Claim]) -> list[Verdict]:
        body = {"claims": [_claim(claim) for claim in claims]}
        try:
            return await self._endpoint.ask(body, lambda answer: _verdicts(answer, len(claims)))
        except Unavailable as error:
            log.log(level(error), "%s The citations stay as they are.", error)
            return [Verdict()] * len(claims)


create = HttpVerifier


def _claim(claim: Claim) -> dict[str, Any]:
    told: dict[str, Any] = {"text": claim.text, "passage": claim.passage, "language": claim.language}
    if claim.doubts:
        told["doubts"] = [
            {"reason": doubt.reason, "text": doubt.text, "source_value": doubt.source_value} for doubt in claim.doubts
        ]
    return told


def _verdicts(answer: Any, expected: int) -> list[Verdict]:
    """Returns the verdicts of an answer that keeps the contract; anything else fails as a whole, since order is all
    that ties a verdict to its claim.
    """
    try:
        verdicts = [_verdict(entry) for entry in answer["verdicts"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError("something that holds no verdicts") from None
    if len(verdicts) != expected:
        raise ValueError(f"{len(verdicts)} verdicts for {expected} claims")
    return verdicts


def _verdict(entry: Any) -> Verdict:
    label, score = entry["verdict"], entry.get("score")
    if label not in _LABELS:
        raise ValueError(label)
    if score is not None and not (type(score) in (int, float) and 0 <= score <= 1):
        raise ValueError(score)
    return Verdict(label, score)
