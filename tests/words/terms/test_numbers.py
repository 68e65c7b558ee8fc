"""Numbers and dates have one spelling."""

from __future__ import annotations

import pytest

from gateway import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,234 and 1 234,5 or 1\u202f234", {"1234", "1234.5"}),
        ("3,5 % of 1.234.567", {"3.5", "1234567"}),
        ("the 1er mai 2024", {"2024-05-01"}),
        ("May 2, 2024", {"2024-05-02"}),
        ("2 May 2024", {"2024-05-02"}),
        ("2024年5月3日", {"2024-05-03"}),
        ("2024-05-04", {"2024-05-04"}),
        ("June 2023", {"2023-06"}),
        ("S2, GPT-4 and v1.2", set()),
        ("500ms at 10:30", {"500", "10:30"}),
        ("two hours, trente jours", {"2", "30"}),
        ("007 ５０ [1,2,3]", {"7", "50", "1", "2", "3"}),
        ("Python 3.10, 3.1", {"3.10", "3.1"}),
        ("3天内", {"3"}),
        ("am 3. März 2024", {"2024-03-03"}),
        ("el 3 de marzo de 2024, en abril de 2025", {"2024-03-03", "2025-04"}),
        ("3 марта 2024 года", {"2024-03-03"}),
        ("في 3 مارس 2024", {"2024-03-03"}),
        ("none", set()),
    ],
)
def test_numbers_and_dates_have_one_spelling(text: str, expected: set[str]) -> None:
    assert words.numbers(text) == expected
