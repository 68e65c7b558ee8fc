"""What a language model, an embedder, a verifier and a reranker must do."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gateway.answer.checking.verdicts import Claim, Verdict
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.models.prompt import Prompt

NO_EVIDENCE = "no_evidence"
"""The finish reason of a provider that read the candidates and found that they do not answer the question."""


@dataclass(frozen=True, slots=True)
class ModelPiece:
    """What one read from a model brought: any of text, thought, the finish reason, the usage."""

    text: str = ""
    thinking: str = ""
    finish_reason: str | None = None
    """The provider's own word: `stop`, `length`, `content_filter`, …"""
    usage: Usage | None = None


class LLMProvider(Protocol):
    """A language model. Raises `errors.UpstreamError` and its children, nothing else."""

    name: str

    @property
    def model(self) -> str:
        """Its name; "" while it is not known, for a service that is away is asked for it later."""
        ...

    @property
    def place(self) -> str:
        """Where it is, for people; without secrets."""
        ...

    async def prepare(self) -> None:
        """Called at start: settles the model. Raises `errors.WrongUse` with what to set, and `errors.UpstreamError`
        while the service that has to be asked for it is away; then it may be called again."""
        ...

    def generate(
        self, prompt: Prompt, messages: Sequence[Message] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[ModelPiece]:
        """Stream the model's answer. `messages` are earlier turns, oldest first; `schema` asks for structured JSON.

        Closing the iterator closes the connection to the model.
        """
        ...

    async def aclose(self) -> None: ...


class Embedder(Protocol):
    """Texts to unit vectors of one length. `dimensions` 0 means: makes none, or has not made one yet; without any the
    vectors are empty.

    One that only computes may also have `of_terms`, a function of its module from the terms of a text (`words.terms`) to
    the vector of that text: ingestion then calls it where it counts them.
    """

    name: str
    """Identifies the vector space, e.g. `hash-512-2` or `openai:text-embedding-3-small`; stored beside each vector."""
    dimensions: int
    calibration: tuple[float, float] | None
    """(null, full) cosine of unrelated and of matching text; None: the cosine says nothing about confidence."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def aclose(self) -> None: ...


class Verifier(Protocol):
    """A stronger judge of citations than wording: an NLI service, a judge model. It raises nothing."""

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order; `unknown` where it cannot say or does not work."""
        ...

    async def aclose(self) -> None: ...


class Reranker(Protocol):
    """A better judge of what answers a question than search, and too slow to read the whole corpus."""

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float | None]:
        """A score within 0..1 for each text, in order; None where it gave none. Raises `errors.Unavailable`."""
        ...

    async def aclose(self) -> None: ...
