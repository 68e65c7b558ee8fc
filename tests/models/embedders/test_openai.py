"""The client of `/embeddings`: batches, one more try, clear errors, unit vectors."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator

import pytest

from gateway import slots
from gateway.errors import UpstreamError, UpstreamRefused
from gateway.models.embedders import openai as embedders
from gateway.models.ports import Embedder
from gateway.telemetry.outage import Outage
from tests.fakes.embeddings import Server, settings_for


@pytest.fixture
async def remote(server: Server) -> AsyncIterator[Embedder]:
    made: Embedder = slots.load("models.embedders", "openai", "GATEWAY_EMBEDDER").create(settings_for(server))
    yield made
    await made.aclose()


async def test_openai_learns_its_dimensions_and_asks_for_floats(remote: Embedder, server: Server) -> None:
    assert (remote.name, remote.dimensions) == ("openai:small", 0)
    vectors = await remote.embed(["a", "bbbb"])
    assert remote.dimensions == 4
    assert vectors[1][0] == pytest.approx(4 / math.sqrt(16 + 12))
    assert server.requests[0]["encoding_format"] == "float"
    assert server.requests[0]["model"] == "small"


async def test_openai_sends_batches_of_32_and_no_empty_or_overlong_input(remote: Embedder, server: Server) -> None:
    await remote.embed(["x"] * 64 + ["", "y" * 20_000])
    assert [len(request["input"]) for request in server.requests] == [32, 32, 2]
    assert all(0 < len(text) <= 8000 for text in server.requests[2]["input"])


async def test_openai_tries_a_failed_request_once_more(remote: Embedder, server: Server) -> None:
    server.failures = [500]
    assert len(await remote.embed(["a"])) == 1
    server.failures = [503, 503, 503]
    with pytest.raises(UpstreamError, match="503"):
        await remote.embed(["b"])
    assert len(server.requests) == 4


@pytest.mark.parametrize("status", [408, 409, 425, 429, 501])
async def test_openai_takes_what_may_pass_for_no_refusal(remote: Embedder, server: Server, status: int) -> None:
    server.failures = [status]
    assert len(await remote.embed(["a"])) == 1
    assert len(server.requests) == 2


@pytest.mark.parametrize("after", ["60", "Wed, 01 Jan 2098 00:00:00 GMT"])
async def test_openai_is_not_asked_again_before_it_wants_to_be(remote: Embedder, server: Server, after: str) -> None:
    server.failures, server.retry_after = [429, 429], after
    with pytest.raises(UpstreamError, match="429") as error:
        await remote.embed(["a"])
    assert len(server.requests) == 1 and (error.value.retry_after_s or 0) >= 60


async def test_openai_is_asked_once_for_the_vector_of_a_question(remote: Embedder, server: Server) -> None:
    first = await remote.embed(["How long?"])
    assert await remote.embed(["How long?"]) == first and len(server.requests) == 1
    assert (await remote.embed(["How long?", "How?"]))[0] == first[0] and len(server.requests) == 2


async def test_openai_does_not_repeat_a_refused_request(remote: Embedder, server: Server) -> None:
    server.failures = [401, 401]
    with pytest.raises(UpstreamRefused, match="401"):
        await remote.embed(["a"])
    assert len(server.requests) == 1


async def test_vectors_of_another_length_are_refused(remote: Embedder, server: Server) -> None:
    await remote.embed(["a"])
    server.dimensions = [3, 3]
    with pytest.raises(UpstreamError, match="length"):
        await remote.embed(["b"])


async def test_an_unreachable_server_is_an_upstream_error_with_its_address(server: Server) -> None:
    made = slots.load("models.embedders", "openai", "GATEWAY_EMBEDDER").create(
        settings_for(server, embedding_base_url="http://127.0.0.1:9/v1")
    )
    with pytest.raises(UpstreamError, match=r"127\.0\.0\.1:9"):
        await made.embed(["a"])
    await made.aclose()


async def test_an_address_with_a_secret_is_told_without_it(server: Server) -> None:
    made = slots.load("models.embedders", "openai", "GATEWAY_EMBEDDER").create(
        settings_for(server, embedding_base_url="http://me:secret@127.0.0.1:9/v1")
    )
    with pytest.raises(UpstreamError, match=r"\*\*\*@127\.0\.0\.1:9") as error:
        await made.embed(["a"])
    assert "secret" not in str(error.value)
    await made.aclose()


async def test_a_service_that_is_away_is_one_line_of_the_log_and_its_return_another(
    remote: Embedder, server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_outage", Outage(embedders.log, "the embedding service", away="fails", settled_s=0.0))
    server.failures = [500] * 10
    for _ in range(5):
        with pytest.raises(UpstreamError) as error:
            await remote.embed(["a"])
        assert error.value.told
    await remote.embed(["a"])
    lines = [record.getMessage() for record in caplog.records if record.name == embedders.__name__]
    assert lines[0] == "the embedding service fails: The embedding service answered 500 for model 'small'"
    assert len(lines) == 2 and lines[1].startswith("the embedding service is available again after")


async def test_embedding_settings_fall_back_to_those_of_openai(server: Server) -> None:
    made = slots.load("models.embedders", "openai", "GATEWAY_EMBEDDER").create(
        settings_for(
            server, embedding_base_url=None, openai_base_url=server.url, openai_api_key="k1", embedding_model=""
        )
    )
    assert made.name == "openai:text-embedding-3-small"
    await made.embed(["a"])
    await made.aclose()
    assert server.keys == ["Bearer k1"]


@pytest.mark.parametrize(
    ("written", "read"), [("0.2,0.6", (0.2, 0.6)), ("0.7, 0.9", (0.7, 0.9)), ("-0.1,1", (-0.1, 1))]
)
async def test_the_calibration_is_that_of_the_setting(server: Server, written: str, read: tuple[float, float]) -> None:
    made: Embedder = embedders.create(settings_for(server, embedder_calibration=written))
    assert made.calibration == read
    await made.aclose()


@pytest.mark.parametrize("wrong", ["", "0.2", "0.6,0.2", "a,b", "0.2,0.6,0.8", "0.5,0.5", "0,2", "nan,1"])
def test_a_calibration_that_is_no_range_is_refused(server: Server, wrong: str) -> None:
    with pytest.raises(ValueError, match="two cosines"):
        settings_for(server, embedder_calibration=wrong)
