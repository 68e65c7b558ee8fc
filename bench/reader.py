"""What a piece of model text costs: ours, ijson alone, and parsing everything again with each piece.

Run: `python bench/reader.py`. Pieces are four characters. Prints µs of CPU per piece for answers of 4, 64 and 256 kB,
each figure also as a ratio to the one for 4 kB (flat is 1.0), and the peak of memory.
"""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable

import ijson
import jiter

from bench.figures import figure
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.stream import AnswerStream
from gateway.answer.evidence.evidence import EvidenceSettings

SENTENCE = "The loan period for a book is three weeks, and it can be renewed once unless another member waits for it. "
CANDIDATES = Candidates(
    [
        Candidate(f"E{n}", "embedding", {"text": f"{SENTENCE}Branch {n} opens at nine."}, 1.0, n, "en")
        for n in range(1, 21)
    ]
)
PIECE = 4


def answer(size: int, paragraph: int) -> str:
    """An answer of about `size` characters in paragraphs of `paragraph` characters."""
    text = (SENTENCE * (paragraph // len(SENTENCE) + 1))[:paragraph]
    paragraphs = [{"citationIds": ["E1", "E2"], "text": text}] * max(1, size // (paragraph + 60))
    return json.dumps({"paragraphs": paragraphs}, separators=(",", ":"))


def ours(pieces: list[str], mode: str = "off") -> None:
    stream = AnswerStream(CANDIDATES, language="en", evidence=EvidenceSettings(mode=mode))  # type: ignore[arg-type]
    for piece in pieces:
        stream.receive(piece)
    stream.close("stop")


def with_evidence(pieces: list[str]) -> None:
    ours(pieces, "enforce")


def ijson_alone(pieces: list[str]) -> None:
    events = ijson.sendable_list()
    parser = ijson.basic_parse_coro(events)
    for piece in pieces:
        parser.send(piece.encode())
        del events[:]


def parsed_again(pieces: list[str]) -> None:
    """A partial parser over all text so far; measured on every 16th piece, or 256 kB would take minutes."""
    whole = "".join(pieces).encode()
    for end in range(PIECE, len(whole), PIECE * 16):
        jiter.from_json(whole[:end], partial_mode="trailing-strings")


def cost(read: Callable[[list[str]], None], pieces: list[str], every: int = 1) -> float:
    """µs per piece, the best of three."""
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        read(pieces)
        best = min(best, time.process_time() - begin)
    return best / (len(pieces) / every) * 1e6


def main() -> None:
    readers: list[tuple[str, Callable[[list[str]], None], int]] = [
        ("ours", ours, 1),
        ("ours+evidence", with_evidence, 1),
        ("ijson", ijson_alone, 1),
        ("re-parse", parsed_again, 16),
    ]
    print(f"{'answer':>24}" + "".join(f"{name:>22}" for name, _, _ in readers) + f"{'peak kB (ours)':>16}")
    for label, paragraph in (("paragraphs of 1,400", 1_400), ("paragraphs of 15,000", 15_000)):
        first: dict[str, float] = {}
        for size in (4, 64, 256):
            text = answer(size * 1000, min(paragraph, size * 1000 - 100))
            pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
            line = f"{label} {size:>4} kB".rjust(24)
            for name, read, every in readers:
                took = cost(read, pieces, every)
                ratio = took / first.setdefault(name, took)
                line += f"{took:>12.2f} µs x{ratio:<7.2f}"
                figure(f"{label}, {size} kB: {name}, a piece", took, "µs")
            tracemalloc.start()
            ours(pieces)
            peak_kb = tracemalloc.get_traced_memory()[1] / 1000
            line += f"{peak_kb:>14.0f}"
            figure(f"{label}, {size} kB: peak", peak_kb, "kB")
            tracemalloc.stop()
            print(line, file=sys.stdout, flush=True)


if __name__ == "__main__":
    main()
