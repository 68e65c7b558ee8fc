"""A page as a whole: its style sheets, its controls, and what of it the reader leaves out."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html_parts.controls import Controls, beside, is_of_links
from gateway.knowledge.formats.html_parts.pictures import is_symbol, of_generated
from gateway.knowledge.formats.html_parts.styles.generated import Counters
from gateway.knowledge.formats.html_parts.styles.style_sheets import COLOURS, Attributes, Style, StyleSheets, needed
from gateway.knowledge.formats.html_parts.visibility import HEARD, Ink, hides, may_clash, opens
from gateway.words.languages.tables import listed

_ROLES = listed("navigation search banner contentinfo")
_LINKS = listed("headerlink header-anchor hash-link anchorjs-link mw-editsection mw-cite-backlink footnote-backref")
"""Links of a heading or a note to itself."""
LISTS = listed("ul ol menu")
_NOT_TEXT = listed("script style template")
_BESIDE = re.compile(
    r"sidebar|side-bar|(?<![a-z])(?:toc|nav|menu|ads?|advert|share|social|related|newsletter)(?![a-z])", re.I
)
_ASKS = re.compile(r"cookie|consent|gdpr", re.IGNORECASE)
_WINDOW = re.compile(r"(?<![a-z])(?:modal|dialog|offcanvas|popup|lightbox|drawer)(?![a-z])", re.IGNORECASE)
_LOUD_ATTRIBUTES = listed("role epub:type hidden bgcolor aria-hidden data-checked data-list data-inline-task-id")
"""Attributes that may change the text of any element; others are read by their own elements."""
_LOUD = re.compile(
    r"checkbox-o|katex|math|mjx|header|anchor|link|edit|back|line-through|stri|sup|sub|note|sdfoot|sdend|preheader",
    re.IGNORECASE,
)
"""Parts of the names of classes that may mean something."""
_MOST_CLASSES = 5_000
_LONGEST_WARNING = 400


class HtmlPage:
    """What a reader of a page knows before it begins. `source`: the text of the page."""

    def __init__(self, tree: LexborHTMLParser, source: str, omissions: Omissions) -> None:
        styled = tree.css("style, [style], [bgcolor], font[color]")
        sheets = [node.text() for node in styled if node.tag == "style" and _is_for_screens(node.attributes)]
        inline = {_declared(node.tag or "", node.attributes) for node in styled if node.tag != "style"}
        declared = "\n".join([*sheets, *inline]).lower()
        # Colours of a style sheet that we do not have can be below the text.
        has_others = declared and tree.css_first("link[rel~=stylesheet], body[background]") is not None
        self._ink = Ink(background="" if has_others else "ffffff")
        clashes = bool(declared) and may_clash(declared, self._ink.background)
        properties = (needed(declared) if declared else frozenset()) | (COLOURS if clashes else frozenset())
        self.sheets = StyleSheets(sheets, properties)
        self.has_rules = self.sheets.has("")
        self.generates = self.sheets.has("before") or self.sheets.has("after")
        self.counters = Counters()
        self.omissions = omissions
        self.controls = Controls(tree, source)
        self._plain_classes: dict[str, bool] = {"": True}

    def is_plain(self, attributes: Attributes) -> bool:
        """Tells whether an element without a style of its own is written as one without attributes."""
        if not _LOUD_ATTRIBUTES.isdisjoint(attributes) or self.controls.labels or self.generates:
            return False
        names = attributes.get("class") or ""
        if (known := self._plain_classes.get(names)) is None:
            known = not _LOUD.search(names)
            if len(self._plain_classes) < _MOST_CLASSES:
                self._plain_classes[names] = known
        return known

    def ink_of(self, root: LexborNode | None) -> Ink:
        """Returns the ink in the main part of the page, which is never hidden."""
        chain: list[LexborNode] = []
        while root is not None:
            chain.append(root)
            root = root.parent
        ink = self._ink
        for node in reversed(chain):
            attributes = node.attributes
            if attributes or self.has_rules:
                style = self.sheets.style(node, node.tag or "", attributes)
                self.counters.apply(style)
                ink = ink.changed(style, attributes, node.tag or "")
        return Ink(colour=ink.colour, background=ink.background)

    def leaves_out(self, ink: Ink, text: str) -> bool:
        """Tells whether to leave out letters that cannot be seen, and counts them once for each element."""
        if not ink.left_out and text.strip():
            ink.left_out.append(self.omissions.hides(ink.hidden))
        return ink.left_out == [True]

    def is_hidden(self, node: LexborNode, attributes: Attributes, style: Style, called: str = "") -> bool:
        """Tells whether to leave out a hidden element with all its parts, and counts it as what it is called."""
        if not style and "hidden" not in attributes:
            return False
        kind = hides(style, attributes)
        return bool(kind) and not opens(node, attributes, self.controls) and self._counts(node, called or kind)

    def generated(self, node: LexborNode, tag: str, attributes: Attributes, style: Style) -> tuple[str, str]:
        """Counts an element, and returns what style sheets put before and after its content."""
        if style and tag not in LISTS:
            self.counters.apply(style)
        if not self.generates:
            return "", ""
        return self._generated(node, tag, attributes, "before"), self._generated(node, tag, attributes, "after")

    def _generated(self, node: LexborNode, tag: str, attributes: Attributes, pseudo: str) -> str:
        style = self.sheets.style(node, tag, attributes, pseudo)
        if not style:
            return ""
        self.counters.apply(style)
        content = style.get("content", "")
        return of_generated(self.counters.text(content, attributes)) if content and not hides(style, {}) else ""

    def is_counted(self, node: LexborNode, attributes: Attributes) -> bool:
        """Tells whether a style sheet writes the number of an item of a list."""
        return self.generates and "counter" in self.sheets.style(node, "li", attributes, "before").get("content", "")

    def is_frame(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Tells whether an element belongs to the frame of the page and not to its text."""
        if self.controls.labels.get(node.mem_id) == "":
            return True
        if attributes.get("role") in _ROLES or not _LINKS.isdisjoint((attributes.get("class") or "").split()):
            return True
        if attributes.get("role") in ("dialog", "alertdialog") or tag == "dialog":
            return self._is_closed_window(node, attributes)
        if attributes.get("role") == "doc-backlink":
            return not any(map(str.isalnum, node.text()))
        if attributes.get("aria-hidden") == "true":
            return self._is_copy(node, attributes)
        return (tag == "aside" or attributes.get("role") == "complementary") and _is_beside(node, attributes)

    def _is_closed_window(self, node: LexborNode, attributes: Attributes) -> bool:
        names = " ".join(attributes.get(name) or "" for name in ("class", "id", "aria-label"))
        if _ASKS.search(names):
            return True
        is_closed = (node.tag == "dialog" and "open" not in attributes) or attributes.get("aria-hidden") == "true"
        return is_closed and not self.controls.refer_to(attributes) and self._counts(node, "hidden_text")

    def _is_copy(self, node: LexborNode, attributes: Attributes) -> bool:
        """Tells whether text that only eyes see is an icon, or stands next to its copy for screen readers."""
        if _WINDOW.search(attributes.get("class") or ""):
            return self._is_closed_window(node, attributes)
        if is_symbol(attributes) and all(part.tag == "-text" for part in node.iter(include_text=True)):
            return bool(node.text().strip()) or node.tag == "a"
        others = filter(None, (beside(node, "prev"), beside(node, "next")))
        return any(HEARD.search(other.attributes.get("class") or "") for other in others)

    def loses(self, kind: str, attributes: Attributes) -> None:
        """Counts a picture or an object, except for decoration and pixels that count readers."""
        is_decoration = attributes.get("alt") == "" or attributes.get("role") in ("presentation", "none")
        sizes = {(attributes.get(name) or "").removesuffix("px") for name in ("width", "height")}
        if not is_decoration and not sizes & {"0", "1"}:
            self.omissions.lost(kind)

    def _counts(self, node: LexborNode, kind: str) -> bool:
        """Counts an element if it has text. Tells whether to leave it out."""
        return not _has_text(node) or self.omissions.hides(kind)


