"""One request to a model as it is told: a span with OpenTelemetry's attributes for generative models, and tokens.

The names are those of the semantic conventions for generative AI (`gen_ai.*`, in development there). Neither prompt nor
answer is among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gateway.conversation.usage import Usage
from gateway.models.ports import NO_EVIDENCE, LLMProvider
from gateway.telemetry import families
from gateway.telemetry.bounded import among
from gateway.telemetry.tracing import traces
from gateway.telemetry.tracing.ports import Span
from gateway.telemetry.unwatched import is_counted, is_news

PROVIDERS = {"azure": "azure.ai.openai", "gemini": "gcp.gemini"}
"""What the conventions call a provider, where that is not its own name."""
FINISH_REASONS = ("stop", "length", "content_filter", "tool_calls", NO_EVIDENCE)
EXTRACTIVE = "extractive"


class ModelCall:
    """What became of one request."""

    __slots__ = ("_provider", "_span")

    def __init__(self, provider: LLMProvider, span: Span) -> None:
        self._provider, self._span = provider, span

    @classmethod
    @contextmanager
    def opened(cls, provider: LLMProvider, asked: str, most_tokens: int | None = None) -> Iterator[ModelCall]:
        """Opens the span of a request. `asked`: what it wants, as recordings name it; `most_tokens`: of its answer."""
        with traces.span(
            f"chat {provider.model}".strip(),
            "internal" if provider.name == EXTRACTIVE else "client",
            gen_ai__operation__name="chat",
            gen_ai__provider__name=PROVIDERS.get(provider.name, provider.name),
            gen_ai__request__model=provider.model or None,
            gen_ai__request__max_tokens=most_tokens,
            citestream__asked=asked,
        ) as span:
            yield cls(provider, span)

    def failed(self, code: str) -> None:
        self._span.failed(code)

    def ended(self, usage: Usage, *, counted: bool, pieces: int, finish_reason: str | None = None) -> None:
        """Counts what it brought. `counted`: whether the provider counted the tokens, or they are estimated."""
        if not is_news():
            return
        if is_counted():
            families.MODEL_PIECES.inc(pieces)
        if is_counted() and self._provider.name != EXTRACTIVE:
            labels = ("yes" if counted else "no", self._provider.name, families.model_name(self._provider.model))
            families.TOKENS.labels("prompt", *labels).inc(usage.prompt_tokens)
            families.TOKENS.labels("answer", *labels).inc(usage.answer_tokens)
        self._span.set(
            gen_ai__usage__input_tokens=usage.prompt_tokens,
            gen_ai__usage__output_tokens=usage.answer_tokens,
            gen_ai__response__finish_reasons=[among(FINISH_REASONS, finish_reason)] if finish_reason else None,
            citestream__tokens_counted=counted,
            citestream__pieces=pieces,
        )
