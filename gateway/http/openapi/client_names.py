"""Names that other people's protocols and their common clients send. No endpoint of such a protocol refuses them, even
if one of our fields has nearly the same name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class OtherNames:
    """What an endpoint does with a name that its description does not have."""

    rule: Literal["refused", "near", "told"]
    """`refused`: refuses every such name. `near`: refuses a name that is nearly one of ours, and ignores any other.
    `told`: ignores the name and names it in the warnings of an answer."""
    of_clients: frozenset[str] = frozenset()
    """Names that are never near one of ours."""


def names(text: str) -> tuple[str, ...]:
    """Returns the words of a text."""
    return tuple(text.split())


MESSAGE = names(
    """
    annotations answer_uuid audio context createdAt created_at data deleted experimental_attachments function_call id
    metadata name reasoning_content refusal status timestamp toolCallId toolCalls toolInvocations tool_call_id
    tool_calls type
    """
)
"""What chat clients, and the sessions of `/context`, put on a message beside its role and its text."""
OPEN_WEBUI = names(
    """
    background_tasks chat_id data features files filter_ids id message_id metadata model_item options params
    parent_id session_id skill_ids task terminal_id title tool_ids tool_servers user user_message variables
    """
)
"""Open WebUI, and the filters and pipelines between it and a service."""
OPENAI_PARAMETERS = names(
    """
    access_programs audio background background_options context_management conversation frequency_penalty
    function_call functions image include input instructions logit_bias logprobs max_completion_tokens
    max_output_tokens max_tokens max_tool_calls messages metadata modalities model moderation n
    parallel_tool_calls prediction presence_penalty previous_response_id prompt prompt_cache_key
    prompt_cache_options prompt_cache_retention reasoning reasoning_effort response_format safety_identifier
    seed service_tier stop store stream stream_options temperature text tool_choice tools top_logprobs top_p
    truncation user verbosity web_search_options
    """
)
"""Parameters of OpenAI's own API."""
OPENAI_CLIENTS = names(
    """
    cache caching chat_template_kwargs data_sources enable_thinking extra_body extra_headers guided_json
    keep_alive min_p models num_ctx plugins provider repetition_penalty route routing thinking think top_k
    transforms usage web_search
    """
)
"""Fields of OpenRouter, LiteLLM, Azure, vLLM and Ollama, whose clients speak OpenAI's protocol."""
AI_SDK_CLIENTS = names(
    """
    body callSettings chatId config data experimental_attachments files headers message messageId metadata
    modelId modelName options requestMetadata runConfig selectedChatModel selectedVisibilityType state system
    systemMessage systemPrompt tools unstable_assistantMessageId user webSearch
    """
)
"""`useChat` of all versions, Vercel's chat templates and assistant-ui."""
AG_UI_CLIENTS = names(
    """
    actions agentId agentName agentSession config context extensions forwardedProps interrupts metaEvents
    metadata name nodeName parentRunId properties resume runId state tools user
    """
)
"""`RunAgentInput` of AG-UI, and CopilotKit."""
REFUSED = OtherNames("refused", frozenset(MESSAGE))
OPENAI_API = OtherNames("near", frozenset((*MESSAGE, *OPENAI_PARAMETERS, *OPENAI_CLIENTS, *OPEN_WEBUI)))
AI_SDK = OtherNames("near", frozenset((*MESSAGE, *AI_SDK_CLIENTS)))
AG_UI = OtherNames("near", frozenset((*MESSAGE, *AG_UI_CLIENTS)))
THEIRS = OtherNames("near")
"""A protocol without common clients: that of MCP's envelope, and of orchestrators that share our answer memory."""
TOLD = OtherNames("told", frozenset(MESSAGE))
"""Endpoints of existing systems, and addresses that a browser or a probe opens."""
