"""The whole-answer reference endpoints of the older system."""

import pytest

from tests import sse


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
