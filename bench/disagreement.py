"""Sources that disagree: does an answer without a model show both values, and are there alarms where none should be?

Run: `python bench/disagreement.py FOLDER… [--most 60] [--only SET] [--show]`. The folders hold sets as
`bench/judgement.py` reads them.

Planted pairs: if the answer quotes a figure (of a short labelled answer: that figure), its passage is among the
candidates twice, under two dates and with two figures. The candidates are those that a turn retrieves, with the
changed passage behind the original or in front of it. Figures: the share of answers with both values, the newer one
first, and with both years. False alarms, with the candidates as retrieved: the share of all
questions whose answer without a model would show a disagreement, and the share with a disagreement anywhere among
the candidates. Last, milliseconds for one search.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.figures import figure
from bench.judgement_parts.base import Base, opened, progress
from bench.judgement_parts.sets import LabelledSet, load
from gateway.answer.answer import Candidates
from gateway.answer.evidence.disagreement import disagreements
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement, told
from gateway.models.quoting.composing import composed, showing

SEED, SHORT = 17, 60
"""`SHORT`: characters of a labelled answer that is a value; a longer one is a text."""
_FIGURE = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")
DATES = ("2021-03-04", "2024-09-15")


class Planted(NamedTuple):
    """A question, its candidates with the passage in two versions, and the values: the older one first."""

    question: str
    candidates: Candidates
    values: tuple[str, str]


def planted(
    question: str, language: str, answers: Sequence[str], found: Candidates, chance: random.Random
) -> Planted | None:
    """Returns a search that brings the passage that answers in two versions; None if what the answer quotes has no
    figure, or none of a short labelled answer."""
    quoted = composed(question, language, found, level="confident")
    candidate = found.get(quoted[0].citation_ids[0]) if quoted and quoted[0].citation_ids else None
    if candidate is None:
        return None
    short = [answer for answer in answers if len(answer) <= SHORT]
    for match in _FIGURE.finditer(candidate.text):
        around = candidate.text[max(0, match.start() - 12) : match.end() + 12].strip()
        labelled = not short or any(match[0] in answer for answer in short)
        if not labelled or around not in quoted[0].text or candidate.text[match.start() - 1 : match.start()].isalpha():
            continue
        value = match[0]
        step = max(3, int(value) // 7) if len(value) < 4 else chance.randint(2, 9)
        other = str(max(2, int(value) + chance.choice((-1, 1)) * step))
        changed = candidate.text[: match.start()] + other + candidate.text[match.end() :]
        texts = [(candidate.text, DATES[0], "old"), (changed, DATES[1], "new")]
        versions = [
            replace(candidate, reference={**candidate.reference, "text": text, "date": date, "documentId": name})
            for text, date, name in texts
        ]
        if chance.random() < 0.5:
            versions.reverse()
        at = candidate.rank - 1
        others = [*found[:at], *versions, *found[at + 1 :]][:8]
        ranked = [replace(each, citation_id=f"E{rank}", rank=rank) for rank, each in enumerate(others, 1)]
        return Planted(question, Candidates(ranked), (value, other)) if value != other else None
    return None


def answer_of(question: str, language: str, candidates: Candidates) -> tuple[str, list[ToldDisagreement]]:
    """Returns the text of an answer without a model, and the disagreements that it shows."""
    found = told(disagreements(candidates, language), candidates, lambda _: "The sources disagree: {sides}.")
    shown = showing(lambda among: composed(question, language, among, level="confident"), candidates, found)
    texts = [each.text for each in shown]
    return "\n\n".join(texts), [each for each in found if each.sentence in texts]


async def of_set(base: Base, each: LabelledSet, most: int, show: bool) -> None:
    chance = random.Random(SEED)
    pairs, alarms, any_alarm, spent = list[bool](), 0, 0, 0.0
    for question in progress(each.questions, each.name):
        understood, looked = await base.looked(question.text, each.name)
        found = looked.gathered.candidates
        begin = time.process_time()
        among = disagreements(found, understood.language)
        spent += time.process_time() - begin
        any_alarm += bool(among)
        if among:
            text, shown = answer_of(question.text, understood.language, found)
            alarms += bool(shown)
            if show:
                print(f"ALARM{'' if shown else ' (not shown)'}: {question.text}\n  {among[0]}")
        if len(pairs) < most and (case := planted(question.text, understood.language, question.answers, found, chance)):
            text, _ = answer_of(case.question, understood.language, case.candidates)
            old, new = (text.find(value) for value in case.values)
            right = -1 < new < old and all(date[:4] in text for date in DATES)
            pairs.append(right)
            if show and not right:
                known = disagreements(case.candidates, understood.language)
                print(f"MISSED {case.values} {'known' if known else 'not known'}: {case.question}\n  {text[:400]!r}")
    asked = max(1, len(each.questions))
    print(
        f"{each.name:16} both values {sum(pairs)} of {len(pairs)}; false alarms shown {alarms / asked:.4f}, among"
        f" candidates {any_alarm / asked:.4f} of {asked}; {1000 * spent / asked:.2f} ms a search",
        flush=True,
    )
    figure(f"{each.name}: both values shown", sum(pairs) / max(1, len(pairs)), "share")
    figure(f"{each.name}: false alarms", alarms / asked, "share")


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=60, help="planted pairs of each set")
    parser.add_argument("--only", default="", help="the set with this name")
    parser.add_argument("--show", action="store_true", help="print what is missed and the false alarms")
    asked = parser.parse_args()
    sets = [each for each in load(*asked.folders) if each.passages and asked.only in ("", each.name)]
    async with opened(sets) as base:
        for each in sets:
            await of_set(base, each, asked.most, asked.show)


if __name__ == "__main__":
    asyncio.run(main())
