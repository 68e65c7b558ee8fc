"""A small event-stream parser as the WHATWG specification says, for tests: what any browser would see."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Sent:
    id: str
    name: str
    data: str

    @property
    def json(self):
        return json.loads(self.data.removeprefix("[META]"))


def parse(raw: bytes) -> list[Sent]:
    """Events of a whole stream; comments are skipped; an unfinished event at the end is dropped."""
    events: list[Sent] = []
    last_id, name, data = "", "", []
    for line in raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line == "":
            if data:
                events.append(Sent(last_id, name, "\n".join(data)))
            name, data = "", []
        elif not line.startswith(":"):
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            match field:
                case "id":
                    last_id = value
                case "event":
                    name = value
                case "data":
                    data.append(value)
    return events


def text(events: list[Sent]) -> str:
    return "".join(event.data for event in events if not event.name).rstrip("\n")


def named(events: list[Sent], name: str) -> list[Sent]:
    return [event for event in events if event.name == name]
