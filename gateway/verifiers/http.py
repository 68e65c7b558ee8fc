"""A verifier behind one HTTP address: an NLI model, a judge model, anything that keeps the contract in `docs/verifier.md`.

It can only help: a service that is slow, away or wrong costs a warning and leaves every citation as it was.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp

from gateway.answer.verdicts import Claim, Verdict
from gateway.errors import WrongUse
from gateway.settings import Settings

log = logging.getLogger(__name__)

TRIES = 2
"""Requests for one paragraph. A time-out is not tried again: the reader has waited long enough."""
LARGEST = 65_536
"""Bytes of an answer that are read; four verdicts need two hundred."""
_LABELS = ("supported", "refuted", "unknown")


class _Failed(Exception):
    """One request brought no verdicts. `again`: another try may."""

    def __init__(self, why: str, again: bool) -> None:
        super().__init__(why)
        self.again = again


def create(settings: Settings) -> HttpVerifier:
    """For `GATEWAY_VERIFIER_URL`; a user and password in it are sent as basic authentication."""
    url = settings.verifier_url or ""
    if not url.startswith(("http://", "https://")):
        raise WrongUse("GATEWAY_VERIFIER_URL has to begin with http:// or https://.")
    return HttpVerifier(url, settings.verifier_timeout_s)


class HttpVerifier:
    """See `ports.Verifier`. `timeout_s` is the time for one request as a whole, from connecting to the last byte."""

    def __init__(self, url: str, timeout_s: float) -> None:
        self._url, self._timeout_s = url, timeout_s
        self._session: aiohttp.ClientSession | None = None

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
        if self._session is not None:
            await self._session.close()

    async def _ask(self, claims: Sequence[Claim]) -> list[Verdict]:
        why = ""
        for _ in range(TRIES):
            try:
                return await self._once(claims)
            except _Failed as failed:
                why = str(failed)
                if not failed.again:
                    break
        log.warning("the verifier %s; the citations stay as they are", why)
        return [Verdict()] * len(claims)

    async def _once(self, claims: Sequence[Claim]) -> list[Verdict]:
        body = {"claims": [{"text": one.text, "passage": one.passage, "language": one.language} for one in claims]}
        if self._session is None:
            # Not before the first question: a session belongs to the loop that runs when it is made.
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._timeout_s))
        try:
            async with self._session.post(self._url, json=body, allow_redirects=False) as answer:
                if answer.status != 200:
                    raise _Failed(
                        f"answered {answer.status}", again=answer.status >= 500 or answer.status in (408, 429)
                    )
                content = await answer.content.read(LARGEST + 1)
                while len(content) <= LARGEST and (more := await answer.content.read(LARGEST)):
                    content += more
        except TimeoutError:
            raise _Failed(f"did not answer within {self._timeout_s:g} s", again=False) from None
        except aiohttp.ClientError as error:
            raise _Failed(f"cannot be reached ({type(error).__name__})", again=True) from None
        if len(content) > LARGEST:
            raise _Failed(f"answered more than {LARGEST} bytes", again=False)
        return _verdicts(content, len(claims))


def _verdicts(content: bytes, expected: int) -> list[Verdict]:
    """The verdicts of an answer that keeps the contract; anything else fails as a whole, since order is all that
    ties a verdict to its claim."""
    try:
        said = json.loads(content)["verdicts"]
        verdicts = [_verdict(one) for one in said]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _Failed("answered something that holds no verdicts", again=False) from None
    if len(verdicts) != expected:
        raise _Failed(f"answered {len(verdicts)} verdicts for {expected} claims", again=False)
    return verdicts


def _verdict(said: Any) -> Verdict:
    label, score = said["verdict"], said.get("score")
    if label not in _LABELS:
        raise ValueError(label)
    if score is not None and not (type(score) in (int, float) and 0 <= score <= 1):
        raise ValueError(score)
    return Verdict(label, score)
