"""What it costs to see whether a question points at something that was said before.

Run: `python bench/followup.py`. Reads every sentence of tests/conversation/followups (references and traps) with an
outline of five sections; prints µs per question, the slowest sentence, and for comparison what its content words cost.
CPU time, the best of 15 runs over all sentences. Goal: every question under 1 ms.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.figures import figure
from gateway import words
from gateway.conversation.followups.resolve import LONGEST, resolve
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState

TABLES = Path(__file__).parents[1] / "tests" / "conversation" / "followups"
TITLES = ("Loan period", "Frais de retard", "会员卡办理", "Opening hours", "Règlement de la salle")
STATE = ThreadState(tuple(OutlineEntry(f"S{number}", title) for number, title in enumerate(TITLES, start=1)))
RUNS = 15


def sentences(language: str) -> list[str]:
    files = (TABLES / f"{language}.txt", TABLES / f"{language}.traps.txt")
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return [line.split(" | ")[0] for line in lines if line and line[0] != "#"]


def fastest(run: Callable[[], object]) -> float:
    """µs of CPU time, the best of `RUNS`."""
    best = float("inf")
    for _ in range(RUNS):
        begin = time.process_time_ns()
        run()
        best = min(best, time.process_time_ns() - begin)
    return best / 1e3


def main() -> None:
    print(f"{'':>10}{'sentences':>11}{'µs each':>10}{'slowest, µs':>13}{'content words, µs':>19}{'ratio':>8}")
    for language in ("en", "fr", "zh", "de", "es"):
        asked = sentences(language)
        spoken = language if language in ("en", "fr", "zh") else "en"
        each = fastest(
            lambda asked=asked, spoken=spoken: [resolve(question, spoken, STATE) for question in asked]
        ) / len(asked)
        slowest = max(
            fastest(lambda question=question, spoken=spoken: resolve(question, spoken, STATE)) for question in asked
        )
        plain = fastest(lambda asked=asked: [words.content_words(question) for question in asked]) / len(asked)
        print(
            f"{language:>10}{len(asked):>11}{each:>10.0f}{slowest:>13.0f}{plain:>19.1f}{each / plain:>8.0f}", flush=True
        )
        figure(f"{language}: a question", each, "µs")
        figure(f"{language}: the slowest question", slowest, "µs")
    for text in ("Détaille la deuxième partie, S2 et le dernier point. " * 200, "详细说说第二点和S2。" * 200):
        print(
            f"{len(text)} characters, of which {LONGEST} are read: {fastest(lambda text=text: resolve(text, 'fr', STATE)):.0f} µs"
        )


if __name__ == "__main__":
    main()
