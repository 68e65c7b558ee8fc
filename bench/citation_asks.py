"""What a question asks about a source, by its vector: fits `gateway/turn/citations/asks_by_meaning.json`.

    python bench/citation_asks.py FOLDER…            how well rules read each author's utterances, and rules together
                                                     with a fit that has not seen this author
    python bench/citation_asks.py FOLDER… --write    and fit on all of them

Utterances and look-alikes are those of `tests/conversation/utterances`. The questions of FOLDER, in the public form of
labelled sets (`bench/judgement.py`), are about no source.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from gateway import words
from gateway.conversation.citations.asks_by_meaning import NOTHING, likely
from gateway.conversation.citations.citation_asked import citation_asked
from gateway.models.embedders import meaning
from gateway.turn.citations.fitted_asks import FILE

UTTERANCES = Path(__file__).parents[1] / "tests/conversation/utterances"
ASKS = (NOTHING, "more", "about", "origin", "otherwise", "wording", "status")
STRENGTH = 10.0
"""Inverse of the penalty on weights, for the sum of losses. 3 and 30 read the authors left out as well within a point;
30 takes twice as many public questions."""
STEPS = 400
TITLES = ("Leave policy 2026", "Employee handbook", "HR department — approves → leave requests")
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Said:
    author: str
    """Utterances of one author are never read by a fit that has seen others of theirs."""
    text: str
    asks: str
    language: str
    titles: tuple[str, ...] = TITLES
    """Titles of the documents that the answer before it cites."""


def utterances() -> list[Said]:
    """Returns those of all files but `held_…`, which no fit sees."""
    found = []
    for file in sorted(set(UTTERANCES.glob("*.jsonl")) - set(UTTERANCES.glob("held_*"))):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            manner = file.stem.partition("_")[0]
            author = f"{manner}, {row['language']}" if manner in ("everyday", "tricky") else file.stem
            place, _, named = row.get("points_at", "").partition(",")[0].partition(":")
            title = row.get("title") or (named if place == "title" else "")
            titles = TITLES if title in ("", *TITLES) else (title, *TITLES[:1])
            found.append(Said(author, row["utterance"], row["asks"] or NOTHING, row["language"], titles))
    return found


def public(folders: Sequence[Path]) -> list[Said]:
    """Returns questions of others, each of which stands alone or follows one of its subject."""
    found = []
    for folder in folders:
        for file in sorted(folder.glob("*.jsonl")):
            name, kind = file.name.split(".")[:2]
            if kind in ("questions", "unanswerable", "followups"):
                rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
                texts = [row["question"] for row in rows]
                found += [Said(f"public, {name}", text, NOTHING, words.guess_language(text) or "en") for text in texts]
    return found


def fitted(vectors: Numbers, asks: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """Returns weights and biases of a softmax regression, by Nesterov's accelerated gradient."""
    wanted = np.eye(len(ASKS))[asks]
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))])
    penalty = np.append(np.full(vectors.shape[1], 1 / (STRENGTH * len(vectors))), 0)
    step = 1 / (0.5 * np.linalg.eigvalsh(inputs.T @ inputs / len(inputs))[-1] + penalty[0])
    weights = ahead = np.zeros((inputs.shape[1], len(ASKS)))
    for turn in range(STEPS):
        gradient = inputs.T @ (probabilities(inputs @ ahead) - wanted) / len(inputs) + penalty[:, None] * ahead
        weights, before = ahead - step * gradient, weights
        ahead = weights + turn / (turn + 3) * (weights - before)
    return weights[:-1], weights[-1]


def probabilities(sums: Numbers) -> Numbers:
    odds = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def read(said: Sequence[Said], sums: Numbers | None = None) -> NDArray[np.bool_]:
    """Returns which of them rules read right, or rules together with what a regression says (`sums`, a row of each)."""
    right = []
    for at, each in enumerate(said):
        language = words.guess_language(each.text) or each.language
        asked = citation_asked(each.text, language, each.titles)
        if sums is not None:
            asked = likely(ASKS, sums[at].tolist()).completes(asked, each.text, language, each.titles)
        right.append((asked.asks if asked else NOTHING) == each.asks)
    return np.array(right)


def left_out(said: Sequence[Said], vectors: Numbers, asks: NDArray[np.int64]) -> Numbers:
    """Returns the sums of each question by a regression that has seen nothing of its author."""
    authors = np.array([each.author for each in said])
    sums = np.zeros((len(said), len(ASKS)))
    for author in dict.fromkeys(authors):
        out = authors == author
        weights, bias = fitted(vectors[~out], asks[~out])
        sums[out] = vectors[out] @ weights + bias
    return sums


def report(said: Sequence[Said], sums: Numbers) -> None:
    rules, both = read(said), read(said, sums)
    authors = np.array([each.author for each in said])
    about = np.array([each.asks != NOTHING for each in said])
    print(f"{'left out':32} {'lines':>6} {'rules':>6} {'both':>6}")
    for author in dict.fromkeys(authors):
        for kind, chosen in ((author, about), (f"{author}, no source", ~about)):
            if (out := (authors == author) & chosen).any():
                print(f"{kind:32} {out.sum():6} {rules[out].mean():6.3f} {both[out].mean():6.3f}")


def written(weights: Numbers, bias: Numbers) -> None:
    scale = float(np.abs(weights).max() / 127)
    steps = np.rint(weights.T / scale).astype(np.int8)
    told = {
        "embedder": meaning.NAME,
        "asks": ASKS,
        "bias": [round(float(each), 4) for each in bias],
        "scale": round(scale, 8),
        "weights": b64encode(steps.tobytes()).decode(),
    }
    FILE.write_text(json.dumps(told) + "\n", encoding="utf-8")
    print(f"{FILE.name}: written")


def main(given: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Fits what a question asks about a source.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="holds NAME.questions.jsonl and so on")
    parser.add_argument("--write", action="store_true", help="fit on all and write the weights")
    found = parser.parse_args(given)
    said = [*utterances(), *public(found.folders)]
    encode = meaning.load("")
    vectors = np.array([encode(each.text) for each in said], dtype=np.float64)
    asks = np.array([ASKS.index(each.asks) for each in said])
    if found.write:
        written(*fitted(vectors, asks))
    else:
        report(said, left_out(said, vectors, asks))


if __name__ == "__main__":
    main(sys.argv[1:])
