"""When another operator's service that failed is worth another request, and how long to wait before it. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

PASSING = frozenset({408, 409, 425, 429})
"""Refusals that are about the moment, not about the request: too slow, locked, too early, too many."""
FIRST_PAUSE_S = 0.5
"""The bound of the first pause between two tries; each later one is twice as long, and what is waited is drawn below
it. A reader waits meanwhile."""
LONGEST_WAIT_S = 5.0
"""A longer `Retry-After` is not waited for: the caller learns it and decides."""


def again(status: int) -> bool:
    """Tells whether the same request may bring something else: a refusal of `PASSING`, or any failure of the service
    (5xx).
    """
    return status in PASSING or 500 <= status < 600


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Returns the seconds to wait, from `retry-after-ms` or `retry-after` (RFC 9110, 10.2.3: seconds or a date); never
    negative, and None where they are not given or cannot be understood.

    headers: names in lower case, or a mapping that ignores case.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    try:
        moment = parsedate_to_datetime(headers.get("retry-after", ""))
    except (ValueError, OverflowError):  # OverflowError: a year beyond any calendar
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds())
