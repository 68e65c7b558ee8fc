"""The server that embedding tests ask."""

from collections.abc import Iterator

import pytest

from tests.fakes.embeddings import Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running
