"""A language model as the judge of citations: the one that answers, or another one of the same slot.

It is asked about one paragraph at a time, with the passages that the paragraph cites, in small requests that run at
once. It can only help: an answer that is late, broken or no JSON costs a warning and leaves every citation as it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any, get_args

from gateway import slots, words
from gateway.answer.evidence.verifier_verdicts import Claim, Label, Verdict
from gateway.errors import UpstreamError, WrongUse
from gateway.models.ports import Enough, LLMProvider, ModelPiece
from gateway.models.prompt import Prompt, Prompts
from gateway.models.prompt_folders import prompts
from gateway.models.services.breaker import Breaker
from gateway.models.transport.streaming import Streaming
from gateway.settings import Settings
from gateway.telemetry import upstream
from gateway.telemetry.outage import Outage

log = logging.getLogger(__name__)

BATCH = 5
"""Passages of one request. Small models lose count of more, and small requests are answered sooner."""
ANSWER_TOKENS, VERDICT_TOKENS = 1024, 15
"""Tokens that one request may bring, with room for a model that thinks first; and what a verdict takes of them."""
GRACE_S = 0.5
"""A model needs a second or two, which readers should not wait for; within half a second they still read. The model
that answers writes on meanwhile, so that nothing comes later in the end."""
MOST_TOKENS = 6000
"""Estimated tokens that the verdicts on one paragraph may cost."""
RETRIES = 1
"""New requests for one batch: readers wait for the verdicts."""
SAME = "same"
"""The value of `GATEWAY_VERIFIER_MODEL` that means the model that answers."""
LARGEST = 16_384
"""Characters of an answer that are read."""
BREAKER = "model verifier"
"""What figures call this service."""
_LABELS = get_args(Label)


def create(settings: Settings) -> ModelVerifier:
    """Makes the verifier from the model that `GATEWAY_VERIFIER_MODEL` names. Raises `WrongUse` if there is none."""
    return ModelVerifier(
        _provider(settings), prompts(settings.prompts), Breaker(), timeout_s=settings.service_timeouts.verifier
    )


def _provider(settings: Settings) -> LLMProvider:
    """Returns a provider of its own. A name that begins with a provider's
    and a colon is that provider's model; other names may hold colons too."""
    name, model = settings.chosen_provider, settings.verifier_model
    if model == SAME:
        model = None
    before, colon, rest = (model or "").partition(":")
    if colon and before in slots.names("models.providers"):
        name, model = before, rest
    if name == "extractive":
        raise WrongUse(
            "GATEWAY_VERIFIER_MODEL needs a language model, and GATEWAY_PROVIDER=extractive has none: choose another"
            " provider, or name a model of one, such as GATEWAY_VERIFIER_MODEL=ollama:NAME."
        )
    return steady(settings, name, model, "GATEWAY_VERIFIER_MODEL")


def steady(settings: Settings, name: str, model: str | None, setting: str) -> LLMProvider:
    """Returns a provider whose answers are short and vary little. model: None means as the settings say."""
    changes: dict[str, object] = {
        "temperature": 0.0,
        "max_output_tokens": min(settings.max_output_tokens, ANSWER_TOKENS),
    }
    if model:
        changes["azure_deployment" if name == "azure" else f"{name}_model"] = model
    made: Streaming = slots.load("models.providers", name, setting).create(settings.model_copy(update=changes))
    made.retries = RETRIES
    return made


