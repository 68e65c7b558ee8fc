"""Messages of a conversation in the spelling of the gateway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Content = str | Sequence[str | Mapping[str, Any]]


def message(role: str, content: Content) -> dict[str, Any]:
    """Returns `{"role","content"}`. Of a list of parts only text and the kind of anything else goes along: the gateway
    says what it does not take."""
    if isinstance(content, str):
        return {"role": role, "content": content}
    parts = [{"type": "text", "text": part} if isinstance(part, str) else _part(part) for part in content]
    return {"role": role, "content": parts}


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(part.get("type", "text" if "text" in part else "unknown"))
    return {"type": kind, "text": part["text"]} if isinstance(part.get("text"), str) else {"type": kind}
