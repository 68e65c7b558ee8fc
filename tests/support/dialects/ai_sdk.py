"""Dialect ai-sdk, read back: parts of a UI message, whose citations count UTF-16 units."""

import json

from tests.support.folding import Reading, bodies


def read(raw):
    reading = Reading()
    sent = bodies(raw)
    reading.ends, reading.last = sent.count("[DONE]"), sent[-1] == "[DONE]"
    parts, open_parts, cited = [], {}, []
    for chunk in map(json.loads, sent[:-1]):
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
                for citation in chunk.get("citations", []):
                    covered = units[citation["startIndex"] * 2 : citation["endIndex"] * 2].decode("utf-16-le")
                    cited.append((covered, citation["source"]["id"]))
            case "source-url" | "source-document":
                reading.references.append(chunk["sourceId"])
            case "data-citation-paragraph":
                reading.paragraphs.append((chunk["data"]["text"], chunk["data"]["citationIds"]))
            case "error":
                reading.failed = True
    assert not open_parts
    assert cited == [(text, citation_id) for text, ids in reading.paragraphs for citation_id in ids]
    reading.text = "".join(parts)
    return reading


def thoughts(raw):
    return "".join(chunk["delta"] for chunk in _chunks(raw) if chunk["type"] == "reasoning-delta")


def payloads(raw):
    sources = [chunk for chunk in _chunks(raw) if chunk["type"] in ("source-url", "source-document")]
    return {source["sourceId"]: source["providerMetadata"]["citestream"]["payload"] for source in sources}


def _chunks(raw):
    return [json.loads(body) for body in bodies(raw)[:-1]]
