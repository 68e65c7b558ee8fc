"""Dialect ag-ui, read back: the events of one run, whose references fill an activity message."""

import json

from tests.support.folding import Reading, bodies


def read(raw):
    reading = Reading()
    events = _events(raw)
    for event in events:
        match event["type"]:
            case "TEXT_MESSAGE_CONTENT":
                reading.text += event["delta"]
                assert event["delta"]
            case "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA":
                reading.references += [reference["citationId"] for reference in _references(event)]
            case "CUSTOM" if event["name"] == "paragraph_finished":
                reading.paragraphs.append((event["value"]["text"], event["value"]["citationIds"]))
    ends = [event["type"] in ("RUN_FINISHED", "RUN_ERROR") for event in events]
    reading.ends, reading.last, reading.failed = sum(ends), ends[-1], events[-1]["type"] == "RUN_ERROR"
    return reading


def thoughts(raw):
    return "".join(event["delta"] for event in _events(raw) if event["type"] == "REASONING_MESSAGE_CONTENT")


def payloads(raw):
    shown = [reference for event in _events(raw) for reference in _references(event)]
    return {reference["citationId"]: reference["payload"] for reference in shown}


def _events(raw):
    return [json.loads(body) for body in bodies(raw)]


def _references(event):
    match event["type"]:
        case "ACTIVITY_SNAPSHOT":
            return event["content"]["references"]
        case "ACTIVITY_DELTA":
            return [patch["value"] for patch in event["patch"]]
    return []
