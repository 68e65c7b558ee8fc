"""The request to Google's `streamGenerateContent`, and what to leave out when a model does not know a field. No I/O.

Models differ in what they take: a JSON Schema, or only the older subset of OpenAPI; thoughts; a system text. The first
refusal (400) that names such a field gives it up for good; each can be given up once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gateway.conversation.question import Message
from gateway.models.prompt import Prompt

ROOM_FOR_THOUGHTS = 8192
"""Tokens of thought that have room beside the answer where none are set: what models that decide for themselves take.
`maxOutputTokens` is for both."""
_NO_JSON = re.compile(r"json mode|response_?mime_?type", re.IGNORECASE)
_SCHEMA = re.compile(r"schema", re.IGNORECASE)
_THINKING = re.compile(r"thinking|thought", re.IGNORECASE)
_SYSTEM = re.compile(r"(?:developer|system)_?\s?instruction", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GeminiFields:
    """What one model is known, or still believed, to accept."""

    format: Literal["json_schema", "openapi", "json", "none"] = "json_schema"
    thinks: bool = True
    system: bool = True

    def body(
        self,
        prompt: Prompt,
        history: Sequence[Message],
        temperature: float,
        length: int,
        thoughts: int | None,
    ) -> dict[str, Any]:
        """Returns the request body. `length`: most tokens of the answer; `thoughts`: most tokens of thought beside it,
        None where the model decides."""
        config: dict[str, Any] = {"temperature": temperature, "maxOutputTokens": length}
        if self.thinks:
            config["maxOutputTokens"] += ROOM_FOR_THOUGHTS if thoughts is None else thoughts
            budget = {} if thoughts is None else {"thinkingBudget": thoughts}
            config["thinkingConfig"] = {"includeThoughts": thoughts != 0, **budget}
        schema = prompt.schema
        if schema is not None and self.format != "none":
            config["responseMimeType"] = "application/json"
            if self.format == "json_schema":
                config["responseJsonSchema"] = dict(schema)
            elif self.format == "openapi":
                config["responseSchema"] = openapi(schema)
        question = prompt.user if self.system else f"{prompt.system}\n\n{prompt.user}"
        earlier = [("model" if message.role == "assistant" else "user", message.content) for message in history]
        body: dict[str, Any] = {
            "contents": [{"role": role, "parts": [{"text": text}]} for role, text in (*earlier, ("user", question))],
            "generationConfig": config,
        }
        if self.system:
            body["systemInstruction"] = {"parts": [{"text": prompt.system}]}
        return body

    def conceding(self, status: int, complaint: str, sent: Mapping[str, Any]) -> GeminiFields | None:
        """Returns what to ask for after this refusal; None when it is about something else, or nothing is left to give
        up.

        `complaint`: the refusal's text, read for field names only. `sent`: the body that was refused, which may be
        older than what is known by now.
        """
        config = sent["generationConfig"]
        if status != 400:
            return None
        if "thinkingConfig" in config and _THINKING.search(complaint):
            return replace(self, thinks=False)
        if "systemInstruction" in sent and _SYSTEM.search(complaint):
            return replace(self, system=False)
        if "responseMimeType" in config and _NO_JSON.search(complaint):
            return replace(self, format="none")
        if "responseJsonSchema" in config and _SCHEMA.search(complaint):
            return replace(self, format="openapi") if self.format == "json_schema" else self
        if "responseSchema" in config and _SCHEMA.search(complaint):
            return replace(self, format="json") if self.format == "openapi" else self
        return None


def openapi(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a JSON Schema in the subset of OpenAPI that older models take: a type is one word, and what may be null
    says so; properties keep their order, and nothing is said of others."""
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "type":
            kinds = [value] if isinstance(value, str) else [kind for kind in value if kind != "null"]
            found["type"] = kinds[0].upper()
            if len(kinds) != 1 or kinds != ([value] if isinstance(value, str) else list(value)):
                found["nullable"] = True
        elif key == "properties":
            found["properties"] = {name: openapi(inner) for name, inner in value.items()}
            found["propertyOrdering"] = list(value)
        elif key == "items":
            found["items"] = openapi(value)
        elif key in ("enum", "required", "description", "format", "minItems", "maxItems", "minimum", "maximum"):
            found[key] = value
    return found
