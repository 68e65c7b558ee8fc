"""Counters of CSS, and the text that style sheets put before and after elements."""

from __future__ import annotations

import re

from gateway.knowledge.formats.html_parts.list_markers import counted
from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes, Style, unescaped

_COUNTED = re.compile(r"([a-z_-][\w-]*)(?:\s+(-?\d{1,9}))?(?=\s|\Z)")
_CONTENT = re.compile(
    r"""\"(?P<double>(?:[^"\\]|\\.)*+)"|'(?P<single>(?:[^'\\]|\\.)*+)'|/"""
    r"""|(?P<function>counters?|attr)\(\s*(?P<name>[\w-]{1,100})\s*"""
    r"""(?:,\s*(?:"(?P<between>[^"]{0,20})"|'[^']{0,20}')\s*)?(?:,\s*(?P<style>[\w-]{1,40})\s*)?\)""",
    re.DOTALL | re.IGNORECASE,
)
_MOST_NESTED, _LONGEST = 50, 1000


class Counters:
    """The counters of a page at the place where the reader is."""

    def __init__(self) -> None:
        self._values: dict[str, list[int]] = {}

    def apply(self, style: Style, *, is_nested: bool = False) -> list[str]:
        """Resets and increments the counters that an element names. Returns the counters of its own that a nested list
        begins; the caller ends them with it."""
        begun = []
        for name, number in _numbers(style.get("counter-reset", ""), 0):
            values = self._values.setdefault(name, [])
            if is_nested and values and len(values) < _MOST_NESTED:
                values.append(number)
                begun.append(name)
            else:
                values[-1:] = [number]
        for name, number in _numbers(style.get("counter-increment", ""), 1):
            values = self._values.setdefault(name, [0])
            values[-1] += number
        for name, number in _numbers(style.get("counter-set", ""), 0):
            self._values.setdefault(name, [0])[-1] = number
        return begun

    def end(self, begun: list[str]) -> None:
        for name in begun:
            self._values[name].pop()

    def text(self, content: str, attributes: Attributes) -> str:
        """Returns the text of a `content` property."""
        parts = []
        for match in _CONTENT.finditer(content[:_LONGEST]):
            if match[0] == "/":  # what follows is read aloud instead
                break
            if match["function"] is None:
                parts.append(unescaped(match["double"] or match["single"] or ""))
            elif match["function"].lower() == "attr":
                parts.append(attributes.get(match["name"].lower()) or "")
            else:
                values = self._values.get(match["name"].lower()) or [0]
                values = values if match["function"].lower() == "counters" else values[-1:]
                parts.append((match["between"] or "").join(counted(value, match["style"] or "") for value in values))
        return "".join(parts)


def _numbers(declared: str, usual: int) -> list[tuple[str, int]]:
    if not declared or declared in ("none", "initial", "inherit"):
        return []
    return [(name, int(number) if number else usual) for name, number in _COUNTED.findall(declared)][:20]
