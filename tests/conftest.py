"""Fixtures: a fresh migrated database, a running server, a server with the sample documents, the commands."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import os
import sys

import pytest
from hypothesis import settings

from gateway import slots
from gateway.store.database.database import Database
from gateway.store.database.migrations import migrate
from tests.fakes.upstream import FakeUpstream
from tests.support import commands, effort, forked, leftovers, postgres, watchdog
from tests.support.scheduling import pytest_collection_modifyitems, pytest_xdist_make_scheduler  # noqa: F401 - hooks
from tests.support.server import running


def pytest_configure(config):
    """Commands and servers that tests start compile each module only once, also where Python is told to write no
    bytecode: it lies in pytest's cache. Saves half of what a start takes."""
    effort.whole = not config.getoption("markexpr")
    settings.register_profile("citestream", max_examples=effort.examples(effort.USUAL))
    settings.load_profile("citestream")
    config.pluginmanager.register(watchdog)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["GATEWAY_EMBEDDER"] = "none"  # a test that needs another one names it: an encoder takes a second to load
    sys.dont_write_bytecode = False
    if config.pluginmanager.hasplugin("cacheprovider"):
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))


def pytest_sessionstart(session):
    if not hasattr(session.config, "workerinput"):
        leftovers.clear(keep=postgres.data_dir())


def pytest_collection(session):
    """Collecting tests makes hardly any garbage, and to look for it takes a tenth of the time."""
    gc.disable()


@pytest.hookimpl(tryfirst=True)  # xdist has a loop of its own, and no other hook is called after it
def pytest_runtestloop(session):
    """What has been collected stays until the end: looking through it for garbage takes a third of a second each
    time. Among what tests make, Python looks seldom: at its usual threshold that takes a twelfth of their time."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish(session):
    watchdog.last()
    forked.close()
    asyncio.run(postgres.close())


async def _migrate(url: str) -> None:
    await migrate(url, slots.resource("migrations"))


@pytest.fixture(scope="session")
def _session_scoped_runner(_session_scoped_runner):
    return watchdog.bound(_session_scoped_runner)


@pytest.fixture(autouse=True)
def logs():
    """What a command sets up of logging ends with its test: it writes to a stream that pytest closes, and each line of
    a later test would become a stack trace there, thousands of which stop the event loop for seconds."""
    root = logging.getLogger()
    level = root.level
    yield
    for handler in [handler for handler in root.handlers if type(handler) is logging.StreamHandler]:
        root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
async def database_url():
    """An empty, migrated database of its own, dropped afterwards."""
    async with postgres.fresh_database(_migrate) as url:
        yield url


@pytest.fixture
async def empty_url():
    """A database without any tables."""
    async with postgres.fresh_database(_migrate, migrated=False) as url:
        yield url


@pytest.fixture
async def database(database_url):
    database = Database(database_url)
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def vectors(database):
    """For tests that need pgvector: skipped on a PostgreSQL without it."""
    if not database.has_vectors:
        pytest.skip("this PostgreSQL has no pgvector")


@pytest.fixture
async def server(database_url):
    """A real server with an empty knowledge base and no model."""
    async with running(database_url) as server:
        yield server


@pytest.fixture(scope="session")
async def sample():
    """A real server with the sample documents and no model, shared: tests ask it, they do not change it."""
    async with postgres.fresh_database(_migrate) as url, running(url, sample=True) as server:
        yield server


@pytest.fixture
def citestream(database_url, tmp_path):
    """Runs a command in an empty directory against a fresh database."""

    return functools.partial(commands.finished, tmp_path, DATABASE_URL=database_url)


@pytest.fixture
async def upstream():
    """A model service that answers from its `script`, which the test fills."""
    async with FakeUpstream() as upstream:
        yield upstream


@pytest.fixture(scope="session")
async def browser():
    """A Chromium, shared: each reader has a context of their own (`browser.visit`)."""
    from tests.support.browser import chromium  # its library takes a moment, and few tests need it

    async with chromium() as started:
        yield started