class ModelVerifier:
    """See `ports.Verifier`."""

    grace_s: float | None = GRACE_S

    def __init__(
        self,
        provider: LLMProvider,
        prompts: Prompts,
        breaker: Breaker,
        *,
        timeout_s: float,
        most_tokens: int = MOST_TOKENS,
    ) -> None:
        """Makes one verifier.

        timeout_s: seconds that the verdicts on one paragraph may take.
        most_tokens: estimated tokens that they may cost; the citations behind them stay unjudged.
        """
        self._provider, self._prompts, self._breaker = provider, prompts, breaker
        self._timeout_s, self._most_tokens = timeout_s, most_tokens
        self._overhead = words.tokens_estimate(prompts.verdicts("", (), "").system)
        name = f"the verifier ({provider.name}{f' {provider.model}' if provider.model else ''} at {provider.location})"
        self._outage = Outage(log, name, away="fails", back="works again")

    async def prepare(self) -> None:
        """See `ports.Verifier`. A service that is away is asked for its model again with the first claim."""
        try:
            await self._provider.prepare()
        except UpstreamError as error:
            self._outage.fails(error.detail)

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Returns one verdict for each claim, in order; `unknown` for what cannot be judged, goes beyond the budget or
        finds the model away."""
        batches = self._batches(claims)
        judged = await asyncio.gather(*(self._judged([claims[index] for index in batch]) for batch in batches))
        found = {
            index: verdict
            for batch, verdicts in zip(batches, judged, strict=True)
            for index, verdict in zip(batch, verdicts, strict=True)
        }
        return [found.get(index, Verdict()) for index in range(len(claims))]

    async def aclose(self) -> None:
        await self._provider.aclose()

    def _batches(self, claims: Sequence[Claim]) -> list[list[int]]:
        """Returns the indexes of the claims of each request, as far as the budget goes. A request is about one
        paragraph."""
        batches: list[list[int]] = []
        spent = judged = 0
        sent = [index for index, claim in enumerate(claims) if claim.text.strip() and claim.passage.strip()]
        for index in sent:
            text, joins = claims[index].text, False
            if batches:
                joins = len(batches[-1]) < BATCH and claims[batches[-1][0]].text == text
            spent += words.tokens_estimate(claims[index].passage) + VERDICT_TOKENS
            spent += 0 if joins else self._overhead + words.tokens_estimate(text)
            if spent > self._most_tokens:
                break
            judged += 1
            if joins:
                batches[-1].append(index)
            else:
                batches.append([index])
        if judged < len(sent):
            log.info(
                "%d of %d citations stay unjudged: more tokens than %d",
                len(sent) - judged,
                len(sent),
                self._most_tokens,
            )
        return batches

    async def _judged(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Asks about the claims of one paragraph; says once in the log what is wrong with the model."""
        now, unknown = asyncio.get_running_loop().time, [Verdict()] * len(claims)
        if not self._breaker.admits(now()):
            return unknown
        passages, doubts = [claim.passage for claim in claims], [claim.doubts for claim in claims]
        prompt = self._prompts.verdicts(claims[0].text, passages, claims[0].language, doubts)
        try:
            async with asyncio.timeout(self._timeout_s):
                verdicts = _verdicts(await written(self._provider, prompt), len(claims))
        except TimeoutError:
            why = f"it did not answer within {self._timeout_s:g} s (GATEWAY_SERVICE_TIMEOUTS)"
        except UpstreamError as error:
            why = error.detail
        except ValueError as error:
            why = f"it answered {error}"
        else:
            self._breaker.succeeded(now())
            upstream.breaker(BREAKER, is_open=False)
            self._outage.works()
            return verdicts
        self._breaker.failed(now())
        upstream.breaker(BREAKER, is_open=self._breaker.wait_s(now()) > 0)
        self._outage.fails(why)
        return unknown


async def written(provider: LLMProvider, prompt: Prompt) -> str:
    """Returns the text that a model writes. Raises `ValueError` if it is too long, and what `generate` raises."""
    text = ""

    def receive(piece: ModelPiece) -> None:
        nonlocal text
        text += piece.text
        if len(text) > LARGEST:
            raise Enough

    try:
        await provider.generate(prompt, receive=receive)
    except Enough:
        raise ValueError(f"more than {LARGEST} characters") from None
    return text


def _verdicts(text: str, expected: int) -> list[Verdict]:
    """Returns the verdicts of the passages 1 to `expected`; what the model leaves out is unknown."""
    try:
        found = {int(entry["passage"]): entry["verdict"] for entry in object_in(text)["verdicts"]}
        if not set(found.values()) <= set(_LABELS):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("something that holds no verdicts") from None
    return [Verdict(found.get(number, "unknown")) for number in range(1, expected + 1)]


def object_in(text: str) -> dict[str, Any]:
    """Returns the JSON object of a model's text. A code fence or a sentence around it does no harm. Raises
    `ValueError`."""
    found = json.loads(text[text.find("{") : text.rfind("}") + 1])
    if not isinstance(found, dict):
        raise ValueError("something that is no object")
    return found
