"""The message that the AI SDK makes of a stream of its chunks, for pages that open a chat anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Chunk = Mapping[str, Any]


def message_of(chunks: Iterable[Chunk]) -> dict[str, Any]:
    """Returns the message of an answer whose stream has ended. Chunks that are shown and not kept leave nothing."""
    message: dict[str, Any] = {"role": "assistant", "parts": []}
    opened: dict[str, dict[str, Any]] = {}
    for chunk in chunks:
        if chunk.get("transient"):
            continue
        kind, _, step = str(chunk["type"]).partition("-")
        match kind, step:
            case "start" | "finish", "":
                message.setdefault("id", chunk.get("messageId"))
                message["metadata"] = {**message.get("metadata", {}), **chunk.get("messageMetadata", {})}
            case "start", "step":
                message["parts"].append({"type": "step-start"})
            case (("text" | "reasoning"), "start"):
                name = {"id": chunk["id"]} if kind == "reasoning" else {}
                opened[chunk["id"]] = {"type": kind, **name, "text": "", "state": "done"}
                message["parts"].append(opened[chunk["id"]])
            case (("text" | "reasoning"), "delta"):
                opened[chunk["id"]]["text"] += chunk["delta"]
            case "text", "end" if "citations" in chunk:
                opened[chunk["id"]]["citations"] = chunk["citations"]
            case (("source" | "data"), _):
                message["parts"].append(dict(chunk))
    return message
