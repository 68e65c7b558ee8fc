"""Cursors: what they hold comes back, and what is none is refused by its name."""

from datetime import UTC, datetime

import pytest

from gateway.errors import InvalidField
from gateway.http.door.paging import cursor_at, cut, micros, moment_at, numbers_at


def test_a_cursor_gives_back_what_it_was_made_of():
    moment = datetime(2026, 11, 21, 9, 8, 7, 654321, tzinfo=UTC)
    assert moment_at(cursor_at(micros(moment), 12)) == (moment, 12)
    assert numbers_at(cursor_at(7), 1) == [7] and numbers_at(None, 1) is None


@pytest.mark.parametrize("cursor", ["x", "é", cursor_at(1), cursor_at(1, 2, 3), cursor_at(10**18 - 1, 1), "MSB4"])
def test_what_is_no_cursor_of_the_list_is_refused(cursor):
    with pytest.raises(InvalidField, match="next_cursor"):
        moment_at(cursor)


def test_a_page_has_a_next_one_where_more_was_found():
    def place(item):
        return item, 7

    assert cut([1, 2, 3], 2, place) == ([1, 2], cursor_at(2, 7))
    assert cut([1, 2], 2, place) == ([1, 2], None) and cut([], 2, place) == ([], None)
