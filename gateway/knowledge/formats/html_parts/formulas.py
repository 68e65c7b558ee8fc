"""Formulas of a page, as MathML, KaTeX and MathJax write them: the TeX, else the letters in their order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes
from gateway.words.languages.tables import listed

CLASSES = listed(
    """
    katex katex-display mwe-math-element MathJax MathJax_Display MathJax_Preview MathJax_SVG MathJax_SVG_Display
    MathJax_CHTML MathJax_MathML mjx-chtml MJXc-display
    """
)
"""Elements that are a formula, or a copy of it."""
TAGS = listed("math mjx-container script")
_PICTURES = listed("tex latex math formula equation mwe-math-fallback-image-inline mwe-math-fallback-image-display")
_DISPLAY = listed("katex-display MathJax_Display MathJax_SVG_Display MJXc-display")
_TEX = "annotation[encoding*=tex i], annotation[encoding*=latex i]"
_STYLED = re.compile(r"\{\\(?:displaystyle|textstyle)\s?(.*)\}", re.DOTALL)
_IS_TEX = re.compile(r"[\\^_{}]")
_CDATA = re.compile(r"%{0,2}\s{0,9}(?:<!\[CDATA\[|\]\]>)")
_INVISIBLE = re.compile("[\u2061-\u2064\u200b]")
_CODE = re.compile(r"mjx-c([0-9A-F]{2,6})\b")
_LETTER = re.compile(r"[0-9A-Fa-f]{2,6}")
_DEEPEST, _LONGEST = 60, 20_000


def formula(node: LexborNode, tag: str, attributes: Attributes) -> tuple[str, bool] | None:
    """Returns a formula and whether it is on a line of its own; empty for a copy of one that is read elsewhere, None
    for an element that is no formula."""
    if tag == "script":
        return _of_script(node, attributes)
    names = (attributes.get("class") or "").split()
    if tag == "math":
        return _of_mathml(node), attributes.get("display") == "block" or attributes.get("mode") == "display"
    if tag != "mjx-container" and CLASSES.isdisjoint(names):
        return None
    if _has_script(node) and "mwe-math-element" not in names:
        return "", False
    is_display = attributes.get("display") == "true" or not _DISPLAY.isdisjoint(names)
    if (source := attributes.get("data-mathml")) and (inner := LexborHTMLParser(source).css_first("math")):
        return _of_mathml(inner), is_display
    if inner := node.css_first("math"):
        return _of_mathml(inner), is_display or inner.attributes.get("display") == "block"
    if tag == "mjx-container":
        tex = next((part.attributes.get("data-latex") for part in node.css("[data-latex]")), None)
        return (written(tex) if tex else "".join(_letters(node))), is_display
    if (picture := node.css_first("img[alt]")) is not None and "mwe-math-element" in names:
        return written(picture.attributes.get("alt") or ""), is_display
    return None


def of_picture(attributes: Attributes) -> str:
    """Returns the formula that a picture shows, if its `alt` is one; else an empty text."""
    alt = attributes.get("alt") or ""
    names = (attributes.get("class") or "").lower().replace("_", " ").split()
    is_formula = not _PICTURES.isdisjoint(names) or "\\" in alt or alt[:1] == alt[-1:] == "$"
    return written(alt) if alt and is_formula else ""


def written(tex: str) -> str:
    """Returns TeX between dollar signs, as Markdown has it; letters and figures alone stay as they are."""
    tex = " ".join(tex.split())[:_LONGEST].strip("$ ")
    if match := _STYLED.fullmatch(tex):
        tex = match[1].strip()
    return f"${tex}$" if _IS_TEX.search(tex) and "$" not in tex else tex


def _of_script(node: LexborNode, attributes: Attributes) -> tuple[str, bool] | None:
    kind = (attributes.get("type") or "").lower()
    if kind.startswith("math/mml") and (inner := LexborHTMLParser(node.text()).css_first("math")):
        return _of_mathml(inner), "display" in kind
    if not kind.startswith(("math/tex", "math/asciimath")):
        return None
    return written(_CDATA.sub("", node.text())), "display" in kind


def _has_script(node: LexborNode) -> bool:
    """Tells whether the source of a formula follows its rendered form, as MathJax 2 has it."""
    following = node.next
    for _ in range(6):
        if following is None:
            return False
        if following.tag == "script" and (following.attributes.get("type") or "").startswith("math/"):
            return True
        following = following.next
    return False


def _of_mathml(math: LexborNode) -> str:
    annotation = math.css_first(_TEX)
    tex = annotation.text() if annotation is not None else ""
    tex = tex.strip() or math.attributes.get("alttext") or math.attributes.get("data-latex") or ""
    return written(tex) if tex.strip() else " ".join(_linear(math, 0).split())[:_LONGEST]


def _linear(node: LexborNode, depth: int) -> str:
    """Returns the letters of MathML in their order, with `^`, `_` and `/`."""
    tag = node.tag or ""
    if tag == "-text":
        return _INVISIBLE.sub("", (node.text_content or "").strip())
    if tag in ("annotation", "annotation-xml", "mphantom", "none", "mprescripts") or tag[0] == "-":
        return ""
    if depth > _DEEPEST:
        return node.text()
    if tag == "mtext":
        return node.text()
    if tag == "mspace":
        return " "
    parts = [
        _linear(child, depth + 1)
        for child in node.iter(include_text=True)
        if child.tag != "-text" or tag[1:] in ("i", "n", "o", "s")
    ]
    return _joined(node, tag, parts)


def _joined(node: LexborNode, tag: str, parts: list[str]) -> str:
    """Writes an element of MathML from its written parts."""
    signs = {"msup": "^", "msub": "_", "mfrac": "/", "munder": "_", "msubsup": "_^", "munderover": "_^"}.get(tag, "")
    if signs and len(parts) == len(signs) + 1:
        first = _grouped(parts[0]) if tag in ("mfrac", "msup") else parts[0]
        scripts = "".join(sign + _grouped(part) for sign, part in zip(signs, parts[1:], strict=True))
        return first + scripts + " " * (tag in ("munder", "munderover"))
    if tag == "msqrt":
        return f"√({''.join(parts)})"
    if tag == "mroot" and len(parts) == 2:
        return f"root({parts[1]}, {parts[0]})"
    if tag == "mfenced":
        attributes = node.attributes
        opening, closing = attributes.get("open"), attributes.get("close")
        inner = ", ".join(parts)
        return ("(" if opening is None else opening) + inner + (")" if closing is None else closing)
    if tag in ("mtable", "mtr"):
        return ("; " if tag == "mtable" else ", ").join(parts)
    return "".join(parts)


def _grouped(part: str) -> str:
    return part if len(part) <= 1 or part.isalnum() or (part[0] == "(" and part[-1] == ")") else f"({part})"


def _letters(container: LexborNode) -> Iterator[str]:
    """Yields the letters that MathJax 3 names by their codes alone."""
    for part in container.css("[data-c], mjx-c"):
        attributes = part.attributes
        match = _CODE.search(attributes.get("class") or "")
        code = attributes.get("data-c") or (match[1] if match else "")
        if _LETTER.fullmatch(code) and (value := int(code, 16)) < 0x110000:
            yield unicodedata.normalize("NFKC", chr(value))