def _declared(tag: str, attributes: Attributes) -> str:
    """Returns the style of an element, its attributes for colours included."""
    colour = attributes.get("color") if tag == "font" else ""
    return f"{attributes.get('style') or ''};background:{attributes.get('bgcolor') or ''};color:{colour or ''};"


def is_warning(node: LexborNode) -> bool:
    """Tells whether a `noscript` only says that the page needs scripts."""
    text = node.text()
    return "javascript" in text.lower() and len(text) < _LONGEST_WARNING


def _is_for_screens(attributes: Attributes) -> bool:
    media = (attributes.get("media") or "all").lower()
    return "screen" in media or "all" in media


def _is_beside(node: LexborNode, attributes: Attributes) -> bool:
    """Tells whether an aside has links and offers, not text of the page."""
    if attributes.get("epub:type") or (attributes.get("role") or "").startswith("doc-"):
        return False
    names = " ".join(attributes.get(name) or "" for name in ("class", "id", "aria-label"))
    if _BESIDE.search(names) or node.css_first("nav, [role=navigation]") is not None:
        return True
    return is_of_links(node)


def _has_text(node: LexborNode) -> bool:
    for part in node.traverse(include_text=True):
        if part.tag == "-text" and (part.text_content or "").strip():
            around = part.parent
            if around is None or around.tag not in _NOT_TEXT:
                return True
    return False
