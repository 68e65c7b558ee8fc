"""From text to terms, the same for documents and questions.

One term per word: folded, and stemmed by the rules of its own language (Snowball). So a question and a passage meet
when they are stemmed alike: whoever compares two texts names the language of one of them for both. Folding comes first,
so that a question typed without accents meets them, but for languages whose stemmer needs them. Scripts without blanks
between words yield single characters and pairs of neighbours, and need no language at all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import add
from typing import NamedTuple

from gateway.words.language_detection.detection import UNDETERMINED, guess_language, known
from gateway.words.languages import LANGUAGES
from gateway.words.languages.tables import listed
from gateway.words.terms.numbers import canonical
from gateway.words.terms.stemming import STEMS, Stems, stem
from gateway.words.terms.stopwords import FUNCTION_CHARACTERS, FUNCTION_WORDS_UNSPACED, GENERAL, STOP
from gateway.words.text.even_letters import even, even_places
from gateway.words.text.folding import HAS_UNSPACED, UNSPACED, fold
from gateway.words.text.fragments import FragmentCache, pieces

_MARKS = "".join(chr(code) for code in range(0x300, 0x1A00) if unicodedata.category(chr(code)) in ("Mn", "Mc"))
_MARK = re.compile(f"[{_MARKS}]")
_LETTERS = rf"[^\W{UNSPACED}]+"
_MARKED_LETTERS = rf"(?:[^\W{UNSPACED}]++[{_MARKS}]*+)++"


def _any_case(words: str) -> str:
    """Returns a pattern of the words between blanks in either case; the flag for that would apply to a whole
    pattern."""
    return "|".join("".join(f"[{letter}{letter.upper()}]" for letter in word) for word in words.split())


_ELISION = rf"(?<!\w)(?:{_any_case(' '.join(language.elisions for language in LANGUAGES.values()))})['’](?=\w)"
_CLITIC = rf"(?<=\w)['’](?:{_any_case(' '.join(language.clitics for language in LANGUAGES.values()))})(?!\w)"
_GROUPED = r"\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?!\d)|\d+,\d{1,2}(?![\d,])"


_PATH_SIGNS = r"::|->|[/\\#](?![\d_])"
"""Signs between the pieces of a name, besides dots and hyphens. "24/7" and "HTTP/2" are no names."""


def _token(letters: str, hyphens: str, *, apostrophes: bool) -> re.Pattern[str]:
    """One group, which elisions and clitics leave empty; no flags, for a case-blind class is no fast start of a
    search."""
    unspaced = "" if letters == _ASCII_LETTERS else f"[{UNSPACED}]+|"
    around = f"{_ELISION}|{_CLITIC}|" if apostrophes else ""
    return re.compile(
        f"{around}({unspaced}{_GROUPED}|{letters}(?:(?:[.{hyphens}]|{_PATH_SIGNS}){letters})*)",
        re.ASCII if letters == _ASCII_LETTERS else 0,
    )


_ASCII_LETTERS = "[A-Za-z0-9_]+"
_ASCII_TOKEN, _ASCII_TOKEN_BARE = (_token(_ASCII_LETTERS, "\\-", apostrophes=some) for some in (True, False))
_TOKEN, _TOKEN_BARE = (_token(_LETTERS, "\\-‐‑", apostrophes=some) for some in (True, False))
_MARKED_TOKEN = _token(_MARKED_LETTERS, "\\-‐‑", apostrophes=True)
"""Letters with combining marks (Hindi, decomposed accents) cost three times as much, so only where there are any."""
_UNSPACED_TERM = re.compile(f"[{UNSPACED}]+")
_STOPS = frozenset(",.;:!?)")
_INNER = re.compile(r"[^._/\\#:>\-‐‑]+")
_HYPHEN = re.compile("[-‐‑]")
_DECIMAL = re.compile(r"\d+(?:\.\d+)+")
IDENTIFIER = re.compile(r"[._\\#:>]")
"""A sign within an identifier. A token without one reads like its words: "state-of-the-art", "TCP/IP"."""
_FIGURES = "0123456789._-‐‑"
MOST_PIECES = 16
"""Most pieces of a name whose runs are terms; 16 pieces have 120 runs. A longer token is a path or data."""


class Word(NamedTuple):
    """One occurrence of a term; `start` and `end` are code points into the original text.

    A named tuple, not a dataclass: half the cost per word, and an index makes millions of them.
    """

    term: str
    start: int
    end: int


class _Part(NamedTuple):
    term: str
    start: int
    end: int
    folded: str
    content: bool
    """False where another part of the same token already counts as the content word."""


class TermLayout(NamedTuple):
    """The terms of a text, but for those of runs of an unspaced script, which are a character, then the pair that it
    begins, for each of its characters."""

    length: int
    """How many terms there are, those of runs too."""
    listed: list[str]
    places: list[int]
    """Where each of `listed` stands among all; empty: there are no runs, and each stands where it is listed."""
    runs: list[str]
    run_places: list[int]
    """Where the first term of each run stands."""


def words(text: str, language: str | None = None) -> list[Word]:
    """Returns every term of the text with its place, in reading order.

    Identifiers and hyphenated words come whole and in parts: `GATEWAY_TOP_K` also gives `gateway`, `top`, `k`.
    `language` is that by whose rules words are stemmed; None: the text's own, where it can be told.
    """
    rules = STEMS[_spoken(text, language)]
    found: list[Word] = []
    text, places = even_places(text)
    for match in _pattern(text).finditer(text):
        surface, start = match.group(1), match.start()
        if surface is None:
            continue
        if not surface.isascii() and HAS_UNSPACED.match(surface):
            found.extend(_characters(surface, start))
        else:
            found.extend([Word(part.term, start + part.start, start + part.end) for part in _parts(surface, rules)])
    if places is None:
        return found
    return [Word(term, places[start][0], places[end - 1][1]) for term, start, end in found]


def terms(text: str, language: str | None = None) -> list[str]:
    """Returns the terms of `words`, for an index: repeated as often as they occur, stop words included."""
    return list(chain.from_iterable(map(_terms_of(_spoken(text, language)).__getitem__, _bare(text))))


def laid_out(text: str, language: str | None = None) -> TermLayout:
    """Returns the same terms without listing the characters and pairs of an unspaced script."""
    spoken = _spoken(text, language)
    terms_of, found = _terms_of(spoken), _bare(text)
    if not HAS_UNSPACED.search(text):
        listed = list(chain.from_iterable(map(terms_of.__getitem__, found)))
        return TermLayout(len(listed), listed, [], [], [])
    count, laid = 0, TermLayout(0, [], [], [], [])
    for piece in found:
        for part in _laid_out_parts(piece, STEMS[spoken]) if HAS_UNSPACED.search(piece) else (terms_of[piece],):
            if isinstance(part, str):
                laid.runs.append(part)
                laid.run_places.append(count)
                count += 2 * len(part) - 1
            else:
                laid.listed.extend(part)
                laid.places.extend(range(count, count + len(part)))
                count += len(part)
    return laid._replace(length=count)


def vocabulary(text: str, language: str | None = None) -> set[str]:
    """Returns the terms of a text, each once; cheaper than `terms`."""
    return set(chain.from_iterable(map(_terms_of(_spoken(text, language)).__getitem__, _bare(text))))


def content_words(text: str, language: str | None = None, stemmed: str | None = None) -> list[str]:
    """Returns the terms that carry meaning: no function or question words; of unspaced scripts, pairs of characters.

    Terms repeat as often as they occur; every one is also among `terms` of the same text. The language is recognised
    where it is not given or not known; where it cannot be, the function words of every language count.

    `stemmed`: the language by whose rules the words are stemmed, if that is another one: that of a text which they are
    compared with.
    """
    spoken = _spoken(text, language)
    content_of = _content_of(spoken, known(stemmed) or spoken)
    return list(chain.from_iterable(map(content_of.__getitem__, _bare(text))))


def query_terms(text: str, language: str | None = None, stemmed: str | None = None) -> list[str]:
    """Returns what to look up for a question, each term once: its content words, else (nothing but stop words) all
    terms. The languages are those of `content_words`."""
    return list(dict.fromkeys(content_words(text, language, stemmed) or terms(text, stemmed or language)))


def _spoken(text: str, language: str | None) -> str:
    """Returns the code of the language given, else of the one that the text is in."""
    return known(language) or guess_language(text) or UNDETERMINED


def _bare(text: str) -> list[str]:
    """Returns the pieces of a text in lower case, without the commas and stops before a blank: no term has them, and
    half as many different pieces come."""
    return pieces(f"{text} ".lower().replace("\n", " ").replace(", ", " ").replace(". ", " "))


def _pattern(text: str) -> re.Pattern[str]:
    apostrophes = "'" in text or "’" in text
    if text.isascii():
        return _ASCII_TOKEN if apostrophes else _ASCII_TOKEN_BARE
    if _MARK.search(text):
        return _MARKED_TOKEN
    return _TOKEN if apostrophes else _TOKEN_BARE


def _surfaces(text: str) -> list[str]:
    """Returns the tokens as they are written: words, numbers, identifiers, runs of an unspaced script."""
    return [surface for surface in _pattern(text).findall(text) if surface]


def _word(piece: str) -> str:
    """Returns the word of a piece that is nothing else, in lower case, but for a stop or comma after it: no
    pattern is needed for most pieces. Else empty."""
    letters = piece if piece.isalpha() else piece[:-1] if piece[-1:] in _STOPS else ""
    if not letters.isalpha():
        return ""
    if letters.isascii():
        return letters.lower()
    return "" if HAS_UNSPACED.search(letters) else letters.lower()


def _terms_in(piece: str, rules: Stems) -> tuple[str, ...]:
    piece = even(piece)
    if word := _word(piece):
        return (rules[word],)
    found: list[str] = []
    for surface in _surfaces(piece):
        if not surface.isascii() and HAS_UNSPACED.match(surface):
            found.extend(_character_terms(surface))
        else:
            found.extend([part.term for part in _parts(surface, rules)])
    return tuple(found)


def _laid_out_parts(piece: str, rules: Stems) -> Iterator[str | list[str]]:
    """Yields, in order, the runs of an unspaced script in a piece, folded, and the terms of what stands between
    them."""
    for surface in _surfaces(even(piece)):
        if surface.isascii() or not HAS_UNSPACED.match(surface):
            yield [part.term for part in _parts(surface, rules)]
        elif len(folded := fold(surface)) == len(surface):
            yield folded
        else:
            yield [word.term for word in _characters(surface, 0)]


def _content_in(piece: str, stop: frozenset[str], rules: Stems) -> tuple[str, ...]:
    """Returns the content words of a piece: of an identifier the whole, of a word with hyphens its parts."""
    piece = even(piece)
    if word := _word(piece):
        return () if fold(word) in stop else (rules[word],)
    found: list[str] = []
    for surface in _surfaces(piece):
        if not surface.isascii() and HAS_UNSPACED.match(surface):
            found.extend(_pairs(surface))
        else:
            found.extend([part.term for part in _parts(surface, rules) if part.content and part.folded not in stop])
    return tuple(found)


@cache
def _terms_of(language: str) -> FragmentCache[tuple[str, ...]]:
    """Returns the terms of pieces of text in a language."""
    rules = STEMS[language]
    return FragmentCache(lambda piece: _terms_in(piece, rules))


@cache
def _content_of(language: str, stemmed: str) -> FragmentCache[tuple[str, ...]]:
    """Returns the content words of pieces of text in a language, stemmed as in another."""
    stop, rules = STOP.get(language, STOP["any"]), STEMS[stemmed]
    return FragmentCache(lambda piece: _content_in(piece, stop, rules))


def is_general(term: str, language: str | None = None, stemmed: str | None = None) -> bool:
    """Says whether a term of a question (as `content_words` gives it) belongs to any subject: "year", "take", "temps",
    "时间".

    `language`: that of the question; None, or one without such a list: that of any language will do. `stemmed`: that by
    whose rules the term was stemmed; None: the question's.
    """
    if language not in GENERAL:
        return any(term in _general(code, stemmed or code) for code in GENERAL)
    return term in _general(language, stemmed or language)


def is_function(term: str) -> bool:
    """Says whether a term carries no subject matter in any language: "the", "的", "可以"."""
    return FUNCTION_CHARACTERS.issuperset(term) or term in _function()


def is_unspaced(term: str) -> bool:
    """Says whether a term comes from a script without blanks, where a pair of characters need not be a word."""
    return bool(_UNSPACED_TERM.fullmatch(term))


@lru_cache(maxsize=1)
def _function() -> frozenset[str]:
    by_language = ((code, listed(language.stop_words) & STOP["any"]) for code, language in LANGUAGES.items())
    return frozenset(stem(word, code) for code, stop_words in by_language for word in stop_words)


@lru_cache(maxsize=64)
def _general(language: str, stemmed: str) -> frozenset[str]:
    return frozenset(term for word in GENERAL[language] for term in (stem(word, stemmed), fold(word)))


def _parts(surface: str, rules: Stems) -> tuple[_Part, ...]:
    """Returns the terms of one token: the word itself; of several pieces every piece and every joined run of pieces, in
    the order of their beginnings, the longest first.

    Content is the whole of an identifier, and each piece of a compound that reads like its words.
    """
    lower, folded = surface.lower(), fold(surface)
    if surface.isalpha():  # most tokens; none of the signs below
        return (_Part(rules[lower], 0, len(surface), folded, True),)
    if folded[0].isdigit() and ("," in surface or "\u00a0" in surface or "\u202f" in surface):
        return (_Part(canonical(folded), 0, len(surface), folded, True),)
    inner = [match.span() for match in _INNER.finditer(surface)]
    if len(inner) < 2 or _DECIMAL.fullmatch(surface):
        return (_Part(rules[lower.strip("_") or lower], 0, len(surface), folded, True),)
    reads = not IDENTIFIER.search(surface) and any(end - start > 1 for start, end in inner)
    found: list[_Part] = []
    for first, last in _runs(len(inner)):
        (start, _), (_, end) = inner[first], inner[last]
        run, is_piece, is_whole = lower[start:end], first == last, last - first == len(inner) - 1
        if is_piece or is_whole or run.strip(_FIGURES):  # a part of a version is another number than the whole
            content = reads if is_piece else is_whole and not reads
            found.append(_Part(rules[written_together(run)], start, end, fold(surface[start:end]), content))
    return tuple(found)


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """Yields the first and last number of each run of so many pieces; of too many only the whole and each piece."""
    for first in range(count):
        if count > MOST_PIECES:
            yield from [(first, count - 1), (first, first)] if first == 0 else [(first, first)]
        else:
            yield from ((first, last) for last in range(count - 1, first - 1, -1))


def written_together(run: str) -> str:
    """Returns a run of pieces as one word: "e-mail" meets "email". A date and an identifier keep their signs, with a
    dot for a slash: no term has a slash (`index.SCOPE`)."""
    if run.isalnum():
        return run
    return (run if IDENTIFIER.search(run) or run[0].isdigit() else _HYPHEN.sub("", run)).replace("/", ".")


def _characters(run: str, start: int) -> list[Word]:
    folded = fold(run)
    whole = len(folded) == len(run)
    found: list[Word] = []
    for index in range(len(run)):
        single, pair = (
            (folded[index], folded[index : index + 2]) if whole else (fold(run[index]), fold(run[index : index + 2]))
        )
        found.append(Word(single, start + index, start + index + 1))
        if index + 1 < len(run):
            found.append(Word(pair, start + index, start + index + 2))
    return found


def _character_terms(run: str) -> list[str]:
    """Returns the terms of `_characters`, in its order."""
    folded = fold(run)
    if len(folded) != len(run):
        return [word.term for word in _characters(run, 0)]
    found = [""] * (2 * len(run) - 1)
    found[::2] = folded
    found[1::2] = map(add, folded, folded[1:])
    return found


def _pairs(run: str) -> list[str]:
    """Returns pairs of neighbours between function words; a character left alone stands for itself."""
    found: list[str] = []
    for piece in FUNCTION_WORDS_UNSPACED.sub(lambda match: match.group(1) or " ", run).split():
        if len(piece) == 1:
            if piece not in FUNCTION_CHARACTERS:
                found.append(fold(piece))
            continue
        folded = fold(piece)
        whole = folded if len(folded) == len(piece) else piece
        pairs = [
            pair
            for pair, before, after in zip(map(add, whole, whole[1:]), piece, piece[1:], strict=False)
            if before not in FUNCTION_CHARACTERS or after not in FUNCTION_CHARACTERS
        ]
        found += pairs if whole is folded else map(fold, pairs)
    return found
