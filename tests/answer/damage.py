"""Answers whose structure is damaged at one character, everywhere and in every way; and what may come of it.

Structure is all that is no text: brackets, keys, ids, and the quotes around a text. Each variant loses, gains or swaps
one character of it. The text of the model is whole in all of them, so it must be shown whole, and nothing else with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.answer.reading import Reading, read

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


def _document(paragraphs: Paragraphs, *, text_first: bool = False, pretty: bool = False, outline: bool = False) -> str:
    listed = []
    for ids, text in paragraphs:
        pairs = [("citationIds", list(ids)), ("text", text)]
        listed.append(dict(reversed(pairs) if text_first else pairs))
    whole = {"paragraphs": listed} | ({"outline": OUTLINE} if outline else {})
    if pretty:
        return json.dumps(whole, ensure_ascii=False, indent=1)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


ANSWERS: dict[str, tuple[str, Paragraphs]] = {
    "en, ids first": (_document(EN), EN),
    "en, text first": (_document(EN, text_first=True), EN),
    "en, with an outline": (_document(EN[::3], outline=True), EN[::3]),
    "fr, ids first, in lines": (_document(FR, pretty=True), FR),
    "fr, text first, with an outline": (_document(FR, text_first=True, outline=True), FR),
    "zh, ids first": (_document(ZH), ZH),
    "zh, text first, in lines": (_document(ZH, text_first=True, pretty=True), ZH),
}
SIGNS = "\"'“”«»「」{}[],:;\\/x7 \n"


class Variant(NamedTuple):
    name: str
    model: str
    sign: str
    """What was put in; empty where something was taken out."""


def structure(model: str, paragraphs: Paragraphs) -> list[tuple[int, bool]]:
    """The places of all characters outside of texts, and whether a text ends right there (what is put in is its)."""
    places: list[tuple[int, bool]] = []
    at = 0
    for _, text in paragraphs:
        raw = json.dumps(text, ensure_ascii=False)[1:-1]
        begin = model.index(f'"{raw}"', at) + 1
        places += [(place, False) for place in range(at, begin)]
        at = begin + len(raw)
        places.append((at, True))
        at += 1
    return places + [(place, False) for place in range(at, len(model))]


def variants(model: str, paragraphs: Paragraphs, signs: str = SIGNS) -> Iterator[Variant]:
    for place, _ in structure(model, paragraphs):
        was = model[place]
        yield Variant(f"{place} without {was!r}", model[:place] + model[place + 1 :], "")
        for sign in signs:
            if sign != was:
                yield Variant(f"{place} {sign!r} for {was!r}", model[:place] + sign + model[place + 1 :], sign)
            yield Variant(f"{place} {sign!r} before {was!r}", model[:place] + sign + model[place:], sign)


def faults(variant: Variant, paragraphs: Paragraphs, found: Reading) -> list[str]:
    """What is wrong with the reading of a damaged answer; empty where it is as good as can be."""
    wrong: list[str] = []
    shown, at = found.summary.text, 0
    extra: list[str] = []
    for _, text in paragraphs:
        place = shown.find(text, at)
        if place < 0:
            wrong.append("lost")
            continue
        extra.append(shown[at:place])
        at = place + len(text)
    extra.append(shown[at:])
    # A backslash before the closing quote makes that quote a part of the text.
    touched = ("", variant.sign, *(('"',) if variant.sign == "\\" else ()))
    if not wrong and any(part.strip() not in touched for part in extra):
        wrong.append("leak")
    if wrong:
        return wrong
    texts = [paragraph.text for paragraph in found.paragraphs]
    whole = len(texts) == len(paragraphs) and all(
        text in said for said, (_, text) in zip(texts, paragraphs, strict=True)
    )
    if not whole and not found.summary.has_citation_error:
        wrong.append("not flagged")
    return wrong
