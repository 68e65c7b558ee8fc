"""Asks one question after the other, as a process of its own, and prints how long each first text took.

    python bench/answer_parts/asker.py URL QUESTION THREAD…

A `%d` in the question becomes the number of the thread in the list. Standard library only, so that it starts at once.
"""

import json
import sys
import time
import urllib.request

WAIT_S = 30


def ask(url: str, question: str, thread: str) -> float:
    """Reads one answer. Returns the seconds to its first text. Exits where it was not written by the model."""
    body = json.dumps({"question": question, "thread_id": thread}).encode()
    request = urllib.request.Request(f"{url}/v1/answers", body, {"Content-Type": "application/json"})
    begin, first, lines = time.perf_counter(), 0.0, [b""]
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        for line in answer:
            if not first and line.startswith(b"data: ") and not lines[-1].startswith(b"event:"):
                first = time.perf_counter() - begin
            lines.append(line)
    told = b"".join(lines)
    if b"event: [DONE]" not in told or b"[CITATION_PARAGRAPH]" not in told or not first:
        raise SystemExit(f"no answer of the model: {told.decode(errors='replace')}")
    return first


if __name__ == "__main__":
    url, question, *threads = sys.argv[1:]
    print(json.dumps([ask(url, question % number, thread) for number, thread in enumerate(threads)]))
