"""A service behind an address: tries, waits, limits, and the sentence when nothing helps."""

import asyncio
import functools
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from urllib.parse import unquote

import pytest

from gateway.errors import Unavailable, WrongUse
from gateway.models.services import json_service
from gateway.models.services.breaker import Breaker
from gateway.models.services.json_service import TRIES, configured
from tests.fakes.upstream import FakeUpstream, body, html, redirect, reset_after, silence, stall_after, status
from tests.support.constants import constants
from tests.support.every import every
from tests.support.waiting import until

FINE = body(b'{"fine": true}', content_type="application/json")
LARGEST = 5000


@pytest.fixture
async def service():
    async with FakeUpstream([FINE]) as service:
        yield service


def made(url, timeout_s=5.0, breaker_failures=100):
    with constants(breaker_failures=breaker_failures):
        timeouts = SimpleNamespace(oracle=timeout_s)
        return configured(SimpleNamespace(oracle_url=url, service_timeouts=timeouts), "oracle", "oracle", LARGEST)


@pytest.fixture
async def oracle(service):
    made_one = made(service.url)
    yield made_one
    await made_one.aclose()


def read(value):
    if value != {"fine": True}:
        raise ValueError("something that is not fine")
    return "fine"


async def refused(oracle):
    with pytest.raises(Unavailable) as error:
        await asyncio.wait_for(oracle.ask({"q": 1}, read), 10)
    return str(error.value)


async def test_a_question_is_posted_as_json_and_the_answer_is_read(oracle, service):
    assert await oracle.ask({"q": "水 \ud800"}, read) == "fine"
    (sent,) = service.requests
    assert sent.body == {"q": "水 \ud800"}
    assert (sent.headers["content-type"], sent.headers["accept-encoding"]) == ("application/json", "identity")
    assert "authorization" not in sent.headers


async def test_a_key_is_sent_as_a_bearer_token(service):
    oracle = made(service.url.replace("//", "//:k-1@"))
    await oracle.ask({}, read)
    await oracle.aclose()
    assert service.requests[0].headers["authorization"] == "Bearer k-1"


@pytest.mark.parametrize("failure", [*map(status, (408, 409, 425, 429, 500, 501, 503)), reset_after(0)])
async def test_what_may_pass_is_tried_once_more(oracle, service, failure):
    service.script = [failure, FINE]
    assert await oracle.ask({}, read) == "fine"
    service.script, service.requests = [failure], []
    await refused(oracle)
    assert len(service.requests) == TRIES


FINAL = {
    "401": (status(401), "answered 401"),
    "a redirect": (redirect("/v1/elsewhere"), "answered 307"),
    "html": (html(), "something that is not JSON"),
    "empty": (body(b""), "something that is not JSON"),
    "nested": (body(b"[" * 4000), "something that is not JSON"),
    "not utf-8": (body(b"\xff{}"), "something that is not JSON"),
    "compressed": (body(b"\x1f\x8b\x08", headers={"content-encoding": "gzip"}), "something that is not JSON"),
    "a long number": (body(b"9" * 4900), "something that is not JSON"),
    "not fine": (body(b"[]"), "something that is not fine"),
    "huge": (body(b" " * 3_000_000), f"more than {LARGEST} bytes"),
}


@pytest.mark.parametrize(("behaviour", "why"), FINAL.values(), ids=FINAL)
async def test_what_will_not_pass_is_said_at_once(oracle, service, behaviour, why):
    service.script = [behaviour]
    assert why in await refused(oracle)
    assert len(service.requests) == 1


@pytest.mark.parametrize("behaviour", [silence(), stall_after(1)], ids=["silent", "stalled"])
async def test_a_service_that_is_slow_is_not_waited_for_nor_asked_again(service, behaviour):
    oracle = made(service.url, timeout_s=0.3)
    service.script = [behaviour]
    assert await refused(oracle) == "The oracle did not answer within 0.3 s."
    assert len(service.requests) <= 1
    await oracle.aclose()


async def test_a_redirect_is_not_followed_and_the_key_goes_nowhere(service):
    async with FakeUpstream([FINE]) as other:
        service.script = [redirect(f"{other.url}/steal")]
        oracle = made(service.url.replace("//", "//:k-1@"))
        await refused(oracle)
        await oracle.aclose()
        assert other.requests == []


@pytest.mark.parametrize("after", ["0", "0.05", format_datetime(datetime(2020, 1, 1, tzinfo=UTC))])
async def test_retry_after_is_kept_when_there_is_time(oracle, service, after):
    service.script = [status(503, retry_after=after), FINE]
    assert await oracle.ask({}, read) == "fine"


