"""Pictures that stand for words: an icon that means yes, a sign, a drawing with labels."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from gateway.knowledge.formats.html_parts.formulas import of_picture
from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes
from gateway.words.languages.tables import listed

YES, NO = "✓", "✗"
_YES = listed("check checked checkmark tick yes ok true included available success supported enabled done positive")
_NO = listed("cross times xmark no x false excluded remove missing unavailable unsupported close clear minus negative")
_CLEAR_YES = listed("check checkmark tick ok")
_CLEAR_NO = listed("cross times xmark x remove")
_NOT = listed("not un non")
_SYMBOL = re.compile(
    r"icon|emoji|smiley|emoticon|(?<![a-z])(?:fa|bi|mdi|ti|lnr|glyphicon)(?![a-z])|material-symbols", re.I
)
_CODES = {"\uf00c": YES, "\uf058": YES, "\uf14a": YES, "\uf00d": NO, "\uf057": NO, "\ue5ca": YES, "\ue5cd": NO}
"""Letters of icon fonts."""
_SIGNS = "✓✔✗✘☑☒☐✅❌⚠★☆●○"
_LABELS = ("aria-label", "alt", "title", "data-original-title", "data-bs-title", "data-tooltip")
_LONGEST, _SMALL = 30, 64
"""Characters of a text that an icon stands for, and its width in pixels."""
_WORDS = re.compile(r"[A-Za-z]+")


def is_symbol(attributes: Attributes) -> bool:
    """Tells whether the classes of an element name an icon."""
    return _SYMBOL.search(attributes.get("class") or "") is not None


def alt_of(node: LexborNode, attributes: Attributes) -> str:
    """Returns the text that a picture stands for; empty for a picture to look at."""
    if found := of_picture(attributes):
        return found
    alt = " ".join((attributes.get("alt") or "").split())
    if not alt:
        name = (attributes.get("src") or "")[-200:].rpartition("/")[2].rpartition(".")[0]
        return _meaning(name, _CLEAR_YES, _CLEAR_NO) if len(name) > 1 else ""
    if len(alt) > _LONGEST:
        return ""
    width = (attributes.get("width") or attributes.get("height") or "").removesuffix("px")
    is_small = width.isdecimal() and int(width) <= _SMALL
    is_sign = is_symbol(attributes) or alt in _SIGNS
    return alt if is_sign or ((is_small or " " not in alt) and _is_in_line(node)) else ""


def _is_in_line(node: LexborNode) -> bool:
    """Tells whether words are next to a picture."""
    around = node.parent
    parts = around.iter(include_text=True) if around is not None else ()
    return any(part.tag == "-text" and (part.text_content or "").strip() for part in parts)


def drawing_text(node: LexborNode, attributes: Attributes) -> str:
    """Returns the label of an SVG drawing, else its texts, else its title."""
    if label := attributes.get("aria-label"):
        return " ".join(label.split())
    texts = [" ".join(text.text().split()) for text in node.css("text, foreignObject")]
    if any(texts):
        return " ".join(filter(None, texts))
    title = node.css_first("title")
    return "" if title is None or attributes.get("aria-hidden") == "true" else " ".join(title.text().split())


def sign_of(node: LexborNode, attributes: Attributes) -> str:
    """Returns what an element without text says by its label, or by an icon that means yes or no."""
    if attributes.get("aria-hidden") != "true" and (label := attributes.get("aria-label") or attributes.get("title")):
        return " ".join(label.split()) if node.tag not in ("a", "button", "td", "th") else ""
    return _meaning(attributes.get("class") or "", _CLEAR_YES, _CLEAR_NO) if is_symbol(attributes) else ""


def sign_of_cell(cell: LexborNode) -> str:
    """Returns what a cell without text says: by labels inside, else by icons, names of pictures and classes."""
    nodes = [node for node in cell.traverse() if node.tag != "-comment"][:200]
    nodes = [*nodes[1:], *nodes[:1]]
    labels = [" ".join((node.attributes.get(name) or "").split()) for node in nodes for name in _LABELS]
    labels += [" ".join(node.text().split()) for node in nodes if node.tag == "title"]
    if found := list(dict.fromkeys(filter(None, labels))):
        return " ".join(found[:5])
    for node in nodes:
        attributes = node.attributes
        target = attributes.get("href") or attributes.get("xlink:href") or ""
        source = (attributes.get("src") or "").rpartition("/")[2]
        for name in filter(None, (node.text(), target, attributes.get("class"), source)):
            if len(name) < 200 and (meaning := _meaning(name, _YES, _NO)):
                return meaning
    return ""


def of_generated(text: str) -> str:
    """Returns what generated text says: its letters and signs, without decoration."""
    text = "".join(_CODES.get(letter, letter) for letter in text)
    return text if any(letter.isalnum() or letter in _SIGNS for letter in text) else ""


def _meaning(names: str, yes: frozenset[str], no: frozenset[str]) -> str:
    words = [word.lower() for word in _WORDS.findall(names)]
    positive, negative = not yes.isdisjoint(words), not no.isdisjoint(words)
    if positive == negative:
        return ""
    return NO if negative or not _NOT.isdisjoint(words) else YES
