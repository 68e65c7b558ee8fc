"""Numbers, dates and codes of a question in one spelling each. Pure.

Builds on `words.numbers`; a question needs more than a claim and its source do: digits inside codes, Chinese numerals
before a measure word, months and weekdays without a year, times of day in one clock.
"""

from __future__ import annotations

import re

from gateway import words
from gateway.memory.rules.question_words import QuestionReading, listed
from gateway.words.folding import HAN

_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_AM_PM = re.compile(r"\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.? ?m\b\.?")
_HOUR = re.compile(r"\b(\d{1,2}) ?h(?:eures?)? ?([0-5]\d)\b")
_FULL_HOUR = re.compile(r"\b(\d{1,2})(?::00| ?o'clock\b| ?h\b| ?heures?\b)")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th|e|eme|er|ere|nde?)\b")

_WORDS = {
    word: str(value)
    for value, line in {
        1: "first 1st premier premiere", 2: "second twice deuxieme double", 3: "third thrice troisieme triple", 4: "fourth quatrieme",
        5: "fifth cinquieme", 6: "sixth sixieme", 7: "seventh septieme sept", 8: "eighth huitieme", 9: "ninth neuvieme neuf", 10: "tenth dixieme dix",
        13: "thirteen treize", 14: "fourteen quatorze", 16: "sixteen seize", 17: "seventeen", 18: "eighteen", 19: "nineteen",
        70: "seventy", 80: "eighty", 90: "ninety",
    }.items()
    for word in line.split()
}  # fmt: skip
"""Beside those that `words.numbers` knows."""
_UNSURE = frozenset({"1", "first", "second", "double", "premier", "premiere", "neuf", "sept"})
"""Words that are a number in some sentences only: counted where the other question has the number."""
_ZH_DIGITS = {"〇": 0, "两": 2} | {digit: value for value, digit in enumerate("零一二三四五六七八九")}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_ZH_NUMBER = re.compile(
    "([零〇一二两三四五六七八九十百千万]+)(?=天|日|周|个|年|小时|分钟|秒|次|元|块|人|名|位|岁|条|份|张|台|件|级|层|楼|号|室|米|公里|期|步|节|章|种|倍|折|星|点|版)"
)

