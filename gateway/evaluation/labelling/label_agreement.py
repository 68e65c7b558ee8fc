"""What people say of paragraphs and their cited passages: agreement of labellers, and the labels that count. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from typing_extensions import TypedDict

Judgement = Literal["supported", "partly", "not"]


class Labelled(NamedTuple):
    """What is labelled. `citation_id`: one citation of a paragraph that has several; empty: all its citations."""

    answer_uuid: str
    paragraph: int
    citation_id: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """The verdict of one person. `claim` and `passages`: the texts that they read."""

    item: Labelled
    labeller: str
    verdict: Judgement
    claim: str
    passages: tuple[str, ...]
    sampled: bool
    """The paragraph is of the random sample. Only these labels say how often paragraphs are unsupported."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two people agree. `cases`: items that both labelled."""

    labellers: tuple[str, str]
    cases: int
    kappa: float | None
    """Cohen (1960), over the three verdicts. None: both gave the same single verdict, so chance explains it all."""


class ClaimLine(TypedDict):
    """A line of the file that `citestream evidence calibrate` reads. `labels`: how many people labelled it."""

    claim: str
    passages: list[str]
    supported: bool
    labels: int


def agreements(labels: Iterable[Label]) -> list[Agreement]:
    """Returns the agreement of each two people who labelled the same items."""
    by_item: dict[Labelled, dict[str, Judgement]] = {}
    for label in labels:
        by_item.setdefault(label.item, {})[label.labeller] = label.verdict
    pairs: dict[tuple[str, str], list[tuple[Judgement, Judgement]]] = {}
    for verdicts in by_item.values():
        for pair in combinations(sorted(verdicts), 2):
            pairs.setdefault(pair, []).append((verdicts[pair[0]], verdicts[pair[1]]))
    return [Agreement(names, len(both), kappa(both)) for names, both in sorted(pairs.items())]


def kappa(pairs: Sequence[tuple[Judgement, Judgement]]) -> float | None:
    """Returns Cohen's kappa; None if there is nothing beyond chance to measure."""
    count = len(pairs)
    firsts, seconds = (Counter(side) for side in zip(*pairs, strict=True)) if pairs else (Counter[Judgement](),) * 2
    chance = sum(firsts[verdict] * seconds[verdict] for verdict in firsts)
    if chance == count * count:
        return None
    agreed = sum(first == second for first, second in pairs) * count
    return (agreed - chance) / (count * count - chance)


def settled(labels: Iterable[Label]) -> tuple[list[tuple[list[Label], bool]], int]:
    """Returns the labels of each item on which all agree, with whether it is supported, and how many items have labels
    that contradict each other. `partly` counts as not supported."""
    by_item: dict[Labelled, list[Label]] = {}
    for label in labels:
        by_item.setdefault(label.item, []).append(label)
    found = [(given, {label.verdict == "supported" for label in given}) for given in by_item.values()]
    agreed = [(given, verdicts == {True}) for given, verdicts in found if len(verdicts) == 1]
    return agreed, len(found) - len(agreed)


def claims(labels: Iterable[Label]) -> tuple[list[ClaimLine], int]:
    """Returns the lines of the file, and how many items were left out because their labels contradict each other."""
    agreed, contradictions = settled(labels)
    lines = [
        ClaimLine(claim=given[0].claim, passages=list(given[0].passages), supported=supported, labels=len(given))
        for given, supported in agreed
    ]
    return lines, contradictions


def supported_paragraphs(labels: Iterable[Label]) -> Mapping[tuple[str, int], bool]:
    """Returns whether some cited passage supports a paragraph, for `hallucination_rate`: the random sample alone, for
    the other labels are of citations that were suspected already."""
    agreed, _ = settled(label for label in labels if label.sampled and not label.item.citation_id)
    return {(given[0].item.answer_uuid, given[0].item.paragraph): supported for given, supported in agreed}
