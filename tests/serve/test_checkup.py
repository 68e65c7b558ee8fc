"""The parts of a gateway, looked at without starting it; here each of them is broken once."""

import os
from types import SimpleNamespace

import pytest

from gateway.serve import checkup
from gateway.settings import Settings
from gateway.store.database.database_facts import DatabaseFacts
from tests.fakes.upstream import FakeUpstream, answer_json, silence, status, text
from tests.support.constants import constants

FACTS = DatabaseFacts(16, True, True, True, False, 80, 9_000_000, 0.0)


def settings(**changes):
    return Settings(_env_file=None, **changes)


async def examined(config):
    return {diagnosis.subject: diagnosis async for diagnosis in checkup.examine(config)}


async def test_what_is_well_is_ok(database_url):
    found = await examined(settings(database_url=database_url, embedder="none", provider="extractive"))
    levels = {subject: diagnosis.level for subject, diagnosis in found.items()}
    assert levels["database"] == levels["clock"] == levels["model"] == levels["embedder"] == levels["access"] == "ok"
    assert list(levels) == ["access", "database", "roles", "extensions", "clock", "disk", "model", "embedder"]


async def test_a_folder_without_a_database_is_told_and_stays_as_it_is(tmp_path):
    found = await examined(settings(data_dir=tmp_path / "none"))
    assert found["database"].level == "warn" and "first `citestream serve`" in found["database"].advice
    assert os.listdir(tmp_path) == []


async def test_a_database_that_is_away_fails():
    found = await examined(settings(database_url="postgresql://nobody:secret@127.0.0.1:9/x"))
    assert found["database"].level == "fail" and "secret" not in found["database"].found
    assert "clock" not in found and found["model"].level == "ok"


async def test_an_empty_database_waits_for_its_migrations(empty_url):
    found = await examined(settings(database_url=empty_url))
    assert found["database"].level == "warn" and "0001_schema" in found["database"].found


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({}, "ok", ""),
        ({"version": 14}, "fail", "too old"),
        ({"is_replica": True}, "fail", "a replica"),
        ({"write_problem": "its disk is full (SQLSTATE 53100)"}, "fail", "cannot be written, its disk is full"),
        ({"may_create": False}, "fail", "may not make tables"),
        ({"free_connections": 3}, "warn", "3 connections"),
    ],
)
def test_a_database_that_does_not_fit_says_why(change, level, words):
    found = checkup.database(FACTS._replace(**change), [], "here")
    assert found.level == level and words in found.found and bool(found.advice) == (level != "ok")


def test_roles_that_only_an_administrator_can_make_come_with_the_statements():
    assert checkup.roles(FACTS).level == "ok"
    told = "The login may not make the roles; have an administrator of PostgreSQL run: grant a to b;"
    found = checkup.roles(FACTS._replace(roles_problem=told))
    assert (found.level, found.advice) == ("fail", "have an administrator of PostgreSQL run: grant a to b;")


def test_without_pgvector_it_matters_whether_there_are_vectors():
    none = FACTS._replace(has_vector=False, offers_vector=False)
    assert checkup.extensions(FACTS, "openai").level == "ok"
    assert checkup.extensions(none._replace(offers_vector=True), "openai").level == "ok"
    assert checkup.extensions(none, "none").level == "warn" and "words alone" in checkup.extensions(none, "none").found
    assert "openai are not stored" in checkup.extensions(none, "openai").found


@pytest.mark.parametrize(
    ("ahead_s", "level"), [(0.0, "ok"), (1.9, "ok"), (-3.0, "warn"), (61.0, "fail"), (-9e9, "fail")]
)
def test_clocks_that_differ_are_told(ahead_s, level):
    assert checkup.clock(ahead_s).level == level


@pytest.mark.parametrize(("free", "level"), [(10 * checkup.GB, "ok"), (checkup.GB, "warn"), (1, "fail")])
def test_a_full_disk_is_told(tmp_path, monkeypatch, free, level):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    found = checkup.disk(tmp_path / "not" / "yet", True)
    assert found.level == level and str(tmp_path) in found.found and bool(found.advice) == (level != "ok")


async def model(*script, **changes):
    async with FakeUpstream(script) as upstream:
        config = settings(openai_base_url=upstream.url, openai_model="small", **changes)
        with constants(retries=0):
            return await checkup._model("openai", config)


async def test_a_model_is_asked_for_one_word():
    assert (await model(text("ready"))).level == "ok"
    assert (await model(text(""))).level in ("warn", "fail")
    refused = await model(status(401))
    assert refused.level == "fail" and "OPENAI_API_KEY" in refused.found


async def test_a_model_that_is_silent_or_away_fails(monkeypatch):
    monkeypatch.setattr(checkup, "MODEL_S", 0.3)
    assert (await model(silence())).level == "fail"
    with constants(retries=0):
        away = await checkup._model("openai", settings(openai_base_url="http://127.0.0.1:9/v1", openai_model="m"))
    assert away.level == "fail"
    unknown = await checkup._model("openai", settings(provider="openai", openai_base_url="http://127.0.0.1:9/v1"))
    assert unknown.level == "fail" and "cannot be reached" in unknown.found


async def test_a_provider_or_an_embedder_that_does_not_exist_fails():
    assert (await checkup._model("nobody", settings())).level == "fail"
    assert (await checkup._embedder(settings(embedder="nobody"))).level == "fail"


async def test_an_embedding_service_that_is_away_fails():
    found = await checkup._embedder(settings(embedder="openai", embedding_base_url="http://127.0.0.1:9/v1"))
    assert found.level == "fail" and "docs/models.md" in found.advice


def test_a_gateway_that_is_open_to_all_fails():
    assert checkup._access(settings()).level == "ok"
    assert checkup._access(settings(host="0.0.0.0", require_keys="off")).level == "fail"
    assert checkup._access(settings(host="0.0.0.0")).level == "warn"
    assert checkup._access(settings(host="0.0.0.0", hosts="gateway.example")).level == "ok"


async def test_a_fallback_is_looked_at_too(database_url):
    async with FakeUpstream([answer_json([([], "Yes.")])]) as upstream:
        config = settings(
            database_url=database_url,
            openai_base_url=upstream.url,
            openai_model="small",
            fallback_providers="ollama,extractive",
            ollama_host="http://127.0.0.1:9",
        )
        found = [diagnosis async for diagnosis in checkup.examine(config) if diagnosis.subject == "model"]
    assert [diagnosis.level for diagnosis in found] == ["ok", "fail", "ok"]
