"""Many cases in one test: all of them run, and the failed ones are named."""

import pytest

from tests.support.every import every


def test_all_cases_run_and_the_failed_ones_are_named():
    seen = []

    @every(("number", "even"), [(1, False), (2, False), (3, False), (4, False)])
    def check(number, even, fixture):
        seen.append((number, fixture))
        assert (number % 2 == 0) is even

    with pytest.raises(ExceptionGroup, match="2 of 4 cases failed") as failed:
        check(fixture="f")
    assert [error.__notes__ for error in failed.value.exceptions] == [["case: (2, False)"], ["case: (4, False)"]]
    assert seen == [(1, "f"), (2, "f"), (3, "f"), (4, "f")]


def test_cases_can_be_stacked():
    seen = []

    @every("a", [1, 2])
    @every("b", "xy")
    def check(a, b):
        seen.append((a, b))

    check()
    assert seen == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]


async def test_a_test_that_waits_may_have_cases():
    @every("number", [1, 2], ids="no. {}".format)
    async def check(number):
        assert number == 1

    with pytest.raises(ExceptionGroup) as failed:
        await check()
    assert [error.__notes__ for error in failed.value.exceptions] == [["case: no. 2"]]


@every("number", range(3))
def test_pytest_gives_fixtures_and_no_cases(number, tmp_path):
    assert number < 3 and tmp_path.is_dir()


def test_a_case_that_calls_fail_is_a_failed_case():
    @every("number", [1])
    def check(number):
        pytest.fail("no")

    with pytest.raises(BaseExceptionGroup):
        check()
