"""The flow of text of OpenDocument as HTML: headings, lists, tables, frames; notes and comments are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import BULLET, HtmlCell, table_html
from gateway.ingestion.readers.shared.opendocument.field_values import FormFields
from gateway.ingestion.readers.shared.opendocument.inner_objects import chart, embedded, formula
from gateway.ingestion.readers.shared.opendocument.labels import Labels, ListCounts
from gateway.ingestion.readers.shared.opendocument.pieces import (
    cells_of,
    is_hidden_section,
    is_outside,
    item_of,
    rows_of,
    stated_label,
)
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles, TextLook
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import ReviewComment
from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html
from gateway.ingestion.readers.shared.xml_trees import attribute, first, letters, local, whole_number
from gateway.knowledge.documents.omissions import Omissions
from gateway.words.languages.tables import listed

_SKIPPED = listed(
    """
    annotation annotation-end tracked-changes forms table-of-content alphabetical-index illustration-index
    table-index object-index user-index bibliography sequence-decls variable-decls user-field-decls title desc
    script number note-citation binary-data event-listeners par shapes settings label notes dde-connection-decls
    """
)
"""Elements without text of the author's, deleted text, and lists of what stands elsewhere."""
_FRAMES = listed(
    """
    frame custom-shape rect ellipse circle line polyline polygon path connector caption measure regular-polygon g
    control text-box
    """
)
_MOST_BLANKS, _MOST_REPEATED, _MOST_RANGES, _LONGEST_RANGE = 100, 200, 20, 400
_UNSEEN = ("none", "printer")
_OTHERS = {"object", "object-ole", "plugin", "table", "text-box", "floating-frame", "applet"}
"""Contents of a frame, of which an image next to them is only a view."""


