"""Charts of Office files as HTML: their titles, and a table of their series with the stored values."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.number_formats import shown
from gateway.ingestion.readers.shared.xml_trees import attribute, local

_MOST_SERIES, _MOST_POINTS = 50, 500
_DATES = "ymdhs"


def chart_html(tree: Element) -> str:
    """Returns a chart; empty if it has no stored values."""
    series = [node for node in tree.iter() if local(node) == "ser"][:_MOST_SERIES]
    names = [_words(_child(node, "tx")) for node in series]
    labels: dict[int, str] = {}
    columns = []
    for node in series:
        for at, label in _points(_child(node, "cat", "xVal")).items():
            labels.setdefault(at, label)
        columns.append(_points(_child(node, "val", "yVal")))
    places = sorted({at for column in [labels, *columns] for at in column})[:_MOST_POINTS]
    titles = "".join(f"<p>{escape(title)}</p>" for title in _titles(tree) if title)
    if not places:
        return titles
    rows = [["", *names], *([labels.get(at, ""), *(column.get(at, "") for column in columns)] for at in places)]
    lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    return f"{titles}<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _titles(tree: Element) -> Iterator[str]:
    """Yields the title of the chart, and those of its axes on one line."""
    chart = next((node for node in tree.iter() if local(node) == "chart"), Element(""))
    yield _words(_child(chart, "title"))
    axes = (node for node in tree.iter() if local(node).endswith("Ax"))
    yield ", ".join(filter(None, (_words(_child(axis, "title")) for axis in axes)))


def _child(node: Element, *names: str) -> Element:
    return next((part for part in node if local(part) in names), Element(""))


def _words(node: Element) -> str:
    return " ".join("".join(part.text or "" for part in node.iter() if local(part) in ("t", "v")).split())


def _points(node: Element) -> dict[int, str]:
    """Returns the stored values by their place; those of several levels of names in one text."""
    pattern = next((part.text or "" for part in node.iter() if local(part) == "formatCode"), "")
    found: dict[int, str] = {}
    for point in node.iter():
        index = attribute(point, "idx")
        if local(point) == "pt" and index.isdecimal() and len(index) < 7:
            text = _value(_words(point), attribute(point, "formatCode") or pattern)
            found[int(index)] = f"{text} {found[int(index)]}" if int(index) in found else text
    return found


def _value(text: str, pattern: str) -> str:
    """Returns a number by its format; text, and dates, as they are."""
    if not pattern or any(sign in pattern.lower().replace("general", "") for sign in _DATES):
        return text
    try:
        return shown(float(text), pattern) or text
    except ValueError:
        return text
