"""A verifier behind one HTTP address: an NLI model, a judge model, anything that keeps the contract in `docs/verifier.md`.

It can only help: a service that is slow, away or wrong costs a warning and leaves every citation as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from gateway.answer.checking.verdicts import Claim, Verdict
from gateway.errors import Unavailable
from gateway.models import json_service
from gateway.models.json_service import Endpoint
from gateway.models.outage import level
from gateway.settings import Settings

log = logging.getLogger(__name__)

LARGEST = 64 * json_service.KB
"""Bytes of an answer that are read; four verdicts need two hundred."""
_LABELS = ("supported", "refuted", "unknown")


def create(settings: Settings) -> HttpVerifier:
    """For `GATEWAY_VERIFIER_URL`; `GATEWAY_VERIFIER_TIMEOUT_S` is the time for the verdicts on one paragraph."""
    return HttpVerifier(
        json_service.configured(
            "verifier", "GATEWAY_VERIFIER_URL", settings.verifier_url, settings,
            timeout_s=settings.verifier_timeout_s, largest=LARGEST,
        )
    )  # fmt: skip


class HttpVerifier:
    """See `ports.Verifier`."""

    def __init__(self, service: Endpoint) -> None:
        self._service = service

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order; `unknown` for what cannot be judged and where the service fails."""
        places = [place for place, one in enumerate(claims) if one.text.strip() and one.passage.strip()]
        verdicts = [Verdict()] * len(claims)
        if places:
            told = await self._ask([claims[place] for place in places])
            for place, verdict in zip(places, told, strict=True):
                verdicts[place] = verdict
        return verdicts

    async def aclose(self) -> None:
        await self._service.aclose()

    async def _ask(self, claims: Sequence[Claim]) -> list[Verdict]:
        body = {"claims": [{"text": one.text, "passage": one.passage, "language": one.language} for one in claims]}
        try:
            return await self._service.ask(body, lambda said: _verdicts(said, len(claims)))
        except Unavailable as error:
            log.log(level(error), "%s The citations stay as they are.", error)
            return [Verdict()] * len(claims)


def _verdicts(said: Any, expected: int) -> list[Verdict]:
    """The verdicts of an answer that keeps the contract; anything else fails as a whole, since order is all that
    ties a verdict to its claim."""
    try:
        verdicts = [_verdict(one) for one in said["verdicts"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError("something that holds no verdicts") from None
    if len(verdicts) != expected:
        raise ValueError(f"{len(verdicts)} verdicts for {expected} claims")
    return verdicts


def _verdict(said: Any) -> Verdict:
    label, score = said["verdict"], said.get("score")
    if label not in _LABELS:
        raise ValueError(label)
    if score is not None and not (type(score) in (int, float) and 0 <= score <= 1):
        raise ValueError(score)
    return Verdict(label, score)
