"""Letters that look the same to a reader, in one writing: for search, gate and evidence, never for a stored text."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain

_UNSEEN = (
    "\u00ad\u034f\u061c\u0640\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
)
"""Soft hyphens, zero-width signs, signs of direction, fillers, variants of a letter, the bar that widens Arabic."""
_MARKS = "\u0300-\u036f\u0653-\u0655\u3099\u309a"
"""Marks that are one character with their letter if they can be."""
_FORMS = "\u2f00-\u2fdf\ufb00-\ufdff\ufe70-\ufefc０-９Ａ-Ｚａ-ｚ％＇－．＿"
"""Radicals of Chinese characters, ligatures and presentation forms, full-width letters: as their normal form is."""
_RADICALS = dict(
    zip(
        *[
            iter(
                "⺠民⺩王⺼肉⻁虎⻄西⻅见⻆角⻉贝⻊足⻋车⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀"
            )
        ]
        * 2,
        strict=True,
    )
)
"""Radicals in PDF files that no normal form changes."""
_SIGNS = {"ʼ": "'", "‐": "-", "‑": "-", "−": "-", "⁄": "/", "٪": "%", "٫": ".", "٬": ","} | dict.fromkeys(
    "\u2007\u2008\u2009", "\u202f"
)
_DIGITS = [chr(code) for code in range(128, 0x10000) if unicodedata.category(chr(code)) == "Nd"]
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_POWER = re.compile(r"(?<=[\d)])[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_COMBINING = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M")
_CLUSTER = re.compile(
    f"(?:[\u1100-\u1112][{_UNSEEN}]{{0,8}}[\u1161-\u1175]|[\uac00-\ud7a3])(?:[{_UNSEEN}]{{0,8}}[\u11a8-\u11c2])?|.[{_COMBINING}]*",
    re.DOTALL,
)


def _ranges(characters: str) -> str:
    """Returns every character of a class such as `a-z_`."""
    listed = (range(ord(found[0]), ord(found[-1]) + 1) for found in re.findall(r".-.|.", characters, re.DOTALL))
    return "".join(map(chr, chain.from_iterable(listed)))


_SAME: dict[int, str | None] = {
    **{ord(form): unicodedata.normalize("NFKC", form).strip() for form in _ranges(_FORMS)},
    **{ord(fraction): f" {unicodedata.normalize('NFKC', fraction).replace('⁄', '/')}" for fraction in _FRACTIONS},
    **{ord(digit): str(unicodedata.decimal(digit)) for digit in _DIGITS},
    **{ord(sign): same for sign, same in (_RADICALS | _SIGNS).items()},
    **dict.fromkeys(map(ord, _ranges(_UNSEEN))),
}
_UNEVEN = re.compile(f"[{''.join(map(chr, _SAME))}{_MARKS}⁰¹²³⁴⁵⁶⁷⁸⁹\u1100-\u11ff\uf900-\ufaff]")


def even(text: str) -> str:
    """Returns the text without signs that nobody sees, with one character for letters and digits that look the same:
    `even("re\\u0301su\\u00admé ⼈ ٤٥ 10⁶") == "résumé 人 45 10^6"`. Case and accents stay.
    """
    if text.isascii() or not _UNEVEN.search(text):
        return text
    return _POWER.sub(_power, _same(text))


def even_places(text: str) -> tuple[str, list[tuple[int, int]] | None]:
    """Returns the same, and for each of its characters the span of `text` that it stands for; None: the text as it
    is."""
    if text.isascii() or not _UNEVEN.search(text):
        return text, None
    written, places = "", list[tuple[int, int]]()
    for match in _CLUSTER.finditer(text):
        same = _same(match[0])
        written += same
        places += [match.span()] * len(same)
    for match in reversed(list(_POWER.finditer(written))):
        places.insert(match.start(), places[match.start()])  # of the sign `^`
    return _POWER.sub(_power, written), places


def _same(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_SAME))


def _power(match: re.Match[str]) -> str:
    return "^" + unicodedata.normalize("NFKC", match[0]).replace("−", "-")
