"""Dialect jsonl, read back: one event a line."""

import json

from gateway.answer.events import ReferenceShown, fold, parse
from tests.support.folding import Reading


def read(raw):
    lines = _lines(raw)
    events = [parse(line["type"], line["data"]) for line in lines]
    answer = fold(events)
    ends = [line["type"] in ("finished", "failed") for line in lines]
    references = [event.citation_id for event in events if isinstance(event, ReferenceShown)]
    paragraphs = [(paragraph.text, paragraph.citation_ids) for paragraph in answer.paragraphs]
    return Reading(answer.text, paragraphs, references, lines[-1]["type"] == "failed", sum(ends), ends[-1])


def thoughts(raw):
    return "".join(line["data"]["text"] for line in _lines(raw) if line["type"] == "thinking")


def payloads(raw):
    shown = [line["data"] for line in _lines(raw) if line["type"] == "reference_shown"]
    return {reference["citationId"]: reference["payload"] for reference in shown}


def _lines(raw):
    return [json.loads(line) for line in raw.decode().splitlines()]
