"""Dialect legacy with its citation events, read back by the library of the older system's page."""

import json

from tests.support.folding import Reading
from tests.support.legacy import MARKER, messages

OPTIONS = {"citation_events": True}
HAS_IDS = IS_JSON = False


def read(raw):
    reading = Reading()
    for message in messages(raw):
        match message.event:
            case "":
                newline = message.data.startswith(MARKER)
                reading.text += "\n" + message.data.removeprefix(MARKER) if newline else message.data
            case "[CITATION_REF]":
                reading.references.append(json.loads(message.data)["citationId"])
            case "[CITATION_PARAGRAPH]":
                paragraph = json.loads(message.data)
                assert paragraph["paragraphIndex"] == len(reading.paragraphs)
                reading.paragraphs.append((paragraph["text"], paragraph["citationIds"]))
            case "[DONE]" | "[ERROR]":
                reading.ends += 1
                reading.failed = message.event == "[ERROR]"
        reading.last = message.event in ("[DONE]", "[ERROR]")
    return reading


def thoughts(raw):
    return "".join(message.data for message in messages(raw) if message.event == "[THINKING]")


def payloads(raw):
    shown = [json.loads(message.data) for message in messages(raw) if message.event == "[CITATION_REF]"]
    return {reference["citationId"]: reference["payload"] for reference in shown}
