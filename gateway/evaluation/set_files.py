"""Sets as they lie in files: cases, one a line, or the public form, which is several files of one name.

NAME.passages.jsonl      {"id", "text"}
NAME.questions.jsonl     {"question", "gold": [ids], "answers": [wordings]}
NAME.unanswerable.jsonl  {"question"}             of the same subjects, answered by no passage
NAME.claims.jsonl        {"claim", "passages": [text], "supported"}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

from pydantic import Field, StringConstraints

from gateway import words
from gateway.evaluation.cases import SHORTEST_WORDING, BadLine, Case, CaseLine
from gateway.evaluation.sets import BadSet, read_lines

KINDS = ("passages", "questions", "unanswerable", "claims")
LONGEST_WORDING = 200
"""Characters of a sentence that stand for a gold passage."""
Text = Annotated[str, StringConstraints(pattern=r"\S")]
"""A text that is not empty."""
TextOf = Callable[[Path], str]
"""Returns the text of a file, and raises an error of its own for a file that cannot be read."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class LabelledPassage:
    """A passage of a public set, which is one document here."""

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


class PublicSet(NamedTuple):
    """The files of one name. Questions come with the numbers of their lines. `bad`: the file of a bad line,
    its number, and what is wrong, to stand right behind the number."""

    passages: tuple[LabelledPassage, ...]
    questions: tuple[tuple[int, LabelledQuestion], ...]
    unanswerable: tuple[tuple[int, LabelledQuestion], ...]
    claims: tuple[LabelledClaim, ...]
    bad: tuple[tuple[Path, int, str], ...]


class CaseSet(NamedTuple):
    """What a set asks. `unconfirmed`: how many drafts it holds, which are not asked."""

    cases: list[Case]
    bad: list[BadLine]
    unconfirmed: int = 0


def read_set(path: Path, text_of: TextOf) -> CaseSet:
    """Returns the cases of a set, and the lines that cannot be used.

    path: a file of cases; or, for the public form, a folder, a file of it, or the folder with the name.
    Raises `BadSet` if there is no such set, or nothing in it.
    """
    folder, names = public_names(path)
    if not names:
        if path.is_dir():
            raise BadSet(f"{path} holds no set: no file is called NAME.questions.jsonl or NAME.claims.jsonl.")
        return _cases(path, text_of(path))
    found = CaseSet([], [])
    for name in names:
        public = read_public(folder, name, text_of)
        found.cases.extend(_asked(name, public))
        found.bad.extend(BadLine(number, f"{file.name}{problem}") for file, number, problem in public.bad)
    if not found.cases and not found.bad:
        raise BadSet(f"{path} holds no questions.")
    return found


def public_names(path: Path) -> tuple[Path, list[str]]:
    """Returns the folder of public sets and their names: of all in a folder, or of the one that a file belongs to."""
    folder = path if path.is_dir() else path.parent
    names = sorted(
        {each.name.removesuffix(f".{kind}.jsonl") for kind in KINDS for each in folder.glob(f"*.{kind}.jsonl")}
    )
    own = {path.name, *(path.name.removesuffix(f".{kind}.jsonl") for kind in KINDS)}
    if path.is_dir():
        return folder, names
    is_file_of_cases = path.is_file() and path.name in names  # beside a public set of the same name
    return folder, [name for name in names if name in own and not (is_file_of_cases and name == path.name)]


