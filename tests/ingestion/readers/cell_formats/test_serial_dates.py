"""Days are counted in two calendars, one of which has a day too many."""

from __future__ import annotations

from gateway.ingestion.readers.cell_formats.format_sections import number_format
from gateway.ingestion.readers.cell_formats.serial_dates import shown_date
from tests.support.every import every


def written(value: float, pattern: str, *, is_1904: bool = False) -> str | None:
    return shown_date(value, number_format(pattern).numbers[0], pattern, is_1904)


@every(
    ("value", "is_1904", "text"),
    [
        (0, False, "1899-12-31"),
        (1, False, "1900-01-01"),
        (59, False, "1900-02-28"),
        (60, False, "1900-02-28"),
        (61, False, "1900-03-01"),
        (45356, False, "2024-03-05"),
        (2958465, False, "9999-12-31"),
        (0, True, "1904-01-01"),
        (43894, True, "2024-03-05"),
        (-1, False, None),
        (2958467, False, None),
        (1e300, False, None),
    ],
)
def test_days_of_both_calendars(value: float, is_1904: bool, text: str | None) -> None:
    assert written(value, "yyyy-mm-dd", is_1904=is_1904) == text


@every(
    ("value", "pattern", "text"),
    [
        (45356, "dddd d mmm yy", "Tuesday 5 Mar 24"),
        (45356, "mmmmm", "M"),
        (0.5, "h:mm a/p", "12:00 p"),
        (0.02, "h:mm:ss AM/PM", "12:28:48 AM"),
        (45356.9999999, "yyyy-mm-dd hh:mm:ss", "2024-03-06 00:00:00"),
        (45356.9999, "hh:mm", "23:59"),
        (45356.5, "hh:mm:ss.000", "12:00:00.000"),
        (1.5, "[ss]", "129600"),
        (45356.5, "m/d/yy h:mm", "2024-03-05 12:00"),
        (45356.5, "yyyy-mm-ddThh:mm", "2024-03-05 12:00"),
    ],
)
def test_codes_of_dates(value: float, pattern: str, text: str) -> None:
    assert written(value, pattern) == text
