"""A chat generator: answers of the gateway, streamed, with paragraphs and references in the reply's `meta`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import citestream_client
from citestream_client import Answer, Citestream, Update
from citestream_client.fields import QUESTION, checked
from haystack import component, default_from_dict, default_to_dict
from haystack.dataclasses import (
    ChatMessage,
    ComponentInfo,
    ReasoningContent,
    StreamingCallbackT,
    StreamingChunk,
    TextContent,
    select_streaming_callback,
)
from haystack.utils import Secret, deserialize_callable, serialize_callable

KEY = Secret.from_env_var("CITESTREAM_KEY", strict=False)
Replies = dict[str, list[ChatMessage]]


@component
class CitestreamChatGenerator:
    """Asks the last message; those before it are the conversation. `base_url` is else that of `CITESTREAM_URL`.
    `generation_kwargs`: how to ask (`workspace`, `document_ids`, `language`, `thread_id`, `strict`, …); those of a run
    come on top. The gateway finds its passages itself, answers from them alone, and calls no tools."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: Secret | None = KEY,
        *,
        generation_kwargs: dict[str, Any] | None = None,
        streaming_callback: StreamingCallbackT | None = None,
        public_url: str | None = None,
        timeout: float = 300.0,
        max_retries: int = 4,
    ) -> None:
        self.base_url, self.api_key, self.public_url = base_url, api_key, public_url
        checked(generation_kwargs or {}, QUESTION)
        self.generation_kwargs, self.streaming_callback = generation_kwargs or {}, streaming_callback
        self.timeout, self.max_retries = timeout, max_retries

    def to_dict(self) -> dict[str, Any]:
        return default_to_dict(
            self,
            base_url=self.base_url,
            api_key=self.api_key.to_dict() if self.api_key else None,
            generation_kwargs=self.generation_kwargs,
            streaming_callback=serialize_callable(self.streaming_callback) if self.streaming_callback else None,
            public_url=self.public_url,
            timeout=self.timeout,
            max_retries=self.max_retries,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> CitestreamChatGenerator:
        given = data["init_parameters"]
        if isinstance(key := given.get("api_key"), dict):
            given["api_key"] = Secret.from_dict(key)
        if callback := given.get("streaming_callback"):
            given["streaming_callback"] = deserialize_callable(callback)
        return default_from_dict(cls, data)

    @component.output_types(replies=list[ChatMessage])
    def run(
        self,
        messages: list[ChatMessage] | str,
        streaming_callback: StreamingCallbackT | None = None,
        generation_kwargs: dict[str, Any] | None = None,
    ) -> Replies:
        """Returns `{"replies"}`, one message; its `meta` has `paragraphs`, `references` and what else is known."""
        callback = select_streaming_callback(self.streaming_callback, streaming_callback, requires_async=False)
        fields, warnings = self._fields(messages, generation_kwargs)
        answer = Answer()
        for update in self._gateway().ask(**fields):
            answer = update.answer
            if callback is not None and (chunk := self._chunk(update)):
                callback(chunk)
        return {"replies": [reply(answer, warnings)]}

    @component.output_types(replies=list[ChatMessage])
    async def run_async(
        self,
        messages: list[ChatMessage] | str,
        streaming_callback: StreamingCallbackT | None = None,
        generation_kwargs: dict[str, Any] | None = None,
    ) -> Replies:
        """Returns what `run` does."""
        callback = select_streaming_callback(self.streaming_callback, streaming_callback, requires_async=True)
        fields, warnings = self._fields(messages, generation_kwargs)
        answer = Answer()
        async for update in self._gateway().ask_async(**fields):
            answer = update.answer
            if callback is not None and (chunk := self._chunk(update)) and (awaitable := callback(chunk)):
                await awaitable
        return {"replies": [reply(answer, warnings)]}

    def _gateway(self) -> Citestream:
        key = self.api_key.resolve_value() if self.api_key else None
        return Citestream(
            self.base_url, key, public_url=self.public_url, timeout_s=self.timeout, retries=self.max_retries
        )

    def _fields(
        self, messages: list[ChatMessage] | str, given: dict[str, Any] | None
    ) -> tuple[dict[str, Any], list[str]]:
        fields, warnings = checked({**self.generation_kwargs, **(given or {})}, QUESTION)
        listed = [ChatMessage.from_user(messages)] if isinstance(messages, str) else messages
        return {"messages": [message(found) for found in listed], **fields}, warnings

    def _chunk(self, update: Update) -> StreamingChunk | None:
        """Returns what is streamed for a step: a thought (block 0), text (block 1), the citations of a paragraph behind
        its text, the end."""
        info = ComponentInfo.from_component(self)
        meta: dict[str, Any]
        match update.kind:
            case "thought":
                return StreamingChunk("", component_info=info, index=0, reasoning=ReasoningContent(update.text))
            case "text":
                return StreamingChunk(
                    update.text, component_info=info, index=1, start=update.text == update.answer.text
                )
            case "paragraph":
                meta = {"paragraph": update.paragraph, "references": [*update.references]}
                return StreamingChunk("", meta, info, index=1)
            case "finished":
                meta = {"model": update.answer.model_name, "usage": usage(update.answer)}
                return StreamingChunk("", meta, info, index=1, finish_reason=update.answer.finish_reason)
            case _:
                return None


def message(found: ChatMessage) -> dict[str, Any]:
    """Returns a message for the gateway, which says itself what it does not take."""
    content = found._content
    if all(isinstance(part, (TextContent, ReasoningContent)) for part in content):
        return citestream_client.message(found.role.value, "\n".join(found.texts))
    parts = [{"type": "text", "text": part.text} if isinstance(part, TextContent) else {} for part in content]
    return citestream_client.message(found.role.value, parts)


def reply(answer: Answer, warnings: Sequence[str]) -> ChatMessage:
    details = answer.details()
    meta = {
        **details,
        "warnings": [*details["warnings"], *warnings],
        "paragraphs": answer.paragraphs,
        "references": answer.references,
        "model": answer.model_name,
        "index": 0,
        "finish_reason": answer.finish_reason,
        "usage": usage(answer),
    }
    return ChatMessage.from_assistant(answer.text, meta=meta, reasoning=answer.thoughts or None)


def usage(answer: Answer) -> dict[str, int]:
    asked, answered = answer.tokens
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}
