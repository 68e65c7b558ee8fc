"""The circuit breaker, as a table of moments: no clock runs here."""

from gateway.models.services.breaker import Breaker


def opened(**fields):
    breaker = Breaker(**{"failures": 3, "window_s": 10, "pause_s": 30, **fields})
    for moment in (0, 1, 2):
        assert breaker.admits(moment)
        breaker.failed(moment)
    return breaker


def test_it_opens_at_the_last_of_so_many_failures_and_says_how_long():
    breaker = opened()
    assert not breaker.admits(2) and not breaker.admits(31.9)
    assert (breaker.wait_s(2), breaker.wait_s(31), breaker.wait_s(40)) == (30, 1, 0)


def test_failures_spread_wider_than_the_window_do_not_open_it():
    breaker = Breaker(3, 10, 30)
    for moment in range(0, 100, 6):
        assert breaker.admits(moment)
        breaker.failed(moment)
    assert breaker.wait_s(100) == 0


def test_failures_exactly_as_far_apart_as_the_window_open_it():
    breaker = Breaker(3, 10, 30)
    for moment in (0, 5, 10):
        breaker.failed(moment)
    assert not breaker.admits(10)


def test_a_success_forgives_earlier_failures():
    breaker = Breaker(3, 10, 30)
    breaker.failed(0)
    breaker.failed(1)
    breaker.succeeded(2)
    breaker.failed(3)
    assert breaker.admits(4)


def test_after_the_pause_one_request_is_the_trial_and_the_others_wait():
    breaker = opened()
    assert [breaker.admits(32), breaker.admits(32), breaker.admits(33)] == [True, False, False]


def test_a_trial_that_succeeds_closes_it():
    breaker = opened()
    assert breaker.admits(32)
    breaker.succeeded(33)
    assert breaker.admits(33) and breaker.admits(33)


def test_a_trial_that_fails_begins_another_pause_at_once():
    breaker = opened()
    assert breaker.admits(32)
    breaker.failed(35)
    assert not breaker.admits(64.9) and breaker.admits(65)


def test_a_trial_nobody_reports_frees_its_place_after_a_pause():
    breaker = opened()
    assert breaker.admits(32) and not breaker.admits(61)
    assert breaker.admits(62)


def test_an_old_success_does_not_close_it_and_an_old_failure_does_not_lengthen_the_pause():
    breaker = opened()
    breaker.succeeded(3)
    breaker.failed(20)
    assert not breaker.admits(31) and breaker.admits(32)


def test_one_failure_is_enough_where_the_setting_says_so():
    breaker = Breaker(1, 10, 5)
    breaker.failed(0)
    assert not breaker.admits(4) and breaker.admits(5)
