"""The recordings of whole turns that tests run again."""

from __future__ import annotations

from pathlib import Path

from gateway.turn.recording import read

FOLDER = Path(__file__).parents[1] / "golden" / "recordings"


def golden(name):
    return read((FOLDER / f"{name}.jsonl").read_bytes().split(b"\n"), name)
