"""Work of which nothing is told: what went wrong in a recording that is run again went wrong long ago."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_uncounted: ContextVar[bool] = ContextVar("citestream_uncounted", default=False)
_unwatched: ContextVar[bool] = ContextVar("citestream_unwatched", default=False)


@contextmanager
def unwatched() -> Iterator[None]:
    """Keeps this task, and those that it starts, out of figures, traces, and logs that have the filter."""
    token = _unwatched.set(True)
    try:
        yield
    finally:
        _unwatched.reset(token)


@contextmanager
def uncounted() -> Iterator[None]:
    """Keeps this task, and those that it starts, out of figures; logs and traces stay. For turns of an evaluation."""
    token = _uncounted.set(True)
    try:
        yield
    finally:
        _uncounted.reset(token)


def is_counted() -> bool:
    """Returns whether figures count what happens."""
    return is_news() and not _uncounted.get()


def is_news() -> bool:
    """Tells whether what happens is to be counted."""
    return not _unwatched.get()


class NewsOnly(logging.Filter):
    """Lets a logger tell what is news, and every exception with its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info) or is_news()
