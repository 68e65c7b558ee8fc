"""Answers with one character wrong, at every place and in every way; and what may come of it.

Structure is all that is no text: brackets, keys, ids, and the quotes around a text. Where it is damaged, the model's
text is still whole, so all of it must be shown, and nothing of the structure with it. Where a text is damaged, that
text alone may change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.support.reading import Reading

Paragraphs = Sequence[tuple[Sequence[str], str]]

EN: Paragraphs = [
    (["E1"], "The loan period for a book is three weeks; see `loans[0]` and [2024]."),
    (["E2", "E3"], 'Late fees are "ten cents" per day:\n\n```python\nfees = {"day": 0.10, "list": [1, 2]}\n```'),
    ([], "What else? {x | x > 0} is a set, and a, b: c follow."),
    (["E3"], "Members may borrow up to ten books at the same time."),
]
FR: Paragraphs = [
    (["E1"], "L’emprunt dure trois semaines ; c'est « renouvelable » une fois, d'après le règlement."),
    (["E2"], "Les frais de retard :\n- dix centimes par jour,\n- jusqu'à cinq euros."),
    (["E1", "E3"], "Un adhérent emprunte dix livres."),
]
ZH: Paragraphs = [
    (["E1"], "图书的借期为三周，可以续借一次（“热门图书”除外）。"),
    (["E2", "E1"], "逾期费：每天一角；参见「规则」第3条。"),
    (["E3"], "每位读者最多可借十本书。"),
]
OUTLINE = [{"id": "S1", "title": "Loans and weeks"}, {"id": "S2", "title": "Fees and books"}]
SIGNS = "\"'“”«»「」{}[],:;\\/x7 \n"


def _document(paragraphs: Paragraphs, *, text_first: bool = False, lines: bool = False, outline: bool = False) -> str:
    listed = []
    for ids, text in paragraphs:
        pairs = [("citationIds", list(ids)), ("text", text)]
        listed.append(dict(reversed(pairs) if text_first else pairs))
    whole = {"paragraphs": listed} | ({"outline": OUTLINE} if outline else {})
    if lines:
        return json.dumps(whole, ensure_ascii=False, indent=1)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


ANSWERS: dict[str, tuple[str, Paragraphs]] = {
    "en, ids first": (_document(EN), EN),
    "en, text first": (_document(EN, text_first=True), EN),
    "en, with an outline": (_document(EN[::3], outline=True), EN[::3]),
    "fr, ids first, in lines": (_document(FR, lines=True), FR),
    "fr, text first, with an outline": (_document(FR, text_first=True, outline=True), FR),
    "zh, ids first": (_document(ZH), ZH),
    "zh, text first, in lines": (_document(ZH, text_first=True, lines=True), ZH),
}


class Variant(NamedTuple):
    offset: int
    """Of the damage in the model's text."""
    name: str
    model: str
    sign: str
    """What was put in; empty where something was taken out."""
    paragraph: int | None = None
    """The paragraph whose text is damaged; None where it is the structure."""


def variants(answer: str, signs: str | None = None) -> Iterator[Variant]:
    """Every character taken out, and each sign in its place and before it; without `signs` one sign a place, in
    turn."""
    model, paragraphs = ANSWERS[answer]
    for offset, paragraph in _places(model, paragraphs):
        was, turn = model[offset], SIGNS[offset % len(SIGNS)]
        yield Variant(offset, f"{offset} without {was!r}", model[:offset] + model[offset + 1 :], "", paragraph)
        for sign in signs or turn:
            changed = Variant(offset, f"{offset} {sign!r} for {was!r}", "", sign, paragraph)
            added = Variant(offset, f"{offset} {sign!r} before {was!r}", "", sign, paragraph)
            if sign != was:
                yield changed._replace(model=model[:offset] + sign + model[offset + 1 :])
            yield added._replace(model=model[:offset] + sign + model[offset:])


def swaps(answer: str) -> Iterator[Variant]:
    """Every two letters of the structure in the wrong order."""
    model, paragraphs = ANSWERS[answer]
    for offset, paragraph in _places(model, paragraphs):
        pair = model[offset : offset + 2]
        if paragraph is None and pair.isalpha() and pair[0] != pair[1]:
            swapped = model[:offset] + pair[::-1] + model[offset + 2 :]
            yield Variant(offset, f"{offset} {pair!r} swapped", swapped, "", None)


def _places(model: str, paragraphs: Paragraphs) -> Iterator[tuple[int, int | None]]:
    """Every place, and the paragraph whose text stands there."""
    at = 0
    for index, (_, text) in enumerate(paragraphs):
        raw = json.dumps(text, ensure_ascii=False)[1:-1]
        begin = model.index(f'"{raw}"', at) + 1
        yield from ((offset, None) for offset in range(at, begin))
        at = begin + len(raw)
        yield from ((offset, index) for offset in range(begin, at))
    yield from ((offset, None) for offset in range(at, len(model)))


def fault(variant: Variant, paragraphs: Paragraphs, found: Reading) -> str:
    """What is wrong with the reading of a damaged answer; empty where it is as good as can be."""
    if variant.paragraph is not None:
        return _fault_beside(variant.paragraph, paragraphs, found)
    shown, at = found.summary.text, 0
    # A backslash before the closing quote makes that quote a part of the text.
    touched = ("", variant.sign, '"' if variant.sign == "\\" else "")
    for _, text in paragraphs:
        offset = shown.find(text, at)
        if offset < 0:
            return f"lost: {text}"
        if shown[at:offset].strip() not in touched:
            return f"leaked: {shown[at:offset]}"
        at = offset + len(text)
    if shown[at:].strip() not in touched:
        return f"leaked: {shown[at:]}"
    read = [paragraph.text for paragraph in found.paragraphs]
    whole = len(read) == len(paragraphs) and all(
        text in shown_text for shown_text, (_, text) in zip(read, paragraphs, strict=True)
    )
    if not (whole or found.summary.has_citation_error):
        return f"not flagged: {read}"
    return _fault_of_ids(paragraphs, found)


def _fault_of_ids(paragraphs: Paragraphs, found: Reading) -> str:
    """An id is where it belongs, or it is counted as dropped, or the answer is marked; it is nowhere else."""
    missing = False
    for ids, text in paragraphs:
        holds = [paragraph_read for paragraph_read in found.paragraphs if text in paragraph_read.text]
        shown = [citation_id for paragraph in holds for citation_id in paragraph.citation_ids]
        missing |= not set(ids) <= set(shown)
        alone = [paragraph_read for paragraph_read in holds if paragraph_read.text.strip(SIGNS) in text]
        if any(set(paragraph_read.citation_ids) - set(ids) for paragraph_read in alone):
            return f"wrong ids: {shown} for {text}"
    counted = found.summary.citation_status["dropped"] or found.summary.has_citation_error
    return "lost in silence" if missing and not counted else ""


def _fault_beside(damaged: int, paragraphs: Paragraphs, found: Reading) -> str:
    read = [(paragraph.citation_ids, paragraph.text) for paragraph in found.paragraphs]
    if len(read) != len(paragraphs):
        return f"{len(read)} paragraphs: {read}"
    for index, (shown, meant) in enumerate(zip(read, paragraphs, strict=True)):
        if index != damaged and shown != meant:
            return f"altered: {shown}"
    leaks = [
        sign
        for sign in ("citationIds", '"text"', '"},{', '"}]')
        if sign in read[damaged][1] and sign not in paragraphs[damaged][1]
    ]
    return f"leaked: {read[damaged]}" if leaks else ""
