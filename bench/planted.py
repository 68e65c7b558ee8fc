"""What an `ok` is worth: supported claims are changed in one place, and the check looks at them with the same passage.

Run: `python bench/planted.py FOLDER… [--most 200] [--only SET] [--show KIND]`. The folders hold sets as
`bench/judgement.py` reads them. Supported claims that people labelled are changed (`planted_parts/changes.py`), and
sentences that are copied from a passage.

For each set it prints, by kind of change, the share of claims that are still `ok`, of those that were `ok` unchanged.
"Wrong passage" cites another passage and changes a figure; its share is that of the claims that are `moved`. Then come
the shares of unchanged claims that are `ok`, `weak` or dropped. If people labelled claims, the last figure is the share
of claims called `ok` that they call unsupported.
`--show` prints the changed claims of a kind that stayed `ok`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.figures import figure
from bench.judgement_parts.sets import LabelledSet, load, spread
from bench.planted_parts.changes import CHANGES, without_marks
from gateway import words
from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings

OTHERS, LEAST, LONGEST = 7, 40, 400
"""Candidates beside the claim's own; characters of a copied sentence."""
SEED = 17


class Supported(NamedTuple):
    """A claim with the passages that support it, and passages that other claims cite."""

    claim: str
    passages: tuple[str, ...]
    others: tuple[str, ...]
    language: str


def supported_of(each: LabelledSet, most: int) -> list[Supported]:
    """Returns labelled claims that are supported, else sentences that are copied from passages."""
    chance = random.Random(SEED)
    if each.claims:
        texts = sorted({text for claim in each.claims for text in claim.passages})
        pairs = [(without_marks(claim.text), claim.passages) for claim in each.claims if claim.supported]
    else:
        texts = [passage.text for passage in each.passages]
        pairs = [(sentence, (text,)) for text in texts if (sentence := _copied(text, each.language, chance))]
    return [
        Supported(claim, own, tuple(chance.sample(texts, min(OTHERS, len(texts)))), each.language)
        for claim, own in spread(pairs, most)
    ]


def _copied(text: str, language: str, chance: random.Random) -> str:
    least = LEAST // 3 if language == "zh" else LEAST
    found = [text[a:b] for a, b in words.sentences(text, language) if least <= b - a <= LONGEST]
    return chance.choice(found) if found else ""


def checked(claim: str, own: Sequence[str], others: Sequence[str], language: str, cited: str = "E1") -> list[Citation]:
    """Returns what becomes of a paragraph that cites its own passages (`E1`, …), or another one."""
    texts = [*own, *(text for text in others if text not in own)]
    made = [Candidate(f"E{at}", "embedding", {"text": text}, 1.0, at, language) for at, text in enumerate(texts, 1)]
    ids = [f"E{at}" for at in range(1, min(4, len(own)) + 1)] if cited == "E1" else [cited]
    return EvidenceIndex(Candidates(made), EvidenceSettings(), language).check(claim, ids)[0]


def outcome(citations: Sequence[Citation]) -> str:
    """Returns the worst status of a paragraph: a doubt about one citation is a doubt that the reader sees."""
    statuses = {citation.status for citation in citations}
    return next((status for status in ("weak", "moved", "ok", "unchecked") if status in statuses), "dropped")


def planted(cases: Sequence[Supported], show: str) -> Iterator[tuple[str, str]]:
    """Yields kind and outcome of every changed claim; `unchanged` for the claims themselves."""
    chance = random.Random(SEED)
    for claim, own, others, language in cases:
        before = outcome(checked(claim, own, others, language))
        yield "unchanged", before
        if show == "unchanged" and before != "ok":
            print(f"[{before}] {claim}")
        if before != "ok":
            continue
        for kind, change in CHANGES.items():
            changed = change(claim, " ".join(own), language, chance)
            if changed is None or changed == claim:
                continue
            after = outcome(checked(changed, own, others, language))
            yield kind, after
            if show == kind and after == "ok":
                print(f"{changed}\n   was: {claim}")
        changed = CHANGES["strange number"](claim, " ".join((*own, *others)), language, chance)
        if changed not in (None, claim) and others and others[0] not in own:
            yield "wrong passage", outcome(checked(changed, own, others, language, f"E{len(own) + 1}"))


def rejected(each: LabelledSet, most: int) -> tuple[int, int]:
    """Returns how many of the labelled claims are `ok`, and how many of these people call unsupported."""
    ok = wrong = 0
    for claim in spread(each.claims, most):
        if outcome(checked(without_marks(claim.text), claim.passages, (), each.language)) == "ok":
            ok, wrong = ok + 1, wrong + (not claim.supported)
    return ok, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=200, help="claims of each set")
    parser.add_argument("--only", default="", help="the set with this name")
    parser.add_argument("--show", default="", help="a kind of change")
    asked = parser.parse_args()
    kinds = [*CHANGES, "wrong passage"]
    print(f"{'':24}" + "".join(f"{kind:>16}" for kind in kinds) + f"{'unchanged ok/weak/gone':>24}{'rejected':>14}")
    for each in load(*asked.folders):
        if asked.only not in ("", each.name) or not (each.claims or each.passages):
            continue
        begin = time.process_time()
        found: dict[str, Counter[str]] = {kind: Counter() for kind in ("unchanged", *kinds)}
        for kind, after in planted(supported_of(each, asked.most), asked.show):
            found[kind][after] += 1
        shares = [found[kind]["moved" if kind == "wrong passage" else "ok"] for kind in kinds]
        line = "".join(
            f"{f'{share / total:.2f} of {total}' if (total := found[kind].total()) else '-':>16}"
            for kind, share in zip(kinds, shares, strict=True)
        )
        base = found["unchanged"]
        of = max(1, base.total())
        kept = f"{base['ok'] / of:.3f}/{base['weak'] / of:.3f}/{base['dropped'] / of:.3f}"
        ok, wrong = rejected(each, asked.most * 5) if each.claims else (0, 0)
        print(
            f"{each.name:24}{line}{kept:>24}{f'{wrong / ok:.3f} of {ok}' if ok else '-':>14}  {time.process_time() - begin:.0f} s",
            flush=True,
        )
        for kind, share in zip(kinds, shares, strict=True):
            figure(f"{each.name}: {kind} ok", share / max(1, found[kind].total()), "share")
        figure(f"{each.name}: unchanged ok", base["ok"] / of, "share")


if __name__ == "__main__":
    main()
