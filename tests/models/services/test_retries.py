from __future__ import annotations

from datetime import UTC, datetime

from gateway.models.services.retries import again, retry_after
from tests.support.every import every

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_what_is_about_the_moment_is_tried_again_and_nothing_else() -> None:
    assert [status for status in range(100, 500) if again(status)] == [408, 409, 425, 429]
    assert all(again(status) for status in range(500, 600)) and not again(600) and not again(0)


@every(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "2"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "2"}, 2),
        ({"retry-after": "Sat, 21 Nov 2026 12:00:04 GMT"}, 4),
        ({"retry-after": "Sat, 21 Nov 2026 13:00:04 +0100"}, 4),
        ({"retry-after": "Sat, 21 Nov 2026 12:00:04 -0000"}, 4),
        ({"retry-after": "Sat, 21 Nov 2026 11:00:00 GMT"}, 0),
    ],
)
def test_retry_after_is_read_as_seconds_milliseconds_or_date(headers: dict[str, str], seconds: float) -> None:
    assert retry_after(headers, NOW) == seconds


NONSENSE = ["", "soon", "nan", "inf", "-1", "9" * 400, "99999999999999999999 Nov", "Sat, 21 Nov 2026 99:00:00 GMT"]
BEYOND = ["Sat, 21 Nov 99999999999999999999 12:00:00 GMT", "Sat, 21 Nov 2026 12:00:00 +99999999999999999999999"]


@every("nonsense", [*NONSENSE, *BEYOND])
def test_a_retry_after_that_means_nothing_is_not_there(nonsense: str) -> None:
    assert retry_after({"retry-after": nonsense}, NOW) is None
    assert retry_after({}, NOW) is None
