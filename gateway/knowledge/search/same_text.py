"""Passages of one text, of which search results have the best one alone; it names the others. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gateway.answer.references import PassageSnapshot, PlaceOfPassage, Snapshot, is_graph

MOST_NAMED = 20
"""Other places of one text that its reference names."""


def text_key(reference: Snapshot) -> str:
    """Returns what two references of one text have in common; empty for a part of the graph."""
    return "" if is_graph(reference) else " ".join((reference.get("text") or "").split())


def told_once(references: Iterable[Snapshot]) -> Iterator[tuple[int, Snapshot]]:
    """Yields the first reference of each text, with its number among them all. It names the other ones in `alsoAt`."""
    groups: dict[str, list[tuple[int, Snapshot]]] = {}
    for number, reference in enumerate(references):
        groups.setdefault(text_key(reference) or str(number), []).append((number, reference))
    for (number, reference), *rest in groups.values():
        others = [other for _, other in rest if not is_graph(other)]
        yield number, _naming(reference, others) if others and not is_graph(reference) else reference


def _naming(reference: PassageSnapshot, others: Iterable[PassageSnapshot]) -> PassageSnapshot:
    places = _named(reference)
    for other in others:
        name = other["embeddingId"]
        places[name] = {"documentId": other["documentId"], "title": other["title"], "passageId": name}
        places |= _named(other)
    places.pop(reference["embeddingId"], None)
    return {**reference, "alsoAt": list(places.values())[:MOST_NAMED]} if places else reference


def _named(reference: PassageSnapshot) -> dict[str, PlaceOfPassage]:
    return {known["passageId"]: known for known in reference.get("alsoAt", ())}
