"""Which language a text is in, and how many model tokens it may cost. Rules of thumb, not models."""

from __future__ import annotations

import re

from gateway.words.folding import HAN, HANGUL, KANA, UNSPACED, fold
from gateway.words.fragments import FragmentCache, pieces
from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import listed

_HAN = re.compile(f"[{HAN}]")
_KANA_HANGUL = re.compile(f"[{KANA}{HANGUL}]")
_WIDE = re.compile(f"[{UNSPACED}\u3000-\u303f\uff00-\uffef]")
_LATIN_WORD = re.compile(f"[^\\W\\d_{UNSPACED}]+")
_LETTERS_ELSEWHERE = "øąęłśżğışčřžа-яА-Яα-ωא-ת؀-ۿ"
"""Letters of languages that have no tables."""
SAMPLE = 4000
"""Characters looked at; more changes no verdict."""

Signs = tuple[float, ...]
"""What a piece of text speaks for: Han characters, kana and Korean ones, Latin words, then points for each language of
`_CANDIDATES` and, last, for other languages."""

_TOLD = [language for language in LANGUAGES.values() if language.routing]
_CANDIDATES = [language for language in _TOLD if language.has_spaces]
_HAN_LANGUAGE = next(language.code for language in _TOLD if not language.has_spaces)
"""The language of a text in Han characters, where no kana say that it is Japanese."""
_OTHERS = [language for language in LANGUAGES.values() if language not in _TOLD]
_OTHER_MARKERS = frozenset().union(*(listed(language.markers) for language in _OTHERS))
_MARKERS = (*(listed(language.markers) for language in _CANDIDATES), _OTHER_MARKERS)
_MARKED = frozenset().union(*_MARKERS)
_ELISIONS = [
    (3 + at, re.compile(rf"(?<!\w)(?:{'|'.join(language.elisions.split())})['’](?=\w)", re.IGNORECASE))
    for at, language in enumerate(_CANDIDATES)
    if language.elisions
]
_LETTERS = [
    (3 + at, re.compile(f"[{language.letters}]")) for at, language in enumerate(_CANDIDATES) if language.letters
]
_OTHER_LETTERS = re.compile(f"[{''.join(language.letters for language in _OTHERS)}{_LETTERS_ELSEWHERE}]")
_ENDINGS = {language.code: re.compile(f"(?:{language.endings})$") for language in _CANDIDATES if language.endings}
_LATIN_PIECE: Signs = (0, 0, 1, *[0.0] * len(_MARKERS))


def guess_language(text: str) -> str | None:
    """Returns one of the languages that are told from each other; None when the text does not tell (another
    one, an identifier)."""
    text = text[:SAMPLE]
    found = pieces(text)
    telling = [signs for signs in map(_signs_of.__getitem__, found) if signs is not _LATIN_PIECE]
    plain = (0, 0, len(found) - len(telling), *_LATIN_PIECE[3:])
    han, kana, latin, *points, other = map(sum, zip(plain, *telling, strict=True))
    if kana * 4 > han:
        return None
    # One Han character says about as much as half a Latin word.
    if han and han >= 2 * latin:
        return _HAN_LANGUAGE
    codes = [language.code for language in _CANDIDATES]
    scores: dict[str, float] = {**dict(zip(codes, points, strict=True)), "other": other}
    if not any(scores.values()):
        scores.update(_by_endings(text))
    if han:
        scores[_HAN_LANGUAGE] = han / 2
    best = max(scores, key=lambda name: scores[name])
    runner_up = max(value for name, value in scores.items() if name != best)
    return best if best != "other" and scores[best] > runner_up else None


def _signs(piece: str) -> Signs:
    """Returns the signs of a piece: function words, elisions and letters."""
    letters = piece.rstrip(",.;:!?")
    if letters.isascii() and letters.isalpha():  # most pieces
        word = letters.lower()
        return (0, 0, 1, *[float(word in markers) for markers in _MARKERS]) if word in _MARKED else _LATIN_PIECE
    latin = _LATIN_WORD.findall(piece)
    tokens = list(map(fold, latin))
    signs = [0.0, 0, len(latin), *[float(sum(map(markers.__contains__, tokens))) for markers in _MARKERS]]
    if "'" in piece or "’" in piece:
        for at, elisions in _ELISIONS:
            signs[at] += len(elisions.findall(piece))
    if piece.isascii():
        return tuple(signs)
    signs[-1] += len(_OTHER_LETTERS.findall(piece))
    for at, accents in _LETTERS:
        signs[at] += 0.5 * len(accents.findall(piece))
    signs[0], signs[1] = len(_HAN.findall(piece)), len(_KANA_HANGUL.findall(piece))
    return tuple(signs)


_signs_of = FragmentCache(_signs)


def _by_endings(text: str) -> dict[str, float]:
    """Returns points by endings, which decide only where there are no function words, as in short questions."""
    tokens = list(map(fold, _LATIN_WORD.findall(text)))
    return {
        code: float(sum(len(token) > 4 and bool(endings.search(token)) for token in tokens))
        for code, endings in _ENDINGS.items()
    }


def tokens_estimate(text: str) -> int:
    """Returns the model tokens, roughly: one per CJK character, one per four other characters, rounded up."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
