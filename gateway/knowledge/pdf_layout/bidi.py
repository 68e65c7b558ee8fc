"""Puts text of scripts that are written from right to left into logical order: the order in which it is read aloud.

A page shows letters from left to right or, if the page is mirrored, from right to left. Numbers and Latin words keep
their own direction, as the Unicode Bidirectional Algorithm (UAX 9) displays them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin, with presentation forms."""
_LATIN = re.compile("[A-Za-z\u00c0-\u02af\u0370-\u052f]")
_SHAPED = re.compile("[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]")
_CLASSES = {"L": "L", "R": "R", "AL": "A", "EN": "E", "AN": "N", "ES": "-", "CS": ".", "ET": "%", "WS": " "}
_NUMBER = "%{0,3}E(?:[-.]?E)*+%{0,3}"
_LEFT_TO_RIGHT = re.compile(f"(?:(?:{_NUMBER}|N(?:[.]?N)*+)[ -]?)?L(?:[^RAN]*L)?(?:[-.]?E)*+|{_NUMBER}|N(?:[.]?N)*+%?")
_ARABIC_CONTEXT = re.compile("A[^RL]*+")
_RIGHT_TO_LEFT = re.compile("[RA](?:[^L]*[RA])?")
_UNIT = re.compile("[a-zµ°]{1,3}²?|[kKMGT]?i?[BWVJ]|[A-Z]{3}|[kM]?Hz")
_NUMBER_OF_UNIT = re.compile(r"(\S+) (\S+)")
_OPENING, _CLOSING = "([{«‹", ")]}»›"
_PARTNER = dict(zip(_OPENING + _CLOSING, _CLOSING + _OPENING, strict=True))
_STRAY_END = re.compile(r"([.,;:!?])(?=[^\s.])")


def reads_right_to_left(text: str) -> bool:
    """Returns whether most letters of a text belong to a script that is written from right to left."""
    return len(RIGHT_TO_LEFT.findall(text)) > len(_LATIN.findall(text))


def logical(text: str, *, mirrored: bool) -> str:
    """Returns a line in logical order.

    text: its characters as they follow each other on the page, from left to right, or from right to left if `mirrored`.
    """
    clusters = _clusters(text)
    if not RIGHT_TO_LEFT.search(text):
        return _left_to_right_line(clusters) if mirrored and _LATIN.search(text) else _ordered(clusters, mirrored)
    if not mirrored and reads_right_to_left(text):
        clusters.reverse()
        mirrored = True
    return _SHAPED.sub(lambda shaped: unicodedata.normalize("NFKC", shaped[0]), _ordered(clusters, mirrored))


def _clusters(text: str) -> list[str]:
    """Returns the letters of a text, each with its marks."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _left_to_right_line(clusters: Sequence[str]) -> str:
    """Returns a Latin line of a mirrored page. A full stop at its left end closes it."""
    line = "".join(reversed(clusters))
    stray = _STRAY_END.match(line)
    return line[1:] + stray[1] if stray else line


def _ordered(clusters: Sequence[str], mirrored: bool) -> str:
    if not mirrored:
        return _with_words_turned(clusters)
    classes = _classes(clusters)
    pieces: list[str] = []
    end = 0
    for match in _LEFT_TO_RIGHT.finditer(classes):
        pieces += _with_brackets(clusters, end, match.start())
        pieces.append(_segment(clusters[match.start() : match.end()]))
        end = match.end()
    return "".join([*pieces, *_with_brackets(clusters, end, len(clusters))])


def _segment(clusters: Sequence[str]) -> str:
    """Returns words or a number that a mirrored line shows backwards. `40 km` looks the same as `km 40`."""
    text = "".join(reversed(clusters))
    pair = _NUMBER_OF_UNIT.fullmatch(text)
    return f"{pair[2]} {pair[1]}" if pair and pair[2][:1].isdigit() and _UNIT.fullmatch(pair[1]) else text


def _with_words_turned(clusters: Sequence[str]) -> str:
    """Returns a line from left to right, the words in it that read from right to left put in order."""
    pieces: list[str] = []
    end = 0
    for match in _RIGHT_TO_LEFT.finditer(_classes(clusters)):
        turned = list(reversed(clusters[match.start() : match.end()]))
        pieces += [*_with_brackets(clusters, end, match.start()), _ordered(turned, mirrored=True)]
        end = match.end()
    return "".join([*pieces, *_with_brackets(clusters, end, len(clusters))])


def _classes(clusters: Sequence[str]) -> str:
    """Returns a letter for the class of each cluster. After an Arabic letter, digits do not join over a hyphen."""
    classes = "".join(_CLASSES.get(unicodedata.bidirectional(cluster[0]), "o") for cluster in clusters)
    return _ARABIC_CONTEXT.sub(lambda match: match[0].replace("E", "N"), classes)


def _with_brackets(clusters: Sequence[str], start: int, end: int) -> list[str]:
    """Returns clusters, each bracket as its place in the line demands: some programs store the bracket of the text,
    others the mirrored one that they draw.
    """
    found = list(clusters[start:end])
    for at in range(start, end):
        bracket = clusters[at]
        if bracket in _PARTNER:
            before, after = clusters[at - 1] if at else " ", clusters[at + 1] if at + 1 < len(clusters) else " "
            opens = before.isspace() or before in _PARTNER or (before in "-־" and not after.isspace())
            closes = after.isspace() or not (after[0].isalnum() or after in _PARTNER)
            if opens != closes:
                found[at - start] = bracket if (bracket in _OPENING) == opens else _PARTNER[bracket]
    return found
