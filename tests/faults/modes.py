"""Ways in which a model service fails, each with what the turn may become. `{mark}` texts carry the question's mark."""

from __future__ import annotations

import json

from tests.fakes import upstream as fake
from tests.fakes.upstream import Behaviour, chunk, paragraphs_json
from tests.faults.gateways import paragraphs

SAID = paragraphs_json(paragraphs("", 3))
DEEP = "[" * 60_000


def _frames(*values: object) -> Behaviour:
    return fake.frames(values)


def _bytes_cut(at: int) -> Behaviour:
    content = f"data: {json.dumps(chunk({'content': 'Dörfer 中文 …'}), ensure_ascii=False)}\n\n".encode()
    return fake.body(content[:at])


MODES: dict[str, Behaviour] = {
    "429 with Retry-After": fake.status(429, retry_after=0.05),
    "429 without": fake.status(429),
    "500": fake.status(500),
    "502 with a page": fake.status(502, "<html>bad gateway"),
    "503": fake.status(503),
    "401": fake.status(401),
    "400 that names a field": fake.status(400, {"message": "unknown field"}),
    "html": fake.html(),
    "JSON error as 200": fake.body(b'{"error":{"message":"overloaded"}}', content_type="application/json"),
    "empty": fake.body(b""),
    "reset before the status": fake.reset_after(0),
    "reset at once": fake.reset_after(1, SAID),
    "reset in a paragraph": fake.reset_after(20, SAID),
    "reset behind a paragraph": fake.reset_after(40, SAID),
    "no DONE": fake.text(SAID, done=False),
    "no finish reason": fake.text(SAID, finish=None, done=False),
    "length": fake.text(SAID[:150], finish="length"),
    "content filter": fake.text(SAID[:150], finish="content_filter"),
    "cut in a frame": _bytes_cut(20),
    "cut in a character": _bytes_cut(75),
    "malformed frame": _frames(chunk({"content": SAID[:60]}), "{not json", chunk({"content": SAID[60:]}), "[DONE]"),
    "choices null": _frames({"choices": None}, chunk({"content": SAID}), chunk(finish="stop"), "[DONE]"),
    "bad UTF-8": fake.body(b"data: \xff\xfe\n\n"),
    "frame after DONE": _frames(chunk({"content": SAID}), chunk(finish="stop"), "[DONE]", chunk({"content": "late"})),
    "frame twice": _frames(*[chunk({"content": SAID[:80]})] * 2, chunk({"content": SAID[80:]}), "[DONE]"),
    "one byte at a time": fake.in_pieces(
        b"".join(f"data: {one}\n\n".encode() for one in (json.dumps(chunk({"content": SAID})), "[DONE]"))
    ),
    "plain text": fake.text("No JSON at all. " * 5),
    "fence": fake.text(f"```json\n{SAID}\n```"),
    "two objects": fake.text(SAID + SAID),
    "trailing text": fake.text(SAID + " And more."),
    "single quotes": fake.text("{'paragraphs':[{'citationIds':['E1'],'text':'Quoted.'}]}"),
    "deep": fake.text(DEEP, 4096),
    "surrogates and controls": fake.text(
        paragraphs_json([(["E1"], "a\x00b\u2028c\u2029d\re\ufefff\u202eg")]).replace("a\\u0000", "\\ud83d"), 1
    ),
    "tool call": _frames(
        chunk({"tool_calls": [{"index": 0, "id": "x", "function": {"name": "rm", "arguments": "{}"}}]}),
        chunk(finish="tool_calls"),
        "[DONE]",
    ),
    "refusal": _frames(chunk({"refusal": "I cannot help."}), chunk(finish="stop"), "[DONE]"),
}
"""Behaviours that end by themselves: none takes longer than its bytes."""
