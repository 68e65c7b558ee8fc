"""Dialect bracket, read back: named events in brackets, text in events without a name."""

from tests.support import sse
from tests.support.folding import Reading

IS_JSON = False


def read(raw):
    reading = Reading()
    events = sse.parse(raw)
    for event in events:
        match event.name:
            case "":
                reading.text += event.data
            case "[ROLLBACK]":
                reading.text = reading.text[: event.json["textOffset"]]
            case "[CITATION_REF]":
                reading.references.append(event.json["citationId"])
            case "[CITATION_PARAGRAPH]":
                assert event.json["paragraphIndex"] == len(reading.paragraphs)
                reading.paragraphs.append((event.json["text"], event.json["citationIds"]))
    reading.text = reading.text.rstrip("\n")
    reading.ends = sum(event.name in ("[DONE]", "[ERROR]") for event in events)
    reading.failed, reading.last = events[-1].name == "[ERROR]", events[-1].name in ("[DONE]", "[ERROR]")
    return reading


def thoughts(raw):
    return "".join(event.data for event in sse.named(sse.parse(raw), "[THINKING]"))


def payloads(raw):
    shown = [event.json for event in sse.named(sse.parse(raw), "[CITATION_REF]")]
    return {reference["citationId"]: reference["payload"] for reference in shown}