_MONTHS = [
    "january janvier", "february fevrier", "march mars", "april avril", "may mai", "june juin", "july juillet", "august aout",
    "september septembre", "october octobre", "november novembre", "december decembre",
]  # fmt: skip
_DAYS = [
    "monday lundi", "tuesday mardi", "wednesday mercredi", "thursday jeudi", "friday vendredi", "saturday samedi", "sunday dimanche",
]  # fmt: skip
CALENDAR = {
    **{word: f"month-{at}" for at, line in enumerate(_MONTHS, 1) for word in line.split() if word != "may"},
    **{f"{word}s": f"day-{at}" for at, line in enumerate(_DAYS, 1) for word in line.split()},
    **{word: f"day-{at}" for at, line in enumerate(_DAYS, 1) for word in line.split()},
    **dict.fromkeys(("spring", "printemps"), "spring"), **dict.fromkeys(("summer",), "summer"),
    **dict.fromkeys(("autumn", "automne"), "autumn"), **dict.fromkeys(("winter", "hiver"), "winter"),
    **dict.fromkeys(("christmas", "noel"), "christmas"), **dict.fromkeys(("easter", "paques"), "easter"),
    **dict.fromkeys(("today", "aujourdhui"), "today"), **dict.fromkeys(("tomorrow", "demain"), "tomorrow"),
    **dict.fromkeys(("yesterday", "hier"), "yesterday"),
}  # fmt: skip
_MAY = re.compile(
    r"\b(?:in|of|since|until|by|before|after|next|last|from|\d{1,2}(?:st|nd|rd|th)?) [Mm]ay\b|\bMay (?:\d|(?:and|or|to|until)\b)"
)
_RELATIVE = re.compile(
    r"\b(?P<en>this|last|next|previous|current|coming|past) (?P<enu>year|month|week|quarter|semester|season)s?\b"
    r"|\b(?P<fru>an|annee|mois|semaine|trimestre|semestre|saison) (?P<fr>derniere?|precedente?|passee?|prochaine?|suivante?|en cours)\b"
)
_TENSE = {
    "last": "last", "previous": "last", "past": "last", "dernier": "last", "derniere": "last", "precedent": "last", "precedente": "last",
    "passe": "last", "passee": "last", "next": "next", "coming": "next", "prochain": "next", "prochaine": "next", "suivant": "next",
    "suivante": "next", "this": "this", "current": "this", "en cours": "this",
}  # fmt: skip
_UNITS = {
    "an": "year",
    "annee": "year",
    "mois": "month",
    "semaine": "week",
    "trimestre": "quarter",
    "semestre": "semester",
    "saison": "season",
}
_ZH_RELATIVE = {
    "今年": "this year", "去年": "last year", "明年": "next year", "前年": "year before last", "本月": "this month", "这个月": "this month",
    "上个月": "last month", "上月": "last month", "下个月": "next month", "下月": "next month", "本周": "this week", "这周": "this week", "上周": "last week",
    "下周": "next week", "本季度": "this quarter", "上季度": "last quarter", "下季度": "next quarter", "今天": "today", "明天": "tomorrow", "昨天": "yesterday",
    "春季": "spring", "春天": "spring", "夏季": "summer", "夏天": "summer", "秋季": "autumn", "秋天": "autumn", "冬季": "winter", "冬天": "winter",
    "春节": "spring festival", "国庆": "national day", "中秋": "mid-autumn", "圣诞": "christmas", "元旦": "new year", "端午": "dragon boat", "清明": "qingming",
    "上半年": "first half", "下半年": "second half",
}  # fmt: skip
_ZH_DATES = re.compile("|".join(sorted(_ZH_RELATIVE, key=len, reverse=True)))
_ZH_MONTH = re.compile(r"(?<!\d)(\d{1,2}|[一二三四五六七八九十]{1,2})月(?!租|薪)")
_ZH_DATE = re.compile(r"\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月")
_BESIDE_HAN = re.compile(f"(?<=[{HAN}])(?=\\d)|(?<=\\d)(?=[{HAN}])")
_ZH_WEEKDAY = re.compile("(?:星期|礼拜|周)([一二三四五六日天1-6])(?!年|期)")
_PAST = {
    "en": re.compile(r"\b(?:was|were|did|used to)\b"),
    "fr": re.compile(r"\b(?:et|av|dev|pouv|cout|fall|val)ai(?:s|t|ent)\b|\b(?:eti|avi)(?:ons|ez)\b"),
    "zh": re.compile("以前|过去|当时|曾经?|当初"),
}
"""How it was is another question than how it is."""
_QUARTER = re.compile(r"\b[qt]([1-4])\b|第?([1-4一二三四])季度|\b([1-4])(?:st|nd|rd|th|e|er) (?:quarter|trimestre)")

_CODE = re.compile(
    r"(?<![\w./@-])(?:https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|--?[a-z][\w-]*|(?:/[\w.-]+){2,}|[A-Za-z]\w*(?:[._]\w+)+|\.[a-z][a-z0-9]{1,4}\b"
    r"|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)",
    re.ASCII,
)
_MEASURE = re.compile(
    r"\d+(?:st|nd|rd|th|e|eme|er|ere|h|h\d\d|am|pm|k|km|m|cm|mm|kg|g|mg|l|ml|gb|mb|tb|kb|w|kw|v|a|hz|ghz|x|s|min|d|-[a-z]{3,}(?:-[a-z]+)*)",
    re.IGNORECASE,
)
"""A number with its unit, which is no code."""
_LABEL = re.compile(
    r"(?<=[\w)] )([A-Z])(?=[\s?!.,;:)]|$)|(?<=[\u4e00-\u9fff])([A-Z])(?![A-Za-z])|(?<![A-Za-z])([A-Z])(?=[\u4e00-\u9fff])"
)
_FILE_TYPES = listed(
    "pdf csv json xml html docx doc xlsx xls pptx ppt txt png jpg jpeg gif svg zip tar mp3 mp4 yaml yml toml md rtf odt epub sql exe"
)


def numbers(reading: QuestionReading) -> frozenset[str]:
    """Every number of the question, dates aside; those in words too, and those inside codes."""
    text = _clocked(reading.folded)
    if reading.language == "zh":  # a figure inside a word is none to `words.numbers`, and Chinese has no blanks
        text = _BESIDE_HAN.sub(" ", _ZH_DATE.sub(" ", text))
    found = {number for number in words.numbers(text) if not _is_date(number)}
    found |= {_plain(number) for code in codes(reading) for number in re.findall(r"\d+", code)}
    found |= {_WORDS[token] for token in reading.tokens if token in _WORDS and token not in _UNSURE}
    if reading.language == "zh":
        found |= {str(_zh_value(match.group(1))) for match in _ZH_NUMBER.finditer(reading.folded)} - {"1"}
    return frozenset(found)


