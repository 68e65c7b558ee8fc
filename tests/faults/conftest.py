"""Two gateways in this process on one database, with one scripted model: for faults that need no process to die."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import httpx2
import pytest

from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream
from tests.faults.gateways import Scripts, add_rules
from tests.support import postgres
from tests.support.server import Server, running


@dataclass
class Pair:
    database_url: str
    here: Server
    there: Server
    scripts: Scripts
    upstream: FakeUpstream
    client: httpx2.AsyncClient


SETTINGS = {
    "provider": "openai",
    "lease_s": 1.0,
    "breaker_failures": 1000,
    "regenerate": 0,
    "evidence": "report",
}


@contextlib.asynccontextmanager
async def client():
    """One without a limit of connections, as many clients have."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20)
    async with httpx2.AsyncClient(timeout=30, limits=limits, verify=False) as made:
        yield made


@contextlib.asynccontextmanager
async def two_gateways(**settings):
    """A pair of its own."""
    scripts, settings = Scripts(), SETTINGS | settings
    async with (
        postgres.fresh_database(_migrate) as url,
        FakeUpstream(scripts) as upstream,
        running(url, openai_base_url=upstream.url, **settings) as here,
        running(url, openai_base_url=upstream.url, **settings) as there,
        client() as made,
    ):
        await add_rules(here.url)
        yield Pair(url, here, there, scripts, upstream, made)


@pytest.fixture(scope="session")
async def pair():
    """Shared: tests use marks of their own and leave both gateways as they were."""
    async with two_gateways() as made:
        yield made
