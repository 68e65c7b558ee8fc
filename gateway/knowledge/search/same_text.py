"""Passages of one text, of which search results have the best one alone; it names the others. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Payload = Mapping[str, Any]
MOST_NAMED = 20
"""Other places of one text that its reference names."""


def text_key(payload: Payload) -> str:
    """Returns what two references of one text have in common; empty for a part of the graph."""
    return " ".join(str(payload.get("text") or "").split())


def told_once(payloads: Iterable[Payload]) -> Iterator[tuple[int, Payload]]:
    """Yields the first reference of each text, with its number among them all. It names the other ones in `alsoAt`."""
    groups: dict[str, list[tuple[int, Payload]]] = {}
    for number, payload in enumerate(payloads):
        groups.setdefault(text_key(payload) or str(number), []).append((number, payload))
    for (number, payload), *others in groups.values():
        yield number, _naming(payload, [other for _, other in others]) if others else payload


def _named(payload: Payload) -> dict[str, Any]:
    return {known["passageId"]: known for known in payload.get("alsoAt", ())}


def _naming(payload: Payload, others: Iterable[Payload]) -> Payload:
    places = _named(payload)
    for other in others:
        name = str(other.get("embeddingId") or "")
        places[name] = {"documentId": other.get("documentId"), "title": other.get("title"), "passageId": name}
        places |= _named(other)
    places.pop(str(payload.get("embeddingId") or ""), None)
    return {**payload, "alsoAt": list(places.values())[:MOST_NAMED]} if places else payload
