"""Numbers of counted lists in the signs that programs show: 3, c, iii, Ⅲ, 三, ③ …"""

from __future__ import annotations

_ROMAN = tuple(
    zip(
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        strict=True,
    )
)
_MOST_ROMAN, _MOST_CIRCLED, _MOST_CHINESE, _MOST_REPEATED = 3999, 20, 99, 20
_CHINESE = "〇一二三四五六七八九"
_CIRCLED = 0x2460
"""The sign ①."""


def roman(number: int) -> str:
    """Returns a number in small Roman digits; those above 3,999 in Arabic digits."""
    if not 0 < number <= _MOST_ROMAN:
        return str(number)
    parts = []
    for sign, value in _ROMAN:
        parts.append(sign * (number // value))
        number %= value
    return "".join(parts)


def letters(number: int, *, repeated: bool = False) -> str:
    """Returns a … z, aa, ab, …; with `repeated` aa, bb, … after z, as Word counts."""
    if number < 1:
        return str(number)
    if repeated:
        return chr(ord("a") + (number - 1) % 26) * min(_MOST_REPEATED, (number - 1) // 26 + 1)
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("a") + rest) + found
    return found


def circled(number: int) -> str:
    """Returns ① … ⑳; other numbers in plain digits."""
    return chr(_CIRCLED + number - 1) if 0 < number <= _MOST_CIRCLED else str(number)


def chinese(number: int) -> str:
    """Returns 一 … 九十九; other numbers in plain digits."""
    if not 0 < number <= _MOST_CHINESE:
        return str(number)
    tens, ones = divmod(number, 10)
    return (_CHINESE[tens] if tens > 1 else "") + "十" * (tens > 0) + (_CHINESE[ones] if ones else "")