def read_public(folder: Path, name: str, text_of: TextOf) -> PublicSet:
    """Returns the files of a public set. Raises `BadSet` for one that is empty."""
    bad: list[tuple[Path, int, str]] = []

    def lines(file: Path, kind: type[Item]) -> Iterator[tuple[int, Item]]:
        if not file.exists():
            return
        empty = True
        for number, line, problem in read_lines(text_of(file), kind):
            empty = False
            if line is None:
                bad.append((file, number, problem))
            else:
                yield number, line
        if empty:
            raise BadSet(f"{file} is empty.")

    files = {kind: folder / f"{name}.{kind}.jsonl" for kind in KINDS}
    passages: dict[str, LabelledPassage] = {}
    for number, passage in lines(files["passages"], LabelledPassage):
        if passages.setdefault(passage.id, passage) is not passage:
            bad.append((files["passages"], number, f": two passages with one id, {passage.id!r}"))
    questions = []
    for number, question in lines(files["questions"], LabelledQuestion):
        if problem := _gold_problem(question, passages.keys(), files["passages"].name):
            bad.append((files["questions"], number, f": {problem}"))
        else:
            questions.append((number, replace(question, answers=tuple(filter(str.strip, question.answers)))))
    unanswerable = tuple(lines(files["unanswerable"], LabelledQuestion))
    claims = tuple(claim for _, claim in lines(files["claims"], LabelledClaim))
    return PublicSet(tuple(passages.values()), tuple(questions), unanswerable, claims, tuple(bad))


def _gold_problem(question: LabelledQuestion, passages: AbstractSet[str], file: str) -> str:
    if not question.gold:
        return f"'gold' of {question.text[:60]!r} names no passage"
    unknown = question.gold - passages
    return f"{question.text[:60]!r} names the passage {min(unknown)!r}, which {file} does not hold" if unknown else ""


def _asked(name: str, public: PublicSet) -> Iterator[Case]:
    """Yields the questions of a public set as cases. A wording stands for a gold passage: its id is in no store."""
    texts = {passage.id: passage.text for passage in public.passages}
    for number, question in public.questions:
        gold = tuple(_wording(texts, each, question.answers) for each in sorted(question.gold))
        line = CaseLine(question=question.text, gold_passages=gold, gold_answer=question.answers, answerable=True)
        yield Case(f"{name}.questions.{number}", number, line)
    for number, question in public.unanswerable:
        yield Case(f"{name}.unanswerable.{number}", number, CaseLine(question=question.text, answerable=False))


def _wording(texts: Mapping[str, str], passage_id: str, answers: Sequence[str]) -> str:
    """Returns a stretch that only this passage has, with the answer if a sentence has it, else of the longest one. A
    whole passage is no good wording: a document may be split inside it."""
    text = texts[passage_id]
    found = [text[start:end].strip() for start, end in words.sentences(text)]
    found.sort(key=lambda each: (not any(answer in each for answer in answers), -len(each)))
    others = [each for key, each in texts.items() if key != passage_id]
    for sentence in found:
        stretch = _stretch(sentence, answers)
        if len(stretch) >= SHORTEST_WORDING and not any(stretch in other for other in others):
            return stretch
    return text


def _stretch(sentence: str, answers: Sequence[str]) -> str:
    """Returns a sentence, or at most so much of a long one from its answer on, in whole words."""
    if len(sentence) <= LONGEST_WORDING:
        return sentence
    at = next((sentence.index(answer) for answer in answers if answer in sentence), 0)
    at = sentence.rfind(" ", 0, min(at, len(sentence) - LONGEST_WORDING) + 1) + 1
    cut = sentence[at : at + LONGEST_WORDING + 1]
    return (cut.rpartition(" ")[0] or cut[:-1]).strip()


def _cases(path: Path, text: str) -> CaseSet:
    found, taken, drafts = CaseSet([], []), dict[str, int](), 0
    for number, line, problem in read_lines(text, CaseLine):
        if line is None:
            found.bad.append(BadLine(number, problem.removeprefix(":").strip()))
            continue
        name = line.id or str(number)
        if taken.setdefault(name, number) != number:
            found.bad.append(BadLine(number, f"the id {name!r} is that of line {taken[name]}, too"))
        elif line.confirmed:
            found.cases.append(Case(name, number, line))
        else:
            drafts += 1
    if not (found.cases or found.bad or drafts):
        raise BadSet(f"{path} is empty.")
    return found._replace(unconfirmed=drafts)
