"""Which language a text is in, and how many model tokens it may cost.

Scripts and function words decide nearly every text, at next to no cost; what they leave open (a few words without a
function word among them) a library decides (`statistical`). Nobody can tell the language of an identifier, a
number or a lone name, so that the answer is often: none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain

from gateway.words.language_detection.statistical import likeliest, probabilities
from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import listed
from gateway.words.text.even_letters import even
from gateway.words.text.folding import HAN, HANGUL, KANA, UNSPACED, fold
from gateway.words.text.fragments import FragmentCache, pieces

COMMON = "mul"
"""Stands for no language in particular, where texts of any have to meet that nobody knows the language of: names and
relations of the graph, questions that the memory compares. Their words are stemmed by rules of several languages."""
UNDETERMINED = "und"
"""Stands for a language that nobody knows: words are folded and not stemmed."""
SAMPLE, SAMPLE_OF_MANY = 1000, 400
"""Characters looked at; more changes hardly a verdict. The second number is for passages."""
SURE, CLEAR, PLAIN = 2.0, 2.0, 1.25
"""Points of function words that decide without the library, and how often as many as the runner-up has: to be clear, or
where the library is not to be asked."""
CERTAIN = 0.9
"""Probability from which on a text is taken for one in a language without tables."""
LIKELY = 0.5
"""Probability from which the library is believed."""
NAMELIKE, NAME_WORDS = 0.9, 3
"""The same where a text is so few words that all begin with a capital: it may be a name."""
UNDERSTOOD = 0.1
"""Probability, of all languages together that a model knows, from which on a text may be in one of them. Of 4,000
questions in English, German, French, Spanish and Chinese, one is below; Romanian, Vietnamese and Greek ones are near
0.
"""
_CHINESE = ("wuu", "yue")

LONE = 4
"""Letters from which on a single word is shown to the library."""

_NO_CODE = re.compile(r"\w[^A-Z]*")
"""A word that is no identifier: no capitals behind its first letter."""
_HAN = re.compile(f"[{HAN}]+")
_KANA = re.compile(f"[{KANA}]+")
_HANGUL = re.compile(f"[{HANGUL}]+")
_CYRILLIC = re.compile("[\u0400-\u04ff]+")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3]+")
_OTHER = re.compile("[\u0370-\u03ff\u0530-\u05ff\u0700-\u109f\u10a0-\u10ff\u1200-\u139f\u1780-\u17ff]+")
"""Letters of scripts that no known language is written in."""
_NOT_RUSSIAN = re.compile("[іїєґўђјљњћџѓќѕ]", re.IGNORECASE)
_NOT_ARABIC = re.compile("[پچژگکیےٹڈڑںە]")
_WIDE = re.compile(f"[{UNSPACED}\u3000-\u303f\uff00-\uffef]")
_NARROW = bytes({*range(0x30)} - {0x0E, 0x10, 0x11, 0x17})
"""High bytes of UTF-16 units below 0x30 in whose blocks nothing is wide."""
_LATIN_WORD = re.compile(f"(?<![\\d_])[^\\W\\d_{UNSPACED}\u0370-\u1cff]+(?![\\d_])")
_ELSEWHERE = re.compile("[ığşřůžčěđțșőű]+")
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
_ODD = b"\0"
_PLAIN = bytes(
    ord(letter.lower()) if letter.isalpha() else 0 if letter not in " ,.;:!?\n" else 32
    for letter in map(chr, range(128))
) + bytes(128)
"""What each byte of plain prose is for telling a language: a small letter, or a blank; zero where it is none."""


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
_PLAIN_VOTES = {word.encode(): signs for word, signs in _VOTES.items()}
_ELISIONS = [
    (_SCRIPTS + at, re.compile(rf"(?<!\w)(?:{'|'.join(language.elisions.split())})['’](?=\w)", re.IGNORECASE))
    for at, language in enumerate(_LATIN)
    if language.elisions
]
_LETTERS = [(_SCRIPTS + at, re.compile(f"[{each.letters}]+")) for at, each in enumerate(_LATIN) if each.letters]


def guess_language(text: str) -> str | None:
    """Returns the known language of a text; None when it does not tell, or is in a language without tables."""
    return _recognised(even(text[:SAMPLE]))


def spoken(text: str, otherwise: str | None) -> str | None:
    """Returns the known language of a question; `otherwise` if its words do not tell, None if it is in a language
    without tables."""
    if (guessed := guess_language(text)) is not None:
        return guessed
    code, probability = next(iter(probabilities(text[:SAMPLE]).items()))
    return None if code not in LANGUAGES and probability >= LIKELY else known(otherwise)


def is_understood(text: str, languages: Collection[str]) -> bool:
    """Says whether a text may be in one of some languages; False only if another one is likely. Chinese has several
    codes."""
    chinese = _CHINESE if "zh" in languages else ()
    found = probabilities(text[:SAMPLE])
    inside = sum(found.get(code, 0.0) for code in {*languages, *chinese})
    return inside >= UNDERSTOOD or max(found.values()) < LIKELY


def without_tables(text: str) -> str | None:
    """Returns the language of a text that is surely in one without tables, such as Thai or Turkish."""
    code, probability = next(iter(probabilities(text[:SAMPLE]).items()))
    return code if code not in LANGUAGES and probability >= CERTAIN else None


def told_language(text: str) -> str | None:
    """Does the same without the library, for texts of some length, of which there are many: what it cannot tell of them
    the document tells. The processes that read documents have no room for the library's model."""
    code, points, second = _read(even(text[:SAMPLE_OF_MANY]))
    return code if points >= SURE and points >= PLAIN * second else None


