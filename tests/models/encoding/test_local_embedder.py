"""Requests to the encoder: many at once, failures with their reason, none without bound."""

from __future__ import annotations

import asyncio
import math

import pytest

from gateway.errors import UpstreamError
from gateway.models.encoding import local_embedder
from gateway.models.encoding.encoder_process import EncoderProcess
from gateway.models.encoding.local_embedder import LocalEmbedder


async def test_many_requests_at_once_get_their_own_vectors(embedder):
    found = await asyncio.gather(*(embedder.embed(["x" * number] * 3) for number in range(1, 41)))
    for number, vectors in enumerate(found, 1):
        unit = [number / math.hypot(number, 1), 1 / math.hypot(number, 1), 0, 0]
        assert len(vectors) == 3 and all(vector == pytest.approx(unit) for vector in vectors)
    assert embedder.dimensions == 4


async def test_a_vector_without_direction_becomes_the_first_axis(embedder):
    assert await embedder.embed(["nothing"]) == [[1.0, 0.0, 0.0, 0.0]]


async def test_half_a_character_of_utf_16_is_embedded_as_a_question_mark(embedder):
    assert await embedder.embed(["\ud800"]) == await embedder.embed(["?"])


async def test_a_text_that_the_model_refuses_fails_alone_with_the_reason(embedder):
    with pytest.raises(UpstreamError, match="ValueError: not this text"):
        await embedder.embed(["right", "wrong"])
    assert len(await embedder.embed(["right"])) == 1


async def test_a_model_that_cannot_be_loaded_is_a_reason_too(small):
    broken = small("no such folder")
    with pytest.raises(UpstreamError, match="cannot be loaded: no such folder"):
        await broken.embed(["a"])
    await broken.aclose()


async def test_requests_that_wait_are_bounded(embedder, monkeypatch):
    monkeypatch.setattr(local_embedder, "MOST_WAITING", 2)
    await embedder.embed(["start"])
    found = await asyncio.gather(*(embedder.embed([str(number)]) for number in range(9)), return_exceptions=True)
    refused = [one for one in found if isinstance(one, UpstreamError)]
    assert len(refused) == 7 and "busy" in refused[0].detail
    assert len(await embedder.embed(["again"])) == 1


async def test_an_encoder_that_does_not_answer_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(local_embedder, "START_S", 0.05)
    clients = []
    silent = await asyncio.start_unix_server(lambda reader, writer: clients.append(writer), tmp_path / "socket")
    embedder = LocalEmbedder("silent", EncoderProcess("unused"))
    embedder.attach(str(tmp_path / "socket"))
    with pytest.raises(UpstreamError, match="in time"):
        await embedder.embed(["a"])
    await embedder.aclose()
    silent.close()
    clients[0].close()


async def test_an_address_where_nobody_listens_is_unavailable(tmp_path):
    embedder = LocalEmbedder("away", EncoderProcess("unused"))
    embedder.attach(str(tmp_path / "socket"))
    with pytest.raises(UpstreamError, match="cannot be reached"):
        await embedder.embed(["a"])
    await embedder.aclose()
