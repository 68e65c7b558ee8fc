"""Who waits to be admitted."""

import pytest

from gateway.concurrency.crowd import MANY, Crowd


def test_one_that_leaves_early_is_counted_no_longer():
    crowd = Crowd()
    with pytest.raises(RuntimeError), crowd.joined():
        raise RuntimeError
    assert crowd._waiting == 0 and not crowd.is_there


def test_many_are_a_crowd_and_fewer_are_none():
    crowd = Crowd()
    waiting = [crowd.joined() for _ in range(MANY)]
    for one in waiting[1:]:
        one.__enter__()
    assert not crowd.is_there
    waiting[0].__enter__()
    assert crowd.is_there
