"""The YAML between `---` lines at the top of a Markdown text: what it states about the text, which is no text itself.

A block that is no YAML mapping is text, as a reader sees it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gateway.knowledge.documents.properties import properties

LONGEST = 16_000
"""Characters; a longer block is text."""
_BLOCK = re.compile(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_TITLE = re.compile(r"^title[ \t]*+:[ \t]*+(.*\S)[ \t]*$", re.MULTILINE)
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A block at the top of a text. `fields`: what it states; None where it is no mapping, and so is text."""

    end: int
    fields: Mapping[str, Any] | None
    title: str | None

    @property
    def language(self) -> str | None:
        """The two or three letters of the language that it names."""
        for name in ("language", "lang", "locale"):
            value = (self.fields or {}).get(name)
            if isinstance(value, str) and (match := _LANGUAGE.fullmatch(value)):
                return match[1].lower()
        return None


def front_matter(text: str) -> FrontMatter | None:
    """Returns the block that a text begins with; None where it begins otherwise."""
    found = _BLOCK.match(text) if text.startswith("---") else None
    return _read(found.group()) if found else None


@lru_cache(maxsize=8)
def _read(block: str) -> FrontMatter:
    """Reads a block once for the text's title, its properties and its passages."""
    title = _TITLE.search(block)
    named = title[1].strip("\"' ") or None if title else None
    fields = _fields(block) if len(block) <= LONGEST else None
    stated = (fields or {}).get("title")
    return FrontMatter(len(block), fields, str(stated).strip() if isinstance(stated, str | int) else named)


def _fields(block: str) -> dict[str, Any] | None:
    import yaml  # only where a text begins so

    lines = block.rstrip().split("\n")[1:-1]
    try:
        stated = yaml.load("\n".join(lines), Loader=_loader())
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError, OverflowError):
        return None
    if stated is None and not "".join(lines).strip():
        return {}
    return properties(stated) if isinstance(stated, dict) else None


@lru_cache(maxsize=1)
def _loader() -> Any:
    """Returns a loader of plain values that refuses aliases: a few lines of them name a billion values."""
    import yaml

    class Plain(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("an alias")
            return super().compose_node(parent, index)

    return Plain
