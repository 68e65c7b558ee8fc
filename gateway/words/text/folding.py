"""Spelling without accidents, and the scripts that write no blanks between words."""

from __future__ import annotations

import re
import unicodedata

from gateway.words.text.even_letters import even

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f"
HANGUL = "\u1100-\u11ff\uac00-\ud7a3"
UNSPACED = f"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007{KANA}{HAN}{HANGUL}"
"""Ranges for a character class: Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean."""

HAS_UNSPACED = re.compile(f"[{UNSPACED}]")
_PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ک": "ك", "ی": "ي"})
_HAS_PLAIN = re.compile("[œæøłđıکی]")
"""Letters that no normal form changes; the Persian ones look as the Arabic ones do."""
HAN_ALONE = "\u3400-\u4dbf\u4e00-\u9fff"
"""Han characters that no normal form changes; nine Chinese runs in ten are of these alone."""
PRINTED = "ŒœŸ‐‑‒–—―‘’‚“”„†•…‰‹›€−ﬁﬂ\u2009\u200b\u202f"
"""What printed texts in Latin script hold beside ASCII and Latin-1."""
_HAN_ALONE = re.compile(f"[{HAN_ALONE}]+")
_SPACES = re.compile(r"\s\s+")
_ACCENTS = re.compile("(?:(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f])+")
"""Marks of letters; the one that makes the Cyrillic й is none."""


def fold(text: str) -> str:
    """Lower case, half width, without accents, ligatures and unseen signs: `fold("Œuvre ＡＰＩ") == "oeuvre api"`.

    The length may change. Folding twice changes nothing more.
    """
    if text.isascii():
        return text.lower()
    if _HAN_ALONE.fullmatch(text):
        return text
    folded = _ACCENTS.sub("", unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", even(text)).casefold()))
    if _HAS_PLAIN.search(folded):  # to translate a long text costs twenty times as much
        folded = folded.translate(_PLAIN)
    return even(unicodedata.normalize("NFC", folded))


def collapsed(text: str) -> str:
    """Returns the text with one sign of white space instead of each run: an empty line, a line end or a space.

    Patterns try again from every place of a run. Text that strangers sent goes through this before patterns see it.
    """
    return _SPACES.sub(_one_space, text)


def _one_space(run: re.Match[str]) -> str:
    lines = run[0].count("\n")
    return "\n\n" if lines > 1 else "\n" if lines else " "
