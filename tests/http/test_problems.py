"""Errors of every kind become problem+json without any of their insides."""

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.routing import Route
from starlette.testclient import TestClient

from gateway.errors import InvalidField, Unavailable
from gateway.http.problems import HANDLERS


def answer(error):
    async def handler(request):
        raise error

    app = Starlette(routes=[Route("/", handler)], exception_handlers=HANDLERS)
    return TestClient(app, raise_server_exceptions=False).get("/")


def test_a_refusal_keeps_its_sentence_and_its_fields():
    got = answer(InvalidField("top: bad", [{"field": "top", "message": "bad"}]))
    assert got.status_code == 422 and got.headers["content-type"] == "application/problem+json"
    assert got.json()["errors"] == [{"field": "top", "message": "bad"}] and got.json()["detail"] == "top: bad"


def test_unavailable_says_when_to_come_back():
    assert answer(Unavailable()).headers["retry-after"] == "2"


def test_an_unexpected_error_tells_nothing():
    got = answer(RuntimeError("password=hunter2"))
    assert got.status_code == 500 and got.json()["code"] == "internal" and "hunter2" not in got.text


def test_a_caller_that_leaves_while_sending_is_no_error_of_ours(caplog):
    with caplog.at_level("WARNING"):
        assert answer(ClientDisconnect()).status_code == 400
    assert not [record for record in caplog.records if record.name.startswith("gateway")]
