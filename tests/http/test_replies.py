"""JSON answers: never kept, in the order given or in the spelling of the dialects."""

import pytest

from gateway.http.replies import canonical, fresh

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
