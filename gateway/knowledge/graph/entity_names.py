"""Names of entities in running text, whatever their spelling: case, accents, inflection, hyphens, width. Pure.

A name becomes a key: its words, folded and stemmed, joined by blanks; of scripts without blanks each character is a
word. A name is mentioned where its key stands in the key of a text between word borders, so that `art` is not found in
`party`, while 绿茶 is found anywhere in a run of Chinese.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from gateway.words import COMMON, UNDETERMINED, content_words, fold, is_unspaced, stem
from gateway.words.languages import LANGUAGES
from gateway.words.text.folding import UNSPACED

HEAD = 2
"""Words of a key that a text is looked up by."""
SHORT = 2
"""Letters up to which a name must be written exactly as it is known: "IT" is not "it"."""

_WORD = re.compile(f"[{UNSPACED}]|[^\\W_{UNSPACED}]+")


class NameToken(NamedTuple):
    """One word of a text; `start` and `end` are code points into the composed (NFC) text."""

    term: str
    start: int
    end: int


class Mention(NamedTuple):
    """A name found in a text: its key, as it is written there, and which of the text's words it takes."""

    key: str
    surface: str
    start: int
    end: int


def tokens(text: str) -> list[NameToken]:
    """Yields the words of a composed text in reading order."""
    return [
        NameToken(fold(word) if is_unspaced(word) else stem(fold(word), COMMON), match.start(), match.end())
        for match in _WORD.finditer(text)
        for word in [match.group()]
    ]


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def key(name: str) -> str:
    """Returns what equal names share: `key("Light-Sheet Microscopes") == key("light sheet microscope")`; empty for a
    name without letters or digits.
    """
    return " ".join(token.term for token in tokens(composed(name)))


def head(name_key: str) -> str:
    """Returns what a name is looked up by."""
    return " ".join(name_key.split(" ", HEAD)[:HEAD])


def heads(words: Sequence[NameToken]) -> list[str]:
    """Returns every head that a name standing in a text can have, each once."""
    terms = [token.term for token in words]
    return list(dict.fromkeys([*terms, *map(" ".join, pairwise(terms))]))


def padded(words: Iterable[NameToken]) -> str:
    """Returns the key of a text with a blank at both ends: it holds ` key ` exactly where the words of a name stand."""
    return f" {' '.join(token.term for token in words)} "


def condition(name: str) -> list[tuple[str, ...]]:
    """Returns groups of terms: every passage that mentions the name has a term of each group, whatever its language.
    Empty if nothing is known of the terms.

    Single letters are left out: of `d'ortie` an index holds only `ortie`.
    """
    name = composed(name)
    found = tokens(name)
    characters = [token.term if is_unspaced(token.term) else "" for token in found]
    wanted: set[tuple[str, ...]] = {(first + second,) for first, second in pairwise(characters) if first and second}
    if len(found) == 1 and characters[0]:
        wanted.add((characters[0],))
    for token in found:
        if len(token.term) > 1 and not is_unspaced(token.term):
            word = name[token.start : token.end].lower()
            wanted.add(tuple(sorted({stem(word, language) for language in (*LANGUAGES, UNDETERMINED)})))
    return sorted(wanted)


def mentions(text: str, names: Iterable[tuple[str, str]]) -> list[Mention]:
    """Returns the names, given as (key, surface), that a text mentions, in reading order; of overlapping ones the
    longest.
    """
    text = composed(text)
    words = tokens(text)
    terms = [token.term for token in words]
    meaningful = set(content_words(text, None, COMMON))
    starts: dict[str, list[int]] = {}
    for at, term in enumerate(terms):
        starts.setdefault(term, []).append(at)
    found: list[Mention] = []
    surfaces_of: dict[str, set[str]] = {}
    for name_key, surface in names:
        surfaces_of.setdefault(name_key, set()).add(composed(surface))
    for name_key, surfaces in surfaces_of.items():
        wanted = name_key.split(" ")
        for at in starts.get(wanted[0], ()):
            if terms[at : at + len(wanted)] == wanted:
                end = at + len(wanted)
                written = text[words[at].start : words[end - 1].end]
                if _meant(name_key, surfaces, written, meaningful):
                    found.append(Mention(name_key, written, at, end))
    chosen: list[Mention] = []
    taken: set[int] = set()
    for mention in sorted(found, key=lambda mention: (mention.start - mention.end, mention.start)):
        if taken.isdisjoint(range(mention.start, mention.end)):
            taken.update(range(mention.start, mention.end))
            chosen.append(mention)
    return sorted(chosen, key=lambda mention: mention.start)


def _meant(name_key: str, surfaces: set[str], written: str, meaningful: set[str]) -> bool:
    """Whether a text means a name: short names and function words count only as they are spelled, one character only
    where it stands for itself.
    """
    if " " in name_key:
        return True
    if is_unspaced(name_key):
        return name_key in meaningful
    return written in surfaces or (len(name_key) > SHORT and name_key in meaningful)
