"""The yardstick: search, gate, quoting, evidence and questions across languages on labelled sets that others wrote.

    python bench/judgement.py FOLDER…                      print the tables
    python bench/judgement.py FOLDER… --only search,gate   some of them
    python bench/judgement.py FOLDER… --sample 50          on so many questions and claims of each set
    python bench/judgement.py FOLDER… --embedder meaning   with the vectors of an embedder
    python bench/judgement.py FOLDER… --verifier http      with a verifier of the settings, too (docs/verifier.md)
    python bench/judgement.py FOLDER… --json FILE          and write all figures into a file
    python bench/judgement.py FOLDER… --against FILE       and compare with an earlier file of figures
    python bench/judgement.py FOLDER… --write              and put the tables into the pages of docs

`bench/judgement_parts/sets.py` has the form of a set.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.judgement_parts import across, citing, gating, quoted, searching
from bench.judgement_parts.base import opened
from bench.judgement_parts.comparing import earlier, table
from bench.judgement_parts.report import Findings
from bench.judgement_parts.sets import LabelledSet, load
from gateway import slots
from gateway.errors import WrongUse
from gateway.settings import Settings
from gateway.turn.limits import limits

PARTS = ("search", "gate", "quoting", "across", "evidence")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Returns the options of the command; `only` as a tuple of parts."""
    parser = argparse.ArgumentParser(description="Search, gate, quoting and evidence on labelled sets.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="holds sets: NAME.questions.jsonl and so on")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument("--embedder", help="a file of gateway/models/embedders; without it, words alone")
    parser.add_argument("--verifier", help="judge citations with this file of gateway/models/verifiers, too")
    parser.add_argument("--sample", type=int, default=None, help="questions and claims of each set at most")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="write all figures into a file")
    parser.add_argument("--against", type=Path, default=None, metavar="FILE", help="compare with an earlier --json")
    parser.add_argument("--write", action="store_true", help="put the tables into the pages of docs")
    found = parser.parse_args(given)
    found.only = tuple(part.strip() for part in found.only.split(","))
    if unknown := [part for part in found.only if part not in PARTS]:
        parser.error(f"--only knows {', '.join(PARTS)}, not {unknown[0]!r}.")
    if found.sample is not None and found.sample < 1:
        parser.error("--sample is a number from 1 on.")
    return found


async def judged(
    sets: Sequence[LabelledSet], only: Sequence[str] = PARTS, verifier: str | None = None, embedder: str | None = None
) -> Findings:
    """Returns what the parts asked for measure. `verifier`: a file of `gateway/models/verifiers`, made from the
    settings."""
    found = Findings({each.name: each for each in sets})
    asked = [each for each in sets if each.questions]
    if asked and not {"search", "gate", "quoting", "across"}.isdisjoint(only):
        group = across.parallel(asked) if "across" in only else ()
        filled = [*asked, across.mixed(group)] if group else asked
        async with opened(filled, embedder or searching.DEFAULT) as base:
            chosen = embedder or searching.DEFAULT
            base.seen = {}
            if "search" in only:
                found.search = await searching.search_runs(
                    base, asked, tuple(dict.fromkeys((chosen, searching.DEFAULT)))
                )
            if "gate" in only:
                found.gate = await gating.gate_runs(base, asked, chosen)
            if "quoting" in only:
                found.quoting = await quoted.quoting_runs(base, asked, chosen)
            if group:
                found.across = await across.across_runs(base, asked, tuple(dict.fromkeys((searching.DEFAULT, chosen))))
    if "evidence" in only and any(each.claims for each in sets):
        found.evidence = await _citings(sets, verifier)
    return found


async def _citings(sets: Sequence[LabelledSet], verifier: str | None) -> dict[str, citing.Citings]:
    if verifier is None:
        return await citing.citing_runs(sets)
    settings = Settings()
    judge = slots.load("models.verifiers", verifier, "--verifier").create(settings)
    try:
        await judge.prepare()
        return await citing.citing_runs(sets, limits(settings).evidence, judge)
    finally:
        await judge.aclose()


def main(given: Sequence[str]) -> int:
    """Returns the exit code: 2 for what cannot be read or done as asked."""
    asked = arguments(given)
    if not asked.folders:
        print("bench/judgement.py wants a folder with labelled sets; bench/judgement_parts/sets.py says their form.")
        return 0
    try:
        sets = load(*asked.folders)
        before = earlier(asked.against) if asked.against else None
        if asked.sample:
            sets = [each.sampled(asked.sample) for each in sets]
        found = asyncio.run(judged(sets, asked.only, asked.verifier, asked.embedder))
    except WrongUse as error:
        print(f"judgement: {error}", file=sys.stderr)
        return 2
    for part, text in found.tables().items():
        print(f"## {part.capitalize()}\n\n{text}\n")
    if before is not None:
        print(f"## Against {asked.against.name}\n\n{table(before, found.outcomes)}\n")
    if asked.json:
        asked.json.write_text(json.dumps(found.json(), indent=1), encoding="utf-8")
    if asked.write:
        for page, text in found.pages().items():
            page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
