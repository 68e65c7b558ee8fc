"""Which language a text is in, and how many model tokens it may cost.

Scripts and function words decide nearly every text, at no cost that could be measured; what they leave open (a few words
without a function word among them) a library decides (`statistical`). Nobody can tell the language of an identifier, a
number or a lone name, so that the answer is often: none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain

from gateway.words.folding import HAN, HANGUL, KANA, UNSPACED, fold
from gateway.words.fragments import FragmentCache, pieces
from gateway.words.languages import ANSWERED, LANGUAGES
from gateway.words.languages.tables import listed
from gateway.words.statistical import likeliest

SAMPLE = 1000
"""Characters looked at; more changes hardly a verdict."""
SURE, CLEAR = 2.0, 2.0
"""Points of function words that decide without the library, and how often as many as the runner-up has."""
LIKELY = 0.5
"""Probability from which the library is believed."""
NAMELIKE, NAME_WORDS = 0.9, 3
"""The same where a text is so few words that all begin with a capital: it may be a name."""

_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile(f"[{KANA}]")
_HANGUL = re.compile(f"[{HANGUL}]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3]")
_OTHER = re.compile("[\u0370-\u03ff\u0530-\u05ff\u0700-\u109f\u10a0-\u10ff\u1200-\u139f\u1780-\u17ff]")
"""Letters of scripts that no known language is written in."""
_NOT_RUSSIAN = re.compile("[іїєґўђјљњћџѓќѕ]", re.IGNORECASE)
_NOT_ARABIC = re.compile("[پچژگکیےٹڈڑںە]")
_WIDE = re.compile(f"[{UNSPACED}\u3000-\u303f\uff00-\uffef]")
_LATIN_WORD = re.compile(f"(?<![\\d_])[^\\W\\d_{UNSPACED}\u0370-\u1cff]+(?![\\d_])")
_ELSEWHERE = re.compile("[ığşřůžčěđțșőű]")
"""Letters of languages in Latin script that have no tables."""

Signs = tuple[tuple[int, float], ...]
"""What a piece of text speaks for, and with how many points: Han characters, kana, Korean, Cyrillic, Arabic letters,
those of other scripts, then each language of `_LATIN` and, last, languages without tables."""

_LATIN = [
    language
    for language in LANGUAGES.values()
    if language.has_spaces and language.stop_words and language.stop_words.isascii()
]
_OF_SCRIPT = (_HAN, _KANA, _HANGUL, _CYRILLIC, _ARABIC, _OTHER)
_SCRIPTS = len(_OF_SCRIPT)


def _votes() -> dict[str, Signs]:
    """Returns what each function word speaks for: one point, shared among the languages that have it."""
    lists = [listed(language.stop_words) | listed(language.markers) for language in _LATIN]
    found: dict[str, Signs] = {}
    for word in frozenset().union(*lists):
        if len(word) == 1:  # in formulas and lists they are no words
            continue
        holders = [at for at, words in enumerate(lists, start=_SCRIPTS) if word in words]
        found[word] = tuple((at, 1 / len(holders)) for at in holders)
    return found


_VOTES = _votes()
_ELISIONS = [
    (_SCRIPTS + at, re.compile(rf"(?<!\w)(?:{'|'.join(language.elisions.split())})['’](?=\w)", re.IGNORECASE))
    for at, language in enumerate(_LATIN)
    if language.elisions
]
_LETTERS = [(_SCRIPTS + at, re.compile(f"[{each.letters}]")) for at, each in enumerate(_LATIN) if each.letters]


def guess_language(text: str) -> str | None:
    """Returns the language of a text, if the gateway has sentences of its own in it; None also when the text does not
    tell (another language, an identifier)."""
    found = recognise(text)
    return found if found in ANSWERED else None


def recognise(text: str) -> str | None:
    """Returns the known language of a text; None when it does not tell, or is in a language without tables."""
    return _recognised(text[:SAMPLE])


def known(code: str | None) -> str | None:
    """Returns the code of a language as the tables have it, whatever its case and region ("de-AT"); None for others."""
    code = (code or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None


@lru_cache(maxsize=256)
def _recognised(text: str) -> str | None:
    sums = [0.0] * (_SCRIPTS + len(_LATIN) + 1)
    for at, worth in chain.from_iterable(map(_signs_of.__getitem__, pieces(text))):
        sums[at] += worth
    han, kana, hangul, cyrillic, arabic, other, *points, elsewhere = sums
    # One Han character says about as much as half a word, one letter as a sixth.
    weights = {
        "ja" if kana * 4 > han else "zh": (han + kana) / 2,
        "ko": hangul / 2,
        "ru": cyrillic / 6,
        "ar": arabic / 6,
        "": other / 6,
    }
    script = max(weights, key=lambda code: weights[code])
    best = max(range(len(points)), key=points.__getitem__)
    if weights[script] > points[best]:
        return _of_script(script, text)
    second = sorted([*points, elsewhere])[-2]
    if points[best] >= SURE and points[best] >= CLEAR * second:
        return _LATIN[best].code
    if elsewhere > points[best]:
        return None
    leading = _LATIN[best].code if points[best] > second else ""
    return _by_library(text, leading, points[best])


def _of_script(code: str, text: str) -> str | None:
    """Returns the language of a script, unless letters tell another one that is written in it."""
    foreign = {"ru": _NOT_RUSSIAN, "ar": _NOT_ARABIC}.get(code)
    return None if not code or (foreign and foreign.search(text)) else code


def _by_library(text: str, leading: str, points: float) -> str | None:
    """Returns what the library takes the words of a text for; else `leading`, which the function words speak for, if
    they are worth a whole one."""
    found = [piece.strip(",.;:!?¿¡()\"'«»“”") for piece in pieces(text)]
    words = [word for word in found if _LATIN_WORD.fullmatch(re.sub("['’-]", "", word)) and not word[1:].isupper()]
    capital = sum(word[0].isupper() for word in words)
    fallback = leading if leading and points >= 1 else None
    if not words or (len(words) == 1 and (capital or words[0].isascii())):
        return fallback
    code, probability = likeliest(" ".join(words))
    return code if probability >= (NAMELIKE if capital == len(words) <= NAME_WORDS else LIKELY) else fallback


def _signs(piece: str) -> Signs:
    """Returns the signs of a piece: script, function words, elisions and letters."""
    letters = piece.rstrip(",.;:!?")
    if letters.isascii() and letters.isalpha():  # most pieces
        return _VOTES.get(letters.lower(), ())
    signs = [vote for word in _LATIN_WORD.findall(piece) for vote in _VOTES.get(fold(word), ())]
    if "'" in piece or "’" in piece:
        signs += [(at, len(elisions.findall(piece)) / len(_ELISIONS)) for at, elisions in _ELISIONS]
    if not piece.isascii():
        signs += [(at, len(script.findall(piece))) for at, script in enumerate(_OF_SCRIPT)]
        signs += [(at, 0.5 * len(accents.findall(piece))) for at, accents in _LETTERS]
        signs.append((_SCRIPTS + len(_LATIN), len(_ELSEWHERE.findall(piece))))
    return tuple((at, worth) for at, worth in signs if worth)


_signs_of = FragmentCache(_signs)


def tokens_estimate(text: str) -> int:
    """Returns the model tokens, roughly: one per CJK character, one per four other characters, rounded up."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
