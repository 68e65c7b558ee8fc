"""Numbers of lists as word processors write them: `iv`, `(b)`, `第三章`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_lowercase

from gateway.knowledge.formats.html_parts.list_markers import roman

_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_MOST = 100_000
"""A larger number is written in digits."""


def numeral(number: int, kind: str) -> str:
    """Returns a number of a list. `kind`: a format of numbers as WordprocessingML calls it; an unknown one is
    `decimal`. The first number, as `001`, says how many digits a number has at least."""
    if kind in ("none", "bullet"):
        return ""
    if kind.isdecimal():
        return str(number).zfill(len(kind))
    if kind == "decimalZero":
        return f"{number:02d}"
    if kind == "numberInDash":
        return f"- {number} -"
    if not 0 < number < _MOST:
        return str(number)
    if kind in _DIGITS:
        return str(number).translate(_DIGITS[kind])
    if kind in _ENCLOSED:
        first, most = _ENCLOSED[kind]
        return chr(first + number - 1) if number <= most else str(number)
    if kind in _COUNTED:
        return _counted(number, *_COUNTED[kind])
    if kind in _ALPHABETS:
        return _ALPHABETS[kind][(number - 1) % len(_ALPHABETS[kind])]
    return _WRITTEN.get(kind, str)(number)


def lettered(number: int) -> str:
    """Returns `a` to `z`, then `aa`, `bb` and so on, as Word counts."""
    return ascii_lowercase[(number - 1) % 26] * min(1 + (number - 1) // 26, 30)


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _words(number: int) -> str:
    """Returns a number below 100 in English words."""
    if number >= 100:
        return str(number)
    if number < 20:
        return _SMALL[number]
    tens = _TENS[number // 10 - 2]
    return f"{tens}-{_SMALL[number % 10]}" if number % 10 else tens


def _ordinal_words(number: int) -> str:
    if number >= 100:
        return _ordinal(number)
    before, dash, last = _words(number).rpartition("-")
    return before + dash + (_ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"))


def _counted(number: int, digits: str, units: str, bare: str) -> str:
    """Returns a number as people count in China, Japan and Korea: 十, 二十一, 一百零五.

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


_CHINESE = "零一二三四五六七八九"
_COUNTED: Mapping[str, tuple[str, str, str]] = {
    "chineseCounting": (_CHINESE, " 十百千万", "*"),
    "chineseCountingThousand": (_CHINESE, " 十百千万", "*"),
    "taiwaneseCounting": (_CHINESE, " 十百千萬", "*"),
    "taiwaneseCountingThousand": (_CHINESE, " 十百千萬", "*"),
    "chineseLegalSimplified": ("零壹贰叁肆伍陆柒捌玖", " 拾佰仟万", ""),
    "ideographLegalTraditional": ("零壹貳參肆伍陸柒捌玖", " 拾佰仟萬", ""),
    "japaneseCounting": (" 一二三四五六七八九", " 十百千万", "123"),
    "japaneseLegal": (" 壱弐参四五六七八九", " 拾百阡萬", ""),
    "koreanCounting": (" 일이삼사오육칠팔구", " 십백천만", "123"),
}


def _digits(zero: int) -> dict[int, str]:
    return {ord("0") + value: chr(zero + value) for value in range(10)}


_IDEOGRAPHS = str.maketrans("0123456789", "〇一二三四五六七八九")
_DIGITS: Mapping[str, dict[int, str] | dict[int, int]] = {
    "decimalFullWidth": _digits(0xFF10),
    "decimalFullWidth2": _digits(0xFF10),
    "ideographDigital": _IDEOGRAPHS,
    "japaneseDigitalTenThousand": _IDEOGRAPHS,
    "taiwaneseDigital": _IDEOGRAPHS,
    "koreanDigital": str.maketrans("0123456789", "영일이삼사오육칠팔구"),
    "koreanDigital2": str.maketrans("0123456789", "零一二三四五六七八九"),
    "hindiNumbers": _digits(0x0966),
    "thaiNumbers": _digits(0x0E50),
}
_ENCLOSED: Mapping[str, tuple[int, int]] = {
    "decimalEnclosedCircle": (0x2460, 20),
    "decimalEnclosedCircleChinese": (0x2460, 20),
    "decimalEnclosedParen": (0x2474, 20),
    "decimalEnclosedFullstop": (0x2488, 20),
    "ideographEnclosedCircle": (0x3280, 10),
}
"""The first sign of a row of signs, and how many there are."""
_ALPHABETS: Mapping[str, str] = {
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
    "irohaFullWidth": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "ideographTraditional": _STEMS,
    "ideographZodiac": _BRANCHES,
    "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
    "russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת",
    "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "hindiVowels": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "hindiConsonants": "अआइईउऊऋऌऍऎएऐऑऒओऔ",
}


def _hebrew(number: int) -> str:
    """Returns a number in Hebrew letters; 15 and 16 avoid the name of God."""
    written = ""
    for value, letter in zip((400, 300, 200, 100), "תשרק", strict=True):
        while number >= value:
            written, number = written + letter, number - value
    if number in (15, 16):
        return written + "ט" + "וז"[number - 15]
    tens, ones = divmod(number, 10)
    return written + " יכלמנסעפצ"[tens].strip() + " אבגדהוזחט"[ones].strip()


_WRITTEN: Mapping[str, Callable[[int], str]] = {
    "lowerLetter": lettered,
    "upperLetter": lambda number: lettered(number).upper(),
    "lowerRoman": roman,
    "upperRoman": lambda number: roman(number).upper(),
    "ordinal": _ordinal,
    "cardinalText": lambda number: _words(number).capitalize(),
    "ordinalText": lambda number: _ordinal_words(number).capitalize(),
    "hex": lambda number: f"{number:X}",
    "chicago": lambda number: "*†‡§"[(number - 1) % 4] * min(1 + (number - 1) // 4, 10),
    "ideographZodiacTraditional": lambda number: _STEMS[(number - 1) % 10] + _BRANCHES[(number - 1) % 12],
    "hebrew1": lambda number: _hebrew(number) if number < 1000 else str(number),
}
