"""Changes one thing of a paragraph that its sources support, so that the citation is wrong. Pure.

Nothing here uses the rules that are measured. A change that the text does not allow gives None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from gateway.answer.answer import Candidate
from gateway.words.languages.subjects.turned_statements import TURNED
from gateway.words.text.folding import UNSPACED, fold

Draw = Callable[[int, int], int]
"""Draws a whole number between two, both included."""
SUPPORTS = 0.8
"""Share of a paragraph's wording from which on a passage counts as its source, too."""
ATTEMPTS = 50
"""Numbers that are tried until one is found that no source contains."""
_NUMBER = re.compile(r"(?<![A-Za-z\d.,])(?!\d{1,2}[.)]\s)\d+(?:[.,]\d+)*(?![A-Za-z\d])")
"""A number, but no marker of a list item."""
_UNIT = re.compile(rf"(?=([{UNSPACED}]{{2}}))|((?![{UNSPACED}])[^\W_](?:(?![{UNSPACED}])[^\W_])*)")


def negated(claim: str, language: str) -> str | None:
    """Removes a negation, or adds one at the first verb that can be negated."""
    for pattern, replacement in TURNED.get(language, {}).items():
        turned, count = re.subn(pattern, replacement, claim, count=1)
        if count:
            return turned
    return None


def renumbered(claim: str, sources: Iterable[str], draw: Draw) -> str | None:
    """Replaces a number that a source contains by one of the same form that neither the claim nor a source contains."""
    stated = {number for source in sources for number in _NUMBER.findall(source)}
    own = set(_NUMBER.findall(claim))
    found = sorted(own & stated)
    if not found:
        return None
    old = found[draw(0, len(found) - 1)]
    new = next((new for _ in range(ATTEMPTS) if (new := _another(old, draw)) not in stated | own), old)
    return None if new == old else _NUMBER.sub(lambda match: new if match[0] == old else match[0], claim)


def _another(number: str, draw: Draw) -> str:
    """Returns a number of the same form: a year stays near, a day stays one, any other number keeps its length."""
    if re.fullmatch(r"(?:19|20)[0-9]{2}", number):
        return str(int(number) + (2 * draw(0, 1) - 1) * draw(2, 9))
    if re.fullmatch(r"[0-2]?[0-9]|3[01]", number):
        return str(draw(2, 28)).zfill(len(number) if number.startswith("0") else 0)
    places = [at for at, digit in enumerate(number) if digit.isdecimal()]
    at = places[draw(0, min(1, len(places) - 1))]
    zero = ord(number[at]) - int(number[at])
    return number[:at] + chr(zero + draw(1, 9)) + number[at + 1 :]


def other_source(
    claim: str, cited: str, candidates: Sequence[Candidate], gold: Mapping[str, Sequence[int]], taken: Iterable[str]
) -> str | None:
    """Returns the candidate that is farthest from the cited one and does not support the claim, too; None: there is
    none. Another document comes first, then the smallest share of the wording.

    gold: the entries of the gold that each candidate contains, by citation id. taken: all ids of the paragraph.
    """
    by_id = {each.citation_id: each for each in candidates}
    own, used = by_id[cited], set(taken)
    ranked = sorted(
        (each.document_id == own.document_id, share, -each.rank, each.citation_id)
        for each in candidates
        if each.type == "embedding"
        and each.citation_id not in used
        and (each.language or own.language) == (own.language or each.language)
        and not set(gold.get(each.citation_id, ())) & set(gold.get(cited, ()))
        and (share := _shared(claim, f"{each.title}\n{each.heading}\n{each.text}")) < SUPPORTS
    )
    return ranked[0][-1] if ranked else None


def _shared(claim: str, passage: str) -> float:
    """Returns the share of a claim's words, or pairs of characters in scripts without spaces, that a passage
    contains."""
    wanted = _units(claim)
    return len(wanted & _units(passage)) / len(wanted) if wanted else 1.0


def _units(text: str) -> set[str]:
    return {pair or word for pair, word in _UNIT.findall(fold(text))}