@pytest.mark.parametrize(
    "after", ["60", format_datetime(datetime.now(UTC) + timedelta(days=1)), "9" * 9], ids=["seconds", "date", "years"]
)
async def test_a_service_that_wants_to_be_left_alone_longer_is_not_waited_for(service, after):
    oracle = made(service.url, timeout_s=30)
    service.script = [status(429, retry_after=after), FINE]
    assert await refused(oracle) == "The oracle answered 429."
    assert len(service.requests) == 1
    await oracle.aclose()


@pytest.mark.parametrize("after", ["soon", "-1", "9" * 400, "Thu, 01 Jan 99999999999999999999 00:00:00 GMT"])
async def test_a_retry_after_that_means_nothing_is_ignored(oracle, service, after):
    service.script = [status(503, retry_after=after), FINE]
    assert await oracle.ask({}, read) == "fine"


async def test_a_service_that_fails_again_and_again_is_left_alone(service):
    oracle = made(service.url, breaker_failures=2)
    service.script = [status(401)]
    await refused(oracle)
    await refused(oracle)
    assert "circuit breaker is open for another" in await refused(oracle) and len(service.requests) == 2
    await oracle.aclose()


async def test_a_service_that_was_left_alone_is_tried_again_and_works(service, monkeypatch):
    monkeypatch.setattr(json_service, "Breaker", functools.partial(Breaker, pause_s=0.1))
    oracle = made(service.url, breaker_failures=1)
    service.script = [status(401), FINE]
    await refused(oracle)
    async with asyncio.timeout(30):
        while len(service.requests) < 2:
            try:
                assert await oracle.ask({}, read) == "fine"
            except Unavailable:
                await asyncio.sleep(0.02)
    assert await oracle.ask({}, read) == "fine"
    await oracle.aclose()


async def test_proxies_of_the_environment_are_not_used(oracle, service, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert await oracle.ask({}, read) == "fine"


async def test_an_unreachable_service_is_a_sentence_without_its_password():
    oracle = made("http://me:secret@127.0.0.1:9/x")
    assert await refused(oracle) == "The oracle cannot be reached (ClientConnectorError)."
    await oracle.aclose()


@every("url", [None, "", "localhost:9", "ftp://x", "http://", "http://[", "http://x:99999", "http://x:0"])
def test_an_address_that_cannot_work_stops_the_start(url):
    with pytest.raises(WrongUse, match="ORACLE_URL"):
        made(url)


@pytest.mark.parametrize("key", ["a%0Ab", "cl%C3%A9", "clé", "a%20b"])
def test_a_key_that_cannot_work_stops_the_start_and_is_not_shown(key):
    with pytest.raises(
        WrongUse, match="The key of GATEWAY_ORACLE_URL holds blanks or characters outside ASCII"
    ) as error:
        made(f"http://:{key}@h/")
    assert key not in str(error.value) and unquote(key) not in str(error.value)


async def test_a_key_in_the_address_is_sent_as_a_bearer_token_and_a_user_as_basic_authentication(service):
    for who, sent in ((":k%401@", "Bearer k@1"), ("me:x@", "Basic bWU6eA==")):
        oracle = made(service.url.replace("//", f"//{who}"))
        assert await oracle.ask({}, read) == "fine"
        await oracle.aclose()
        assert service.requests[-1].headers["authorization"] == sent


async def test_a_key_in_the_address_is_in_no_message(caplog):
    oracle = made("http://:k-secret@127.0.0.1:9/x")
    assert "k-secret" not in await refused(oracle) and "k-secret" not in caplog.text and caplog.records
    await oracle.aclose()


async def test_a_cancelled_question_counts_neither_way(service):
    oracle = made(service.url, timeout_s=30, breaker_failures=1)
    service.script = [silence(), FINE]
    task = asyncio.create_task(oracle.ask({}, read))
    await until(lambda: service.requests)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await oracle.ask({}, read) == "fine"
    await oracle.aclose()


def test_the_answer_is_json_of_any_kind():
    assert json_service.parsed(json.dumps([1, None]).encode()) == [1, None]


async def test_a_service_that_is_away_is_one_line_of_the_log(oracle, service, caplog):
    service.script = [status(500)]
    for _ in range(5):
        await refused(oracle)
    assert [record.getMessage() for record in caplog.records] == ["the oracle fails: it answered 500"]
