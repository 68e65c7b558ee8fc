"""What people type about the sources of an answer, and what looks like it: `tests/conversation/utterances`."""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "conversation" / "utterances"


def read(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