class Flow:
    """Writes elements with text as HTML.

    joins: whether a list continues the list right before it, as in presentations.
    """

    def __init__(self, package: Package, styles: DocumentStyles, omissions: Omissions, *, joins: bool = False) -> None:
        self.notes: list[str] = []
        self.comments: list[ReviewComment] = []
        self.fields = FormFields()
        self.ends: set[str] = set()
        """The names of the comments whose commented text has an end."""
        self.bounds: tuple[float, float] | None = None
        """Width and height of the slide in points; shapes outside it are hidden."""
        self._package, self._styles, self._omissions, self._joins = package, styles, omissions, joins
        self._labels = Labels(styles)
        self._ranges: dict[str, ReviewComment] = {}
        """Comments whose commented text is not yet complete."""
        self._is_hidden = False
        """Whether a field hides the open paragraph."""
        self._boxes: list[str] = []
        """Text of frames in the open paragraph, which follows it."""

    def blocks(self, nodes: Iterable[Element], look: TextLook) -> Iterator[str]:
        """Yields the blocks in an element, or in some elements."""
        before = None
        for child in nodes:
            name = local(child)
            if name in ("p", "h"):
                yield from self.paragraph(child, look)
            elif name == "list":
                joins = self._joins and before is not None and local(before) == "list"
                yield from self._list(child, look, joins=joins)
            elif name == "numbered-paragraph":
                style = attribute(child, "style-name")
                counts = self._labels.begun(child, style, joins=True)
                yield f"<ul>{''.join(self._items(child, [child], look, (counts, style, whole_number(child, 'level'))))}</ul>"
            elif name == "table":
                yield self.table(child, look)
            elif name in _FRAMES:
                yield from self.frame(child, look)
            elif name == "annotation":
                self._comment(child)
            elif name == "section":
                if not is_hidden_section(child) or not self._omissions.hides("hidden_text"):
                    yield from self.blocks(child, self._styles.look(look, "section", attribute(child, "style-name")))
            elif name not in _SKIPPED:
                yield from self.blocks(child, look)
            before = child

    def paragraph(self, node: Element, look: TextLook, label: str = "") -> Iterator[str]:
        """Yields a paragraph or heading, and then the text of its frames."""
        style = attribute(node, "style-name")
        outer, self._boxes = self._boxes, []
        runs = list(self.runs(node, self._styles.look(look, "paragraph", style)))
        if self._is_hidden:
            runs = [run._replace(concealed="hidden_text") for run in runs]
            self._is_hidden = False
        text = as_html(runs, self._omissions)
        boxes, self._boxes = self._boxes, outer
        if local(node) == "h" and text.strip():
            at = max(1, whole_number(node, "outline-level"))
            label = stated_label(node) or label or self._heading_number(node, style, at)
            number = f"{escape(label)} " * bool(label)
            yield f"<h{min(6, at)}>{number}{text}</h{min(6, at)}>"
        elif text.strip():
            yield f"<p>{text}</p>"
        yield from boxes

    def _heading_number(self, node: Element, style: str, level: int) -> str:
        without = attribute(node, "is-list-header") == "true"
        if without or self._styles.stated("paragraph", style, "list-style-name") == "":
            return ""
        return self._labels.heading(node, level)

    def _list(self, node: Element, look: TextLook, *, joins: bool) -> Iterator[str]:
        style = attribute(node, "style-name")
        if not style and (inner := next((part for part in node.iter() if local(part) in ("p", "h")), None)) is not None:
            style = self._styles.stated("paragraph", attribute(inner, "style-name"), "list-style-name") or ""
        counts = self._labels.begun(node, style, joins=joins)
        yield from self._nested(node, look, (counts, style, 1))

    def _nested(self, node: Element, look: TextLook, counting: tuple[ListCounts, str, int]) -> Iterator[str]:
        items = self._items(node, list(node), look, counting)
        if any(local(part) == "h" for part in node.iter()):
            yield from items
        else:
            yield f"<ul>{''.join(items)}</ul>"

    def _items(
        self, node: Element, items: list[Element], look: TextLook, counting: tuple[ListCounts, str, int]
    ) -> Iterator[str]:
        counts, outer, level = counting
        style = attribute(node, "style-name") or outer
        for item in items:
            if local(item) not in ("list-item", "list-header", "numbered-paragraph"):
                continue
            parts: list[str] = []
            label = ""
            to_count = local(item) != "list-header"
            is_heading = False
            for child in item:
                if local(child) in ("p", "h"):
                    written = self._counted(child, look, item, (counts, style, level)) if to_count else None
                    label, blocks = written or (label, list(self.paragraph(child, look)))
                    is_heading |= local(child) == "h"
                    to_count = to_count and not blocks
                    parts += blocks
                elif local(child) == "list":
                    parts += self._nested(child, look, (counts, style, level + 1))
                else:
                    parts += self.blocks([child], look)
            yield item_of(label, "".join(parts), is_heading=is_heading)

    def _counted(
        self, node: Element, look: TextLook, item: Element, counting: tuple[ListCounts, str, int]
    ) -> tuple[str, list[str]]:
        """Returns the label and the blocks of the first paragraph of an item; one without text is not counted."""
        counts, style, level = counting
        if local(node) == "p":
            blocks = list(self.paragraph(node, look))
            if not blocks:
                return "", []
            return stated_label(item) or self._labels.item(counts, style, level, item), blocks
        label = stated_label(item) or self._labels.item(counts, style, level, item)
        return "", list(self.paragraph(node, look, "" if label == BULLET else label))

    def table(self, node: Element, look: TextLook) -> str:
        """Returns a table; one of a single column, which only makes layout, as the blocks in it."""
        rows = [list(cells_of(row)) for row in rows_of(node)]
        if max((len(cells) for cells in rows), default=0) < 2:
            return "".join(chain.from_iterable(self.blocks(cell, look) for cells in rows for cell in cells))
        return table_html(chain.from_iterable(self._cell(cell, look) for cell in cells) for cells in rows)

    def _cell(self, node: Element, look: TextLook) -> list[HtmlCell]:
        inside = self._styles.look(look, "table-cell", attribute(node, "style-name"))
        blocks: list[str] = []
        for part in node:
            blocks += self._flat(part, inside) if local(part) == "table" else self.blocks([part], inside)
        across, down = whole_number(node, "number-columns-spanned"), whole_number(node, "number-rows-spanned")
        repeated = min(_MOST_REPEATED, whole_number(node, "number-columns-repeated"))
        return [HtmlCell("".join(blocks), across, down)] * repeated

    def _flat(self, node: Element, look: TextLook) -> Iterator[str]:
        """Yields the rows of a table inside a cell as lines."""
        for row in rows_of(node):
            cells = (" ".join(self.plain(part, look) for part in cell) for cell in cells_of(row))
            yield f"<p>{' | '.join(filter(None, cells))}</p>"

    def plain(self, node: Element, look: TextLook) -> str:
        """Returns all text of an element on one line of inline HTML."""
        outer, self._boxes = self._boxes, []
        text = as_html(self.runs(node, look), self._omissions)
        self._boxes = outer
        return " ".join(text.replace("<br>", " ").split())

    def frame(self, node: Element, look: TextLook) -> Iterator[str]:
        """Yields the text of a frame or shape, of groups too; counts what has no text."""
        style = attribute(node, "style-name")
        seen = attribute(node, "display") or self._styles.value("graphic", style, "graphic-properties", "display")
        if seen in _UNSEEN and self._omissions.hides("hidden_shape"):
            return
        if self.bounds and is_outside(node, self.bounds) and self._omissions.hides("off_slide_shape"):
            return
        inside = self._styles.look(look, self._styles.shape_family(style), style)
        inside = self._styles.look(inside, "paragraph", attribute(node, "text-style-name"))
        names = {local(part) for part in node}
        if local(node) == "control":
            yield from self.fields.written(attribute(node, "control"))
            return
        for child in node:
            name = local(child)
            if name == "object":
                tree = embedded(self._package, child)
                found = chart(tree) or "".join(f"<p>{escape(text)}</p>" for text in [formula(tree)] if text)
                if not found:
                    self._omissions.lost("object")
                yield found
            elif name in ("object-ole", "floating-frame", "applet"):
                self._omissions.lost("object")
            elif name == "plugin":
                self._omissions.lost("media")
            else:
                yield from self.blocks(child if name == "text-box" else [child], inside)
        if "image" in names and not names & _OTHERS:
            self._omissions.lost("picture")

    def runs(self, node: Element, look: TextLook) -> Iterator[StyledRun]:
        """Yields the runs in a paragraph or span."""
        yield from self._run(node.text, look)
        for child in node:
            yield from self._inline(child, look)
            yield from self._run(child.tail, look)

    def _run(self, text: str | None, look: TextLook) -> Iterator[StyledRun]:
        if text:
            if self._ranges and not look.concealed:
                self._quote(text)
            yield StyledRun(text, look.shift, look.struck, look.concealed)

    def _inline(self, node: Element, look: TextLook) -> Iterator[StyledRun]:
        name = local(node)
        if name in ("span", "a", "meta"):
            style = attribute(node, "style-name")
            yield from self.runs(node, self._styles.look(look, "text", style) if name == "span" else look)
        elif name == "s":
            yield from self._run(" " * min(_MOST_BLANKS, whole_number(node, "c")), look)
        elif name == "tab":
            yield from self._run(" ", look)
        elif name == "line-break":
            yield StyledRun("\n", 0, look.struck, look.concealed)
        elif name == "note":
            yield from self._note(node, look)
        elif name == "ruby":
            base, reading = ("".join(part.itertext()) for part in [*node, Element(""), Element("")][:2])
            yield from self._run(base + f"({reading})" * bool(reading.strip()), look)
        elif name == "hidden-text":
            is_hidden = attribute(node, "is-hidden") != "false"
            text = attribute(node, "string-value") or node.text
            yield from self._run(text, look._replace(hidden=True) if is_hidden else look)
        elif name == "hidden-paragraph":
            self._is_hidden |= attribute(node, "is-hidden") == "true"
        elif name in ("fieldmark", "fieldmark-start", "content-control", "drop-down"):
            shown = self.fields.shown(node)
            yield from self.runs(node, look) if shown is None else self._run(shown, look)
        elif name == "annotation":
            self._comment(node)
        elif name == "annotation-end":
            self._ranges.pop(attribute(node, "name"), None)
        elif name in _FRAMES:
            if text := next((formula(embedded(self._package, part)) for part in node if local(part) == "object"), ""):
                yield StyledRun(text)
            else:
                self._boxes += self.frame(node, look)
        elif name not in _SKIPPED:
            yield from self.runs(node, look)

    def _note(self, node: Element, look: TextLook) -> Iterator[StyledRun]:
        if look.concealed and not self._omissions.read_hidden:
            return
        self.notes.append("")
        at = len(self.notes)
        bodies = (part for part in node if local(part) == "note-body")
        texts = (self.plain(part, TextLook(shaded=look.shaded)) for body in bodies for part in body)
        self.notes[at - 1] = " ".join(filter(None, texts))
        yield StyledRun(f"[{at}]")

    def _comment(self, node: Element) -> None:
        author = letters(first(node, "creator"))
        html = "".join(f"<p>{self.plain(part, TextLook())}</p>" for part in node if local(part) in ("p", "list"))
        comment = ReviewComment(author, html)
        name = attribute(node, "name")
        if name in self.ends and len(self._ranges) < _MOST_RANGES:
            self._ranges[name] = comment
        self.comments.append(comment)

    def _quote(self, text: str) -> None:
        for comment in self._ranges.values():
            if len(comment.quoted) < _LONGEST_RANGE:
                comment.quoted += text[:_LONGEST_RANGE]
