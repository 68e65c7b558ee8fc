"""The controls of a page, and the content that they show: answers below questions, tabs, parts that fold."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes
from gateway.words.languages.tables import listed

_REFERENCE = re.compile(
    r"""[\s"'/](aria-controls|aria-owns|popovertarget|commandfor|for|href|onclick|uk-toggle|data-[\w-]{1,40}+)"""
    r"""\s{0,9}=\s{0,9}(?:"([^"<>]{1,300})"|'([^'<>]{1,300})'|([^\s"'<>=]{1,300}))""",
    re.IGNORECASE,
)
_LISTS_IDS = listed("aria-controls aria-owns popovertarget commandfor for")
_NAMES_TARGET = re.compile(r"target|tab|panel|toggle|content|controls|open|show|ref", re.IGNORECASE)
_WORD = re.compile(r"[\w:-]{1,100}")
_QUOTED = re.compile(r"['\"]([.#]?[\w:-]{1,100})['\"]|&quot;([.#]?[\w:-]{1,100})&quot;")
_SELECTOR = re.compile(r"[#.]([\w:-]{1,100})")

OPENS = re.compile(r"accordion|collaps|tab-?pane|tab-?content|tabs__|expand|(?<![a-z])faq|spoiler|toggle-content", re.I)
"""Classes of content that a script of the page shows, and of its headings."""
_HEADINGS = listed("h1 h2 h3 h4 h5 h6 summary dt legend")
_MENUS = listed("nav menu form dialog select header")
_MENU_ROLES = listed("navigation menu menubar listbox dialog search")
_TARGETS = ("aria-controls", "data-target", "data-bs-target", "popovertarget", "commandfor", "href")
_FIELDS = listed("input select textarea button option label a")
_MOST_PARTS, _MOST_TABS = 200, 200
_TABS = (("[role=tablist]", "[role=tab]", "[role=tabpanel]"), (".tabbed-labels", "label", ".tabbed-block"))
"""Selectors of lists of tabs, of tabs and of panels."""
_TRIGGERS = re.compile(r"accordion|collapsi|toggle|question|expand|faq|trigger|tab-?link|spoiler", re.I)
"""Classes of a heading that opens what follows it."""


