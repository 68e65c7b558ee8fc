"""The first second of a process: how long `/healthz` and the first text of an answer take right after the start.

Run: `python bench/first_second.py [--starts 3]`. Each start is a real `citestream serve` on a new folder with the
sample documents. As soon as `/readyz` answers, the bench asks `/healthz` and one question, and a second later the same
again. It prints milliseconds and the ratio of the first second to later.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.figures import figure

QUESTION = json.dumps(
    {"question": "How often is a sourdough starter fed in the refrigerator?", "memory": "skip"}
).encode()
START_S = 120.0


def health_ms(url: str) -> float:
    begin = time.perf_counter()
    urllib.request.urlopen(f"{url}/healthz", timeout=30).read()
    return 1000 * (time.perf_counter() - begin)


def first_text_ms(url: str) -> float:
    """Returns the time from the request to the first event without a name, which is text."""
    request = urllib.request.Request(f"{url}/v1/answers", QUESTION, {"Content-Type": "application/json"})
    begin, is_named = time.perf_counter(), False
    with urllib.request.urlopen(request, timeout=60) as stream:
        for line in stream:
            if line.startswith(b"event:"):
                is_named = True
            elif line.startswith(b"data:") and not is_named:
                return 1000 * (time.perf_counter() - begin)
            elif not line.strip():
                is_named = False
    raise SystemExit("first_second: the answer has no text.")


def started(folder: str) -> tuple[subprocess.Popen[str], str]:
    """Returns a server that is ready, and its address."""
    environment = os.environ | {"GATEWAY_DATA_DIR": folder}
    command = [sys.executable, "-m", "gateway", "serve", "--port", "0"]
    child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout is not None
    deadline = time.monotonic() + START_S
    for line in child.stdout:
        if "http://" in line:
            return child, line[line.index("http://") :].split()[0].rstrip("/")
        if time.monotonic() > deadline:
            break
    child.kill()
    raise SystemExit("first_second: the server did not start.")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--starts", type=int, default=3)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(parser.parse_args().starts):
            child, url = started(folder)
            try:
                urllib.request.urlopen(f"{url}/readyz", timeout=30).read()
                soon = health_ms(url), first_text_ms(url)
                time.sleep(1)
                rows.append((*soon, health_ms(url), first_text_ms(url)))
            finally:
                child.terminate()
                child.wait(60)
    health, text, later_health, later_text = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"/healthz: {health:.1f} ms in the first second, {later_health:.1f} ms later")
    print(f"first text: {text:.0f} ms in the first second, {later_text:.0f} ms later, ratio {text / later_text:.2f}")
    figure("healthz in the first second", health, "ms")
    figure("first text, first second to later", text / later_text, "ratio")


if __name__ == "__main__":
    main()
