"""Fits the rule of the confidence gate on labelled sets, and says what it is worth on a set that it was not fitted on.

    python bench/gate_fit.py FOLDER… [--one-field NAME] [--rows FILE] [--write]

Sets are as `bench/judgement.py` reads them. Questions of a set are answerable over its own passages; off topic are
those of the other sets in its language, of our own small sets, and those about one half of its subjects over the other
half (not for a set of one field, which --one-field names). To see more than whole questions over small corpora, each
set is also asked by a few words of its questions and by three questions at once, and among the passages of claims,
whose sentences are long questions over these.

The report leaves one set out after the other. --write puts the rule that all sets give into the gateway. --rows keeps
the figures in a file, and reads them from there where it exists: fitting again then takes seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.judgement_parts.base import Base, opened, progress, told
from bench.judgement_parts.gating import own_questions
from bench.judgement_parts.sets import LabelledPassage, LabelledSet, load, spread
from gateway import words
from gateway.answer.gate import gate_rule
from gateway.answer.gate.gate_features import CorpusWords, GateFeatures, features
from gateway.answer.gate.gate_rule import RULE, GateRule
from gateway.evaluation.thresholds.gate_fitting import LabelledFeatures, evidence, fit, scaled

MOST, FEW = 200, 80
"""Questions of each kind over a whole set; of the kinds that are made of them."""
HANDFUL = 15
"""Passages of a knowledge base that has just begun."""
REFUSED = 0.025
"""Share of answerable questions that may be refused, in the set where it is most."""
CONFIDENT = 0.05
"""Share of off-topic questions that may be called confident."""
MADE = ("few words", "joined", "claims", "a handful")
"""Kinds of questions that nobody asked: the rule is fitted on them too, its thresholds are not."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Questions over the passages of one workspace. `family`: the set that they are left out with."""

    family: str
    kind: str
    workspace: str
    questions: tuple[str, ...]
    answerable: bool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--one-field", action="append", default=[])
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not asked.folders and not asked.rows:
        print("bench/gate_fit.py wants a folder with labelled sets; bench/judgement_parts/sets.py says their form.")
        return 0
    if asked.rows and asked.rows.exists():
        questions = read(asked.rows)
    else:
        questions = asyncio.run(measured(load(*asked.folders), asked.one_field))
        if asked.rows:
            keep(asked.rows, questions)
    report(questions)
    rule = levelled(fit(trained(questions), RULE), questions)
    print(f"\nAll sets: {rule}")
    table(questions, rule, "as fitted on all sets")
    if asked.write:
        write(rule)
    return 0


# What is asked -------------------------------------------------------------------------------------------------------


def corpora(sets: Sequence[LabelledSet], one_field: Sequence[str]) -> Iterator[tuple[LabelledSet, list[Asking]]]:
    """Yields each corpus with what is asked of it."""
    dice = random.Random(15)
    for each in sets:
        name = each.name
        if each.claims and not each.questions:
            passages = _of_claims([each])
            others = [claim.text for other in sets if other is not each for claim in spread(other.claims, MOST)]
            good = [claim.text for claim in each.claims if claim.supported]
            yield (
                replace(each, passages=passages, claims=()),
                [
                    Asking(name, "claims", name, spread(good, FEW), True),
                    Asking(name, "claims", name, spread(others, FEW), False),
                ],
            )
            continue
        own = [question.text for question in each.questions]
        others = [
            question.text
            for other in sets
            if other is not each and other.language == each.language
            for question in spread(other.questions, MOST)
        ]
        ours = [question.text for question in own_questions(each.language)]
        off = spread([*others, *ours], MOST)
        asked = [
            Asking(name, "whole", name, spread(own, MOST), True),
            Asking(name, "whole", name, off, False),
            Asking(name, "few words", name, _few_words(spread(own, FEW), each.language, dice), True),
            Asking(name, "few words", name, _few_words(spread(off, FEW), each.language, dice), False),
            Asking(name, "joined", name, _joined(own), True),
            Asking(name, "joined", name, _joined(others or ours), False),
        ]
        near = [question.text for question in each.unanswerable]
        asked += [Asking(name, "near-topic", name, spread(near, MOST), False)] if near else []
        yield each, asked
        more = _of_claims([other for other in sets if other.claims and other.language == each.language])
        if more:
            mixed = replace(each, name=f"{name} among others", passages=(*each.passages, *more))
            yield (
                mixed,
                [
                    Asking(name, "among others", mixed.name, spread(own, MOST), True),
                    Asking(name, "among others", mixed.name, off, False),
                ],
            )
        yield _handful(each, off)
        if name not in one_field:
            yield from _halves(each)