class Controls:
    """The elements that controls of a page refer to, by id and by class."""

    def __init__(self, tree: LexborHTMLParser, source: str) -> None:
        self._tree, self._source = tree, source
        self._menus: dict[int, bool] = {}

    @cached_property
    def _referred(self) -> tuple[set[str], set[str]]:
        """Ids and classes."""
        ids, classes = set[str](), set[str]()
        for match in _REFERENCE.finditer(self._source):
            name, value = match[1].lower(), match[2] or match[3] or match[4]
            if name in _LISTS_IDS:
                ids.update(value.split())
            elif name == "href":
                ids.update([value[1:]] if value[0] == "#" else [])
            elif name in ("onclick", "uk-toggle"):
                quoted = {first or second for first, second in _QUOTED.findall(value)} | set(_SELECTOR.findall(value))
                ids.update(word.lstrip("#.") for word in quoted)
            elif value[0] == ".":
                classes.update(_SELECTOR.findall(value))
            elif value[0] == "#" or _NAMES_TARGET.search(name[5:]):
                ids.update(_WORD.findall(value)[:3])
        return ids, classes

    @cached_property
    def _elements(self) -> dict[str, LexborNode]:
        return {node.attributes.get("id") or "": node for node in self._tree.css("[id]")}

    def refer_to(self, attributes: Attributes) -> bool:
        ids, classes = self._referred
        return (attributes.get("id") or attributes.get("name")) in ids or (
            bool(classes) and not classes.isdisjoint((attributes.get("class") or "").split())
        )

    def opened_parts(self, node: LexborNode) -> list[LexborNode]:
        """Returns the parts of a hidden element that a control refers to, the outermost of each."""
        found: dict[int, LexborNode] = {}
        for part in node.css("[id], [class]")[:_MOST_PARTS]:
            if part.tag in _FIELDS or part.mem_id == node.mem_id or not self.refer_to(part.attributes):
                continue
            around = part.parent
            while around and around.mem_id not in (node.mem_id, *found):
                around = around.parent
            if not around or around.mem_id == node.mem_id:
                found[part.mem_id] = part
        return list(found.values())

    def is_heading(self, button: LexborNode) -> bool | None:
        """Tells whether a button is inside of a heading. Returns None for a button that is no heading of content."""
        attributes = button.attributes
        around: LexborNode | None = button.parent
        for _ in range(3):
            if around is not None and around.tag in _HEADINGS:
                length = len(around.text().strip())
                return True if _is_trigger(button) or 5 * len(button.text().strip()) >= 4 * length else None
            around = around.parent if around is not None else None
        if attributes.get("aria-haspopup") not in (None, "false"):
            return None
        if attributes.get("role") == "tab" or OPENS.search(attributes.get("class") or "") or _is_question(button):
            return False
        targets = self._targets(attributes)
        if not targets and "aria-expanded" in attributes:
            following = beside(button, "next") or (beside(button.parent, "next") if button.parent else None)
            targets = [following] if following else []
        return None if all(map(self._is_menu, targets)) else False

    def _targets(self, attributes: Attributes) -> list[LexborNode]:
        words = [word for name in _TARGETS for word in (attributes.get(name) or "").split()[:5]]
        words += map("".join, _QUOTED.findall(attributes.get("onclick") or "")[:5])
        return list(filter(None, (self._elements.get(word.lstrip("#.")) for word in words)))

    @cached_property
    def labels(self) -> dict[int, str]:
        """What the tabs of the page call their panels: `mem_id` of a panel to the text of its tab. A list of tabs is in
        it with an empty text if all its tabs have panels."""
        found: dict[int, str] = {}
        if "tablist" not in self._source and "tabbed-labels" not in self._source:
            return found
        for lists, tabs_of, panels_of in _TABS:
            for tabs in self._tree.css(lists)[:_MOST_TABS]:
                labels = [tab for tab in tabs.css(tabs_of)[:_MOST_TABS] if tab.text().strip()]
                panels = [self._panel(tab) for tab in labels]
                if None in panels and tabs.parent is not None:
                    beside = tabs.parent.css(panels_of)
                    panels = list(beside) if len(beside) == len(labels) else panels
                if labels and None not in panels:
                    found[tabs.mem_id] = ""
                    for tab, panel in zip(labels, panels, strict=True):
                        if panel is not None:
                            found[panel.mem_id] = " ".join(tab.text().split())
        return found

    @cached_property
    def _labelled(self) -> dict[str | None, list[LexborNode]]:
        """Panels by the id of the tab that labels them."""
        panels = self._tree.css("[role=tabpanel][aria-labelledby]")
        return {panel.attributes.get("aria-labelledby"): [panel] for panel in panels}

    def _panel(self, tab: LexborNode) -> LexborNode | None:
        inner = tab.css_first("a, button")
        for node in (tab, inner) if inner is not None else (tab,):
            attributes = node.attributes
            if panels := self._targets(attributes) or self._labelled.get(attributes.get("id") or "-"):
                return panels[0]
        return None

    def has_box(self, label: LexborNode) -> bool:
        """Tells whether a label belongs to a box, which style sheets can read."""
        field = self._elements.get(label.attributes.get("for") or "")
        return field is not None and field.attributes.get("type") in ("checkbox", "radio")

    def _is_menu(self, target: LexborNode) -> bool:
        if (known := self._menus.get(target.mem_id)) is None:
            known = self._menus[target.mem_id] = _is_menu(target)
        return known


def is_control(node: LexborNode) -> bool:
    """Tells whether an element opens what follows it: a control, or a heading that is one."""
    if _is_trigger(node):
        return True
    inner = node.css_first("button, summary, [aria-expanded], [role=button], [onclick]")
    if inner is None:
        return False
    length = len(node.text().strip())
    return node.tag in _HEADINGS or (_is_trigger(inner) and 2 * len(inner.text().strip()) >= length > 0)


def _is_trigger(node: LexborNode) -> bool:
    attributes = node.attributes
    names = _TRIGGERS.search(attributes.get("class") or "") is not None
    return (
        node.tag == "summary"
        or "aria-expanded" in attributes
        or "onclick" in attributes
        or attributes.get("role") in ("button", "tab")
        or (node.tag == "button" and (names or _is_question(node)))
        or (names and OPENS.search(attributes.get("class") or "") is None)
    )


def _is_question(node: LexborNode) -> bool:
    return node.text().strip()[-1:] in ("?", "\uff1f", "\u061f")


def is_of_links(node: LexborNode) -> bool:
    """Tells whether most of a text is links."""
    length = len(node.text().strip())
    return 2 * sum(len(link.text().strip()) for link in node.css("a[href]")) > length


def beside(node: LexborNode, side: Literal["prev", "next"]) -> LexborNode | None:
    """Returns the element before or after an element."""
    other: LexborNode | None = getattr(node, side)
    while other is not None and (other.tag or "-")[0] == "-":
        other = getattr(other, side)
    return other


def _is_menu(node: LexborNode) -> bool:
    around: LexborNode | None = node
    for _ in range(3):
        if around is None or around.tag in _MENUS or around.attributes.get("role") in _MENU_ROLES:
            return around is not None
        around = around.parent
    return is_of_links(node)
