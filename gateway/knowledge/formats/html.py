"""HTML to Markdown-like text, block by block: headings as `#` lines, list items, table rows, terms with their
definitions, fenced code.

We walk the tree ourselves, because a ready-made text join breaks words at inline tags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html_parts import form_fields
from gateway.knowledge.formats.html_parts.element_writer import SKIPPED, ElementWriter, only_text
from gateway.knowledge.formats.html_parts.formulas import formula
from gateway.knowledge.formats.html_parts.list_markers import ListMarkers, is_of_markdown, whole_number, written
from gateway.knowledge.formats.html_parts.page import HtmlPage, is_warning
from gateway.knowledge.formats.html_parts.page_origin import page_origin
from gateway.knowledge.formats.html_parts.page_titles import page_title
from gateway.knowledge.formats.html_parts.pictures import alt_of, drawing_text, sign_of, sign_of_cell
from gateway.knowledge.formats.html_parts.styles.style_sheets import Style
from gateway.knowledge.formats.html_parts.tables import table_rows
from gateway.knowledge.formats.inline_marks import in_brackets, lowered, note_mark, raised, struck
from gateway.knowledge.formats.plain_lines import fenced
from gateway.words.languages import ANSWERED
from gateway.words.languages.tables import listed

_OBJECTS = listed("iframe object embed canvas audio video")
_BLOCKS = listed(
    """
    address article aside blockquote body center dd details dialog div dl fieldset form figcaption figure header hgroup
    html legend li main p section summary tbody td tr th caption
    """
)
_IGNORED = re.compile(r"mso-list:\s{0,9}ignore", re.IGNORECASE)
_LEVEL = re.compile(r"lst-kix_\w{1,40}-(\d)")
"""The level of a list in the class that Google Docs gives it."""
_BULLETS = listed("● ○ ■ □ ▪")
_AROUND = {"label": (" ", " "), "q": ("“", "”")}
"""What is before and after an element."""
_DEEPEST = 100
"""Levels of nesting; below, only the text is taken."""
_DEEPEST_PARSED = 1000
_NESTING_TAG = re.compile(
    r"<(/?)(?:a(?:ddress|rticle|side)|blockquote|center|d(?:etails|ialog|ir|iv|l)|f(?:ieldset|igcaption|igure|ooter|orm)"
    r"|h(?:eader|group)|m(?:ain|enu)|nav|ol|s(?:ection|ummary)|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[ \t\n\r\f]+")


def read_html(source: str, omissions: Omissions) -> Content:
    """Reads a page: its title, text and language."""
    source = _shallow(source)
    tree = LexborHTMLParser(source)
    root = _main(tree)
    page = HtmlPage(tree, source, omissions)
    writer = _Writer(page=page, ink=page.ink_of(root))
    if root is not None:
        writer.children(root, 0)
    declared = (tree.root.attributes.get("lang") or "").lower()[:2] if tree.root else ""
    text = writer.text
    language = declared if declared in ANSWERED else None
    return Content(page_title(tree, text, writer.heading), text, language, origin=page_origin(tree))


def _shallow(source: str) -> str:
    """Returns the source without block tags nested more than 1000 deep: the parser walks up all open blocks at each
    one.
    """
    steps = (-1 if end else 1 for end in _NESTING_TAG.findall(source))
    if max(accumulate(steps, lambda depth, step: max(0, depth + step), initial=0)) <= _DEEPEST_PARSED:
        return source
    depth = 0

    def shallow_enough(match: re.Match[str]) -> str:
        nonlocal depth
        inside = depth
        depth = max(0, depth - 1) if match[1] else depth + 1
        return match[0] if max(inside, depth) <= _DEEPEST_PARSED else " "

    return _NESTING_TAG.sub(shallow_enough, source)


def _main(tree: LexborHTMLParser) -> LexborNode | None:
    """Returns the main part where the page names one, else the body."""
    body = tree.body
    mains = tree.css("main, [role=main]")
    if len(mains) == 1 and mains[0].text().strip():
        return mains[0]
    return body


@dataclass(slots=True)
class _Writer(ElementWriter):
    """Knows what the tags of HTML mean."""

    lists: int = 0
    """How many lists are open."""
    level: int = 0
    """Of the last item in lists that are not inside of each other."""

    def element(self, node: LexborNode, tag: str, depth: int) -> None:
        if depth > _DEEPEST:
            self.line.append(_BLANKS.sub(" ", self.verbatim(node)))
        elif writer := _WRITERS.get(tag):
            writer(self, node, depth)
        elif tag in _BLOCKS:
            self.block(node, depth)
        else:
            self.children(node, depth + 1)

    def link(self, node: LexborNode, depth: int) -> None:
        outer = self.links_to_note
        self.links_to_note = "#" in (node.attributes.get("href") or "")
        self.children(node, depth + 1)
        self.links_to_note = outer

    def between(self, node: LexborNode, depth: int) -> None:
        """Writes a label between blanks, and a quotation in quotes."""
        before, after = _AROUND[node.tag or ""]
        self.line.append(before)
        self.children(node, depth + 1)
        self.line.append(after)

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
        cells = _TableCells(self)
        rows = table_rows(node, cells.begins, cells.write)
        if rows is None:
            self.block(node, depth)
        elif rows:
            self.close()
            self.add("\n".join(rows))

    def items(self, node: LexborNode, depth: int) -> None:
        self.close()
        style = self.page.sheets.style(node, node.tag or "", node.attributes)
        count = sum(child.tag == "li" for child in node.iter())
        markers = ListMarkers(node.tag or "", node.attributes, _counter_style(style), count)
        begun = self.page.counters.apply(style, is_nested=self.lists > 0)
        self.lists += 1
        outermost = outer = self.indent
        if self.lists == 1 and node.tag == "ol" and "lst-kix" not in (node.attributes.get("class") or ""):
            self.in_list = False
        if self.lists == 1 and (level := _LEVEL.search(node.attributes.get("class") or "")):
            outer = self.flat_indent(int(level[1]))
        for child in node.iter():
            if child.tag == "li":
                self.indent = outer
                self.item(child, markers, depth + 1)
                self.indent, self.marker = outermost, ""
            else:
                self.node(child, depth + 1)
        self.lists -= 1
        self.page.counters.end(begun)
        self.close()

    def item(self, node: LexborNode, markers: ListMarkers, depth: int) -> None:
        attributes = node.attributes
        style = self.page.sheets.style(node, "li", attributes)
        if not style and self.page.is_plain(attributes):
            self.begin_item(markers.marker(attributes))
            self.block(node, depth)
            return
        if self.page.is_frame(node, "li", attributes) or self.page.is_hidden(node, attributes, style):
            return
        before, after = self.page.generated(node, "li", attributes, style)
        before = "" if before.strip() in _BULLETS else before
        marker = markers.marker(attributes, _counter_style(style))
        if self.page.is_counted(node, attributes):
            marker, before = written(before), ""
        self.begin_item(marker)
        self.shown(node, "li", depth, style, (before, after))
        self.close()

    def paragraph(self, node: LexborNode, depth: int) -> None:
        """Writes a paragraph, which Word may have made an item of a list."""
        place_in_list, self.list_in_word = self.list_in_word, ""
        if not place_in_list:
            self.block(node, depth)
            return
        signs = (part for part in node.css("[style]") if _IGNORED.search(part.attributes.get("style") or ""))
        sign = next((part.text() for part in signs), "")
        level = whole_number(place_in_list.partition("level")[2])
        self.close()
        outer, self.in_item = self.indent, True
        self.indent = self.flat_indent((level or 1) - 1)
        self.begin_item(written(sign))
        self.block(node, depth)
        self.indent, self.marker, self.in_item = outer, "", False

    def begin_item(self, marker: str) -> None:
        self.marker = marker
        self.indent += " " * len(marker) * is_of_markdown(marker)

    def flat_indent(self, level: int) -> str:
        """Returns the indent of an item in lists that are not inside of each other, at most one level deeper than the
        item before it."""
        self.level = min(level, self.level + 1) if self.in_list else 0
        return self.indent + "   " * self.level

    def code(self, node: LexborNode, depth: int) -> None:
        text = _BLANKS.sub(" ", self.verbatim(node)).strip()
        is_plain = only_text(node) is not None or node.css_first("sup, sub, s, del, strike") is None
        if text and "`" not in text and is_plain:
            self.line.append(f"`{text}`")
        else:
            self.children(node, depth + 1)

    def code_block(self, node: LexborNode, depth: int) -> None:
        self.close()
        text = self.verbatim(node).replace("\r\n", "\n").strip("\n").rstrip()
        if text.strip():
            self.add("\n".join(fenced([text])))

    def deletion(self, node: LexborNode, depth: int) -> None:
        self.span(node, depth, None if self.is_struck else struck)

    def superscript(self, node: LexborNode, depth: int) -> None:
        is_note = self.links_to_note or node.css_first('a[href*="#"]') is not None or self.is_label(node)
        self.span(node, depth, None if self.is_moved else note_mark if is_note else raised)

    def is_label(self, node: LexborNode) -> bool:
        """Tells whether a superscript is the mark in front of a note."""
        if any(part.strip() for part in self.line) or node.next is None or node.parent is None:
            return False
        refers = self.page.controls.refer_to
        following = node.next.text_content or "" if node.next.tag == "-text" else ""
        return following[:1].isspace() and (refers(node.attributes) or refers(node.parent.attributes))

    def subscript(self, node: LexborNode, depth: int) -> None:
        self.span(node, depth, None if self.is_moved else lowered)

    def ruby(self, node: LexborNode, depth: int) -> None:
        """Writes the base text, and its reading in brackets."""
        parts = [part for child in node.iter() for part in (child.iter() if child.tag == "rtc" else [child])]
        readings = [part.text().strip() for part in parts if part.tag == "rt"]
        self.children(node, depth + 1)
        self.line.append(in_brackets(list(filter(None, readings))))

    def nothing(self, node: LexborNode, depth: int) -> None:
        """Leaves out an element that is no text, or that its parent has written."""

    def field(self, node: LexborNode, depth: int) -> None:
        if value := form_fields.value_of(node, node.attributes):
            self.line.append(f" {value} ")

    def button(self, node: LexborNode, depth: int) -> None:
        """Writes a button that is the heading of what it opens."""
        is_inside = self.page.controls.is_heading(node)
        if is_inside is not None:
            (self.children if is_inside else self.block)(node, depth + 1)

    def picture(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if alt := alt_of(node, attributes):
            self.line.append(f" {alt} ")
        elif not (self.is_cell and attributes.get("alt")):  # a cell without text says it
            self.page.loses("picture", attributes)

    def drawing(self, node: LexborNode, depth: int) -> None:
        if text := drawing_text(node, node.attributes):
            self.line.append(f" {text} ")

    def sign(self, node: LexborNode, depth: int) -> None:
        """Writes an inline element, which may be an icon."""
        text = "" if node.child is None else only_text(node)
        is_empty = text is not None and not text.strip()
        if is_empty and (sign := sign_of(node, node.attributes)):
            self.line.append(f" {sign} ")
        else:
            self.children(node, depth + 1)

    def object(self, node: LexborNode, depth: int) -> None:
        self.page.loses("object", node.attributes)

    def without_scripts(self, node: LexborNode, depth: int) -> None:
        if node.text().strip() and not is_warning(node):
            self.block(node, depth)

    def mathematics(self, node: LexborNode, depth: int) -> None:
        if found := formula(node, "math", node.attributes):
            self.formula(*found)


class _TableCells:
    """Writes the cells of a table, each with a writer of its own."""

    def __init__(self, writer: _Writer) -> None:
        self._outer = writer
        self._ink, self._is_struck = writer.ink, writer.is_struck

    def begins(self, row: LexborNode) -> bool:
        """Tells whether a row is read."""
        page, attributes = self._outer.page, row.attributes
        if not attributes and not page.has_rules and not (row.parent and row.parent.attributes):
            self._ink, self._is_struck = self._outer.ink, self._outer.is_struck
            return True
        style = page.sheets.style(row, "tr", attributes)
        around = row.parent if row.parent is not None and row.parent.tag in ("tbody", "thead", "tfoot") else row
        hidden = page.sheets.style(around, around.tag or "", around.attributes)
        if page.is_hidden(around, around.attributes, hidden, "hidden_row") or (
            around is not row and page.is_hidden(row, attributes, style, "hidden_row")
        ):
            return False
        self._ink = self._outer.ink.changed(style, attributes, "tr") if style or attributes else self._outer.ink
        self._is_struck = self._outer.is_struck or struck in self._outer.marks("tr", attributes, style)
        return True

    def write(self, part: LexborNode) -> str | None:
        """Returns the text of a cell or of the caption; None if it is hidden."""
        page, tag, attributes = self._outer.page, part.tag or "", part.attributes
        style = page.sheets.style(part, tag, attributes)
        is_plain = not style and page.is_plain(attributes)
        if is_plain and not (self._is_struck or self._ink.hidden) and (text := only_text(part)) and text.strip():
            return text
        inner = _Writer(page=page, ink=self._ink, is_cell=True)
        if self._is_struck:
            inner.begin(struck)
        if is_plain:
            inner.children(part, 0)
        elif page.is_hidden(part, attributes, style):
            return None
        else:
            inner.shown(part, tag, 0, style, page.generated(part, tag, attributes, style))
        return inner.text or (sign_of_cell(part) if tag != "caption" else "")


def _counter_style(style: Style) -> str:
    """Returns the `list-style-type` of a style, if any."""
    return style.get("list-style-type") or next(
        (word for word in style.get("list-style", "").split() if word not in ("inside", "outside")), ""
    )


_WRITERS: Mapping[str, Callable[[_Writer, LexborNode, int], None]] = {
    **dict.fromkeys((f"h{level}" for level in range(1, 7)), _Writer.heading_block),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), _Writer.items),
    **dict.fromkeys(("s", "strike", "del"), _Writer.deletion),
    **dict.fromkeys((*SKIPPED, "rt", "rp", "rtc"), _Writer.nothing),
    **dict.fromkeys(("i", "span", "em", "b", "abbr"), _Writer.sign),
    **dict.fromkeys(form_fields.TAGS, _Writer.field),
    **dict.fromkeys(_OBJECTS, _Writer.object),
    "a": _Writer.link,
    "p": _Writer.paragraph,
    **dict.fromkeys(_AROUND, _Writer.between),
    "br": _Writer.line_break,
    "hr": _Writer.rule,
    "dt": _Writer.defined,
    "pre": _Writer.code_block,
    "code": _Writer.code,
    "table": _Writer.table,
    "sup": _Writer.superscript,
    "sub": _Writer.subscript,
    "ruby": _Writer.ruby,
    "button": _Writer.button,
    "img": _Writer.picture,
    "svg": _Writer.drawing,
    "noscript": _Writer.without_scripts,
    "math": _Writer.mathematics,
}
