"""What services call the end of an answer, in the words of chat completions. No I/O.

Servers that speak the same wire name their ends differently; what is not known here is passed on as it came.
"""

from __future__ import annotations

from typing import Literal

Kind = Literal["stop", "length", "content_filter", "failed"]

_KINDS: dict[Kind, tuple[str, ...]] = {
    "stop": ("stop", "eos", "eos_token", "end_turn", "stop_sequence"),
    "length": ("length", "max_tokens", "model_length", "max_output_tokens"),
    "content_filter": (
        *("content_filter", "content_filtered", "guardrail_intervened", "sensitive", "safety", "recitation"),
        *("blocklist", "prohibited_content", "spii", "language", "model_armor"),
    ),
    "failed": (
        *("error", "abort", "aborted", "cancelled", "timeout", "network_error", "insufficient_system_resource"),
        *("other", "finish_reason_unspecified", "malformed_response", "malformed_function_call"),
        *("unexpected_tool_call", "too_many_tool_calls", "missing_thought_signature", "no_image"),
    ),
}
_KNOWN = {word: kind for kind, words in _KINDS.items() for word in words}


def kind_of(reason: str) -> str:
    """Returns `stop`, `length`, `content_filter` or `failed`; of any other reason, itself.

    `failed`: the service gave up, so that what came is not the whole answer. A reason may be in capitals, and may tell
    more behind a colon, as in `content_filter: SAFETY`.
    """
    word = reason.partition(":")[0].strip().lower()
    return _KNOWN.get(word, reason)
