"""Asks through OpenAI's library: prints the answer as it is written, and behind each paragraph where its passages open.

python examples/openai_responses.py "How often is a sourdough starter fed?" [http://127.0.0.1:8000]
"""

import sys

from openai import OpenAI

question, base = [*sys.argv[1:], "http://127.0.0.1:8000"][:2]
client = OpenAI(base_url=f"{base}/v1", api_key="a key, where the gateway wants one")
with client.responses.stream(model="citestream", input=question, instructions="Be brief and formal.") as stream:
    for event in stream:
        if event.type == "response.output_text.delta":
            print(event.delta, end="", flush=True)
        elif event.type == "response.output_text.annotation.added":
            print(f"\n  [{event.annotation.title}] {event.annotation.url}", end="", flush=True)
        elif event.type == "response.failed":
            sys.exit(event.response.error.message)
print(f"\nTo ask on: previous_response_id={event.response.id}")
