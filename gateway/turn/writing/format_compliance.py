"""Whether a model keeps to the format that it was asked for: its JSON as it came, before the answer core repairs it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import orjson

from gateway.answer.reading.thoughts import tag_at
from gateway.models.ports import LLMProvider
from gateway.telemetry import families
from gateway.telemetry.unwatched import is_counted
from gateway.turn.recording import Record, decided

DECISION = "format_compliance"
"""The name of the verdict in a recording."""


class Compliance:
    """The verdict on all texts that one model wrote for an answer. It changes nothing of the answer."""

    def __init__(self) -> None:
        self._complies: bool | None = None
        """None: there was nothing to judge."""

    async def judge(self, text: str, schema: Mapping[str, Any], *, whole: bool) -> None:
        """Judges a text; one that is not `whole`, because the model's service broke off, does not comply."""
        complies = whole and await asyncio.to_thread(matches, text, schema)
        self._complies = complies and self._complies is not False

    def note(self, record: Record, provider: LLMProvider) -> None:
        """Records and counts the verdict."""
        if self._complies is not None:
            decided(record, DECISION, **{DECISION: self._complies})
            if not is_counted():
                return
            labels = provider.name, families.model_name(provider.model)
            families.FORMAT_COMPLIANCE.labels("yes" if self._complies else "no", *labels).inc()


def matches(text: str, schema: Mapping[str, Any]) -> bool:
    """Tells whether all of a model's text behind its thoughts is JSON that matches the schema. It may take long:
    `jsonschema` is imported at first use, and a long answer has thousands of values."""
    from jsonschema import Draft202012Validator

    try:
        value = orjson.loads(_document(text))
    except ValueError:
        return False
    return Draft202012Validator(schema).is_valid(value)


def _document(text: str) -> str:
    """Returns the text behind the thoughts that it begins with."""
    if text.lstrip().startswith("{"):
        return text
    tags = (tag_at(text, found.start(), True) or ("", 0) for found in re.finditer("</", text))
    return text[max((end for side, end in tags if side == "close"), default=0) :]
