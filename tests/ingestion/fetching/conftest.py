"""A knowledge base that pages and objects are fetched into."""

import pytest

from tests.support.fetching import Base


@pytest.fixture
async def base(database):
    return Base(database)
