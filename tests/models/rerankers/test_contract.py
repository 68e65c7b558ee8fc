"""Every reranker in the slot keeps the contract of `ports.Reranker`, against a scripted service of our own."""

import json
from types import SimpleNamespace

import pytest

from gateway import slots
from gateway.errors import Unavailable
from gateway.settings.service_timeouts import ServiceTimeouts
from tests.fakes.upstream import FakeUpstream, body, reset_after, stall_after, status

TEXTS = ["Wine\nRed wine.", "Bread\nBread.", "水"]


def scores(*given):
    listed = [{"index": index, "relevance_score": score} for index, score in enumerate(given)]
    return body(json.dumps({"results": listed[::-1]}).encode(), content_type="application/json")


@pytest.fixture
async def service():
    async with FakeUpstream([scores(0.9, 0.1, 0.5)]) as service:
        yield service


@pytest.fixture(params=slots.names("models.rerankers"))
async def reranker(request, service):
    settings = SimpleNamespace(
        reranker_url=service.url,
        reranker_model=None,
        service_timeouts=ServiceTimeouts(reranker=1.5),
    )
    made = slots.load("models.rerankers", request.param, "GATEWAY_RERANKER_URL").create(settings)
    yield made
    await made.aclose()


async def test_each_text_gets_its_score_in_order(reranker):
    assert await reranker.rerank("Where is the wine?", TEXTS) == [0.9, 0.1, 0.5]


async def test_no_text_is_no_score_and_no_request(reranker, service):
    assert await reranker.rerank("x", []) == [] and service.requests == []


async def test_a_text_without_a_score_is_none(reranker, service):
    service.script = [scores(0.9, None, 0.5)]
    assert await reranker.rerank("x", TEXTS) == [0.9, None, 0.5]


@pytest.mark.parametrize("failure", [status(500), status(404), reset_after(0), stall_after(0)])
async def test_a_failing_service_is_unavailable_and_works_again(reranker, service, failure):
    service.script = [failure]
    with pytest.raises(Unavailable, match="reranker"):
        await reranker.rerank("x", TEXTS)
    service.script = [scores(0.9, 0.1, 0.5)]
    assert await reranker.rerank("x", TEXTS) == [0.9, 0.1, 0.5]


async def test_closing_twice_is_no_error(reranker):
    await reranker.rerank("x", TEXTS)
    await reranker.aclose()
    await reranker.aclose()
