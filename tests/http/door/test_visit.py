"""What handlers know of a request."""

import pytest
from starlette.requests import Request

from gateway.http.door.caller import Caller
from gateway.http.door.visit import VISIT, visit_of
from tests.support.visits import visit


def test_an_endpoint_that_is_open_to_all_cannot_ask_who_calls():
    """Otherwise nobody could be taken for the local administrator."""
    with pytest.raises(AssertionError):
        _ = visit().caller
    assert visit(identified=Caller(subject="ada")).caller.subject == "ada"


def test_a_library_that_hands_on_the_request_leads_to_the_same_visit():
    asked = visit()
    assert visit_of(Request({"type": "http", VISIT: asked})) is asked
    with pytest.raises(AssertionError):
        visit_of(None)
