"""HTML to Markdown-like text, block by block: headings as `#` lines, list items, table rows, terms with their
definitions, fenced code.

We walk the tree ourselves, because a ready-made text join breaks words at inline tags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html_parts.escaping import escaped
from gateway.knowledge.formats.html_parts.list_markers import ListMarkers, is_of_markdown
from gateway.knowledge.formats.html_parts.tables import table_rows
from gateway.knowledge.formats.inline_marks import box, in_brackets, lowered, note_mark, raised, struck
from gateway.knowledge.formats.plain_lines import fenced
from gateway.knowledge.formats.titles import telling
from gateway.words.languages import ANSWERED
from gateway.words.languages.tables import listed

_SKIPPED = listed(
    """
    script style noscript template svg math nav aside iframe object canvas button select textarea head audio
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
_DEEPEST = 100
"""Levels of nesting; below, only the text is taken."""
_DEEPEST_PARSED = 1000
_NESTING_TAG = re.compile(
    r"<(/?)(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer"
    r"|form|header|hgroup|main|menu|nav|ol|section|summary|ul)\b[^<>]*>",
    re.IGNORECASE,
)
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
class _Span:
    """Inline text that is marked when it ends: from `start` in the open line."""

    start: int
    write: Callable[[str], str]


@dataclass(slots=True)
class _Writer:
    """Collects blocks; `line` is the open inline text, `indent` and `marker` those of the open list item."""

    is_cell: bool = False
    """Whether it writes the cell of a table, in which nothing begins a line."""
    spans: list[_Span] = field(default_factory=list)
    """The open ones, the outermost first."""
    blocks: list[list[str]] = field(default_factory=list)
    """Each the items of one list, which stand line under line, or a single block of another kind."""
    line: list[str] = field(default_factory=list)
    indent: str = ""
    marker: str = ""
    heading: str = ""
    """The first one."""
    in_list: bool = False
    """Whether the last block ends in a list item, so that a further item goes with it."""
    has_bullets: bool = False
    """Whether the last item that is inside of no other has a bullet. A numbered one after it begins a list."""
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
        elif writer := _WRITERS.get(tag):
            writer(self, node, depth)
        elif tag in _BLOCKS:
            self.block(node, depth)
        else:
            self.children(node, depth + 1)

    def block(self, node: LexborNode, depth: int) -> None:
        self.close()
        self.children(node, depth + 1)
        self.close()
        self.term = "" if node.tag == "dl" else self.term

    def heading_block(self, node: LexborNode, depth: int) -> None:
        self.close()
        self.children(node, depth + 1)
        self.close("#" * int((node.tag or "")[1]) + " ")

    def line_break(self, node: LexborNode, depth: int) -> None:
        self.line.append("\n")

    def rule(self, node: LexborNode, depth: int) -> None:
        self.close()

    def defined(self, node: LexborNode, depth: int) -> None:
        self.close()
        self.term = ""
        self.children(node, depth + 1)
        self.close()
        self.term = self.blocks[-1][-1] if self.blocks and not self.indent else ""

    def table(self, node: LexborNode, depth: int) -> None:
        def written(part: LexborNode) -> str | None:
            inner = _Writer(is_cell=True, spans=[_Span(0, struck)] if self.is_struck else [])
            inner.children(part, 0)
            return inner.text

        if rows := table_rows(node, written):
            self.close()
            self.add("\n".join(rows))
        else:
            self.block(node, depth)

    def items(self, node: LexborNode, depth: int) -> None:
        self.close()
        items = [child for child in node.iter() if child.tag == "li" and not _skipped(child)]
        markers = ListMarkers(node.tag or "", node.attributes, "", len(items))
        outer = self.indent
        for child in node.iter(include_text=True):
            if child.tag == "li" and not _skipped(child):
                self.marker = markers.marker(child.attributes)
                self.indent = outer + " " * len(self.marker) * is_of_markdown(self.marker)
                self.children(child, depth + 1)
                self.close()
                self.indent, self.marker = outer, ""
            elif child.tag != "-text":
                self.node(child, depth + 1)
        self.close()

    def code(self, node: LexborNode, depth: int) -> None:
        if "`" in (text := node.text(deep=True)) or not text.strip() or node.css_first("sup, sub, s, del, strike"):
            self.children(node, depth + 1)
        else:
            self.line.append(f"`{_BLANKS.sub(' ', text).strip()}`")

    def code_block(self, node: LexborNode, depth: int) -> None:
        self.close()
        text = node.text(deep=True).replace("\r\n", "\n").strip("\n").rstrip()
        if text.strip():
            self.add("\n".join(fenced([text])))

    @property
    def is_struck(self) -> bool:
        return any(span.write is struck for span in self.spans)

    def span(self, node: LexborNode, depth: int, write: Callable[[str], str]) -> None:
        """Writes an inline element whose text is marked."""
        span = _Span(len(self.line), write)
        self.spans.append(span)
        self.children(node, depth + 1)
        self._mark(span)
        self.spans.pop()

    def _mark(self, span: _Span) -> None:
        if inner := "".join(self.line[span.start :]):
            self.line[span.start :] = [span.write(re.sub(" +", " ", inner))]

    def deletion(self, node: LexborNode, depth: int) -> None:
        if self.is_struck:
            self.children(node, depth + 1)
        else:
            self.span(node, depth, struck)

    def superscript(self, node: LexborNode, depth: int) -> None:
        links = node.css_first('a[href*="#"]') is not None
        around = node.parent
        links = links or (around is not None and around.tag == "a" and "#" in (around.attributes.get("href") or ""))
        self.span(node, depth, note_mark if links else raised)

    def subscript(self, node: LexborNode, depth: int) -> None:
        self.span(node, depth, lowered)

    def ruby(self, node: LexborNode, depth: int) -> None:
        """Writes the base text, and its reading in brackets."""
        readings = [reading.text(deep=True).strip() for reading in node.css("rt")]
        self.children(node, depth + 1)
        self.line.append(in_brackets(list(filter(None, readings))))

    def nothing(self, node: LexborNode, depth: int) -> None:
        """Leaves out an element that its parent has written."""

    def input(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if (attributes.get("type") or "").lower() in ("checkbox", "radio"):
            self.line.append(f" {box('checked' in attributes)} ")

    def close(self, prefix: str = "") -> None:
        """Ends the open inline text; `prefix` makes a heading of it."""
        for span in reversed(self.spans):
            self._mark(span)
            span.start = 0
        if not self.line:
            return
        text = re.sub(r" *\n *", "\n", re.sub(" +", " ", "".join(self.line))).strip(" \n")
        self.line.clear()
        text = text if prefix or self.is_cell else escaped(text)
        if text and self.term and not (prefix or self.indent):
            self.blocks[-1][-1] += "\n: " + re.sub(r"\n+", " ", text)
            self.term = ""
        elif text:
            if prefix and not self.heading:
                self.heading = text.replace("\n", " ")
            self.add(prefix + (text.replace("\n", " ") if prefix else re.sub(r"\n{2,}", "\n", text)))

    def add(self, text: str) -> None:
        self.term = ""
        starts_item, marker, self.marker = is_of_markdown(self.marker), self.marker, ""
        before = self.indent.removesuffix(" " * len(marker)) if starts_item else self.indent
        text = before + marker + text.replace("\n", "\n" + self.indent)
        is_bullet = marker == "- "
        if starts_item and self.in_list and (before or is_bullet == self.has_bullets):
            self.blocks[-1].append(text)
        else:
            self.blocks.append([text])
        self.has_bullets = self.has_bullets if before else is_bullet
        self.in_list = starts_item


_WRITERS: Mapping[str, Callable[[_Writer, LexborNode, int], None]] = {
    **dict.fromkeys((f"h{level}" for level in range(1, 7)), _Writer.heading_block),
    **dict.fromkeys(("ul", "ol", "menu"), _Writer.items),
    **dict.fromkeys(("s", "strike", "del"), _Writer.deletion),
    **dict.fromkeys(("rt", "rp", "rtc"), _Writer.nothing),
    "br": _Writer.line_break,
    "hr": _Writer.rule,
    "dt": _Writer.defined,
    "pre": _Writer.code_block,
    "code": _Writer.code,
    "table": _Writer.table,
    "sup": _Writer.superscript,
    "sub": _Writer.subscript,
    "ruby": _Writer.ruby,
    "input": _Writer.input,
}
