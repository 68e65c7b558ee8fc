"""Charts and diagrams of Office files as HTML: the figures of a chart as a table, the words of a diagram as a list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.number_formats import shown
from gateway.ingestion.readers.shared.xml_trees import attribute, local

_MOST_POINTS, _MOST_SERIES, _DEEPEST = 1000, 50, 20


def chart_html(root: Element) -> str:
    """Returns the title of a chart, and its figures as they were last shown; empty for a chart without figures."""
    chart = next((node for node in root.iter() if local(node) == "chart"), root)
    titles = [_letters(child) for child in chart if local(child) == "title"]
    axes = (child for axis in chart.iter() if local(axis).endswith("Ax") for child in axis if local(child) == "title")
    titles.append(", ".join(filter(None, map(_letters, axes))))
    series = [node for node in chart.iter() if local(node) == "ser"][:_MOST_SERIES]
    names = [" ".join(_points(each, "tx").values()) or _named(each) for each in series]
    heads = [_points(each, "cat") or _points(each, "xVal") for each in series]
    values = [_points(each, "val") or _points(each, "yVal") for each in series]
    title = "".join(f"<p>{escape(title)}</p>" for title in titles if title)
    rows = sorted({at for points in values for at in points})[:_MOST_POINTS]
    if not rows:
        return title
    head = next((points for points in heads if points), {})
    lines = [["", *names], *([head.get(at, ""), *(points.get(at, "") for points in values)] for at in rows)]
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in lines)
    return f"{title}<table>{''.join(f'<tr>{line}</tr>' for line in cells)}</table>"


def diagram_html(root: Element) -> str:
    """Returns the words of a diagram (SmartArt) as a list, in the order of its branches."""
    points = {attribute(node, "modelId"): node for node in root.iter() if local(node) == "pt"}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in (node for node in root.iter() if local(node) == "cxn"):
        if attribute(link, "type") in ("", "parOf"):
            order = attribute(link, "srcOrd")
            at = int(order[:6]) if order.isdecimal() else 0
            below.setdefault(attribute(link, "srcId"), []).append((at, attribute(link, "destId")))
    written: set[str] = set()

    def branch(name: str, depth: int) -> str:
        if name in written or name not in points or depth > _DEEPEST:
            return ""
        written.add(name)
        inner = "".join(branch(child, depth + 1) for _, child in sorted(below.get(name, ())))
        words = _letters(points[name])
        return f"<li>{escape(words)}{f'<ul>{inner}</ul>' * bool(inner)}</li>" if words else inner

    roots = [name for name, node in points.items() if attribute(node, "type") == "doc"]
    items = "".join(branch(name, 0) for name in [*roots, *points])
    return f"<ul>{items}</ul>" if items else ""


def _letters(node: Element) -> str:
    """Returns the text of a part of a drawing on one line."""
    return " ".join(" ".join(_paragraphs(node)).split())


def _paragraphs(node: Element) -> Iterator[str]:
    for child in node.iter():
        if local(child) == "p":
            yield "".join((part.text or "") if local(part) == "t" else " " for part in child.iter())
    if local(node) == "title":  # one that a cell of the sheet gives
        yield from (part.text or "" for part in node.iter() if local(part) == "v")


def _points(series: Element, name: str) -> dict[int, str]:
    """Returns the stored values of a part of a series by their places, as the chart shows them; names of several
    levels are one text, the widest first."""
    found: dict[int, str] = {}
    for part in (child for child in series if local(child) == name):
        pattern = next((node.text for node in part.iter() if local(node) == "formatCode"), None)
        for point in (node for node in part.iter() if local(node) == "pt"):
            at = attribute(point, "idx")
            text = next((node.text or "" for node in point if local(node) == "v"), "")
            if pattern:
                with suppress(ValueError):
                    text = shown(float(text), attribute(point, "formatCode") or pattern)
            if at.isdecimal() and len(at) < 7:
                found[int(at)] = f"{text} {found[int(at)]}" if int(at) in found else text
    return found


def _named(series: Element) -> str:
    parts = (child for child in series if local(child) == "tx")
    return next((node.text or "" for part in parts for node in part.iter() if local(node) == "v"), "")
