"""Formulas and charts, which OpenDocument stores as documents inside a document."""

from __future__ import annotations

from html import escape
from itertools import islice
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import HtmlCell, table_html
from gateway.ingestion.readers.shared.packages import Package, inside
from gateway.ingestion.readers.shared.xml_trees import attribute, first, letters, local, named, whole_number
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
    root = next(named(tree, "math"), None)
    if root is None or next(named(tree, "chart"), None) is not None:
        return ""
    return letters(first(root, "annotation")) or " ".join(_linear(root).split())


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
    root = next((node for node in named(tree, "chart") if attribute(node, "class")), None)
    if root is None:
        return ""
    titles = (letters(node) for node in root if local(node) in ("title", "subtitle"))
    rows = ([HtmlCell(escape(text)) for text in _values(row)] for row in islice(named(root, "table-row"), _MOST_ROWS))
    return "".join(f"<p>{escape(title)}</p>" for title in titles if title) + table_html(rows)


def _values(row: Element) -> list[str]:
    cells: list[str] = []
    for cell in row:
        texts = (letters(part) for part in cell if local(part) in ("p", "list"))
        text = " ".join(filter(None, texts)) or attribute(cell, "value")
        text = "" if text.lower() == "nan" else text
        cells += [text] * min(_MOST_REPEATED, whole_number(cell, "number-columns-repeated"))
    return cells
