"""Values of labels that cannot grow without end."""

import pytest

from gateway.telemetry.bounded import LONGEST, FewValues, among


def test_what_is_not_known_is_other():
    assert [among(("a", "b"), value) for value in ("a", "c", "", None)] == ["a", "other", "other", "none"]


def test_of_many_values_only_the_first_are_told():
    name = FewValues(3)
    assert [name(str(number)) for number in range(10_000)] == ["0", "1", "2", *["other"] * 9_997]
    assert name("1") == "1"


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        ("two\nlines", "two lines"),
        ("nul\x00 and \u2028", "nul and"),
        ("m" * 5_000, "m" * LONGEST),
        ("", "none"),
        (None, "none"),
        (" \r\n", "none"),
        ('"} 1', '"} 1'),
    ],
)
def test_a_value_is_one_short_line(hostile, told):
    assert FewValues()(hostile) == told
