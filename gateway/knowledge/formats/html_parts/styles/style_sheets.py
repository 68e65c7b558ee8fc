"""What the style sheets inside of a page declare for an element: which text is hidden, struck out, raised or counted.

We know selectors of tags, classes and ids, alone, below an ancestor or below a parent. A rule with any other selector
speaks of a state (`:hover`, `:checked ~ div`, `.open.panel`) or of a place that we do not judge: it hides nothing, and
what it shows is not hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from gateway.words.languages.tables import listed

Style = Mapping[str, str]
Attributes = Mapping[str, str | None]
_Ancestor = tuple[str, str, frozenset[str]]
"""Tag, id and classes."""

_MOVES = "transform transition animation animation-name"
_NEEDED = [
    ("display", re.compile(r"display\s*:\s*none"), "display"),
    ("visibility", re.compile(r"visibility\s*:\s*(?:hidden|collapse)"), "visibility"),
    ("opacity", re.compile(r"opacity\s*:\s*\.?0"), f"opacity {_MOVES}"),
    ("font-size", re.compile(r"font-size\s*:\s*(?:0|\.|1p)"), "font-size"),
    ("-", re.compile(r"-\d{2,9}[\d.]{0,9}(?:p|e|r|v)"), "position left top text-indent"),
    ("clip", re.compile(r"clip"), "clip clip-path position background-clip -webkit-background-clip"),
    ("height", re.compile(r"height\s*:\s*0"), f"height max-height overflow overflow-y {_MOVES}"),
    ("line-through", re.compile(r"line-through"), "text-decoration text-decoration-line"),
    ("vertical-align", re.compile(r"vertical-align\s*:\s*su"), "vertical-align"),
    ("font-variant-position", re.compile("font-variant-position"), "font-variant-position"),
    ("list-style", re.compile(r"list-style"), "list-style list-style-type"),
    (
        "content",
        re.compile(r"counter-|content\s*:"),
        "content counter-reset counter-increment counter-set display visibility",
    ),
    ("mso-", re.compile(r"mso-"), "mso-hide mso-list"),
]
"""Words and patterns that the source of a page contains in small letters, if it needs these properties. Most pages have
few of the words, which are searched much faster."""
COLOURS = listed("color background background-color background-image background-clip -webkit-background-clip")
_SHOWS = {"display": "none", "visibility": "hidden", "opacity": "0", "max-height": "0", "height": "0"}
"""Properties that hide text, with the value that does so."""
_MOST_RULES, _MOST_STEPS, _MOST_STYLES = 5_000, 1_000_000, 2_000
"""Rules that are read, comparisons with elements, and different styles that are remembered. A comparison costs some
0.3 microseconds; a page of a megabyte needs up to 100,000."""
_MOST_ANCESTORS, _MOST_STATES = 200, 100
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_TOKEN = re.compile(r"""\"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|\\.|[{}]""", re.DOTALL)
_DECLARATION = re.compile(r"""(?:[^;"'\\]++|\"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?|\\.)++""", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\.)+"
_PART = re.compile(rf"(?P<sign>[.#]|:{{1,2}})?(?P<name>{_NAME}|\*)", re.DOTALL)
_COMBINATOR = re.compile(r"(\s*+[>+~]\s*+|\s++)")
_KEY = re.compile(r"(?:\A|[\s>+~])([.#][\w-]{1,100}+)(?::(?!(?i:before|after))[\w-]{1,50}+){0,5}\Z")
"""The class or the id by which alone a selector finds elements."""
_IN_BRACKETS = re.compile(r"\([^()]{0,500}\)|\[[^\]]{0,500}\]")
_SCREEN = re.compile(r"@media ?(?:only )?(?:screen|all)? ?", re.IGNORECASE)
_PRINT = re.compile(r"@media ?(?:only )?print")
_TRANSPARENT = ("@supports", "@layer", "@scope")
_BEFORE_AND_AFTER = ("before", "after")


@dataclass(frozen=True, slots=True)
class _Compound:
    """One part of a selector between combinators. `is_parent`: it must be the parent, not any ancestor."""

    tag: str
    id: str
    classes: frozenset[str]
    is_parent: bool = False

    def fits(self, tag: str, id: str, classes: Iterable[str]) -> bool:
        return self.tag in ("", tag) and self.id in ("", id) and self.classes.issubset(classes)


