"""Many cheap cases in one test: `@every` instead of `@pytest.mark.parametrize`.

Each case of `parametrize` is a test of its own, which every process of pytest collects, sets up and reports. That takes
longer than the case itself, if it only calls a function.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from tests.support import tested

SHOWN = 20
"""Failed cases of one test that are shown with their tracebacks."""


def every(
    names: str | Sequence[str],
    cases: Iterable[Any],
    ids: Callable[[Any], object] | None = None,
    reader: str | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Runs a test for each of these cases, the failed ones notwithstanding. It fails with all failed cases, each with
    its traceback and name. Several can be stacked, also below `parametrize`. Fixtures are shared by the cases.

    `reader`: the cases are about languages, and run as `tested.sample` says."""
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    chosen = cases if reader is None else tested.sample(cases, reader)
    rows = [tuple(case) if len(listed) > 1 else (case,) for case in chosen]
    assert rows and all(len(row) == len(listed) for row in rows)

    def deco(test: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in listed]

        def noted(error: BaseException, row: tuple[Any, ...]) -> BaseException:
            error.add_note(f"case: {ids(row[0]) if ids else repr(row[0] if len(row) == 1 else row)[:400]}")
            return error

        def judge(failed: list[BaseException]) -> None:
            if failed:
                message = f"{len(failed)} of {len(rows)} cases failed"
                raise BaseExceptionGroup(message, failed[:SHOWN])

        @functools.wraps(test)
        def alone(**fixtures: Any) -> None:
            failed: list[BaseException] = []
            for row in rows:
                try:
                    test(**fixtures, **dict(zip(listed, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(noted(error, row))
            judge(failed)

        @functools.wraps(test)
        async def awaited(**fixtures: Any) -> None:
            failed: list[BaseException] = []
            for row in rows:
                try:
                    await test(**fixtures, **dict(zip(listed, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(noted(error, row))
            judge(failed)

        wrapped = awaited if inspect.iscoroutinefunction(test) else alone
        wrapped.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return wrapped

    return deco
