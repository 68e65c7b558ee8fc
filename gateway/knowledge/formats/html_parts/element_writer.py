"""Walks the elements of a page: leaves out hidden ones, and marks text as its attributes and style sheets say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborNode

from gateway.knowledge.formats.html_parts import form_fields, formulas
from gateway.knowledge.formats.html_parts.block_writer import BlockWriter
from gateway.knowledge.formats.html_parts.page import HtmlPage
from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes, Style
from gateway.knowledge.formats.html_parts.visibility import Ink, opens
from gateway.knowledge.formats.inline_marks import lowered, note_mark, raised, struck
from gateway.words.languages.tables import listed

SKIPPED = listed("style template nav head script footer datalist map -comment -doctype")
_STRUCK = listed("line-through text-decoration-line-through strikethrough strike-through strike")
_RAISED, _LOWERED = listed("superscript sup"), listed("subscript sub")
_NOTES = listed(
    "footnote-ref footnote-reference fn-backref footnoteref fn-ref noteref sdfootnoteanc sdfootnotesym sdendnoteanc sdendnotesym"
)
_LOUD = listed("script math mjx-container dialog aside font body")
"""Elements whose attributes mean something."""
_NOT_VERBATIM = "br, sup, sub, s, del, strike, script, style, template, [style], [hidden]"
_NOTHING = ("", "")
_NO_STYLE: Style = {}
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_VERBATIM_MARKS: Mapping[str, Callable[[str], str]] = {
    "sup": raised,
    "sub": lowered,
    **dict.fromkeys(("s", "del", "strike"), struck),
}


@dataclass(slots=True)
class ElementWriter(BlockWriter):
    """Writes the elements of a page as blocks. A subclass knows what each tag means."""

    page: HtmlPage = field(kw_only=True)
    ink: Ink = field(kw_only=True)
    links_to_note: bool = False
    """Whether the open text is in a link to a part of the page or the book."""
    in_item: bool = False
    """Whether a list item of Word is open, whose number is its marker."""
    list_in_word: str = ""
    """The place in a list of Word of the paragraph that begins next."""
    generated: tuple[str, str] = _NOTHING
    """What a style sheet puts before and after the content of the element that begins next."""

    def children(self, node: LexborNode, depth: int) -> None:
        if self.generated != _NOTHING:
            before, after = self.generated
            self.generated = _NOTHING
            self.line.append(before)
            self.children(node, depth)
            self.line.append(after)
            return
        for child in node.iter(include_text=True):
            self.node(child, depth)

    def node(self, node: LexborNode, depth: int) -> None:
        tag = node.tag or ""
        if tag == "-text":
            text = node.text_content or ""
            if not (self.ink.hidden and self.page.leaves_out(self.ink, text)):
                self.line.append(_BLANKS.sub(" ", text))
            return
        attributes = node.attributes
        style = _NO_STYLE
        page = self.page
        if page.has_rules or "style" in attributes:
            style = page.sheets.style(node, tag, attributes)
        if not style and tag not in _LOUD and (page.is_plain(attributes) if attributes else not page.generates):
            self.element(node, tag, depth)
            return
        if (tag in formulas.TAGS or "class" in attributes) and (found := formulas.formula(node, tag, attributes)):
            self.formula(*found)
        elif tag in SKIPPED or page.is_frame(node, tag, attributes):
            return
        elif page.is_hidden(node, attributes, style):
            self.opened_parts(node, depth)
        else:
            self.shown(node, tag, depth, style, page.generated(node, tag, attributes, style))

    def shown(self, node: LexborNode, tag: str, depth: int, style: Style, generated: tuple[str, str]) -> None:
        """Writes an element that is not hidden, with its marks."""
        attributes = node.attributes
        if style.get("mso-list") == "ignore":  # the number that Word shows
            self.line.append(f"{node.text().strip()} " if not self.in_item else "")
            return
        state = form_fields.state_of(node, attributes)
        if state and not node.text().strip():
            self.line.append(f" {state} ")
            return
        ink = self.ink
        if style or "bgcolor" in attributes or tag == "font":
            self.ink = ink.changed(style, attributes, tag)
            if self.ink.hidden and not ink.hidden and opens(node, attributes, self.page.controls):
                self.ink = replace(self.ink, hidden="", visibility="")
        marks = self.marks(tag, attributes, style)
        for write in marks:
            self.begin(write)
        self.generated = (f"{state} {generated[0]}", generated[1]) if state else generated
        if attributes and (label := self.page.controls.labels.get(node.mem_id)):
            self.close()
            self.line.append(label)
            self.close()
        self.list_in_word = style.get("mso-list", "") if tag == "p" else ""
        self.element(node, tag, depth)
        self.generated = _NOTHING
        for _ in marks:
            self.end()
        self.ink = ink

    def marks(self, tag: str, attributes: Attributes, style: Style) -> list[Callable[[str], str]]:
        """Returns what marks the text of an element because of its attributes."""
        names = set((attributes.get("class") or "").split())
        found: list[Callable[[str], str]] = []
        lines = style.get("text-decoration", "") + style.get("text-decoration-line", "")
        is_struck = "line-through" in lines or names & _STRUCK or attributes.get("role") == "deletion"
        if is_struck and not self.is_struck:
            found.append(struck)
        if attributes.get("role") == "doc-noteref" or "noteref" in (attributes.get("epub:type") or "").split():
            return [*found, note_mark]
        if tag == "a" and not _NOTES.isdisjoint(name.lower() for name in names):
            return [*found, note_mark]
        align = style.get("vertical-align") or style.get("font-variant-position")
        if tag not in ("sup", "sub", "td", "th", "tr", "img") and not self.is_moved:
            if align == "super" or names & _RAISED:
                found.append(note_mark if self.links_to_note else raised)
            elif align == "sub" or names & _LOWERED:
                found.append(lowered)
        return found

    @property
    def is_moved(self) -> bool:
        return any(span.write in (raised, lowered, note_mark) for span in self.spans)

    def element(self, node: LexborNode, tag: str, depth: int) -> None:
        """Writes an element that is not hidden."""
        self.children(node, depth + 1)

    def opened_parts(self, node: LexborNode, depth: int) -> None:
        """Writes the parts of a hidden element that a control of the page shows."""
        for part in self.page.controls.opened_parts(node):
            self.close()
            self.shown(part, part.tag or "", depth + 1, _NO_STYLE, _NOTHING)
            self.close()

    def block(self, node: LexborNode, depth: int) -> None:
        self.close()
        self.children(node, depth + 1)
        self.close()
        self.term = "" if node.tag == "dl" else self.term

    def verbatim(self, node: LexborNode) -> str:
        """Returns the text of an element as it is, with its line breaks."""
        if self.ink.hidden and self.page.leaves_out(self.ink, node.text()):
            return ""
        if (text := only_text(node)) is not None:
            return text
        if not self.page.has_rules and node.css_first(_NOT_VERBATIM) is None:
            return node.text()
        parts: list[str] = []
        waiting = list(node.iter(include_text=True))[::-1]
        while waiting:
            part = waiting.pop()
            tag = part.tag or ""
            if tag == "-text":
                parts.append(part.text_content or "")
            elif tag == "br":
                parts.append("\n")
            elif tag in _VERBATIM_MARKS:
                parts.append(_VERBATIM_MARKS[tag](part.text()))
            elif tag not in SKIPPED:
                attributes = part.attributes
                style = self.page.sheets.style(part, tag, attributes)
                if not (attributes or style) or not self.page.is_hidden(part, attributes, style):
                    waiting += list(part.iter(include_text=True))[::-1]
        return "".join(parts)

    def span(self, node: LexborNode, depth: int, write: Callable[[str], str] | None) -> None:
        """Writes an inline element whose text is marked."""
        if write is not None:
            self.begin(write)
        self.children(node, depth + 1)
        if write is not None:
            self.end()

    def formula(self, text: str, is_display: bool) -> None:
        if not text:
            return
        if is_display and not self.is_cell:
            self.close()
            self.line.append(f"${text}$" if text[0] == "$" else text)
            self.close()
        else:
            self.line.append(text)


def only_text(node: LexborNode) -> str | None:
    """Returns the text of an element that contains nothing else; None of any other."""
    inner = node.child
    return inner.text_content or "" if inner and inner.tag == "-text" and not inner.next else None
