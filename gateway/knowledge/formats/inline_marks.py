"""How text that is raised, lowered, struck out or ticked is written, the same in every format."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RAISED = str.maketrans(
    "0123456789+-\u2212=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
)
_LOWERED = str.maketrans("0123456789+-\u2212=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_SYMBOLS = "°®™©ªº*†‡§¶′″'\""
"""Signs that are raised wherever they stand."""
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_LONGEST = 100
"""Characters of a raised or lowered text; a longer one is a text of its own."""


def raised(text: str) -> str:
    """Returns a superscript: `⁶`, or `^(1.5)` if Unicode has no such letters."""
    inner = text.strip()
    if inner == "TM":
        return text.replace("TM", "™")
    return text if inner and not inner.strip(_SYMBOLS) else _moved(text, _RAISED, "^")


def lowered(text: str) -> str:
    """Returns a subscript: `₂`, or `_(max)` if Unicode has no such letters."""
    return _moved(text, _LOWERED, "_")


def struck(text: str) -> str:
    """Returns text that is struck out: `~~120 EUR~~`, line by line."""
    return "\n".join(_struck(line) for line in text.split("\n"))


def note_mark(text: str) -> str:
    """Returns the mark of a footnote: `[1]`."""
    before, inner, behind = _parted(text)
    return text if not inner or inner[0] in "[【" or len(inner) > _LONGEST else f"{before}[{inner}]{behind}"


def in_brackets(readings: Sequence[str]) -> str:
    """Returns how the text before it is read, as `（とうきょう）`; empty without readings."""
    if not readings:
        return ""
    if _UNSPACED.match(readings[0]):
        return f"（{''.join(readings)}）"
    return f" ({' '.join(readings)})"


def box(ticked: bool) -> str:
    """Returns a box of a form: `[x]` or `[ ]`."""
    return "[x]" if ticked else "[ ]"


def _moved(text: str, letters: dict[int, int], sign: str) -> str:
    before, inner, behind = _parted(text)
    if not inner or len(inner) > _LONGEST:
        return text
    if all(ord(letter) in letters for letter in inner):
        return before + inner.translate(letters) + behind
    in_parentheses = inner[0] == "(" and inner[-1] == ")"
    return f"{before}{sign}{inner if len(inner) == 1 or in_parentheses else f'({inner})'}{behind}"


def _struck(text: str) -> str:
    before, inner, behind = _parted(text)
    return f"{before}~~{inner}~~{behind}" if inner else text


def _parted(text: str) -> tuple[str, str, str]:
    """Returns the blanks before a text, the text, and the blanks behind it."""
    inner = text.strip()
    start = text.find(inner)
    return text[:start], inner, text[start + len(inner) :]
