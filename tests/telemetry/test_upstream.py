"""Requests to services of others, as figures."""

import asyncio

import pytest

from gateway.errors import UpstreamRefused, UpstreamTimeout
from gateway.telemetry import upstream
from gateway.telemetry.families import REGISTRY


def attempts(result, service="tested"):
    return REGISTRY.get_sample_value("citestream_upstream_attempts_total", {"service": service, "result": result}) or 0


class Hostile(Exception):
    code = 'never heard of\n"} 1'


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (UpstreamRefused("no"), "upstream_refused"),
        (UpstreamTimeout("late"), "upstream_timeout"),
        (TimeoutError(), "upstream_timeout"),
        (asyncio.CancelledError(), "left"),
        (GeneratorExit(), "left"),
        (Hostile(), "other"),
        (ValueError(), "other"),
    ],
)
def test_an_attempt_counts_with_its_end(error, result):
    before = attempts(result)
    with pytest.raises(type(error)), upstream.attempt("tested"):
        raise error
    assert attempts(result) == before + 1


def test_an_attempt_that_works_is_ok_and_one_that_was_not_sent_is_paused():
    ok, paused = attempts("ok"), attempts("paused")
    with upstream.attempt("tested"):
        pass
    upstream.paused("tested")
    assert (attempts("ok"), attempts("paused")) == (ok + 1, paused + 1)


def test_a_breaker_is_open_or_closed():
    for is_open in (True, False):
        upstream.breaker("tested", is_open=is_open)
        assert REGISTRY.get_sample_value("citestream_breaker_open", {"service": "tested"}) == float(is_open)
