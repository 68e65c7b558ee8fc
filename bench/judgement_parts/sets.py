"""Labelled sets as they lie in a folder, one JSON object a line.

NAME.passages.jsonl      {"id", "text"}
NAME.questions.jsonl     {"question", "gold": [ids], "answers": [wordings]}
NAME.unanswerable.jsonl  {"question"}             of the same subjects, answered by no passage
NAME.claims.jsonl        {"claim", "passages": [text], "supported"}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bench.judgement_parts.baselines import language_of

KINDS = ("passages", "questions", "unanswerable", "claims")
SAMPLED = 100
"""Passages at most that tell the language of a set."""


class BadSet(Exception):
    """A folder or a line that is not as the form wants it. The message is a sentence for the person who gave it."""


@dataclass(frozen=True, slots=True)
class LabelledPassage:
    """A passage of a set, which is one document here."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question. `gold`: ids of the passages that answer it, any of which counts; empty: no passage does."""

    text: str
    gold: frozenset[str] = frozenset()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A sentence that cites passages, and whether they support it."""

    text: str
    passages: tuple[str, ...]
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
    passages = tuple(_read(folder / f"{name}.passages.jsonl", _passage))
    ids = {passage.id for passage in passages}
    if len(ids) < len(passages):
        raise BadSet(f"{folder / name}.passages.jsonl has two passages with one id.")
    claims = tuple(_read(folder / f"{name}.claims.jsonl", _claim))
    questions = tuple(_read(folder / f"{name}.questions.jsonl", _question))
    for question in questions:
        if unknown := question.gold - ids:
            raise BadSet(
                f"{folder / name}.questions.jsonl: {question.text[:60]!r} names the passage {min(unknown)!r}, which "
                f"{name}.passages.jsonl does not hold."
            )
    unanswerable = tuple(_read(folder / f"{name}.unanswerable.jsonl", _unanswerable))
    texts = [passage.text for passage in passages] or [claim.text for claim in claims]
    if not texts:
        raise BadSet(f"{folder / name} has neither passages nor claims.")
    return LabelledSet(name, language_of(spread(texts, SAMPLED)), passages, questions, unanswerable, claims)


Made = TypeVar("Made")


def _read(file: Path, make: Callable[[dict[str, Any]], Made]) -> Iterator[Made]:
    """Yields what the lines of a file make; nothing where there is no such file."""
    if not file.exists():
        return
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSet(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise BadSet(f"{file} is empty.")
    for number, line in lines:
        try:
            yield make(json.loads(line))
        except (ValueError, RecursionError):
            raise BadSet(f"{file}, line {number} is not JSON.") from None
        except KeyError as missing:
            raise BadSet(f"{file}, line {number} has no {missing.args[0]!r}.") from None
        except TypeError as wrong:
            raise BadSet(f"{file}, line {number}: {wrong}.") from None


def _passage(line: dict[str, Any]) -> LabelledPassage:
    return LabelledPassage(_text(line, "id"), _text(line, "text"))


def _question(line: dict[str, Any]) -> LabelledQuestion:
    gold = frozenset(_texts(line, "gold"))
    if not gold:
        raise TypeError("'gold' names no passage")
    answers = _texts(line, "answers") if "answers" in line else ()
    return LabelledQuestion(_text(line, "question"), gold, tuple(filter(str.strip, answers)))


def _unanswerable(line: dict[str, Any]) -> LabelledQuestion:
    return LabelledQuestion(_text(line, "question"))


def _claim(line: dict[str, Any]) -> LabelledClaim:
    passages, supported = _texts(line, "passages"), _field(line, "supported")
    if not passages:
        raise TypeError("'passages' is empty")
    if type(supported) is not bool:
        raise TypeError("'supported' is neither true nor false")
    return LabelledClaim(_text(line, "claim"), passages, supported)


def _field(line: dict[str, Any], name: str) -> Any:
    if not isinstance(line, dict):
        raise TypeError("it is no object")
    return line[name]


def _text(line: dict[str, Any], name: str) -> str:
    found = _field(line, name)
    if not isinstance(found, str) or not found.strip():
        raise TypeError(f"{name!r} is no text, or an empty one")
    return found


def _texts(line: dict[str, Any], name: str) -> tuple[str, ...]:
    found = _field(line, name)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise TypeError(f"{name!r} is no list of texts")
    return tuple(found)
