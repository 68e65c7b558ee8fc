"""The older system's envelope, the references of an answer, and what its page asks for at start."""

import pytest

from gateway.errors import InvalidField, Refusal, Unavailable
from gateway.http.legacy.rest import Failure, enveloped
from tests.support import sse
from tests.support.visits import visit


@pytest.mark.requirement("R11", "R16")
async def test_references_are_readable_by_uuid_the_moment_done_is_seen(sample):
    events = sse.parse(await sample.ask("What is a citation?"))
    answer = events[-1].json["answer"]
    shown = [event.json["payload"] for event in sse.named(events, "[CITATION_REF]")]
    assert shown and answer["isRefEmbedding"]
    for prefix in ("", "/api"):
        got = await sample.client.get(f"{prefix}/conversation/message/embedding-ref/{answer['uuid']}")
        wanted = [{"embeddingId": payload["embeddingId"], "text": payload["text"]} for payload in shown]
        assert got.json() == {"success": True, "data": wanted}


async def test_unknown_and_malformed_uuids_are_empty_and_never_an_error(sample):
    for uuid in ("0" * 32, "my-own-temporary-id", "%F0%9F%98%80"):
        got = await sample.client.get(f"/conversation/message/embedding-ref/{uuid}")
        assert (got.status_code, got.json()) == (200, {"success": True, "data": []})
        got = await sample.client.get(f"/conversation/message/graph-ref/{uuid}")
        empty = {"entitiesFromQuestion": [], "vertices": [], "edges": []}
        assert (got.status_code, got.json()) == (200, {"success": True, "data": empty})


@pytest.mark.parametrize("prefix", ["", "/api"])
async def test_what_the_page_asks_for_at_start_is_there(sample, prefix):
    wanted = {
        "/model/imageModels": [],
        "/auth/search-engine/list": [],
        "/sys/config/public/info": {"asrSetting": {}, "ttsSetting": {}, "availableVoices": []},
        "/knowledge-base/searchMine": [],
        "/user/config": [],
        "/conversation-preset/search": [],
    }
    for path, data in wanted.items():
        got = await sample.client.get(prefix + path)
        assert (got.status_code, got.json()) == (200, {"success": True, "data": data}), path
    (model,) = (await sample.client.get(f"{prefix}/model/llms")).json()["data"]
    assert model["modelPlatform"] == "extractive" and model["modelName"] == model["modelTitle"]
    assert isinstance(model["id"], str) and model["enable"] is True and model["isFree"] is True


async def test_what_that_system_has_and_this_one_has_not_fails_in_the_envelope(sample):
    for path in ("/auth/login", "/api/user/edit", "/conversation/addByPreset?presetUuid=x"):
        got = await sample.client.post(path, json={})
        assert got.status_code == 200 and got.json()["success"] is False


async def test_our_own_paths_stay_ours(sample):
    assert "html" in (await sample.client.get("/")).headers["content-type"]
    assert (await sample.client.get("/v1/status")).json()["version"]
    for path in ("/nothing", "/api/nothing", "/v1/nothing", "/api/v1/answers"):
        got = await sample.client.get(path)
        assert (got.status_code, got.headers["content-type"]) == (404, "application/problem+json"), path


class NoKey(Refusal):
    """A key is missing."""

    code, status = "unauthorized", 401


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (NoKey(), 401, None),
        (Failure("A0008", "对话不存在"), 200, "A0008"),
        (InvalidField("title: wrong", [{"field": "title", "message": "wrong"}]), 200, "A0002"),
        (Unavailable("The database is away."), 200, "B0003"),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_every_refusal_has_the_old_shape(error, status, code):
    async def handler(asked):
        raise error

    response = await enveloped(handler)(visit())
    assert response.status_code == status
    assert response.body == b"" if code is None else f'"code":"{code}"'.encode() in response.body
