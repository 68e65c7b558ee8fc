"""Each dialect read back as its own clients would read it: text, paragraphs with their ids, references in order."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from gateway import slots
from gateway.answer.events import ReferenceShown, fold, parse
from tests.support import sse
from tests.support.event_lists import ABOUT


@dataclass
class Read:
    text: str = ""
    paragraphs: list = field(default_factory=list)
    references: list = field(default_factory=list)
    failed: bool = False
    ends: int = 0
    """Terminal events seen."""
    last: bool = False
    """The last thing on the wire is the terminal one."""

    @property
    def said(self):
        return self.text, self.paragraphs, self.references, self.failed


def encoded(dialect, numbered):
    """One encoder's bytes for each event."""
    encoder = slots.load("wire", dialect, "dialect").Encoder(ABOUT)
    return [encoder.encode(one) for one in numbered]


def truth(numbered):
    """What every dialect must come to."""
    answer = fold(one.event for one in numbered)
    paragraphs = [(paragraph.text, paragraph.citation_ids) for paragraph in answer.paragraphs]
    failed = type(answer.end).__name__ == "Failed"
    return Read(answer.text, paragraphs, [one.citation_id for one in answer.references], failed, 1, True)


def bracket(raw):
    read = Read()
    events = sse.parse(raw)
    for one in events:
        match one.name:
            case "":
                read.text += one.data
            case "[ROLLBACK]":
                read.text = read.text[: one.json["textOffset"]]
            case "[CITATION_REF]":
                read.references.append(one.json["citationId"])
            case "[CITATION_PARAGRAPH]":
                assert one.json["paragraphIndex"] == len(read.paragraphs)
                read.paragraphs.append((one.json["text"], one.json["citationIds"]))
    read.text = read.text.rstrip("\n")
    read.ends = sum(one.name in ("[DONE]", "[ERROR]") for one in events)
    read.failed, read.last = events[-1].name == "[ERROR]", events[-1].name in ("[DONE]", "[ERROR]")
    return read


def document(raw):
    said = json.loads(raw)
    paragraphs = [(one["text"], one["citation_ids"]) for one in said["paragraphs"]]
    references = [one["citation_id"] for one in said["refs"]]
    return Read(said["answer"], paragraphs, references, said["state"] == "failed", 1, True)


def jsonl(raw):
    lines = [json.loads(line) for line in raw.decode().splitlines()]
    events = [parse(line["type"], line["data"]) for line in lines]
    answer = fold(events)
    ends = [line["type"] in ("finished", "failed") for line in lines]
    references = [event.citation_id for event in events if isinstance(event, ReferenceShown)]
    paragraphs = [(one.text, one.citation_ids) for one in answer.paragraphs]
    return Read(answer.text, paragraphs, references, lines[-1]["type"] == "failed", sum(ends), ends[-1])


def bodies(raw):
    """The data of unnamed events."""
    events = sse.parse(raw)
    assert all(not one.name for one in events)
    return [one.data for one in events]


def openai(raw):
    read = Read()
    said = bodies(raw)
    read.ends, read.last = said.count("[DONE]"), said[-1] == "[DONE]"
    spans = []
    for chunk in map(json.loads, said[:-1]):
        if "error" in chunk:
            read.failed = True
            continue
        [choice] = chunk["choices"]
        assert chunk["object"] == "chat.completion.chunk" and chunk["id"] == "chatcmpl-" + "a" * 32
        read.text += choice["delta"].get("content", "")
        spans += [one["url_citation"] for one in choice["delta"].get("annotations", [])]
        if choice["finish_reason"]:
            extension = chunk["citestream"]
            read.paragraphs = [(one["text"], one["citation_ids"]) for one in extension["paragraphs"]]
            read.references = [one["citation_id"] for one in extension["refs"]]
    cited = [text for text, ids in read.paragraphs for _ in ids]
    assert [read.text[one["start_index"] : one["end_index"]] for one in spans] == cited
    assert all(isinstance(one["url"], str) and isinstance(one["title"], str) for one in spans)
    return read


def ai_sdk(raw):
    read = Read()
    said = bodies(raw)
    read.ends, read.last = said.count("[DONE]"), said[-1] == "[DONE]"
    parts, open_parts, cited = [], {}, []
    for chunk in map(json.loads, said[:-1]):
        match chunk["type"]:
            case "text-start":
                assert not open_parts
                parts.append("")
                open_parts[chunk["id"]] = True
            case "text-delta":
                assert open_parts[chunk["id"]]
                parts[-1] += chunk["delta"]
            case "text-end":
                del open_parts[chunk["id"]]
                units = parts[-1].encode("utf-16-le")
                for one in chunk.get("citations", []):
                    covered = units[one["startIndex"] * 2 : one["endIndex"] * 2].decode("utf-16-le")
                    cited.append((covered, one["source"]["id"]))
            case "source-url" | "source-document":
                read.references.append(chunk["sourceId"])
            case "data-citation-paragraph":
                read.paragraphs.append((chunk["data"]["text"], chunk["data"]["citationIds"]))
            case "error":
                read.failed = True
    assert not open_parts
    assert cited == [(text, one) for text, ids in read.paragraphs for one in ids]
    read.text = "".join(parts)
    return read


def ag_ui(raw):
    read = Read()
    said = [json.loads(body) for body in bodies(raw)]
    for event in said:
        match event["type"]:
            case "TEXT_MESSAGE_CONTENT":
                read.text += event["delta"]
                assert event["delta"]
            case "ACTIVITY_SNAPSHOT":
                read.references += [one["citationId"] for one in event["content"]["references"]]
            case "ACTIVITY_DELTA":
                read.references += [one["value"]["citationId"] for one in event["patch"]]
            case "CUSTOM" if event["name"] == "paragraph_finished":
                read.paragraphs.append((event["value"]["text"], event["value"]["citationIds"]))
    ends = [event["type"] in ("RUN_FINISHED", "RUN_ERROR") for event in said]
    read.ends, read.last, read.failed = sum(ends), ends[-1], said[-1]["type"] == "RUN_ERROR"
    return read


FOLDS = {"bracket": bracket, "document": document, "jsonl": jsonl, "openai": openai, "ai-sdk": ai_sdk, "ag-ui": ag_ui}
