"""Gold: what entries of `gold_passages` name, and which candidates are it. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gateway.evaluation.cases import SHORTEST_WORDING, Case

QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"') | dict.fromkeys("‘’‚‛`´＇", "'"))
NEEDLES = 2
"""Words of a wording by which the database finds passages that may contain it."""


@dataclass(frozen=True, slots=True)
class GoldEntry:
    """What an entry of `gold_passages` names in the knowledge base. A document that an entry names counts whole."""

    passages: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()
    """The documents of `passages`."""

    def __bool__(self) -> bool:
        return bool(self.passages or self.documents)


def even(text: str) -> str:
    """Returns a text with one kind of white space and of quotation marks."""
    return " ".join(unicodedata.normalize("NFC", text).translate(QUOTES).split())


def is_wording(entry: str) -> bool:
    return len(entry) >= SHORTEST_WORDING


def wording_of(text: str, evidence: Iterable[tuple[int, int]], passage_id: str) -> str:
    """Returns the longest evidence in the text of a passage if it is a wording, else the id of the passage."""
    longest = max((text[start:end].strip() for start, end in evidence), key=len, default="")
    return longest if is_wording(longest) else passage_id


def needles(wording: str) -> list[str]:
    """Returns the longest words of a wording. A passage that contains the wording contains each of them."""
    found = sorted(re.findall(r"\w+", even(wording)), key=len, reverse=True)
    return found[:NEEDLES]


def named_by(offered: Mapping[str, str], entries: Sequence[str], found: Mapping[str, GoldEntry]) -> tuple[int, ...]:
    """Returns which of the entries a candidate is or contains, by their index.

    offered: an entry of `offered` of the answer's document, with its text if it is known.
    """
    passage, document = offered.get("passage_id", ""), offered.get("document_id", "")
    text = even(offered.get("text", ""))
    return tuple(
        index
        for index, entry in enumerate(entries)
        if passage in found[entry].passages
        or document in found[entry].documents
        or (is_wording(entry) and even(entry) in text)
    )


def resolved(case: Case, found: Mapping[str, GoldEntry]) -> Case:
    """Returns the case without the gold that no passage contains. Whether it is answerable stays."""
    left = tuple(entry for entry in case.stated.gold_passages if found[entry])
    return case._replace(stated=replace(case.stated, gold_passages=left, answerable=case.answerable))
