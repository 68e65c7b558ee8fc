"""JSON answers: never kept, in the order given or in the spelling of the dialects."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from typing_extensions import TypedDict

from gateway.http.replies import canonical, fresh, shown_as

VALUE = {"b": "é\u2028", "a": None}


@pytest.mark.parametrize("reply", [fresh, canonical])
def test_json_is_not_kept_and_has_the_status_given(reply):
    assert reply(VALUE).status_code == 200 and reply(VALUE, 201).status_code == 201
    assert reply(VALUE).headers["cache-control"] == "no-store"
    assert reply(VALUE).headers["content-type"] == "application/json"


def test_one_keeps_the_order_of_fields_the_other_sorts_them_on_one_line_for_every_reader():
    assert fresh(VALUE).body.decode() == '{"b":"é\u2028","a":null}'
    assert canonical(VALUE).body.decode() == '{"a":null,"b":"é\\u2028"}'
    assert canonical(VALUE, headers={"Allow": "GET"}).headers["allow"] == "GET"


class Shown(TypedDict):
    name: str
    at: str
    state: str
    until: str


def test_a_record_is_shown_by_the_names_of_its_type_with_times_in_rfc_3339():
    fields = {"at": datetime(2026, 1, 2, tzinfo=UTC), "name": "a", "number": 7, "state": None}
    shown = {"name": "b", "at": "2026-01-02T00:00:00.000Z", "state": None, "until": "2026-01-03T00:00:00.000Z"}
    for record in (fields, SimpleNamespace(**fields)):
        found = shown_as(Shown, record, name="b", until=datetime(2026, 1, 3, tzinfo=UTC))
        assert found == shown and list(found) == list(shown)
    with pytest.raises(KeyError):
        shown_as(Shown, fields)
    with pytest.raises(AttributeError):
        shown_as(Shown, SimpleNamespace(**fields))
