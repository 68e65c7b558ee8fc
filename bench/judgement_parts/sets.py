"""Labelled sets of folders, in the public form that `gateway/evaluation/set_files.py` reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from bench.judgement_parts.baselines import language_of
from gateway.cli.options import text_of
from gateway.evaluation.set_files import (
    LabelledClaim,
    LabelledPassage,
    LabelledQuestion,
    public_names,
    read_public,
)
from gateway.evaluation.sets import BadSet

SAMPLED = 100
"""Passages at most that tell the language of a set."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """All files of one name. `language`: that of most of its passages, or claims; as two letters."""

    name: str
    language: str
    passages: tuple[LabelledPassage, ...] = ()
    questions: tuple[LabelledQuestion, ...] = ()
    unanswerable: tuple[LabelledQuestion, ...] = ()
    claims: tuple[LabelledClaim, ...] = ()

    def sampled(self, most: int) -> LabelledSet:
        """Returns the set with at most so many questions and claims of each kind, and all its passages."""
        return replace(
            self,
            questions=spread(self.questions, most),
            unanswerable=spread(self.unanswerable, most),
            claims=spread(self.claims, most),
        )


Item = TypeVar("Item")


def spread(items: Sequence[Item], most: int) -> tuple[Item, ...]:
    """Returns at most so many of the items, at even distances, the same ones every time."""
    if len(items) <= most:
        return tuple(items)
    return tuple(items[at * len(items) // most] for at in range(most))


def load(*folders: Path | str) -> list[LabelledSet]:
    """Returns the sets of folders, by name. Raises `BadSet` for a folder without sets and for the first bad line."""
    found: dict[str, LabelledSet] = {}
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise BadSet(f"{folder} is not a folder.")
        names = public_names(folder)[1]
        if not names:
            raise BadSet(f"{folder} holds no set: no file is called NAME.questions.jsonl or NAME.claims.jsonl.")
        for name in names:
            if name in found:
                raise BadSet(f"{folder}: a set called {name} was in a folder before.")
            found[name] = _set(folder, name)
    return sorted(found.values(), key=lambda each: each.name)


def _set(folder: Path, name: str) -> LabelledSet:
    public = read_public(folder, name, text_of)
    for file, number, problem in public.bad:
        raise BadSet(f"{file}, line {number}{problem}.")
    texts = [passage.text for passage in public.passages] or [claim.text for claim in public.claims]
    if not texts:
        raise BadSet(f"{folder / name} has neither passages nor claims.")
    return LabelledSet(
        name,
        language_of(spread(texts, SAMPLED)),
        public.passages,
        tuple(question for _, question in public.questions),
        tuple(question for _, question in public.unanswerable),
        public.claims,
    )
