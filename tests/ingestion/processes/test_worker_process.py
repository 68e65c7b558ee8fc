"""The process that works for another: outcomes come back whole, and it imports nothing that it is not asked for."""

import io
import pickle

import pytest

from gateway.ingestion.processes.worker_process import LENGTH, answered, received
from gateway.ingestion.processes.workers import Workers
from gateway.knowledge.extraction import Unreadable


class OddError(Exception):
    """Comes apart and does not come together."""

    def __init__(self, first, second):
        super().__init__(first)


def refuse():
    raise Unreadable("no text", lasting=False)


def fail_oddly():
    raise OddError("odd", 2)


def fail_with_code():
    raise ValueError(lambda: 1)


def outcome(function, *args):
    return pickle.loads(answered(pickle.dumps((function, args, 10))))


def test_a_value_comes_back():
    assert outcome(divmod, 7, 2) == (True, (3, 1))


def test_what_is_raised_comes_back_with_the_place_where_it_was():
    is_value, error = outcome(refuse)
    assert not is_value and isinstance(error, Unreadable) and not error.lasting
    assert "in refuse" in error.__notes__[0]


@pytest.mark.parametrize(("function", "name"), [(fail_oddly, "OddError: odd"), (fail_with_code, "ValueError: ")])
def test_an_error_that_cannot_be_handed_on_is_told_in_words(function, name):
    is_value, error = outcome(function)
    assert not is_value and type(error) is RuntimeError and name in str(error)


def test_a_call_that_cannot_be_read_is_an_error_too():
    is_value, error = pickle.loads(answered(b"no pickle"))
    assert not is_value and isinstance(error, pickle.UnpicklingError)


@pytest.mark.parametrize("cut", [0, 3, 10])
def test_a_stream_that_ends_early_has_ended(cut):
    whole = LENGTH.pack(5) + b"12345"
    assert received(io.BytesIO(whole)) == b"12345"
    with pytest.raises(EOFError):
        received(io.BytesIO(whole[:cut]))


async def test_it_imports_what_it_is_asked_to_call_and_nothing_else():
    workers = Workers(2)
    try:
        modules = await workers.run(eval, "set(__import__('sys').modules)")
    finally:
        workers.close()
    assert "pickle" in modules and not {"asyncio", "asyncpg", "starlette", "pytest"} & modules
