"""Dialect openai-responses, read back: events of the Responses API, and their deltas beside the finished items."""

import json

from tests.support import sse
from tests.support.folding import Reading

ENDS = ("response.completed", "response.incomplete", "response.failed")


def events(raw):
    """The events, each of which has its type for a name and its place for a number."""
    sent = sse.parse(raw)
    told = [json.loads(event.data) for event in sent]
    assert [event.name for event in sent] == [event["type"] for event in told]
    assert [event["sequence_number"] for event in told] == list(range(len(told)))
    return told


def read(raw):
    reading, told = Reading(), events(raw)
    assert [event["type"] for event in told[:2]] == ["response.created", "response.in_progress"]
    final = told[-1]["response"]
    assert {event["response"]["id"] for event in told if "response" in event} == {"resp_" + "a" * 32}
    reading.ends = sum(event["type"] in ENDS for event in told)
    reading.last = told[-1]["type"] in ENDS
    reading.failed = final["status"] == "failed"
    written = _written(told)
    if not reading.failed:
        assert [written[place] for place in sorted(written)] == final["output"]
    for item in final["output"]:
        if item["type"] == "message":
            [part] = item["content"]
            reading.text = part["text"]
            spans = part["annotations"]
    if "citestream" in final:
        extension = final["citestream"]
        reading.paragraphs = [(paragraph["text"], paragraph["citation_ids"]) for paragraph in extension["paragraphs"]]
        reading.references = [reference["citation_id"] for reference in extension["refs"]]
        cited = [text for text, ids in reading.paragraphs for _ in ids]
        assert [reading.text[span["start_index"] : span["end_index"]] for span in spans] == cited
    return reading


def _written(told):
    """The items as the events between their beginning and their end make them, by place."""
    items = {}
    for event in told:
        name, place = event["type"].removeprefix("response."), event.get("output_index")
        match name:
            case "output_item.added":
                assert place not in items
                items[place] = event["item"]
            case "content_part.added":
                items[place]["content"].append(event["part"])
            case "output_text.delta":
                items[place]["content"][0]["text"] += event["delta"]
            case "output_text.annotation.added":
                assert event["annotation_index"] == len(items[place]["content"][0]["annotations"])
                items[place]["content"][0]["annotations"].append(event["annotation"])
            case "output_text.done":
                assert event["text"] == items[place]["content"][0]["text"]
            case "content_part.done":
                assert event["part"] == items[place]["content"][0]
            case "reasoning_summary_part.added":
                items[place]["summary"].append(event["part"])
            case "reasoning_summary_text.delta":
                items[place]["summary"][0]["text"] += event["delta"]
            case "reasoning_summary_text.done":
                assert event["text"] == items[place]["summary"][0]["text"]
            case "output_item.done":
                assert {**items[place], "status": event["item"]["status"]} == event["item"]
                items[place] = event["item"]
    return items


def thoughts(raw):
    told = events(raw)
    return "".join(event["delta"] for event in told if event["type"] == "response.reasoning_summary_text.delta")


def payloads(raw):
    final = events(raw)[-1]["response"]
    return {reference["citation_id"]: reference["payload"] for reference in final["citestream"]["refs"]}
