"""What is said of the collection and of the answers in words of any order, and questions for documents on a subject or
for what is in one of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from gateway.words.languages.small_talk import MANNERS
from gateway.words.languages.small_talk.table import Said
from gateway.words.languages.small_talk.talk import TALK
from gateway.words.text.patterns import compiled

SaidKind = Literal["wrong", "unclear", "newest", "languages", "number", "documents", "help", "thanks"]
"""What is told in words of any order; of several kinds the first counts."""
TalkKind = Literal[SaidKind, "about", "contents"]
"""`about`: the documents on a subject; `contents`: what is in one document; `wrong` and `unclear`: complaints about an
answer."""
LONGEST = 120
"""Characters, folded: talk is short."""
_NAMED = ("newest", "languages", "number", "documents")
"""Kinds in which documents can be named."""
_OF_DOCUMENTS = ("newest", "languages", "number")
"""Kinds in which something says that they are those of the collection (`TalkWords.you`)."""


class Wanted(NamedTuple):
    """What a text wants."""

    kind: TalkKind
    start: int = 0
    end: int = 0
    """Where its subject lies in the folded text."""
    named: tuple[str, ...] = ()
    """Codes of the languages that it names."""


class _Patterns(NamedTuple):
    begin: re.Pattern[str]
    """What talk of any kind begins with: most questions, and nearly all of other languages, do not."""
    kinds: tuple[tuple[SaidKind, str], ...]
    head: str
    """These two are compiled when a question is first held against them: for all languages that takes 0.1 s."""
    relation: re.Pattern[str] | None
    after: re.Pattern[str]
    contents: re.Pattern[str]
    names: tuple[tuple[str, re.Pattern[str]], ...]


def told(code: str, asked: str) -> Wanted | None:
    """Returns what a text wants that holds no word beside talk; it is folded and without punctuation, and without
    blanks where the language has none."""
    patterns = _patterns(code)
    if len(asked) > LONGEST or not patterns.begin.match(asked):
        return None
    for kind, pattern in patterns.kinds:
        if compiled(pattern).fullmatch(asked):
            named = tuple(name for name, form in patterns.names if form.search(asked)) if kind == "languages" else ()
            return Wanted(kind, named=named)
    return None


def on_subject(code: str, asked: str) -> Wanted | None:
    """Returns where the subject of a question for documents on it lies."""
    patterns = _patterns(code)
    if patterns.relation is None or len(asked) > LONGEST:
        return None
    for relation in patterns.relation.finditer(asked):
        rest = asked[relation.end() :]
        if rest and compiled(patterns.head).fullmatch(asked[: relation.start()]):
            tail = patterns.after.search(rest)
            end = relation.end() + (tail.start() if tail and tail.start() else len(rest))
            return Wanted("about", relation.end(), end)
    return None


def in_document(code: str, asked: str) -> Wanted | None:
    """Returns where the name of a document lies in a question for what is in it."""
    whole = _patterns(code).contents.fullmatch(asked) if len(asked) <= LONGEST else None
    if whole is None:
        return None
    group = next(number for number, part in enumerate(whole.groups(), 1) if part)
    return Wanted("contents", *whole.span(group))


@lru_cache(maxsize=len(MANNERS))
def _patterns(code: str) -> _Patterns:
    table, spaced = TALK[code], MANNERS[code].has_spaces
    names = tuple(tuple(pair.split(":", 1)) for pair in table.languages.split())
    any_end = r"\w*" if spaced else ""
    any_name = f"(?:{'|'.join(stem for _, stem in names)}){any_end}"

    start, end = (r"\b", r"\b") if spaced else ("", "")
    documents, things = f"(?:{table.documents})", f"(?:{table.things})"

    def holds(pattern: str) -> str:
        filled = pattern.replace("DOC", documents).replace("THING", things).replace("LANGUAGE", any_name)
        return f"(?=.*{start}(?:{filled}){end})"

    def whole(wanted: Said, *more: str) -> str:
        vocabulary = _alternatives(spaced, any_name, wanted.words, table.common, *more)
        return rf"{holds(wanted.marks)}(?>(?:{vocabulary}){'(?: |$)' if spaced else ''})++"

    def kind_of(kind: SaidKind) -> str:
        collection = holds(f"DOC|THING|{table.you}") if kind in _OF_DOCUMENTS else ""
        more = (table.documents, table.things) if kind in _NAMED else ()
        return collection + whole(table.kinds[kind], *more)

    kinds: tuple[tuple[SaidKind, str], ...] = tuple((kind, kind_of(kind)) for kind in get_args(SaidKind))
    vocabularies = (table.common, table.documents, table.things, *(wanted.words for wanted in table.kinds.values()))
    begin = f"(?:{_alternatives(spaced, any_name, *vocabularies)}){'(?: |$)' if spaced else ''}"
    head = table.subject._replace(marks=f"{table.subject.marks}|THING")
    return _Patterns(
        re.compile(begin),
        kinds,
        whole(head, table.documents, table.things),
        re.compile(rf"\b(?:{table.relation}) ") if table.relation else None,
        re.compile(rf" (?:{table.after})$" if spaced else rf"(?:{table.after})$"),
        re.compile(table.contents),
        tuple((name, re.compile((r"\b" if spaced else "") + stem)) for name, stem in names),
    )


def _alternatives(spaced: bool, any_name: str, *lists: str) -> str:
    """Returns a pattern's alternatives, the longest first, so that none has to be tried again."""
    told = {part for words in lists for part in words.split("|") if part}
    ordered = sorted(told - {"LANGUAGE"}, key=lambda part: (-len(part), part))
    return "|".join([any_name] * ("LANGUAGE" in told) + ordered)