@dataclass(frozen=True, slots=True)
class _Rule:
    """compounds: from the element itself up to its ancestors."""

    compounds: tuple[_Compound, ...]
    weight: tuple[int, int, int, int]
    style: dict[str, str]
    important: dict[str, str]


class _Declared(NamedTuple):
    """A selector with what its rule declares. `is_plain`: on every screen."""

    selector: str
    usual: dict[str, str]
    important: dict[str, str]
    is_plain: bool
    order: int


class StyleSheets:
    """The rules of a page, and the styles of its elements.

    sources: the text of each style sheet.
    properties: those that matter.
    """

    def __init__(self, sources: Iterable[str], properties: frozenset[str]) -> None:
        self._properties = properties
        self._below_parents: set[str] = set()
        """Tags of elements that rules find by the class of their parent."""
        self._around: tuple[int, list[_Ancestor], frozenset[str]] = (-1, [], frozenset())
        """The ancestors below a parent, by its `mem_id`: its children come one after the other."""
        self._rules: dict[str, dict[str, list[_Rule]]] = {"": {}, "before": {}, "after": {}}
        """Pseudo-element to key (`.class`, `#id` or tag) to rules."""
        self._waiting: dict[str, list[_Declared]] = {}
        """Key to what is understood as soon as an element has this key."""
        self._revealed: dict[tuple[str, str], list[_Compound]] = {}
        """Key and property to the elements that a state shows by it."""
        self._steps = 0
        self._cached: dict[tuple[str, str, str, str], Style] = {}
        count = 0
        for source in sources:
            lowered = source.lower()
            for selectors, declarations, is_plain in _blocks(source) if any(map(lowered.count, properties)) else ():
                usual, important = declarations_of(declarations, properties)
                if count == _MOST_RULES or not (usual or important):
                    continue
                for selector in _separated(selectors):
                    declared = _Declared(selector, usual, important, is_plain, count)
                    if key := _KEY.search(selector):
                        self._waiting.setdefault(key[1], []).append(declared)
                    else:
                        self._add(declared)
                count += 1
        self._drop_revealed(self._rules[""])

    def has(self, pseudo: str) -> bool:
        """Tells whether any rule declares a pseudo-element; with an empty name, any element."""
        return bool(self._rules[pseudo] or (self._waiting and not pseudo))

    def style(self, node: LexborNode, tag: str, attributes: Attributes, pseudo: str = "") -> Style:
        """Returns what the rules and the `style` attribute of an element declare, or of its pseudo-element."""
        inline = "" if pseudo else attributes.get("style") or ""
        rules = self._rules[pseudo]
        if not (inline or self.has(pseudo)):
            return {}
        key = (tag, attributes.get("class") or "", attributes.get("id") or "", pseudo + inline)
        if (cached := self._cached.get(key)) is not None:
            return cached
        style, depends = self._merged(node, key, rules, inline)
        if not depends and len(self._cached) < _MOST_STYLES:
            self._cached[key] = style
        return style

    def _merged(
        self, node: LexborNode, key: tuple[str, str, str, str], rules: dict[str, list[_Rule]], inline: str
    ) -> tuple[Style, bool]:
        """Returns a style, and whether it depends on where the element is."""
        tag, names, id, _ = key
        classes = names.split()
        keys = [*(f".{name}" for name in classes), f"#{id}", tag, "*"]
        if known := self._waiting.keys() & keys:
            for rule_to_add in chain.from_iterable(map(self._waiting.pop, known)):
                self._add(rule_to_add)
            self._drop_revealed(known)
        parent = node.parent
        by_parent = parent is not None and tag in self._below_parents
        if parent is not None and by_parent:
            keys += [f"{tag}<.{name}" for name in (parent.attributes.get("class") or "").split()]
        found = [rule for key_of_rule in keys for rule in rules.get(key_of_rule, ())]
        depends = by_parent or any(len(rule.compounds) > 1 for rule in found)
        self._steps += len(found)
        if self._steps > _MOST_STEPS:
            found = []
        if depends and found and parent is not None and parent.mem_id != self._around[0]:
            above = _above(node)
            self._around = parent.mem_id, above, frozenset().union(*(names for _, _, names in above))
        _, above, around = self._around
        fitting = [
            rule for rule in found if rule.compounds[0].fits(tag, id, classes) and self._is_below(rule, above, around)
        ]
        fitting.sort(key=lambda rule: rule.weight)
        usual, important = declarations_of(inline, self._properties)
        style: dict[str, str] = {}
        for declared in (*(rule.style for rule in fitting), usual, *(rule.important for rule in fitting), important):
            style.update(declared)
        for name, hiding in _SHOWS.items():
            if style.get(name) == hiding and usual.get(name) != hiding and important.get(name) != hiding:
                states = (state for key in keys for state in self._revealed.get((key, name), ()))
                if any(state.fits(tag, id, classes) for state in states):
                    del style[name]
        return style, depends

    def _is_below(self, rule: _Rule, above: list[_Ancestor], around: frozenset[str]) -> bool:
        """Tells whether an element with these ancestors, the nearest first, is where a rule wants it."""
        if len(rule.compounds) > 1 and not rule.compounds[1].classes <= around:
            return False
        at = 0
        for compound in rule.compounds[1:]:
            while at < len(above):
                self._steps += 1
                at += 1
                if compound.fits(*above[at - 1]):
                    break
                if compound.is_parent:
                    return False
            else:
                return False
        return True

    def _add(self, declared: _Declared) -> None:
        selector, usual, important, is_plain, order = declared
        compounds, pseudo, is_simple = _selector(selector)
        if not compounds:
            return
        shows = [name for name, hiding in _SHOWS.items() if (usual | important).get(name, hiding) != hiding]
        first = compounds[0]
        if not (is_simple and is_plain) or len(compounds) > 1 or len(first.classes) > 1:
            self._reveal(first, shows)
        if not is_simple:
            return
        if not is_plain:  # of a rule for some screens, only what it shows
            usual = {name: value for name, value in usual.items() if name in shows}
            important = {name: value for name, value in important.items() if name in shows}
        ids, classes = sum(bool(part.id) for part in compounds), sum(len(part.classes) for part in compounds)
        weight = (ids, classes, sum(part.tag not in ("", "*") for part in compounds), order)
        key = f"#{first.id}" if first.id else f".{min(first.classes)}" if first.classes else first.tag or "*"
        if key == first.tag and len(compounds) > 1 and first.is_parent and compounds[1].classes:
            self._below_parents.add(first.tag)
            key = f"{key}<.{min(compounds[1].classes)}"
        self._rules[pseudo].setdefault(key, []).append(_Rule(compounds, weight, dict(usual), dict(important)))

    def _reveal(self, compound: _Compound, names: list[str]) -> None:
        for key in {compound.tag, f"#{compound.id}", *(f".{part}" for part in compound.classes)} - {"", "#"}:
            for name in names:
                states = self._revealed.setdefault((key, name), [])
                if len(states) < _MOST_STATES:
                    states.append(compound)

    def _drop_revealed(self, keys: Iterable[str]) -> None:
        """Takes a property that hides from the rules for elements that another rule shows in a state."""
        for key, (name, hiding) in product(keys, _SHOWS.items()):
            states = self._revealed.get((key, name), ())
            for rule in self._rules[""].get(key, ()) if states else ():
                own, value = rule.compounds[0], (rule.style | rule.important).get(name)
                if value == hiding and any(own.fits(state.tag, state.id, state.classes) for state in states):
                    rule.style.pop(name, None)
                    rule.important.pop(name, None)


