"""Asks a question and prints each paragraph with the titles of its sources; goes on after a lost connection.

python examples/ask.py "How often is a sourdough starter fed?" [http://127.0.0.1:8000]
"""

import json
import sys
import time
import uuid

import httpx2 as httpx  # with httpx only this line is another one

question, base = [*sys.argv[1:], "http://127.0.0.1:8000"][:2]
headers = {"Idempotency-Key": uuid.uuid4().hex}  # what is asked twice under one key is asked once
request, titles, name = {"method": "POST", "url": "/v1/answers", "json": {"question": question}}, {}, ""
with httpx.Client(base_url=base, timeout=60) as gateway:
    while name not in {"[DONE]", "[ERROR]"}:
        try:
            with gateway.stream(**request, headers=headers) as response:
                if response.is_error:
                    sys.exit(response.read().decode())
                if place := response.headers.get("location"):
                    request = {"method": "GET", "url": f"{place}/events"}
                event = {}
                for line in response.iter_lines():
                    if line:
                        field, _, event[field] = line.partition(": ")
                        continue
                    headers["Last-Event-ID"], name = event.get("id", ""), event.get("event")
                    if name == "[CITATION_REF]":
                        reference = json.loads(event["data"])
                        titles[reference["citationId"]] = reference["payload"].get("title", "graph")
                    if name == "[CITATION_PARAGRAPH]":
                        paragraph = json.loads(event["data"])
                        print(paragraph["text"], *(f"[{titles[cited]}]" for cited in paragraph["citationIds"]))
                    event = {}
        except httpx.TransportError:
            time.sleep(0.5)
