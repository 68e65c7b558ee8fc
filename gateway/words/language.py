"""Which language a text is in, and how many model tokens it may cost. Rules of thumb, not models."""

from __future__ import annotations

import re
from functools import lru_cache

from gateway.words.folding import HAN, HANGUL, KANA, UNSPACED, fold
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
_folded = lru_cache(maxsize=1 << 14)(fold)
SAMPLE = 4000
"""Characters looked at; more changes no verdict."""


def guess_language(text: str) -> str | None:
    """`en`, `fr` or `zh`; None when the text does not tell (another language, a bare identifier)."""
    text = text[:SAMPLE]
    plain = text.isascii()
    han = 0 if plain else len(_HAN.findall(text))
    kana = 0 if plain else len(_KANA_HANGUL.findall(text))
    if kana * 4 > han:
        return None
    latin = _LATIN_WORD.findall(text)
    # One Han character says about as much as half a Latin word.
    if han and han >= 2 * len(latin):
        return "zh"
    scores = _scores(text, [word.lower() for word in latin] if plain else [_folded(word) for word in latin])
    if han:
        scores["zh"] = han / 2
    best = max(scores, key=lambda name: scores[name])
    runner_up = max(value for name, value in scores.items() if name != best)
    return best if best != "other" and scores[best] > runner_up else None


def _scores(text: str, tokens: list[str]) -> dict[str, float]:
    """Function words first; endings decide only where there are none, as in short questions."""
    scores = {name: float(sum(map(MARKERS[name].__contains__, tokens))) for name in ("en", "fr")}
    scores["other"] = float(sum(map(FOREIGN.__contains__, tokens)))
    if "'" in text or "’" in text:
        scores["fr"] += len(_FRENCH_ELISION.findall(text))
    if not text.isascii():
        scores["other"] += len(_FOREIGN_LETTER.findall(text))
        scores["fr"] += 0.5 * len(_FRENCH_ACCENT.findall(text))
    if not any(scores.values()):
        for name, endings in _ENDINGS.items():
            scores[name] = sum(len(token) > 4 and bool(endings.search(token)) for token in tokens)
    return scores


def tokens_estimate(text: str) -> int:
    """Model tokens, roughly: one per CJK character, one per four other characters, rounded up."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
