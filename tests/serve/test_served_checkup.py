"""`citestream doctor --url`: does the running gateway use the database of these settings?"""

import asyncio
import json

import pytest

from gateway.serve import checkup
from gateway.settings import Settings
from gateway.store.database import database_facts
from tests.support.server import running


async def served(url, key=None, **settings):
    config = Settings(_env_file=None, provider="extractive", **settings)
    (found,) = [each async for each in checkup.examine(config, url, key) if each.subject == "served"]
    return found


async def test_the_same_database_is_ok_and_another_one_fails(server, database_url, empty_url):
    identity = await database_facts.identity(server.services.database)
    same = await served(server.url, database_url=database_url)
    assert same.level == "ok" and identity.id in same.found and identity.version in same.found
    other = await served(server.url, database_url=empty_url)
    assert other.level == "fail" and "another database" in other.found and "--env-file" in other.advice


async def test_a_folder_without_a_database_is_not_that_of_the_gateway(server, tmp_path):
    found = await served(server.url, data_dir=tmp_path / "none")
    assert found.level == "fail" and "(no database)" in found.found


async def test_the_comparison_needs_the_key_of_an_administrator(database_url, citestream, tmp_path):
    async with running(database_url, require_keys="on") as server:
        keys = {role: await server.gateway.keys.create("default", role) for role in ("admin", "staff")}
        for key, level in ((keys["admin"], "ok"), (keys["staff"], "warn"), (None, "warn")):
            found = await served(server.url, key, database_url=database_url)
            assert found.level == level and ("not compared" in found.found) == (level == "warn")
        (tmp_path / "key").write_text(f"{keys['admin']}\n")
        words = ("doctor", "--json", "--url", server.url, "--key-file", "key", "--provider", "extractive")
        told = await asyncio.to_thread(citestream, *words)
        assert {each["subject"]: each["level"] for each in json.loads(told.stdout)["found"]}["served"] == "ok"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nonsense:port"])
async def test_a_gateway_that_cannot_be_reached_is_not_compared(url, database_url):
    found = await served(url, database_url=database_url)
    assert found.level == "warn" and found.found.startswith("not compared")
