"""The older system's page as a reader: its event library with that library's habits, and what the page does with
events.

The library ends a message at every blank line, whatever it holds; drops empty data lines at the head of a message;
decodes line by line; knows no unfinished message at the end of a stream. The page routes six names and takes every
other event for text; it merges META into its message objects; an error replaces what it shows.
"""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass, field
from typing import Any

MARKER = "-_wrap_-"
WRONG = "系统提示："


@dataclass(frozen=True)
class Message:
    """One message as the library hands it over."""

    event: str
    data: str


def messages(raw: bytes) -> list[Message]:
    """What the library makes of a stream."""
    found = []
    event, data = "", ""
    *lines, _ = re.split(rb"\r\n|\r|\n", raw)
    for line in lines:
        if not line:
            found.append(Message(event, data))
            event, data = "", ""
            continue
        name, colon, value = line.partition(b":")
        if not (name and colon):
            continue
        text = _decoded(value.removeprefix(b" "))
        match _decoded(name):
            case "data":
                data = f"{data}\n{text}" if data else text
            case "event":
                event = text
    return found


def _decoded(data: bytes) -> str:
    """As a browser decodes a piece of bytes by itself: a byte order mark at its head goes."""
    return data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


@dataclass
class Page:
    """What the page shows of one question and its answer. Its own fields lie beside those that META brings."""

    question: dict[str, Any] = field(default_factory=lambda: {"uuid": "temporary-question"})
    answer: dict[str, Any] = field(
        default_factory=lambda: {"uuid": "temporary-answer", "remark": "", "thinking": "", "loading": True}
    )
    label: str = ""
    """The state's remark beside the cursor."""
    labels: list[str] = field(default_factory=list)
    started: bool = False
    audio: list[str] = field(default_factory=list)
    failed: bool = False

    @property
    def text(self) -> str:
        return self.answer["remark"]

    def read(self, raw: bytes, content_type: str = "text/event-stream") -> Page:
        """A whole response; what goes wrong inside the page ends in its error handler."""
        if content_type != "text/event-stream":
            self._fail("Error")
            return self
        for message in messages(raw):
            try:
                self._route(message.event, message.data)
            except ValueError as error:
                self._fail(f"SyntaxError: {error}")
            if self.failed:
                break
        return self

    def _route(self, event: str, data: str) -> None:
        match event:
            case "[START]":
                self.started = True
            case "[STATE_CHANGED]":
                self.label = _object(data)["remark"] if data else ""
                self.labels.append(self.label)
            case "[THINKING]":
                self.answer["thinking"] += data
            case "[AUDIO]":
                self.audio.append(data)
            case "[DONE]":
                meta = _object(data.replace("[META]", ""))
                self.question |= meta["question"]
                self.answer |= meta["answer"]
                self.answer["loading"] = False
            case "[ERROR]":
                self._fail(data)
            case _:
                self.label = ""
                self.answer["loading"] = True
                self.answer["remark"] += "\n" + data[len(MARKER) :] if data.startswith(MARKER) else data

    def _fail(self, why: str) -> None:
        self.failed = True
        self.answer |= {"remark": WRONG + why, "loading": False}


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value
