"""Numbers of lists in the ways of writing that word processors know."""

from __future__ import annotations

from gateway.ingestion.readers.shared.numerals import numeral
from tests.support.every import every


@every(
    ("kind", "numbers", "written"),
    [
        ("decimal", (1, 12), "1 12"),
        ("decimalZero", (1, 12), "01 12"),
        ("001", (1, 12, 1234), "001 012 1234"),
        ("lowerLetter", (1, 26, 27, 53), "a z aa aaa"),
        ("upperLetter", (2, 28), "B BB"),
        ("lowerRoman", (4, 9, 1999), "iv ix mcmxcix"),
        ("upperRoman", (3, 40), "III XL"),
        ("ordinal", (1, 2, 3, 4, 11, 22, 112), "1st 2nd 3rd 4th 11th 22nd 112th"),
        ("none", (1,), ""),
        ("unheard of", (3,), "3"),
        ("decimalEnclosedCircle", (1, 20, 21), "① ⑳ 21"),
        ("chineseCounting", (1, 10, 11, 20, 21, 110), "一 十 十一 二十 二十一 一百一十"),
        ("chineseCountingThousand", (105, 1001, 10500), "一百零五 一千零一 一万零五百"),
        ("japaneseCounting", (10, 115, 1000, 10000), "十 百十五 千 一万"),
        ("ideographTraditional", (1, 10), "甲 癸"),
        ("ganada", (2,), "나"),
        ("aiueoFullWidth", (1,), "ア"),
        ("russianLower", (1, 3), "а в"),
        ("arabicAlpha", (2,), "ب"),
        ("arabicAbjad", (3,), "ج"),
        ("lowerRoman", (0, 100_000_000), "0 100000000"),
        ("lowerLetter", (99_999,), "c" * 30),
    ],
)
def test_a_number_is_written_as_its_format_says(kind: str, numbers: tuple[int, ...], written: str) -> None:
    assert " ".join(numeral(number, kind) for number in numbers) == written