def _halves(each: LabelledSet) -> Iterator[tuple[LabelledSet, list[Asking]]]:
    """Yields both halves of a set, each asked for what is in it and for what is in the other."""
    middle = len(each.passages) // 2
    parts = each.passages[:middle], each.passages[middle:]
    ids = [frozenset(passage.id for passage in part) for part in parts]
    inside = [[question.text for question in each.questions if question.gold <= found] for found in ids]
    for at, part in enumerate(parts):
        name = f"{each.name}, half {at + 1}"
        yield (
            replace(each, name=name, passages=part),
            [
                Asking(each.name, "halves", name, spread(inside[at], MOST // 2), True),
                Asking(each.name, "halves", name, spread(inside[1 - at], MOST // 2), False),
            ],
        )


def _handful(each: LabelledSet, off: Sequence[str]) -> tuple[LabelledSet, list[Asking]]:
    """Returns a few passages of a set with what is asked of them, as of a knowledge base that has just begun."""
    part = each.passages[: len(each.passages) : max(1, len(each.passages) // HANDFUL)][:HANDFUL]
    ids, name = frozenset(passage.id for passage in part), f"{each.name}, a handful"
    own = [question.text for question in each.questions if question.gold <= ids]
    return (
        replace(each, name=name, passages=part),
        [
            Asking(each.name, "a handful", name, spread(own, FEW), True),
            Asking(each.name, "a handful", name, spread(off, FEW), False),
        ],
    )


def _of_claims(sets: Iterable[LabelledSet]) -> tuple[LabelledPassage, ...]:
    texts = dict.fromkeys(text for each in sets for claim in each.claims for text in claim.passages)
    return tuple(LabelledPassage(f"c{number}", text) for number, text in enumerate(texts))


def _few_words(questions: Iterable[str], language: str, dice: random.Random) -> tuple[str, ...]:
    """Returns questions as people type them into a search field: two or three words that tell something."""
    found = []
    for question in questions:
        typed = [word for word in re.findall(r"[\w'-]+", question) if words.content_words(word, language)]
        telling = [word for word in typed if not any(map(words.is_general, words.content_words(word, language)))]
        if telling and not words.is_unspaced(telling[0][:1]):
            chosen = sorted(dice.sample(range(len(telling)), min(len(telling), dice.choice((2, 3)))))
            found.append(" ".join(telling[at] for at in chosen))
    return tuple(found)


def _joined(questions: Sequence[str]) -> tuple[str, ...]:
    """Returns three neighbouring questions as one."""
    joined = [" ".join(questions[at : at + 3]) for at in range(0, len(questions), 3)]
    return spread(joined, FEW // 2)


# What is found -------------------------------------------------------------------------------------------------------


async def measured(sets: Sequence[LabelledSet], one_field: Sequence[str]) -> list[LabelledFeatures]:
    found = list(corpora(sets, one_field))
    async with opened([corpus for corpus, _ in found]) as base:
        return [question for _, asked in found for each in asked for question in await _asked(base, each)]


async def _asked(base: Base, asking: Asking) -> list[LabelledFeatures]:
    found = []
    for text in progress(asking.questions, f"{asking.workspace}, {asking.kind}"):
        meant, looked = await base.looked(text, asking.workspace)
        gathered = looked.gathered
        corpus = CorpusWords(gathered.weights, gathered.passages)
        figures = features(meant.lookups[0].subject, meant.language, gathered.candidates, corpus)
        each = tuple(one for candidate in figures.values() for one in candidate)
        found.append(LabelledFeatures(each, asking.answerable, (asking.family, asking.kind)))
    return found


def keep(file: Path, questions: Iterable[LabelledFeatures]) -> None:
    rows = ([question.figures, question.answerable, question.group] for question in questions)
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def read(file: Path) -> list[LabelledFeatures]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [
        LabelledFeatures(tuple(GateFeatures(*each) for each in figures), answerable, tuple(group))
        for figures, answerable, group in rows
    ]


# What it is worth ----------------------------------------------------------------------------------------------------


def trained(questions: Iterable[LabelledFeatures], without: str = "") -> list[LabelledFeatures]:
    """Returns the questions to fit on."""
    return [each for each in questions if each.group[0] != without and each.group[1] != "near-topic"]  # type: ignore[index]


def levelled(rule: GateRule, questions: Iterable[LabelledFeatures]) -> GateRule:
    """Returns the rule with its levels where the fit wants them: the threshold so low that hardly a question of any set
    is refused, the bound of doubt so high that hardly an off-topic one is called confident."""
    good, bad = defaultdict(list), []
    for each in trained(questions):
        family, kind = each.group  # type: ignore[misc]
        if kind in MADE:
            continue
        if each.answerable:
            good[family, kind].append(evidence(each, rule))
        else:
            bad.append(evidence(each, rule))
    threshold = min(sorted(values)[int(REFUSED * len(values))] for values in good.values())
    doubt = sorted(bad)[int((1 - CONFIDENT) * len(bad))]
    return scaled(rule, threshold, max(doubt, threshold + 0.5))


def report(questions: Sequence[LabelledFeatures]) -> None:
    """Prints what a rule is worth that was fitted without the set, for each set."""
    families = dict.fromkeys(each.group[0] for each in questions)  # type: ignore[index]
    for family in families:
        told(f"fitting without {family}")
        rest = trained(questions, family)
        rule = levelled(fit(rest, RULE), rest)
        table([each for each in questions if each.group[0] == family], rule, f"{family}, fitted on the others")  # type: ignore[index]


def table(questions: Iterable[LabelledFeatures], rule: GateRule, name: str) -> None:
    groups: dict[tuple[str, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for each in questions:
        groups[each.group][each.answerable].append(gate(each, rule))  # type: ignore[index]
    print(f"\n{name}\n{'':40}{'answerable':>28}{'off topic':>28}{'AUC':>7}")
    print(f"{'':40}{'refused':>10}{'doubtful':>10}{'sure':>8}{'refused':>10}{'doubtful':>10}{'sure':>8}")
    for (family, kind), (bad, good) in groups.items():
        print(f"{family + ', ' + kind:40}{_shares(good)}{_shares(bad)}{_auc(good, bad):>7}")


def gate(question: LabelledFeatures, rule: GateRule) -> float:
    """Returns the confidence in a question."""
    return max(map(rule.confidence, question.telling), default=0.0)


def _shares(values: Sequence[float]) -> str:
    if not values:
        return f"{'–':>28}"
    refused = sum(value < gate_rule.THRESHOLD for value in values) / len(values)
    sure = sum(value >= gate_rule.DOUBT for value in values) / len(values)
    return f"{refused:>10.1%}{1 - refused - sure:>10.1%}{sure:>8.1%}"


def _auc(good: Sequence[float], bad: Sequence[float]) -> str:
    if not good or not bad:
        return "–"
    above = sum((one > other) + (one == other) / 2 for one in good for other in bad)
    return f"{above / len(good) / len(bad):.3f}"


def write(rule: GateRule) -> None:
    """Puts the rule into the module that holds it."""
    file = Path(gate_rule.__file__)
    source = file.read_text(encoding="utf-8")
    weights = ", ".join(f"{weight:.4g}" for weight in rule.weights)
    made = f"RULE = GateRule(\n    intercept={rule.intercept:.4g},\n    weights=({weights}),\n)\n"
    file.write_text(source[: source.index("RULE = GateRule(")] + made, encoding="utf-8")
    told(f"the rule is written to {file}")


if __name__ == "__main__":
    sys.exit(main())
