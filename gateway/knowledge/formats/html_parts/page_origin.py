"""Who wrote a page and when, as it states in its head, in its JSON-LD and in the `<time>` beside its title."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from gateway.knowledge.documents.origin import StatedOrigin, origin

_MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "last-modified",
    "dcterms.modified",
    "dc.date.modified",
    "revised",
)
_PUBLISHED = (
    *("article:published_time", "og:published_time", "date", "dcterms.date", "dc.date", "dcterms.created"),
    *("dc.date.issued", "publish-date", "pubdate"),
)
_AUTHORS = ("author", "dc.creator", "dcterms.creator", "article:author", "byl")
_TIMES = "header time, h1 time, h1 + time, h1 + * time, body > time:first-child, [itemprop=dateModified], [itemprop=datePublished]"
_MOST, _LONGEST_DATA, _DEEPEST = 200, 100_000, 4


def page_origin(tree: LexborHTMLParser) -> StatedOrigin:
    """Returns what a page states: the time of its last change before that of its publication."""
    metas: dict[str, str] = {}
    for node in tree.css("meta[content]")[:_MOST]:
        given = node.attributes
        name = given.get("property") or given.get("name") or given.get("itemprop") or given.get("http-equiv") or ""
        metas.setdefault(name.lower(), given.get("content") or "")
    items = list(_items(tree))
    modified = [metas.get(name) for name in _MODIFIED] + [item.get("dateModified") for item in items]
    published = [metas.get(name) for name in _PUBLISHED] + [item.get("datePublished") for item in items]
    authors = [metas.get(name) for name in _AUTHORS] + [item.get("author") for item in items]
    named = next((author for author in authors if author and not _is_address(author)), "")
    return origin("page", [*modified, *published, *_times(tree)], named)


def _times(tree: LexborHTMLParser) -> Iterator[str]:
    """Yields the times beside the title, unless the page lists several articles."""
    if len(tree.css("article")) > 1:
        return
    for node in tree.css(_TIMES)[:5]:
        if not any(parent.tag == "footer" for parent in _above(node)):
            yield node.attributes.get("datetime") or node.attributes.get("content") or node.text(deep=True)


def _above(node: Any) -> Iterator[Any]:
    while node := node.parent:
        yield node


def _items(tree: LexborHTMLParser) -> Iterator[Mapping[str, Any]]:
    """Yields the objects of JSON-LD that have a date, the page itself before what it lists."""
    for node in tree.css("script[type='application/ld+json']")[:5]:
        with suppress(ValueError, RecursionError):
            text = node.text(deep=True)
            if len(text) <= _LONGEST_DATA:
                yield from _dated(json.loads(text), _DEEPEST)


def _dated(value: Any, levels: int) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        if "dateModified" in value or "datePublished" in value:
            yield value
        if levels:
            yield from _dated(value.get("@graph") or value.get("mainEntity"), levels - 1)
    elif isinstance(value, list) and levels:
        for inner in value[:_MOST]:
            yield from _dated(inner, levels - 1)


def _is_address(author: Any) -> bool:
    """Tells whether an author is given as the address of a profile."""
    return isinstance(author, str) and author.startswith(("http://", "https://", "/", "@"))
