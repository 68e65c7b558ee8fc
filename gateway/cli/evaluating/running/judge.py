"""A model that says whether an answer matches the gold answer: `--judge PROVIDER:MODEL`."""

from __future__ import annotations

import logging

from gateway import slots
from gateway.errors import UpstreamError, WrongUse
from gateway.models.ports import LLMProvider
from gateway.models.prompt import Prompts
from gateway.models.services.model_call import EXTRACTIVE
from gateway.models.verifiers.model import object_in, steady, written
from gateway.settings import Settings

log = logging.getLogger(__name__)


def judge(settings: Settings, named: str, prompts: Prompts) -> Judge:
    """Returns the judge that `--judge PROVIDER:MODEL` names. Raises `WrongUse`."""
    provider, _, model = named.partition(":")
    if provider not in slots.names("models.providers") or provider == EXTRACTIVE or not model:
        raise WrongUse(f"--judge {named}: write PROVIDER:MODEL, such as openai:gpt-4o-mini.")
    return Judge(steady(settings, provider, model, "--judge"), prompts)


class Judge:
    """One judge model. A case that it cannot judge has no verdict."""

    def __init__(self, provider: LLMProvider, prompts: Prompts) -> None:
        self._provider, self._prompts = provider, prompts

    async def matches(self, question: str, answers: tuple[str, ...], answer: str) -> bool | None:
        """Returns whether the answer says the same as one of the gold answers; None if the model does not tell."""
        try:
            text = await written(self._provider, self._prompts.judgement(question, answers, answer))
            told = object_in(text).get("correct")
        except (UpstreamError, ValueError) as error:
            log.warning("the judge model gave no verdict: %s", error)
            return None
        return {"yes": True, "no": False}.get(told) if isinstance(told, str) else None

    async def aclose(self) -> None:
        await self._provider.aclose()
