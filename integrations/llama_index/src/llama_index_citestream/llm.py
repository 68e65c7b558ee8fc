"""An LLM: answers of the gateway, streamed, with paragraphs and references in the response's `additional_kwargs`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from citestream_client import Citestream, Update
from citestream_client.fields import PASSED_OVER, QUESTION, checked, refuse_unknown
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.bridge.pydantic import Field, SecretStr, model_validator
from llama_index.core.llms.callbacks import llm_chat_callback, llm_completion_callback
from llama_index.core.llms.llm import LLM

from llama_index_citestream.messages import blocks, message

LONGEST_QUESTION_TOKENS = 2_000
"""A question has at most 8,000 characters."""


def _environment(name: str) -> str | None:
    return os.environ.get(name) or None


def _key() -> SecretStr | None:
    key = _environment("CITESTREAM_KEY")
    return SecretStr(key) if key else None


class CitestreamLLM(LLM):
    """Asks the last message; those before it are the conversation. Every field that says how to ask may also be given
    to one call: `llm.chat(messages, thread_id=…, workspace=…)`.

    The gateway finds its passages itself and answers from them alone: what a query engine would put into a prompt is
    not wanted here, there `CitestreamRetriever` is the part to use.
    """

    base_url: str | None = Field(default_factory=lambda: _environment("CITESTREAM_URL"))
    api_key: SecretStr | None = Field(default_factory=_key, exclude=True)
    public_url: str | None = Field(default=None, description="The address by which readers open sources.")
    timeout: float = Field(default=300.0, description="Seconds for a whole answer.")
    max_retries: int = Field(default=4, description="Tries in a row that bring nothing new.")
    model: str = Field(default="citestream", description="Whichever model the gateway has, or the one it must be.")
    workspace: str | None = None
    source_app: str | None = None
    document_ids: list[str] | None = None
    languages: list[str] | None = None
    language: str | None = None
    thread_id: str | None = Field(default=None, description="The conversation that the gateway keeps.")
    caller_app: str | None = None
    citation_mode: str | None = None
    strict: bool | None = None
    user_ref: str | None = None
    citation_blocks: bool = Field(
        default=False,
        description="Adds a CitationBlock for each citation to the message; other models may not take such a message.",
    )

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        """Raises `TypeError` for a name that is no field: a misspelt filter would search everything."""
        if isinstance(given, dict):
            refuse_unknown(given.keys() - PASSED_OVER - {"class_name"}, cls.model_fields)
        return given

    @classmethod
    def class_name(cls) -> str:
        return "citestream_llm"

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name=self.model, is_chat_model=True, context_window=LONGEST_QUESTION_TOKENS)

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        *_, last = self._ask(messages, kwargs)
        return last

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return [response async for response in self._ask_async(messages, kwargs)][-1]

    @llm_chat_callback()
    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        def responses() -> ChatResponseGen:
            yield from self._ask(messages, kwargs)

        return responses()

    @llm_chat_callback()
    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        async def responses() -> ChatResponseAsyncGen:
            async for response in self._ask_async(messages, kwargs):
                yield response

        return responses()

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        *_, last = self._ask([ChatMessage(content=prompt)], kwargs)
        return completion(last)

    @llm_completion_callback()
    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return completion([found async for found in self._ask_async([ChatMessage(content=prompt)], kwargs)][-1])

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        def responses() -> CompletionResponseGen:
            yield from map(completion, self._ask([ChatMessage(content=prompt)], kwargs))

        return responses()

    @llm_completion_callback()
    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        async def responses() -> CompletionResponseAsyncGen:
            async for response in self._ask_async([ChatMessage(content=prompt)], kwargs):
                yield completion(response)

        return responses()

    def _gateway(self) -> Citestream:
        key = self.api_key.get_secret_value() if self.api_key else None
        return Citestream(
            self.base_url, key, public_url=self.public_url, timeout_s=self.timeout, retries=self.max_retries
        )

    def _fields(self, messages: Sequence[ChatMessage], given: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        ours = {name: getattr(self, name) for name in sorted(QUESTION & type(self).model_fields.keys())}
        fields, warnings = checked({**ours, **given}, QUESTION)
        return {"messages": [message(found) for found in messages], **fields}, warnings

    def _ask(self, messages: Sequence[ChatMessage], given: dict[str, Any]) -> Iterator[ChatResponse]:
        fields, warnings = self._fields(messages, given)
        for update in self._gateway().ask(**fields):
            if found := self._response(update, warnings):
                yield found

    async def _ask_async(self, messages: Sequence[ChatMessage], given: dict[str, Any]) -> AsyncIterator[ChatResponse]:
        fields, warnings = self._fields(messages, given)
        async for update in self._gateway().ask_async(**fields):
            if found := self._response(update, warnings):
                yield found

    def _response(self, update: Update, warnings: Sequence[str]) -> ChatResponse | None:
        """Returns the answer as it stands after a step that shows: text, a finished paragraph, the end."""
        if update.kind not in ("text", "paragraph", "finished"):
            return None
        answer = update.answer
        known: dict[str, Any] = {"paragraphs": [*answer.paragraphs], "references": [*answer.references]}
        if update.kind == "finished":
            details, (asked, answered) = answer.details(), answer.tokens
            known |= {**details, "warnings": [*details["warnings"], *warnings], "thoughts": answer.thoughts}
            known |= {"model_name": answer.model_name, "finish_reason": answer.finish_reason}
            known |= {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}
        shown = blocks(answer, with_citations=self.citation_blocks and update.kind == "finished")
        delta = update.text if update.kind == "text" else ""
        return ChatResponse(
            message=ChatMessage(role="assistant", blocks=shown), delta=delta, raw=answer.meta, additional_kwargs=known
        )


def completion(response: ChatResponse) -> CompletionResponse:
    return CompletionResponse(
        text=response.message.content or "",
        delta=response.delta,
        raw=response.raw,
        additional_kwargs=response.additional_kwargs,
    )
