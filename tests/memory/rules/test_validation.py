"""Fresh answers and the status of a remembered one."""

import pytest

from gateway.memory.rules.validation import status_after


@pytest.mark.parametrize(
    ("status", "agrees", "agreed", "disagreed", "enough", "after"),
    [
        ("pending", True, 3, 0, 3, "validated"),
        ("pending", True, 2, 0, 3, "pending"),
        ("pending", True, 9, 0, 0, "pending"),
        ("pending", True, 3, 1, 3, "pending"),
        ("pending", False, 2, 1, 3, "stale"),
        ("validated", False, 0, 1, 3, "validated"),
        ("stale", True, 3, 0, 3, "stale"),
    ],
)
def test_answers_that_agree_validate_a_pending_one_and_one_that_differs_retires_it(
    status, agrees, agreed, disagreed, enough, after
):
    assert status_after(status, agrees, agreed, disagreed, enough) == after