def needed(source: str) -> frozenset[str]:
    """Returns the properties that matter to a page, except for colours. `source`: its text in small letters."""
    return listed(" ".join(names for word, pattern, names in _NEEDED if word in source and pattern.search(source)))


def essential(source: str) -> str:
    """Returns the rules of a style sheet that hide, mark or count text, without anything else."""
    properties = needed(source.lower())
    found = []
    for selectors, declarations, is_plain in _blocks(source):
        usual, important = declarations_of(declarations, properties)
        parts = [f"{name}:{value}" for name, value in usual.items()]
        parts += [f"{name}:{value}!important" for name, value in important.items()]
        if parts and is_plain:
            found.append(f"{selectors}{{{';'.join(parts)}}}")
    return "".join(found)


def _above(node: LexborNode) -> list[_Ancestor]:
    """Returns the ancestors of an element, the nearest first."""
    found: list[_Ancestor] = []
    around = node.parent
    while around is not None and len(found) < _MOST_ANCESTORS:
        attributes = around.attributes
        names = frozenset((attributes.get("class") or "").split())
        found.append((around.tag or "", attributes.get("id") or "", names))
        around = around.parent
    return found


def declarations_of(source: str, properties: frozenset[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Returns what a style declares of some properties, and what of it is `!important`."""
    usual: dict[str, str] = {}
    important: dict[str, str] = {}
    for declaration in _DECLARATION.findall(source):
        name, _, value = declaration.partition(":")
        name = name.strip().lower()
        if value and name in properties:
            value, mark, _ = value.strip().partition("!")
            (important if mark else usual)[name] = value.strip() if name == "content" else value.strip().lower()
    return usual, important


def unescaped(text: str) -> str:
    """Returns a name or a string of CSS without its escapes."""

    def letter(match: re.Match[str]) -> str:
        code = int(match[1], 16) if match[1] else 0
        return match[2] or (chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "")

    return _ESCAPE.sub(letter, text) if "\\" in text else text


def _blocks(source: str) -> Iterator[tuple[str, str, bool]]:
    """Yields selectors and declarations of each rule, and whether it is valid on every screen."""
    source = _COMMENT.sub("", source)
    start = 0
    open_blocks: list[str] = []
    """`plain`, `some` or `none`: whether rules inside are valid; `rule`."""
    selectors, parts = "", list[str]()
    for token in _TOKEN.finditer(source):
        if token[0] not in ("{", "}"):
            continue
        text, start = source[start : token.start()], token.end()
        above = open_blocks[-1] if open_blocks else "plain"
        if token[0] == "{":
            before, _, words = text.rpartition(";")
            if above in ("rule", "none"):
                parts += [before] * (above == "rule")
                open_blocks.append("none")
            elif words.lstrip().startswith("@"):
                open_blocks.append(_condition(words, above))
            else:
                open_blocks.append("rule")
                selectors, parts = words.strip(), []
        elif open_blocks and open_blocks.pop() == "rule":
            yield selectors, ";".join([*parts, text]), "some" not in open_blocks


def _condition(words: str, above: str) -> str:
    """Returns how the rules of an at-rule are valid."""
    words = " ".join(words.lower().split())
    if words.startswith(_TRANSPARENT):
        return "plain"
    if words.startswith("@container"):
        return "some"
    if not words.startswith("@media") or _PRINT.match(words):
        return "none"
    return "plain" if _SCREEN.fullmatch(words) else "some"


def _separated(selectors: str) -> Iterator[str]:
    """Yields the selectors of a list."""
    if "(" in selectors or "[" in selectors:
        selectors = _IN_BRACKETS.sub(lambda match: match[0].replace(",", " "), selectors)
    yield from filter(None, map(str.strip, selectors.split(",")))


def _selector(selector: str) -> tuple[tuple[_Compound, ...], str, bool]:
    """Returns the compounds of a selector from its last one up, its pseudo-element, and whether we know all of it. Of
    an unknown selector, only the last compound."""
    pieces = _COMBINATOR.split(selector)
    compounds: list[_Compound] = []
    pseudo, is_simple = "", True
    for index in range(len(pieces) - 1, -1, -2):
        combinator = pieces[index + 1].strip() if index + 1 < len(pieces) else ""
        is_parent, is_simple = combinator == ">", is_simple and combinator in ("", ">")
        compound, pseudo_here, is_known = _compound(pieces[index], is_parent=is_parent)
        if not compounds:
            pseudo = pseudo_here
        is_simple = is_simple and is_known and (pseudo_here == pseudo or not pseudo_here) and len(compounds) < 5
        if not compounds or is_simple:
            compounds.append(compound)
    return tuple(compounds), pseudo, is_simple


def _compound(source: str, *, is_parent: bool) -> tuple[_Compound, str, bool]:
    """Returns a compound, its pseudo-element, and whether it says nothing else."""
    tag, id, classes, pseudo = "", "", set[str](), ""
    at, is_known = 0, True
    while match := _PART.match(source, at):
        at, name = match.end(), unescaped(match["name"])
        if not match["sign"]:
            tag = name.lower()
        elif match["sign"] == ".":
            classes.add(name)
        elif match["sign"] == "#":
            id = name
        elif name.lower() in _BEFORE_AND_AFTER:
            pseudo = name.lower()
        elif name == "root":
            tag = "html"
        else:
            is_known = False
    return (
        _Compound("" if tag == "*" else tag, id, frozenset(classes), is_parent),
        pseudo,
        is_known and at == len(source),
    )
