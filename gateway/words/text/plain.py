"""A text as nothing but its words, folded, between single blanks.

Most texts are in Latin script with the signs of printers. Each of their characters folds by itself, whatever stands
beside it, so that a table of bytes folds the whole text at once: a third of what looking up its words costs. In Chinese
only what stands between two runs of Han characters changes, and that comes back: commas, stops, years.
"""

from __future__ import annotations

import codecs
import re

from gateway.words.text.folding import HAN_ALONE, PRINTED, fold
from gateway.words.text.fragments import LONGEST, FragmentCache

_GAP = re.compile(r"[\W_]+")
_HAN = re.compile(f"[{HAN_ALONE}]")
_BETWEEN_HAN = re.compile(f"[^{HAN_ALONE}]+")


def _spaced(text: str) -> str:
    """Returns a text folded, with a blank for all that is no word."""
    return _GAP.sub(" ", fold(text))


def _byte_table() -> tuple[str, bytes, list[tuple[bytes, bytes]]]:
    """Returns the characters that bytes stand for; what each byte folds to; and what those are that fold to several
    characters."""
    known = [*map(chr, range(128)), *map(chr, range(0xA0, 0x100)), *PRINTED]
    known = [letter for letter in known if letter not in "²³¹"]  # a power behind a figure
    letters = "".join(letter for letter in known if _spaced(letter).isascii())
    longer = [(at, folded) for at, folded in enumerate(map(_spaced, letters)) if len(folded) != 1]
    plain = bytearray(range(256))
    for at, letter in enumerate(letters):
        plain[at] = ord(_spaced(letter)) if len(_spaced(letter)) == 1 else at
    return letters.ljust(256, "\ufffe"), bytes(plain), [(bytes([at]), folded.encode()) for at, folded in longer]


_LETTERS, _PLAIN, _LONGER = _byte_table()
_AS_BYTES = codecs.charmap_build(_LETTERS)


def plain(text: str) -> str:
    """Returns the words of a text in reading order, folded (`fold`), with one blank between two of them and none
    around: `plain("L’été — «ŒUVRE»_v2.\\n") == "l ete oeuvre v2"`."""
    try:
        found = codecs.charmap_encode(text, "strict", _AS_BYTES)[0].translate(_PLAIN)
    except UnicodeEncodeError:
        return " ".join(filter(None, map(_plain_of.__getitem__, text.split())))
    if not found.isascii():
        for letter, folded in _LONGER:
            found = found.replace(letter, folded)
    return " ".join(found.decode("ascii").split())


def _in_any_script(piece: str) -> str:
    """Returns a piece without blanks as `plain` has it."""
    if _HAN.search(piece):
        return _BETWEEN_HAN.sub(lambda run: _between_han[run[0]], piece).strip()
    return _spaced(piece).strip()


_plain_of, _between_han = FragmentCache(_in_any_script, LONGEST), FragmentCache(_spaced, LONGEST)
