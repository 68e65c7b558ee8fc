"""One line when a service goes, one when it is back."""

import logging

import pytest

from gateway.errors import Unavailable, UpstreamError
from gateway.telemetry.outage import Outage, level, told

log = logging.getLogger("gateway.test")


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def outage(clock, caplog):
    caplog.set_level(logging.DEBUG)
    return Outage(log, "the database", meanwhile="it is waited for", clock=lambda: clock[0])


def lines(caplog):
    return [record.getMessage() for record in caplog.records]


def test_what_keeps_failing_is_said_once_and_its_return_with_how_long_it_took(outage, clock, caplog):
    outage.works()
    for clock[0] in range(100):
        outage.fails(OSError("connection refused\nand more"))
    clock[0] = 133.0
    outage.works()
    outage.works()
    assert lines(caplog) == [
        "the database is unavailable: connection refused; it is waited for",
        "the database is available again after 2 min 13 s",
    ]


def test_a_service_that_takes_every_second_call_is_away_until_it_takes_them_all(outage, clock, caplog):
    for step in range(20):
        clock[0] = step * 0.25
        outage.works() if step % 2 else outage.fails("no room on the disk.")
    assert lines(caplog) == ["the database is unavailable: no room on the disk; it is waited for"]
    clock[0] = 60.0
    outage.works()
    assert lines(caplog)[1:] == ["the database is available again after 4.8 s"], (
        "since it took every call, not since it was seen"
    )


def test_proof_of_its_return_needs_no_quiet(outage, caplog):
    outage.fails("away")
    outage.works(surely=True)
    assert lines(caplog)[1:] == ["the database is available again after 0.0 s"]


def test_it_can_go_again(outage, clock, caplog):
    for clock[0] in (0.0, 10.0):
        outage.fails("away")
        clock[0] += 5
        outage.works()
    assert len(lines(caplog)) == 4


@pytest.mark.parametrize(("seconds", "span"), [(0.44, "0.4 s"), (12.3, "12 s"), (60, "1 min 0 s"), (7500, "2 h 5 min")])
def test_how_long_is_said_as_people_say_it(outage, clock, caplog, seconds, span):
    outage.fails("away")
    clock[0] = seconds
    outage.works(surely=True)
    assert lines(caplog)[1].endswith(f"after {span}")


def test_a_fault_of_ours_comes_with_its_trace_once(outage, caplog):
    for _ in range(3):
        try:
            raise ValueError("odd")
        except ValueError as error:
            outage.fails(repr(error), trace=True)
    (record,) = caplog.records
    assert record.exc_info and "odd" in record.getMessage()


def test_an_error_without_words_is_named(outage, caplog):
    outage.fails(TimeoutError())
    assert "TimeoutError" in caplog.text


def test_others_are_quiet_about_what_has_been_said():
    assert level(told(Unavailable())) == logging.DEBUG
    assert level(UpstreamError()) == level(TimeoutError()) == logging.WARNING
