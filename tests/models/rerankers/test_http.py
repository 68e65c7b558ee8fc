"""The HTTP reranker: what is sent, and which answers of which servers are understood."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from gateway.errors import Unavailable, WrongUse
from gateway.models.rerankers import http
from gateway.settings.service_timeouts import ServiceTimeouts
from tests.fakes.upstream import FakeUpstream, body, html

TEXTS = ["one", "two"]
PAGE = (Path(__file__).parents[3] / "docs" / "reranker.md").read_text(encoding="utf-8")
REQUEST, *ANSWERS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))


def answering(value):
    return body(json.dumps(value).encode(), content_type="application/json")


def create(url, **changes):
    fields = {"reranker_url": url, "reranker_model": None, "service_timeouts": ServiceTimeouts(reranker=5)}
    return http.create(SimpleNamespace(**{**fields, **changes}))


@pytest.fixture
async def service():
    async with FakeUpstream([answering({"results": [{"index": 0, "relevance_score": 0.5}]})]) as service:
        yield service


@pytest.fixture
async def reranker(service):
    made = create(service.url)
    yield made
    await made.aclose()


async def test_the_request_is_what_the_page_says(service):
    reranker = create(service.url.replace("//", "//:k-1@"), reranker_model=REQUEST["model"])
    await reranker.rerank(REQUEST["query"], REQUEST["documents"])
    await reranker.aclose()
    (sent,) = service.requests
    assert sent.body == REQUEST and sent.headers["authorization"] == "Bearer k-1"


async def test_without_a_model_none_is_named(reranker, service):
    await reranker.rerank("x", TEXTS)
    assert "model" not in service.requests[0].body


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
async def test_the_answers_of_the_page_are_understood(reranker, service, answer):
    service.script = [answering(answer)]
    got = await reranker.rerank("x", TEXTS)
    assert got[1] is not None and got[0] is not None and got[1] > got[0]
    assert all(0 <= score <= 1 for score in got)


async def test_raw_scores_become_probabilities_and_keep_their_order(reranker, service):
    service.script = [answering([{"index": 0, "score": -1000}, {"index": 1, "score": 1000}])]
    assert await reranker.rerank("x", TEXTS) == [0.0, 1.0]
    service.script = [answering([{"index": 0, "score": 0}, {"index": 1, "score": -2.2}])]
    assert await reranker.rerank("x", TEXTS) == [pytest.approx(0.5), pytest.approx(0.0998, abs=1e-3)]


async def test_more_texts_than_a_server_takes_go_in_several_requests_and_are_judged_on_one_scale(reranker, service):
    async def scored(exchange):
        texts = exchange.request.body["documents"]
        entries = [{"index": index, "score": int(text) / 40} for index, text in enumerate(texts)]
        await answering(entries)(exchange)

    service.script = [scored, scored, scored]
    got = await reranker.rerank("x", [str(number) for number in range(70)])
    assert sorted(len(request.body["texts"]) for request in service.requests) == [6, 32, 32]
    assert got == sorted(got) and got[0] == 0.5 and len(set(got)) == 70


async def test_without_texts_nobody_is_asked(reranker, service):
    assert await reranker.rerank("x", []) == [] and service.requests == []


NONSENSE = [
    "x",
    None,
    {},
    {"index": 1},
    {"index": -1, "score": 0.1},
    {"index": 2, "score": 0.1},
    {"index": True, "score": 0.1},
    {"index": "1", "score": 0.1},
    {"index": 1, "score": "0.1"},
    {"index": 1, "score": float("nan")},
    {"index": 1, "score": 10**400},
    {"index": 1, "score": None},
    {"index": 1, "score": True},
]


@pytest.mark.parametrize("entry", NONSENSE, ids=str)
async def test_an_entry_that_makes_no_sense_is_passed_over(reranker, service, entry):
    service.script = [answering({"results": [entry, {"index": 0, "relevance_score": 0.7}]})]
    assert await reranker.rerank("x", TEXTS) == [0.7, None]


@pytest.mark.parametrize("answer", [{}, [], {"results": []}, {"results": {}}, 5, NONSENSE], ids=str)
async def test_an_answer_without_any_score_is_unavailable(reranker, service, answer):
    service.script = [answering(answer)]
    with pytest.raises(Unavailable, match="score"):
        await reranker.rerank("x", TEXTS)
    assert len(service.requests) == 1


@pytest.mark.parametrize("wrong", [html(), body(b" " * (http.HttpReranker.largest + 1))], ids=["html", "huge"])
async def test_garbage_is_unavailable(reranker, service, wrong):
    service.script = [wrong]
    with pytest.raises(Unavailable):
        await reranker.rerank("x", TEXTS)


def test_an_address_that_is_none_stops_the_start():
    with pytest.raises(WrongUse, match="GATEWAY_RERANKER_URL"):
        create("localhost:9000")
