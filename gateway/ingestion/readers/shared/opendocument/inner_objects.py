"""Formulas and charts, which OpenDocument stores as documents inside a document."""

from __future__ import annotations

from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package, inside
from gateway.ingestion.readers.shared.xml_trees import attribute, local, whole_number
from gateway.knowledge.formats.inline_marks import lowered, raised

_MOST_ROWS, _MOST_REPEATED = 500, 50


def embedded(package: Package, node: Element) -> Element:
    """Returns the tree of an object; an empty element if it is not a document of OpenDocument."""
    if len(node):
        return node
    name = f"{inside('', attribute(node, 'href'))}/content.xml"
    return package.tree(name) if name in package else Element("")


def formula(tree: Element) -> str:
    """Returns the formula that a tree is: as its author typed it, else its letters; empty for another object."""
    root = next((node for node in tree.iter() if local(node) == "math"), None)
    if root is None or any(local(node) == "chart" for node in tree.iter()):
        return ""
    stated = next(("".join(node.itertext()) for node in root.iter() if local(node) == "annotation"), "")
    return " ".join((stated.strip() or _linear(root)).split())


def _linear(node: Element) -> str:
    """Returns the letters of MathML in their order, with signs for fractions, roots and scripts."""
    name, parts = local(node), [_linear(child) for child in node]
    if name == "mfrac" and len(parts) == 2:
        return "/".join(part if len(part) == 1 or part.isalnum() else f"({part})" for part in parts)
    if name in ("msqrt", "mroot"):
        inner = parts[0] if name == "mroot" and parts else "".join(parts)
        return f"√{inner}" if len(inner) == 1 else f"√({inner})"
    if name in ("msup", "msub", "msubsup", "mover", "munder", "munderover") and len(parts) > 1:
        moves = [raised] if name in ("msup", "mover") else [lowered, raised]
        return parts[0] + "".join(move(part) for move, part in zip(moves, parts[1:], strict=False))
    return (node.text or "").strip() + "".join(parts) if name != "annotation" else ""


def chart(tree: Element) -> str:
    """Returns a chart as HTML: its title, and a table of its values; empty for another object."""
    root = next((node for node in tree.iter() if local(node) == "chart" and attribute(node, "class")), None)
    if root is None:
        return ""
    titles = (" ".join("".join(node.itertext()).split()) for node in root if local(node) in ("title", "subtitle"))
    rows = [_values(row) for row in root.iter() if local(row) == "table-row"][:_MOST_ROWS]
    table = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return "".join(f"<p>{escape(title)}</p>" for title in titles if title) + f"<table>{table}</table>" * bool(rows)


def _values(row: Element) -> list[str]:
    cells: list[str] = []
    for cell in row:
        texts = (" ".join("".join(part.itertext()).split()) for part in cell if local(part) in ("p", "list"))
        text = " ".join(filter(None, texts)) or attribute(cell, "value")
        text = "" if text.lower() == "nan" else text
        cells += [text] * min(_MOST_REPEATED, whole_number(cell, "number-columns-repeated"))
    return cells
