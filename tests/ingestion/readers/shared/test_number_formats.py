"""Values as programs show them."""

from __future__ import annotations

import datetime

from gateway.ingestion.readers.shared.number_formats import shown
from tests.support.every import every

DAY, NOON = datetime.date(2024, 3, 5), datetime.datetime.fromisoformat("2024-03-05T12:30:09")


@every(
    ("value", "pattern", "text"),
    [
        (None, None, ""),
        ("x", "0.00", "x"),
        (True, "General", "TRUE"),
        (3, "General", "3"),
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "1.00000E+20"),
        (2.005, "0.00", "2.01"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (1234567.891, "#,##0", "1,234,568"),
        (0.125, "0%", "13%"),
        (0.125, "0.0%", "12.5%"),
        (-5, "0;(0)", "(5)"),
        (-5, "0.0", "-5.0"),
        (-1234.5, '#,##0.00\\ "€";[Red]-#,##0.00\\ "€"', "-1,234.50 €"),
        (0, '0;-0;"none"', "none"),
        (12, "[$CHF-807] #,##0", "CHF 12"),
        (12.5, '_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-', "12.50"),
        (7, "000", "007"),
        (1.5, "0.0#", "1.5"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (1500000, '0.0,,"M"', "1.5M"),
        (0.5, "# ?/?", "0.5"),
        (5, '"v"0', "v5"),
        (5, ";;;", ""),
        (float("nan"), "0", "nan"),
        (DAY, "mm-dd-yy", "2024-03-05"),
        (DAY, "dd/mm/yyyy", "05/03/2024"),
        (DAY, "d.m.yy", "5.3.24"),
        (DAY, "d mmmm yyyy", "2024-03-05"),
        (NOON, "General", "2024-03-05 12:30:09"),
        (NOON, "yyyy-mm-dd", "2024-03-05"),
        (NOON, "dd.mm.yyyy hh:mm", "05.03.2024 12:30"),
        (NOON, "yyyy-mm-dd h:mm:ss", "2024-03-05 12:30:09"),
        (NOON, "m/d/yy h:mm", "2024-03-05 12:30:09"),
        (NOON.time(), "h:mm", "12:30"),
        (NOON.time(), "h:mm AM/PM", "12:30:09"),
        (datetime.timedelta(hours=27, minutes=5), "[h]:mm:ss", "27:05:00"),
    ],
)
def test_a_value_is_shown_by_the_format_of_its_cell(value: object, pattern: str | None, text: str) -> None:
    assert shown(value, pattern) == text


@every("pattern", ["", ";", "[", '"', "\\", "0" * 5000, "#" * 300 + "." + "0" * 300, "%" * 50 + "0", "m" * 99])
def test_no_format_breaks_the_reader(pattern: str) -> None:
    for value in (0, -1.5, 10**9, DAY, NOON, NOON.time()):
        assert isinstance(shown(value, pattern), str)