def perhaps(reading: QuestionReading) -> frozenset[str]:
    """Numbers that the question has in words that may mean something else: "one", "second", "一个"."""
    found = {_WORDS.get(token, "") for token in reading.tokens if token in _UNSURE}
    if not {"one", "once", "single", "a", "an", "un", "une", "seul", "一"}.isdisjoint(reading.tokens):
        found.add("1")
    return frozenset(found - {""})


def dates(reading: QuestionReading) -> frozenset[str]:
    """Dates, years, months, weekdays, quarters, seasons, relative dates ("last year"), and `past` for what was."""
    text = reading.folded
    found = {number for number in words.numbers(text) if _is_date(number)}
    found |= {CALENDAR[token] for token in reading.tokens if token in CALENDAR}
    past = _PAST.get(reading.language)
    if past and past.search(text):
        found.add("past")
    if _MAY.search(reading.text):
        found.add("month-5")
    for match in _RELATIVE.finditer(text):
        unit = match["enu"] or match["fru"]
        found.add(f"{_TENSE[match['en'] or match['fr']]} {_UNITS.get(unit, unit)}")
    for match in _QUARTER.finditer(text):
        which = match[1] or match[2] or match[3]
        found.add(f"quarter-{_ZH_DIGITS.get(which, which)}")
    if reading.language == "zh":
        found |= {_ZH_RELATIVE[match.group()] for match in _ZH_DATES.finditer(text)}
        months = (match[1] for match in _ZH_MONTH.finditer(text))
        found |= {f"month-{int(month) if month.isdigit() else _zh_value(month)}" for month in months}
        days = ("日" if match[1] == "天" else match[1] for match in _ZH_WEEKDAY.finditer(text))
        found |= {f"day-{'一二三四五六日'.index(day) + 1 if not day.isdigit() else day}" for day in days}
    whole = {f"month-{int(date[5:7])}" for date in found if _DATE.fullmatch(date)}
    return frozenset(found - whole)


def codes(reading: QuestionReading) -> frozenset[str]:
    """Codes, versions, addresses, options, file types and single capital letters ("plan B"), without case and hyphens."""
    found = {match.group() for match in _CODE.finditer(reading.text) if not _MEASURE.fullmatch(match.group())}
    squashed = {squash(code) for code in found if not _QUARTER.fullmatch(code.lower())}
    labels = {next(filter(None, match.groups())).lower() for match in _LABEL.finditer(reading.text)} - {"i"}
    types = {token for token in reading.tokens if token in _FILE_TYPES}
    return frozenset((squashed | labels | types) - {""})


def squash(text: str) -> str:
    """Letters and digits alone, folded: `X-200`, `x 200` and `X200` are one."""
    return "".join(filter(str.isalnum, words.fold(text)))


def _is_date(number: str) -> bool:
    return bool(_DATE.fullmatch(number) or _YEAR.fullmatch(number))


def _plain(number: str) -> str:
    return number.lstrip("0") or "0"


def _clocked(text: str) -> str:
    """Times of day in one spelling: `5 pm` and `17h` become `17`, `5:30 pm` and `17h30` become `17:30`."""

    def half_day(match: re.Match[str]) -> str:
        hour = int(match[1]) % 12 + (12 if match[3] == "p" else 0)
        return f"{hour}:{match[2]}" if match[2] and match[2] != "00" else str(hour)

    text = _HOUR.sub(r"\1:\2", _AM_PM.sub(half_day, text))
    return _ORDINAL.sub(r"\1", _FULL_HOUR.sub(r"\1 ", text))


def _zh_value(numeral: str) -> int:
    """The value of a Chinese numeral: 三 → 3, 十五 → 15, 二百五十 → 250; digits in a row as they stand (二〇二四)."""
    if not any(unit in numeral for unit in _ZH_UNITS):
        return int("".join(str(_ZH_DIGITS[digit]) for digit in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _ZH_DIGITS:
            digit = _ZH_DIGITS[character]
        elif character == "万":
            total += (section + digit or 1) * _ZH_UNITS["万"]
            section = digit = 0
        else:
            section += (digit or 1) * _ZH_UNITS[character]
            digit = 0
    return total + section + digit
