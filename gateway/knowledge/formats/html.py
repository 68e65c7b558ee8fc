"""HTML to Markdown-like text, block by block: headings as `#` lines, list items, table rows, terms with their
definitions, fenced code.

We walk the tree ourselves, because a ready-made text join breaks words at inline tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.plain_lines import fenced
from gateway.knowledge.formats.titles import telling
from gateway.words.languages import ANSWERED
from gateway.words.languages.tables import listed

_SKIPPED = listed(
    """
    script style noscript template svg math nav aside iframe object canvas button select textarea input head audio
    video dialog -comment footer img
    """
)
_SKIPPED_ROLES = listed("navigation search banner contentinfo complementary")
_BLOCKS = listed(
    """
    address article blockquote body center dd details div dl dt fieldset form figcaption figure header hgroup html
    main p section summary tbody td tr th caption
    """
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DEEPEST = 100
"""Levels of nesting; below, only the text is taken."""
_DEEPEST_PARSED = 1000
_NESTING_TAG = re.compile(
    r"<(/?)(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer"
    r"|form|header|hgroup|main|menu|nav|ol|section|summary|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_MOST_ACROSS, _MOST_DOWN = 100, 1000
"""Columns and rows that one cell may span."""
_MOST_REPEATED, _MOST_CELLS = 100_000, 1_000_000
"""Characters that cells of a table may repeat by spanning, and cells that it is filled up to. Beyond, it is taken as it
is."""
_BLANKS = re.compile(r"[ \t\n\r\f]+")


def read_html(source: str, omissions: Omissions) -> Content:
    """Reads a page: its title (a telling `<title>`, else the first `<h1>`, else the first heading), text and
    language."""
    tree = LexborHTMLParser(_shallow(source))
    root = _main(tree)
    writer = _Writer()
    if root is not None:
        writer.children(root, 0)
    declared = (tree.root.attributes.get("lang") or "").lower()[:2] if tree.root else ""
    text = writer.text
    return Content(_title(tree, text) or writer.heading or None, text, declared if declared in ANSWERED else None)


def _shallow(source: str) -> str:
    """Returns the source without block tags nested more than 1000 deep: the parser walks up all open blocks at each
    one.
    """
    depth = deepest = 0
    for match in _NESTING_TAG.finditer(source):
        depth = max(0, depth - 1) if match[1] else depth + 1
        deepest = max(deepest, depth)
    if deepest <= _DEEPEST_PARSED:
        return source
    depth = 0

    def shallow_enough(match: re.Match[str]) -> str:
        nonlocal depth
        inside = depth
        depth = max(0, depth - 1) if match[1] else depth + 1
        return match[0] if max(inside, depth) <= _DEEPEST_PARSED else " "

    return _NESTING_TAG.sub(shallow_enough, source)


def _title(tree: LexborHTMLParser, text: str) -> str | None:
    for selector in ("head > title", "h1"):
        node = tree.css_first(selector)
        title = "" if node is None else _BLANKS.sub(" ", node.text(deep=True)).strip(" ¶#\n")
        if title and (selector == "h1" or telling(title, text)):
            return title
    return None


def _main(tree: LexborHTMLParser) -> LexborNode | None:
    """Returns the main part where the page names one, else the body."""
    body = tree.body
    mains = tree.css("main, [role=main]")
    if len(mains) == 1 and mains[0].text(deep=True).strip():
        return mains[0]
    return body


def _skipped(node: LexborNode) -> bool:
    if node.tag in _SKIPPED:
        return True
    if not node.tag or node.tag[0] == "-":
        return False
    attributes = node.attributes
    if not attributes:
        return False
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or attributes.get("role") in _SKIPPED_ROLES
        or "headerlink" in (attributes.get("class") or "").split()
    )


@dataclass(slots=True)
class _Writer:
    """Collects blocks; `line` is the open inline text, `indent` and `marker` those of the open list item."""

    blocks: list[list[str]] = field(default_factory=list)
    """Each the items of one list, which stand line under line, or a single block of another kind."""
    line: list[str] = field(default_factory=list)
    indent: str = ""
    marker: str = ""
    heading: str = ""
    """The first one."""
    in_list: bool = False
    """Whether the last block ends in a list item, so that a further item goes with it."""
    term: str = ""
    """The last block, where it is a term whose definition comes next."""

    @property
    def text(self) -> str:
        self.close()
        return "\n\n".join("\n".join(block) for block in self.blocks)

    def children(self, node: LexborNode, depth: int) -> None:
        for child in node.iter(include_text=True):
            self.node(child, depth)

    def node(self, node: LexborNode, depth: int) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self.line.append(_BLANKS.sub(" ", node.text_content or ""))
        elif _skipped(node):
            return
        elif depth > _DEEPEST:
            self.line.append(_BLANKS.sub(" ", node.text(deep=True)))
        elif tag in _HEADINGS:
            self.close()
            self.children(node, depth + 1)
            self.close("#" * _HEADINGS[tag] + " ")
        elif tag == "br":
            self.line.append("\n")
        elif tag == "hr":
            self.close()
        elif tag == "dt":
            self.close()
            self.term = ""
            self.children(node, depth + 1)
            self.close()
            self.term = self.blocks[-1][-1] if self.blocks and not self.indent else ""
        elif tag == "pre":
            self.code(node)
        elif tag in ("ul", "ol", "menu"):
            self.items(node, depth)
        elif tag == "table" and (rows := _rows(node)):
            self.close()
            self.add("\n".join(rows))
        elif tag == "code" and "`" not in (text := node.text(deep=True)) and text.strip():
            self.line.append(f"`{_BLANKS.sub(' ', text).strip()}`")
        elif tag in _BLOCKS or tag == "table":
            self.close()
            self.children(node, depth + 1)
            self.close()
            self.term = "" if tag == "dl" else self.term
        else:
            self.children(node, depth + 1)

    def items(self, node: LexborNode, depth: int) -> None:
        self.close()
        number = 0
        outer = self.indent
        for child in node.iter(include_text=True):
            if child.tag == "li" and not _skipped(child):
                number += 1
                marker = child.attributes.get("data-marker", "")
                self.marker = f"{marker} " if marker else f"{number}. " if node.tag == "ol" else "- "
                self.indent = outer + " " * len(self.marker)
                self.children(child, depth + 1)
                self.close()
                self.indent, self.marker = outer, ""
            elif child.tag != "-text":
                self.node(child, depth + 1)
        self.close()

    def code(self, node: LexborNode) -> None:
        self.close()
        text = node.text(deep=True).replace("\r\n", "\n").strip("\n").rstrip()
        if text.strip():
            self.add("\n".join(fenced([text])))

    def close(self, prefix: str = "") -> None:
        """Ends the open inline text; `prefix` makes a heading of it."""
        if not self.line:
            return
        text = re.sub(r" *\n *", "\n", re.sub(" +", " ", "".join(self.line))).strip(" \n")
        self.line.clear()
        if text and self.term and not (prefix or self.indent):
            self.blocks[-1][-1] += "\n: " + re.sub(r"\n+", " ", text)
            self.term = ""
        elif text:
            if prefix and not self.heading:
                self.heading = text.replace("\n", " ")
            self.add(prefix + (text.replace("\n", " ") if prefix else re.sub(r"\n{2,}", "\n", text)))

    def add(self, text: str) -> None:
        self.term = ""
        if self.indent or self.marker:
            first = self.indent[: len(self.indent) - len(self.marker)] + self.marker if self.marker else self.indent
            text = first + text.replace("\n", "\n" + self.indent)
            starts_item, self.marker = bool(self.marker), ""
            if starts_item and self.in_list:
                self.blocks[-1].append(text)
                return
            self.in_list = starts_item
        else:
            self.in_list = False
        self.blocks.append([text])


def _cells(table: LexborNode) -> Iterator[list[str]]:
    """Returns the rows of a table; a cell that spans several rows or columns stands in each of them."""
    below: dict[int, tuple[str, int]] = {}
    """Column to what reaches down into it, and through how many more rows."""
    room = _MOST_REPEATED
    for row in table.css("tr"):
        cells: list[str] = []

        def from_above(cells: list[str]) -> None:
            while len(cells) in below:
                text, more = below.pop(len(cells))
                if more > 1:
                    below[len(cells)] = text, more - 1
                cells.append(text)

        for cell in row.iter():
            if cell.tag in ("td", "th"):
                from_above(cells)
                inner = _Writer()
                inner.children(cell, 0)
                text = _BLANKS.sub(" ", inner.text).replace("|", "\\|").strip()
                across, down = _span(cell, "colspan", _MOST_ACROSS), _span(cell, "rowspan", _MOST_DOWN)
                if (repeated := (across * down - 1) * (len(text) + 3)) > room:
                    across, down, repeated = 1, 1, 0
                room -= repeated
                for _ in range(across):
                    if down > 1:
                        below[len(cells)] = text, down - 1
                    cells.append(text)
        from_above(cells)
        yield cells


def _span(cell: LexborNode, name: str, most: int) -> int:
    value = (cell.attributes.get(name) or "").strip()
    return min(int(value), most) if value.isdecimal() and value != "0" else 1


def _rows(table: LexborNode) -> list[str]:
    """Writes the rows of a data table as Markdown; nothing for a table that only makes layout (nested, or one
    column)."""
    if table.css_first("table table") is not None or len(table.css("table")) > 1:
        return []
    rows = [row for row in _cells(table) if any(row)]
    width = max((len(row) for row in rows), default=0)
    if width < 2:
        return []
    filled = width if width * len(rows) <= _MOST_CELLS else 0
    lines = ["| " + " | ".join(row + [""] * (filled - len(row))) + " |" for row in rows]
    caption = table.css_first("caption")
    lines.insert(1, "| " + " | ".join(["---"] * width) + " |")
    if caption is not None and (text := _BLANKS.sub(" ", caption.text(deep=True)).strip()):
        lines[:0] = [text, ""]
    return lines
