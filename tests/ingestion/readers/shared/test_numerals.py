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
        ("cardinalText", (1, 10, 21, 30), "One Ten Twenty-one Thirty"),
        ("ordinalText", (1, 12, 20, 21, 99), "First Twelfth Twentieth Twenty-first Ninety-ninth"),
        ("hex", (10, 255), "A FF"),
        ("chicago", (1, 2, 5), "* † **"),
        ("none", (1,), ""),
        ("numberInDash", (7,), "- 7 -"),
        ("unheard of", (3,), "3"),
        ("decimalFullWidth", (12,), "１２"),
        ("decimalEnclosedCircle", (1, 20, 21), "① ⑳ 21"),
        ("decimalEnclosedParen", (2,), "⑵"),
        ("ideographDigital", (10,), "一〇"),
        ("chineseCounting", (1, 10, 11, 20, 21, 110), "一 十 十一 二十 二十一 一百一十"),
        ("chineseCountingThousand", (105, 1001, 10500), "一百零五 一千零一 一万零五百"),
        ("chineseLegalSimplified", (10, 23), "壹拾 贰拾叁"),
        ("japaneseCounting", (10, 115, 1000, 10000), "十 百十五 千 一万"),
        ("ideographTraditional", (1, 10), "甲 癸"),
        ("ideographZodiacTraditional", (1,), "甲子"),
        ("koreanCounting", (21,), "이십일"),
        ("ganada", (2,), "나"),
        ("aiueoFullWidth", (1,), "ア"),
        ("russianLower", (1, 3), "а в"),
        ("arabicAlpha", (2,), "ب"),
        ("arabicAbjad", (3,), "ج"),
        ("hebrew1", (1, 15, 16, 21, 115), "א טו טז כא קטו"),
        ("hindiNumbers", (10,), "१०"),
        ("thaiNumbers", (3,), "๓"),
        ("thaiLetters", (1,), "ก"),
        ("lowerRoman", (0, 100_000_000), "0 100000000"),
        ("lowerLetter", (99_999,), "c" * 30),
    ],
)
def test_a_number_is_written_as_its_format_says(kind: str, numbers: tuple[int, ...], written: str) -> None:
    assert " ".join(numeral(number, kind) for number in numbers) == written
