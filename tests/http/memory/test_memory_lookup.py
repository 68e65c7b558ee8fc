"""The doors of the answer memory for other orchestrators. What they keep and find is in tests/journeys."""

import pytest

from tests.support.server import running

ASKED = {"message": {"type": "user_request", "content": "What is a citation?"}}
SENT = {
    "caller": "summary",
    "message": {"type": "response", "content": "A link."},
    "context": {"history": [{"speaker": "User", "content": "What is a citation?"}]},
}


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("lookup", {}, "message"),
        ("lookup", {"message": {"type": "user_request"}}, "message.content"),
        ("lookup", {"message": {"type": "user_request", "content": " "}}, "message.content"),
        ("lookup", {"message": {"type": 1, "content": "a"}}, "message.type"),
        ("lookup", ASKED | {"language": "xx"}, "language"),
        ("lookup", ASKED | {"context": {"history": [{"speaker": "user"}]}}, "context.history.0.content"),
        ("lookup", ASKED | {"context": {"projet": "a\nb"}}, "context.projet"),
        ("messages", {"caller": "summary"}, "message"),
        ("messages", SENT | {"context": {"auteurs": "Ada"}}, "context.auteurs"),
        ("messages", SENT | {"message": {"type": "response", "content": "a\0b"}}, "message.content"),
    ],
)
async def test_a_wrong_body_is_refused_with_the_field(sample, path, body, field):
    refused = await sample.client.post(f"/memory/{path}", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_field")
    assert refused.json()["errors"][0]["field"] == field


async def test_a_memory_that_is_off_answers_so_and_nothing_is_announced(database_url):
    async with running(database_url, memory="off") as server:
        client = server.client
        missed = (await client.post("/memory/lookup", json=ASKED)).json()
        assert missed == {"next_agent": "dispatch", "action": "continue", "reason": "off"}
        assert (await client.post("/memory/messages", json=SENT)).json() == {"stored": False, "reason": "off"}
        assert (await client.post("/staff/memory/dry-run", json=ASKED)).json() == {"decision": "off", "steps": []}
        assert b"memory_searching" not in await server.ask("What is a citation?")
        only = await server.document("What is a citation?", memory="only")
        assert only["no_context"] is True
