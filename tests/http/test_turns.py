"""How every door begins and ends a turn; most of it is shown by `tests/live/test_readers.py` and the doors' own
tests."""

from starlette.applications import Starlette
from starlette.requests import Request

from gateway.http.turns import about
from gateway.live.ports import StoredAnswer
from gateway.settings import Settings
from tests.support.server import partial_services


def test_what_is_known_of_an_answer_at_its_start_is_all_that_an_encoder_is_told():
    stored = StoredAnswer("a" * 32, "Why?", "2026-01-01T00:00:00.000Z", False, "some-model", 0.7)
    app = Starlette()
    app.state.services = partial_services(settings=Settings(_env_file=None, public_url="https://ask.example"))
    told = about(Request({"type": "http", "headers": [], "app": app}), stored)
    assert (told.answer_uuid, told.question, told.created_at, told.model) == (
        *("a" * 32, "Why?"),
        stored.created_at,
        None,
    )
    assert told.base == "https://ask.example"
