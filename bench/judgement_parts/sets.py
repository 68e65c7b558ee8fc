"""Labelled sets as they lie in a folder, one JSON object a line.

NAME.passages.jsonl      {"id", "text"}
NAME.questions.jsonl     {"question", "gold": [ids], "answers": [wordings]}
NAME.unanswerable.jsonl  {"question"}             of the same subjects, answered by no passage
NAME.claims.jsonl        {"claim", "passages": [text], "supported"}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, StringConstraints

from bench.judgement_parts.baselines import language_of
from gateway.cli.options import text_of
from gateway.evaluation import sets
from gateway.evaluation.sets import BadSet

KINDS = ("passages", "questions", "unanswerable", "claims")
SAMPLED = 100
"""Passages at most that tell the language of a set."""


Text = Annotated[str, StringConstraints(pattern=r"\S")]
"""A text that is not empty."""


@dataclass(frozen=True, slots=True)
class LabelledPassage:
    """A passage of a set, which is one document here."""

    id: Text
    text: Text


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question. `gold`: ids of the passages that answer it, any of which counts; empty: no passage does."""

    text: Annotated[Text, Field(alias="question")]
    gold: frozenset[str] = frozenset()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A sentence that cites passages, and whether they support it."""

    text: Annotated[Text, Field(alias="claim")]
    passages: Annotated[tuple[str, ...], Field(min_length=1)]
    supported: bool


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
        names = {file.name.removesuffix(f".{kind}.jsonl") for kind in KINDS for file in folder.glob(f"*.{kind}.jsonl")}
        if not names:
            raise BadSet(f"{folder} holds no set: no file is called NAME.questions.jsonl or NAME.claims.jsonl.")
        for name in sorted(names):
            if name in found:
                raise BadSet(f"{folder}: a set called {name} was in a folder before.")
            found[name] = _set(folder, name)
    return sorted(found.values(), key=lambda each: each.name)


def _set(folder: Path, name: str) -> LabelledSet:
    passages = _read(folder / f"{name}.passages.jsonl", LabelledPassage)
    ids = {passage.id for passage in passages}
    if len(ids) < len(passages):
        raise BadSet(f"{folder / name}.passages.jsonl has two passages with one id.")
    claims = _read(folder / f"{name}.claims.jsonl", LabelledClaim)
    questions = [
        replace(question, answers=tuple(filter(str.strip, question.answers)))
        for question in _read(folder / f"{name}.questions.jsonl", LabelledQuestion)
    ]
    for question in questions:
        if not question.gold:
            raise BadSet(f"{folder / name}.questions.jsonl: 'gold' of {question.text[:60]!r} names no passage.")
        if unknown := question.gold - ids:
            raise BadSet(
                f"{folder / name}.questions.jsonl: {question.text[:60]!r} names the passage {min(unknown)!r}, which "
                f"{name}.passages.jsonl does not hold."
            )
    unanswerable = _read(folder / f"{name}.unanswerable.jsonl", LabelledQuestion)
    texts = [passage.text for passage in passages] or [claim.text for claim in claims]
    if not texts:
        raise BadSet(f"{folder / name} has neither passages nor claims.")
    language = language_of(spread(texts, SAMPLED))
    return LabelledSet(name, language, tuple(passages), tuple(questions), tuple(unanswerable), tuple(claims))


def _read(file: Path, kind: type[Item]) -> list[Item]:
    """Returns the lines of a file; nothing where there is no such file."""
    return sets.read(str(file), text_of(file), kind) if file.exists() else []
