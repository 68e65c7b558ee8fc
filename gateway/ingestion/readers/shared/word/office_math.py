"""Formulas of Office files (OMML) as one line of text: `x² = (a+b)/c`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.formats.inline_marks import lowered, raised

_WHOLE = re.compile(r"[\w.,\u0300-\u036f]*+|\([^()]*+\)")
"""A term that needs no brackets beside an operator."""


def linear(node: Element) -> str:
    """Returns the letters of a formula in their order, with signs for fractions, roots, powers and rows."""
    return "".join(_written(child) for child in node)


def _written(node: Element) -> str:
    name = local(node)
    if name == "t":
        return node.text or ""
    if name in ("br", "cr", "tab"):
        return " "
    if name.endswith("Pr") or name in ("del", "moveFrom"):
        return ""
    if name == "oMath":
        return linear(node) + " "
    write = _KINDS.get(name)
    return write(node) if write else linear(node)


def _part(node: Element, name: str) -> str:
    return "".join(linear(child) for child in node if local(child) == name).strip()


def _stated(node: Element, name: str, default: str) -> str:
    """Returns the value of a property of a formula, such as the sign of its brackets."""
    for child in node:
        if local(child).endswith("Pr"):
            for value in child:
                if local(value) == name:
                    return attribute(value, "val")
    return default


def _whole(text: str) -> str:
    return text if _WHOLE.fullmatch(text) else f"({text})"


def _fraction(node: Element) -> str:
    above, below = _part(node, "num"), _part(node, "den")
    if _stated(node, "type", "bar") == "noBar":
        return f"{above} ¦ {below}"
    return f"{_whole(above)}/{_whole(below)}"


def _root(node: Element) -> str:
    return raised(_part(node, "deg")) + f"√{_whole(_part(node, 'e'))}"


def _scripts(node: Element) -> str:
    """Writes a base with what is raised and lowered at it, in any combination."""
    signs = lowered(_part(node, "sub")) + raised(_part(node, "sup"))
    base = _part(node, "e")
    return signs + base if local(node) == "sPre" else _whole(base) + signs


def _operator(node: Element) -> str:
    sign = _stated(node, "chr", "∫")
    return f"{sign}{lowered(_part(node, 'sub'))}{raised(_part(node, 'sup'))} {_part(node, 'e')}"


def _brackets(node: Element) -> str:
    parts = [linear(child).strip() for child in node if local(child) == "e"]
    inner = f"{_stated(node, 'sepChr', '|')} ".join(parts)
    return _stated(node, "begChr", "(") + inner + _stated(node, "endChr", ")")


def _rows(node: Element) -> str:
    rows = ([linear(cell).strip() for cell in row if local(cell) == "e"] for row in node if local(row) == "mr")
    return "; ".join(", ".join(row) for row in rows)


def _equations(node: Element) -> str:
    return "; ".join(linear(child).replace("&", "").strip() for child in node if local(child) == "e")


def _accent(node: Element) -> str:
    base, sign = _part(node, "e"), _stated(node, "chr", "\u0302")
    return base + sign if len(base) == 1 else f"({base}){sign}"


def _bar(node: Element) -> str:
    sign = "\u0305" if _stated(node, "pos", "bot") == "top" else "\u0332"
    return "".join(letter + sign for letter in _part(node, "e"))


_KINDS: Mapping[str, Callable[[Element], str]] = {
    "f": _fraction,
    "rad": _root,
    **dict.fromkeys(("sSup", "sSub", "sSubSup", "sPre"), _scripts),
    "nary": _operator,
    "d": _brackets,
    "m": _rows,
    "eqArr": _equations,
    "acc": _accent,
    "bar": _bar,
    "func": lambda node: f"{_part(node, 'fName')} {_part(node, 'e')}",
    "limLow": lambda node: _part(node, "e") + lowered(_part(node, "lim")),
    "limUpp": lambda node: _part(node, "e") + raised(_part(node, "lim")),
    "phant": lambda node: "" if _stated(node, "show", "1") in ("0", "off", "false") else _part(node, "e"),
}
