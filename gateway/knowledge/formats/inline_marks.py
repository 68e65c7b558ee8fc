"""How text that is raised, lowered, struck out or ticked is written, the same in every format."""

from __future__ import annotations

import re

_RAISED = str.maketrans(
    "0123456789+-\u2212=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
)
_LOWERED = str.maketrans("0123456789+-\u2212=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_EDGES = re.compile(r"(\s*+)(.*?)(\s*+)\Z", re.DOTALL)
_LONGEST = 100
"""Characters of a raised or lowered text; a longer one is a text of its own."""


def raised(text: str) -> str:
    """Returns a superscript: `⁶`, or `^(1.5)` if Unicode has no such letters."""
    return _moved(text, _RAISED, "^")


def lowered(text: str) -> str:
    """Returns a subscript: `₂`, or `_(max)` if Unicode has no such letters."""
    return _moved(text, _LOWERED, "_")


def struck(text: str) -> str:
    """Returns text that is struck out: `~~120 EUR~~`, line by line."""
    return "\n".join(_struck(line) for line in text.split("\n"))


def box(ticked: bool) -> str:
    """Returns a box of a form: `[x]` or `[ ]`."""
    return "[x]" if ticked else "[ ]"


def _moved(text: str, letters: dict[int, int], sign: str) -> str:
    before, inner, behind = _parted(text)
    if not inner or len(inner) > _LONGEST:
        return text
    if all(ord(letter) in letters for letter in inner):
        return before + inner.translate(letters) + behind
    return f"{before}{sign}{inner if len(inner) == 1 else f'({inner})'}{behind}"


def _struck(text: str) -> str:
    before, inner, behind = _parted(text)
    return f"{before}~~{inner}~~{behind}" if inner else text


def _parted(text: str) -> tuple[str, str, str]:
    """Returns the blanks before a text, the text, and the blanks behind it."""
    match = _EDGES.match(text)
    assert match is not None
    return match[1], match[2], match[3]
