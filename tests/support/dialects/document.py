"""Dialect document, read back: one JSON object, without thoughts."""

import json

from tests.support.folding import Reading


def read(raw):
    document = json.loads(raw)
    paragraphs = [(paragraph["text"], paragraph["citation_ids"]) for paragraph in document["paragraphs"]]
    references = [reference["citation_id"] for reference in document["refs"]]
    return Reading(document["answer"], paragraphs, references, document["state"] == "failed", 1, True)


def thoughts(raw):
    del raw


def payloads(raw):
    return {reference["citation_id"]: reference["payload"] for reference in json.loads(raw)["refs"]}