def known(code: str | None) -> str | None:
    """Returns the code of a language as the tables have it, whatever its case and region ("de-AT"); None for others."""
    if code in LANGUAGES:
        return code
    code = (code or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES or code in (COMMON, UNDETERMINED) else None


@lru_cache(maxsize=256)
def _recognised(text: str) -> str | None:
    code, points, second = _read(text)
    if points >= SURE and points >= CLEAR * second:
        return code
    return _by_library(text, code, points) if points >= second else None


def _read(text: str) -> tuple[str | None, float, float]:
    """Returns the language that script, function words and letters speak for, with its points and those of the
    runner-up; a script is sure."""
    sums = [0.0] * (_SCRIPTS + len(_LATIN) + 1)
    for at, worth in chain.from_iterable(_signs_in(text)):
        sums[at] += worth
    han, kana, hangul, cyrillic, arabic, other, *points, elsewhere = sums
    best = points.index(max(points))
    if any(sums[:_SCRIPTS]):
        # One Han character says about as much as half a word, one letter as a sixth.
        weights = {
            "ja" if kana * 4 > han else "zh": (han + kana) / 2,
            "ko": hangul / 2,
            "ru": cyrillic / 6,
            "ar": arabic / 6,
            "": other / 6,
        }
        script = max(weights, key=lambda code: weights[code])
        if weights[script] > points[best]:
            return _of_script(script, text), max(SURE, weights[script]), 0.0
    if not points[best] and not elsewhere:
        return None, 0.0, 0.0
    second = max([*points[:best], *points[best + 1 :], elsewhere])
    return _LATIN[best].code if points[best] > second else None, points[best], second


def _of_script(code: str, text: str) -> str | None:
    """Returns the language of a script, unless letters tell another one that is written in it."""
    foreign = {"ru": _NOT_RUSSIAN, "ar": _NOT_ARABIC}.get(code)
    return None if not code or (foreign and foreign.search(text)) else code


def _by_library(text: str, leading: str | None, points: float) -> str | None:
    """Returns what the library takes the words of a text for; else `leading`, which function words and letters speak
    for, if they are worth a word, or half of one where nothing looks like a name."""
    found = [piece.strip(",.;:!?¿¡()\"'«»“”") for piece in pieces(text)]
    words = [word for word in found if _LATIN_WORD.fullmatch(re.sub("['’-]", "", word)) and _NO_CODE.fullmatch(word)]
    capital = sum(word[0].isupper() for word in words)
    fallback = leading if points >= (1 if capital else 0.5) else None
    if not words or (len(words) == 1 and (capital or words[0].isascii() or len(words[0]) < LONE)):
        return fallback
    code, probability = likeliest(" ".join(words))
    return code if probability >= (NAMELIKE if capital == len(words) <= NAME_WORDS else LIKELY) else fallback


def _signs_in(text: str) -> Iterable[Signs]:
    """Returns the signs of the pieces of a text, in order. In plain prose they are function words, which are looked up
    without remembering the other words: most of these are in a text once."""
    if text.isascii() and _ODD not in (plain := text.encode().translate(_PLAIN)):
        return filter(None, map(_PLAIN_VOTES.get, plain.split()))
    return map(_signs_of.__getitem__, pieces(text))


def _signs(piece: str) -> Signs:
    """Returns the signs of a piece: script, function words, elisions and letters."""
    letters = piece.rstrip(",.;:!?")
    if letters.isascii() and letters.isalpha():
        return _VOTES.get(letters.lower(), ())
    signs = [vote for word in _LATIN_WORD.findall(piece) for vote in _VOTES.get(fold(word), ())]
    if "'" in piece or "’" in piece:
        signs += [(at, len(elisions.findall(piece)) / len(_ELISIONS)) for at, elisions in _ELISIONS]
    if not piece.isascii():
        between = _HAN.split(piece)
        rest = " ".join(between)  # Chinese is long runs of them, and none of the other patterns has one
        signs.append((0, len(piece) - sum(map(len, between))))
        signs += [(at, _count(script, rest)) for at, script in enumerate(_OF_SCRIPT) if at]
        signs += [(at, 0.5 * _count(accents, rest)) for at, accents in _LETTERS]
        signs.append((_SCRIPTS + len(_LATIN), _count(_ELSEWHERE, rest)))
    return tuple((at, worth) for at, worth in signs if worth)


def _count(characters: re.Pattern[str], piece: str) -> int:
    """Returns how many characters stand in the runs that a pattern finds."""
    return len("".join(characters.findall(piece)))


_signs_of = FragmentCache(_signs)


def tokens_estimate(text: str) -> int:
    """Returns the model tokens, roughly: one per CJK character, one per four other characters, rounded up."""
    return tokens_of(len(text), wide_characters(text))


def tokens_of(characters: int, wide: int) -> int:
    """Returns the same of a text that has so many characters, so many of them wide ones."""
    return wide + -(-(characters - wide) // 4)


def wide_characters(text: str) -> int:
    return 0 if text.isascii() or not _may_be_wide(text) else len(_WIDE.findall(text))


def _may_be_wide(text: str) -> bool:
    """Says whether a text has a character of a block in which wide ones lie. A prompt holds dashes and quotation marks,
    and to look for wide characters with the pattern takes five times as long."""
    return bool(text.encode("utf-16-le", "surrogatepass")[1::2].translate(None, _NARROW))
