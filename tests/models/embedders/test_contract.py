"""Every embedder in the slot keeps the contract of `ports.Embedder`; the vendor's against a server of our own."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator

import pytest

from gateway import slots
from gateway.models.ports import Embedder
from gateway.settings import Settings
from tests.support.found import beside

TEXTS = ["How to install the server", "Comment installer le serveur ?", "如何安装服务器？", "", "…", "x" * 20_000]


EMBEDDERS = slots.names("models.embedders")


SLOW = ["e5"]
"""They take ten seconds and more for the longest text."""


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in EMBEDDERS]
)
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    world = beside(
        "embedders",
        request.param,
        "`served()`, which starts a fake of its service and yields the settings that reach it",
    )
    with world.served() as settings:
        made: Embedder = slots.load("models.embedders", request.param, "GATEWAY_EMBEDDER").create(settings)
        yield made
        await made.aclose()


async def test_every_text_gets_one_unit_vector_of_the_embedders_length(embedder: Embedder) -> None:
    vectors = await embedder.embed(TEXTS)
    assert len(vectors) == len(TEXTS)
    for vector in vectors:
        assert len(vector) == embedder.dimensions
        assert not vector or math.isclose(sum(value * value for value in vector), 1.0, rel_tol=1e-6)


async def test_the_same_text_gets_the_same_vector_wherever_it_stands(embedder: Embedder) -> None:
    alone = await embedder.embed(TEXTS[:1])
    assert (await embedder.embed(TEXTS[::-1]))[-1] == alone[0]


async def test_no_text_is_no_vector(embedder: Embedder) -> None:
    assert await embedder.embed([]) == []


async def test_the_name_tells_the_vector_space_and_the_calibration_is_a_range(embedder: Embedder) -> None:
    assert embedder.name
    assert embedder.calibration is None or 0 <= embedder.calibration[0] < embedder.calibration[1] <= 1


@pytest.mark.parametrize("name", EMBEDDERS)
def test_people_who_choose_an_embedder_find_it(name: str) -> None:
    assert re.search(rf"\b{name}\b", str(Settings.model_fields["embedder"].description)), (
        f"gateway/settings.py: the words of GATEWAY_EMBEDDER do not name {name}."
    )
