"""A chat model: answers of the gateway, streamed, with paragraphs and references in `response_metadata`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Literal

from citestream_client import Update, message
from citestream_client.fields import QUESTION, checked
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LangSmithParams
from langchain_core.language_models.chat_models import agenerate_from_stream, generate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage, ChatMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGenerationChunk, ChatResult

from langchain_citestream.citations import PROVIDER
from langchain_citestream.connection import Connection

ROLES = {"human": "user", "ai": "assistant"}


class ChatCitestream(Connection, BaseChatModel):
    """Asks the last message; those before it are the conversation. Every field that says how to ask may also be given
    to one call: `model.invoke(question, thread_id=…, workspace=…)`.

    The gateway answers from its documents alone: it calls no tools, and keeps to no schema of the caller's.
    """

    model: str = "citestream"
    """Whichever model the gateway has, or the name of the one that it must be."""
    thread_id: str | None = None
    """The conversation that the gateway keeps: a follow-up can point at what its answers had."""
    caller_app: str | None = None
    citation_mode: Literal["paragraph", "answer", "none"] | None = None
    strict: bool | None = None
    user_ref: str | None = None

    @property
    def _llm_type(self) -> str:
        return PROVIDER

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"base_url": self.base_url, **self._asked()}

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        named = kwargs.get("model") or self.model
        return LangSmithParams(ls_provider=PROVIDER, ls_model_name=named, ls_model_type="chat")

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return generate_from_stream(self._stream(messages, stop, None, **kwargs))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return await agenerate_from_stream(self._astream(messages, stop, None, **kwargs))

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        fields, warnings = self._fields(messages, {"stop": stop, **kwargs})
        for update in self.connected().ask(**fields):
            if step := chunk(update, warnings):
                if run_manager:
                    run_manager.on_llm_new_token(step.text, chunk=step)
                yield step

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        fields, warnings = self._fields(messages, {"stop": stop, **kwargs})
        async for update in self.connected().ask_async(**fields):
            if step := chunk(update, warnings):
                if run_manager:
                    await run_manager.on_llm_new_token(step.text, chunk=step)
                yield step

    def _asked(self) -> dict[str, Any]:
        return {
            **self.where(),
            "model": self.model,
            "thread_id": self.thread_id,
            "caller_app": self.caller_app,
            "citation_mode": self.citation_mode,
            "strict": self.strict,
            "user_ref": self.user_ref,
        }

    def _fields(self, messages: Sequence[BaseMessage], given: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        given.pop("stream", None)
        fields, warnings = checked({**self._asked(), **given}, QUESTION)
        listed = [message(role(found), found.content) for found in messages]
        return {"messages": listed, **fields}, warnings


def role(found: BaseMessage) -> str:
    """Returns the role as the gateway spells it; it says itself which ones it does not use."""
    return found.role if isinstance(found, ChatMessage) else ROLES.get(found.type, found.type)


def chunk(update: Update, warnings: Sequence[str] = ()) -> ChatGenerationChunk | None:
    """Returns what LangChain streams for a step: text, a thought, the citations of a paragraph behind its text, and at
    the end what is known of the answer. Chunks add up to the whole message."""
    metadata: dict[str, Any] = {"model_provider": PROVIDER}
    match update.kind:
        case "text":
            return _chunk(metadata, content=update.text)
        case "thought":
            return _chunk(metadata, additional_kwargs={"reasoning_content": update.text})
        case "paragraph":
            metadata |= {"paragraphs": [update.paragraph], "references": [*update.references]}
            return _chunk(metadata)
        case "finished":
            answer, (asked, answered) = update.answer, update.answer.tokens
            details = answer.details()
            metadata |= {
                **details,
                "warnings": [*details["warnings"], *warnings],
                "paragraphs": [],
                "references": [*update.references],
                "model_name": answer.model_name,
                "finish_reason": answer.finish_reason,
            }
            usage = UsageMetadata(input_tokens=asked, output_tokens=answered, total_tokens=asked + answered)
            return _chunk(metadata, usage_metadata=usage, chunk_position="last")
        case _:
            return None


def _chunk(metadata: dict[str, Any], content: str = "", **more: Any) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content=content, response_metadata=metadata, **more))
