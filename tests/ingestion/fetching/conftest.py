"""A knowledge base that pages and objects are fetched into."""

import pytest

from gateway.ingestion.fetching import fetcher
from tests.support.fetching import Base


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch):
    monkeypatch.setattr(fetcher, "DELAY_S", 0.0)


@pytest.fixture
async def base(database):
    return Base(database)
