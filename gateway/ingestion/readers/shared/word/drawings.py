"""Charts and diagrams of Office files as HTML: the figures of a chart as a table, the words of a diagram as a list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from html import escape
from itertools import islice
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.cell_formats.number_formats import shown
from gateway.ingestion.readers.shared.html_blocks import HtmlCell, table_html
from gateway.ingestion.readers.shared.xml_trees import attribute, child, first, local, named, whole_number

_TEXTS = ("t", "br")
_MOST_POINTS, _MOST_SERIES, _DEEPEST = 1000, 50, 20


def chart_html(root: Element) -> str:
    """Returns the title of a chart, and its figures as they were last shown; empty for a chart without figures."""
    chart = next(named(root, "chart"), root)
    axes = (part for axis in chart.iter() if local(axis).endswith("Ax") for part in axis if local(part) == "title")
    titles = _letters(child(chart, "title")), ", ".join(filter(None, map(_letters, axes)))
    series = list(islice(named(chart, "ser"), _MOST_SERIES))
    names = [" ".join(_points(each, "tx").values()) or _named(each) for each in series]
    heads = [_points(each, "cat") or _points(each, "xVal") for each in series]
    values = [_points(each, "val") or _points(each, "yVal") for each in series]
    title = "".join(f"<p>{escape(title)}</p>" for title in titles if title)
    rows = sorted({at for points in values for at in points})[:_MOST_POINTS]
    if not rows:
        return title
    head = next((points for points in heads if points), {})
    lines = [["", *names], *([head.get(at, ""), *(points.get(at, "") for points in values)] for at in rows)]
    return title + table_html([HtmlCell(escape(text)) for text in line] for line in lines)


def diagram_html(root: Element) -> str:
    """Returns the words of a diagram (SmartArt) as a list, in the order of its branches."""
    points = {attribute(node, "modelId"): node for node in named(root, "pt")}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in named(root, "cxn"):
        if attribute(link, "type") in ("", "parOf"):
            entry = whole_number(link, "srcOrd", 0), attribute(link, "destId")
            below.setdefault(attribute(link, "srcId"), []).append(entry)
    written: set[str] = set()

    def branch(name: str, depth: int) -> str:
        if name in written or name not in points or depth > _DEEPEST:
            return ""
        written.add(name)
        inner = "".join(branch(inner, depth + 1) for _, inner in sorted(below.get(name, ())))
        words = _letters(points[name])
        return f"<li>{escape(words)}{f'<ul>{inner}</ul>' * bool(inner)}</li>" if words else inner

    roots = [name for name, node in points.items() if attribute(node, "type") == "doc"]
    items = "".join(branch(name, 0) for name in [*roots, *points])
    return f"<ul>{items}</ul>" if items else ""


def _letters(node: Element | None) -> str:
    """Returns the text of a part of a drawing on one line."""
    return "" if node is None else " ".join(" ".join(_paragraphs(node)).split())


def drawn_paragraphs(node: Element) -> Iterator[str]:
    """Yields the text of the paragraphs of a shape, a title or a comment."""
    for paragraph in named(node, "p"):
        parts = ("\n" if local(part) == "br" else part.text or "" for part in paragraph.iter() if local(part) in _TEXTS)
        yield "".join(parts).strip()


def _paragraphs(node: Element) -> Iterator[str]:
    yield from drawn_paragraphs(node)
    if local(node) == "title":  # one that a cell of the sheet gives
        yield from (part.text or "" for part in named(node, "v"))


def _points(series: Element, name: str) -> dict[int, str]:
    """Returns the stored values of a part of a series by their places, as the chart shows them; names of several
    levels are one text, the widest first."""
    found: dict[int, str] = {}
    for part in (part for part in series if local(part) == name):
        pattern = first(part, "formatCode").text
        for point in named(part, "pt"):
            at = attribute(point, "idx")
            text = first(point, "v").text or ""
            if pattern:
                with suppress(ValueError):
                    text = shown(float(text), attribute(point, "formatCode") or pattern)
            if at.isdecimal() and len(at) < 7:
                found[int(at)] = f"{text} {found[int(at)]}" if int(at) in found else text
    return found


def _named(series: Element) -> str:
    texts = child(series, "tx")
    return "" if texts is None else first(texts, "v").text or ""
