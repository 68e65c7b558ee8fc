"""Dialect openai, read back: chat completion chunks, whose annotations are spans of the text."""

import json

from tests.support.folding import Reading, bodies


def read(raw):
    reading = Reading()
    sent = bodies(raw)
    reading.ends, reading.last = sent.count("[DONE]"), sent[-1] == "[DONE]"
    spans = []
    for chunk in map(json.loads, sent[:-1]):
        if "error" in chunk:
            reading.failed = True
            continue
        [choice] = chunk["choices"]
        assert chunk["object"] == "chat.completion.chunk" and chunk["id"] == "chatcmpl-" + "a" * 32
        reading.text += choice["delta"].get("content", "")
        spans += [annotation["url_citation"] for annotation in choice["delta"].get("annotations", [])]
        if choice["finish_reason"]:
            extension = chunk["citestream"]
            reading.paragraphs = [
                (paragraph["text"], paragraph["citation_ids"]) for paragraph in extension["paragraphs"]
            ]
            reading.references = [reference["citation_id"] for reference in extension["refs"]]
    cited = [text for text, ids in reading.paragraphs for _ in ids]
    assert [reading.text[span["start_index"] : span["end_index"]] for span in spans] == cited
    assert all(isinstance(span["url"], str) and isinstance(span["title"], str) for span in spans)
    return reading


def thoughts(raw):
    choices = [choice for chunk in _chunks(raw) for choice in chunk["choices"]]
    return "".join(choice["delta"].get("reasoning_content", "") for choice in choices)


def payloads(raw):
    [last] = [chunk for chunk in _chunks(raw) if "citestream" in chunk]
    return {reference["citation_id"]: reference["payload"] for reference in last["citestream"]["refs"]}


def _chunks(raw):
    return [json.loads(body) for body in bodies(raw)[:-1]]
