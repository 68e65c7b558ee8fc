"""Which language a text is in, and how many model tokens it may cost. Rules of thumb, not models."""

from __future__ import annotations

import re
from typing import NamedTuple

from gateway.words.folding import HAN, HANGUL, KANA, UNSPACED, fold
from gateway.words.fragments import FragmentCache, pieces
from gateway.words.stopwords import FOREIGN, MARKERS

_HAN = re.compile(f"[{HAN}]")
_KANA_HANGUL = re.compile(f"[{KANA}{HANGUL}]")
_WIDE = re.compile(f"[{UNSPACED}\u3000-\u303f\uff00-\uffef]")
_LATIN_WORD = re.compile(f"[^\\W\\d_{UNSPACED}]+")
_FRENCH_ACCENT = re.compile("[éèêàùçôîûœëïÉÈÊÀÇŒ]")
_FRENCH_ELISION = re.compile(r"(?<!\w)(?:[ldjmtsnc]|qu|jusqu|lorsqu)['’](?=\w)", re.IGNORECASE)
_FOREIGN_LETTER = re.compile("[ñ¿¡ßäöüãõåøąęłśżğışčřžÄÖÜßа-яА-Яα-ωא-ת؀-ۿ]")
_ENDINGS = {
    "en": re.compile(r"(?:ing|ly|ness|ship|ght|tch|wn|th|sh|ed)$"),
    "fr": re.compile(r"(?:eur|euse|aux|ez|ement|ique|iques|oir|oire|aire|ait|ence|iez|ille)$"),
}
SAMPLE = 4000
"""Characters looked at; more changes no verdict."""


class _Signs(NamedTuple):
    """What a piece of text speaks for: Han, kana and Korean characters, Latin words, and points for each language."""

    han: int
    kana: int
    latin: int
    en: float
    fr: float
    other: float


_MARKS = (MARKERS["en"], MARKERS["fr"], FOREIGN)
_MARKED = frozenset().union(*_MARKS)
_LATIN_PIECE = _Signs(0, 0, 1, 0.0, 0.0, 0.0)


def guess_language(text: str) -> str | None:
    """`en`, `fr` or `zh`; None when the text does not tell (another language, a bare identifier)."""
    text = text[:SAMPLE]
    found = pieces(text)
    telling = [signs for signs in map(_signs_of.__getitem__, found) if signs is not _LATIN_PIECE]
    plain = _LATIN_PIECE._replace(latin=len(found) - len(telling))
    signs = _Signs(*map(sum, zip(plain, *telling, strict=True)))
    if signs.kana * 4 > signs.han:
        return None
    # One Han character says about as much as half a Latin word.
    if signs.han and signs.han >= 2 * signs.latin:
        return "zh"
    scores = {"en": signs.en, "fr": signs.fr, "other": signs.other}
    if not any(scores.values()):
        scores |= _by_endings(text)
    if signs.han:
        scores["zh"] = signs.han / 2
    best = max(scores, key=lambda name: scores[name])
    runner_up = max(value for name, value in scores.items() if name != best)
    return best if best != "other" and scores[best] > runner_up else None


def _signs(piece: str) -> _Signs:
    """Function words, elisions and letters."""
    letters = piece.rstrip(",.;:!?")
    if letters.isascii() and letters.isalpha():  # most pieces
        word = letters.lower()
        return _Signs(0, 0, 1, *[float(word in marks) for marks in _MARKS]) if word in _MARKED else _LATIN_PIECE
    latin = _LATIN_WORD.findall(piece)
    tokens = list(map(fold, latin))
    en, fr, other = (float(sum(map(marks.__contains__, tokens))) for marks in _MARKS)
    if "'" in piece or "’" in piece:
        fr += len(_FRENCH_ELISION.findall(piece))
    if piece.isascii():
        return _Signs(0, 0, len(latin), en, fr, other)
    other += len(_FOREIGN_LETTER.findall(piece))
    fr += 0.5 * len(_FRENCH_ACCENT.findall(piece))
    return _Signs(len(_HAN.findall(piece)), len(_KANA_HANGUL.findall(piece)), len(latin), en, fr, other)


_signs_of = FragmentCache(_signs)


def _by_endings(text: str) -> dict[str, float]:
    """Endings decide only where there are no function words, as in short questions."""
    tokens = list(map(fold, _LATIN_WORD.findall(text)))
    return {
        name: float(sum(len(token) > 4 and bool(endings.search(token)) for token in tokens))
        for name, endings in _ENDINGS.items()
    }


def tokens_estimate(text: str) -> int:
    """Model tokens, roughly: one per CJK character, one per four other characters, rounded up."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
