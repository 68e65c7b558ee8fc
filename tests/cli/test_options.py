"""What every command takes: names on one line."""

import pytest

from gateway.cli.options import LONGEST_NAME, is_name


@pytest.mark.parametrize(
    ("name", "good"),
    [("acme", True), ("Büro 2", True), ("x" * LONGEST_NAME, True), ("x" * (LONGEST_NAME + 1), False), ("a\nb", False)],
)
def test_a_name_is_short_and_on_one_line(name, good):
    assert is_name(name) is good
