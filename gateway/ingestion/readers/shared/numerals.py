"""Numbers of lists as word processors write them: `iv`, `(b)`, `第三章`."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.knowledge.formats.html_parts.list_markers import counted

_STYLES = {"lowerRoman": "lower-roman", "upperRoman": "upper-roman", "decimalZero": "decimal-leading-zero"}
"""Kinds of numbers that a browser has, too, and what CSS calls them."""
_LATIN, _RUSSIAN = "abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмнопрстуфхцчшщыэюя"
_MOST = 100_000
"""A larger number is written in digits."""
_CIRCLES, _MOST_CIRCLED = 0x2460, 20
"""The number 1 in a circle, and the last number that has one."""
_CHINESE = "零一二三四五六七八九", " 十百千万", "*"
_COUNTED: Mapping[str, tuple[str, str, str]] = {
    **dict.fromkeys(("chineseCounting", "chineseCountingThousand", "taiwaneseCountingThousand"), _CHINESE),
    "japaneseCounting": (" 一二三四五六七八九", " 十百千万", "123"),
}
_ALPHABETS: Mapping[str, str] = {
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "ganada": "가나다라마바사아자차카타파하",
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "russianLower": _RUSSIAN,
    "russianUpper": _RUSSIAN.upper(),
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת",
}


def numeral(number: int, kind: str) -> str:
    """Returns a number of a list. `kind`: a format of numbers as WordprocessingML calls it; an unknown one is
    `decimal`. The first number, as `001`, says how many digits a number has at least."""
    if kind in ("none", "bullet"):
        return ""
    if kind.isdecimal():
        return str(number).zfill(len(kind))
    if kind in _STYLES:
        return counted(number, _STYLES[kind])
    if not 0 < number < _MOST:
        return str(number)
    if kind in ("lowerLetter", "upperLetter"):
        letters = _LATIN[(number - 1) % 26] * min(1 + (number - 1) // 26, 30)
        return letters if kind == "lowerLetter" else letters.upper()
    if kind == "ordinal":
        return f"{number}{'th' if number // 10 % 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
    if kind == "decimalEnclosedCircle" and number <= _MOST_CIRCLED:
        return chr(_CIRCLES + number - 1)
    if kind in _COUNTED:
        return _east_asian(number, *_COUNTED[kind])
    if kind in _ALPHABETS:
        return _ALPHABETS[kind][(number - 1) % len(_ALPHABETS[kind])]
    return str(number)


def _east_asian(number: int, digits: str, units: str, bare: str) -> str:
    """Returns a number as people count in China and Japan: 十, 二十一, 一百零五.

    digits: the first one fills gaps, unless it is a space.
    bare: the places, as digits, that are written without a one; `*` means ten alone, at the beginning.
    """
    written = gap = ""
    for power in range(4, -1, -1):
        digit = number // 10**power % 10
        if not digit:
            gap = digits[0].strip() if written else ""
            continue
        is_bare = digit == 1 and (str(power) in bare or (bare == "*" and power == 1 and not written))
        written += gap + ("" if is_bare else digits[digit]) + units[power].strip()
        gap = ""
    return written
