"""Numbers of lists in the signs that programs show."""

from __future__ import annotations

from gateway.ingestion.readers.shared.list_numbers import chinese, circled, letters, roman


def test_numbers_are_written_in_each_kind_of_signs() -> None:
    assert [roman(number) for number in (1, 4, 9, 14, 1994, 0, 4000)] == [
        "i",
        "iv",
        "ix",
        "xiv",
        "mcmxciv",
        "0",
        "4000",
    ]
    assert [letters(number) for number in (1, 26, 27, 52, 703, 0)] == ["a", "z", "aa", "az", "aaa", "0"]
    assert [letters(number, repeated=True) for number in (26, 27, 28, 53)] == ["z", "aa", "bb", "aaa"]
    assert [circled(number) for number in (1, 20, 21)] == ["①", "⑳", "21"]
    assert [chinese(number) for number in (1, 10, 11, 20, 35, 100)] == ["一", "十", "十一", "二十", "三十五", "100"]
