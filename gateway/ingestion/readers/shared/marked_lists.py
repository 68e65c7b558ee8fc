"""Lists whose items have their marks already, as the readers of several formats hand them to our reader of HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

BULLET = "-"
"""The mark of an item without a number."""
_DEEPEST = 8


class MarkedItem(NamedTuple):
    """An item: how deep it stands, from 0, its mark, and its text as inline HTML."""

    depth: int
    marker: str
    html: str


def as_lists(items: Iterable[MarkedItem]) -> str:
    """Returns the items as nested lists. A level is at most one below the item above it."""
    parts, depth = [], 0
    for item in items:
        wanted = min(item.depth, depth, _DEEPEST) + 1
        parts.append("</li></ul>" * (depth - wanted) + ("<ul>" if wanted > depth else "</li>"))
        parts.append(f"{open_item(item.marker)}{item.html}")
        depth = wanted
    return "".join(parts) + "</li></ul>" * depth


def open_item(marker: str) -> str:
    """Returns the tag of an item."""
    return "<li>" if marker in ("", BULLET) else f'<li data-marker="{escape(marker)}">'
