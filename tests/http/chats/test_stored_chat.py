"""A chat opened anew: by its owner alone, in pages, and for a minute after an answer's end."""

from datetime import timedelta

import pytest

from gateway.http.chats import stored_chat
from tests.support import sse
from tests.support.keyed import LOANS, QUESTION, keyed

RENEWED = "Can a loan be renewed?"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def chat(client, name, **more):
    answer = await client.get(f"/v1/ai-sdk/{name}", **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def asked(client, name="", **more):
    return [message["parts"][0]["text"] for message in (await chat(client, name, **more))["messages"][::2]]


async def snapshot(client, name, **fields):
    """The messages of a thread as an agent is told them; None where it is told none."""
    answer = await client.post("/v1/ag-ui/connect", json={"threadId": name, **fields})
    assert answer.status_code == 200, answer.text
    found = [event.json for event in sse.parse(answer.content)]
    assert (found[0]["type"], found[-1]["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    return next((event["messages"] for event in found if event["type"] == "MESSAGES_SNAPSHOT"), None)


async def streams(client, name, **more):
    return (await client.get(f"/v1/ai-sdk/{name}/stream", **more)).status_code


async def test_a_chat_has_its_newest_messages_in_pages(at):
    for question in (QUESTION, RENEWED):
        await at.ask("user", thread_id="pages", question=question)
    page = await chat(at.user, "pages", params={"limit": 1})
    assert [message["role"] for message in page["messages"]] == ["user", "assistant"]
    assert page["messages"][0]["parts"][0]["text"] == RENEWED
    older = await chat(at.user, "pages", params={"limit": 1, "cursor": page["next_cursor"]})
    assert older["messages"][0]["parts"][0]["text"] == QUESTION and older["next_cursor"] is None
    assert await asked(at.user, "pages") == [QUESTION, RENEWED]
    roles = [message["role"] for message in await snapshot(at.user, "pages")]
    assert roles == ["user", "assistant", "activity"] * 2


async def test_somebody_elses_chat_is_an_empty_one(at):
    await at.ask("user", thread_id="mine")
    assert await asked(at.user, "mine") == [QUESTION] and await streams(at.user, "mine") == 200
    for client in (at.other, at.stranger, at.admin, at.qa):
        assert await chat(client, "mine") == {"messages": [], "running": None, "next_cursor": None}
        assert await streams(client, "mine") == 204 and await snapshot(client, "mine") is None
    for path in ("/v1/ai-sdk", "/v1/ag-ui"):
        answer = await at.other.post(path, json={"question": QUESTION, "threadId": "mine"})
        assert answer.status_code == 404, "somebody else's conversation cannot be asked in"


async def test_a_back_end_opens_the_chats_of_the_user_it_names(at):
    ann, bob = {"X-User-Ref": "ann"}, {"X-User-Ref": "bob"}
    await at.app.post("/v1/ai-sdk", json={"question": QUESTION, "id": "of ann"}, headers=ann)
    assert await asked(at.app, "of%20ann", headers=ann) == [QUESTION]
    assert await asked(at.app, "of%20ann", headers=bob) == await asked(at.app, "of%20ann") == []
    assert await streams(at.app, "of%20ann", headers=ann) == 200
    assert await streams(at.app, "of%20ann", headers=bob) == 204


async def test_two_chats_of_one_id_are_told_apart_by_their_application(at):
    for app in ("desk", "intranet"):
        await at.ask("user", thread_id="twice", caller_app=app, question=f"{QUESTION} ({app})")
    assert await asked(at.user, "twice") == [f"{QUESTION} (intranet)"]
    assert await asked(at.user, "twice", params={"caller_app": "desk"}) == [f"{QUESTION} (desk)"]
    assert await streams(at.user, "twice", params={"caller_app": "nobody"}) == 204
    assert await snapshot(at.user, "twice", caller_app="nobody") is None


async def test_what_was_made_from_other_workspaces_is_left_out(at):
    clerk, zoe = await at.add("clerk", role="app", workspaces=["default"]), {"X-User-Ref": "zoe"}
    await at.ask("app", headers=zoe, thread_id="limits")
    assert await asked(at.app, "limits", headers=zoe) == [QUESTION]
    assert await asked(clerk, "limits", headers=zoe) == [] and await streams(clerk, "limits", headers=zoe) == 204
    await at.ask("clerk", headers=zoe, thread_id="limits", question=RENEWED)
    assert await asked(clerk, "limits", headers=zoe) == [RENEWED]
    assert await asked(at.app, "limits", headers=zoe) == [QUESTION, RENEWED]


async def test_what_was_deleted_is_gone(at):
    gone = await at.ask("user", thread_id="gone")
    await at.user.delete(f"/v1/answers/{gone['answer_uuid']}")
    await at.ask("user", thread_id="deleted")
    await at.user.delete("/v1/threads/deleted")
    for name in ("gone", "deleted"):
        assert await asked(at.user, name) == [] and await streams(at.user, name) == 204
        assert await snapshot(at.user, name) is None


async def test_an_answer_that_just_ended_is_sent_once_more(at, monkeypatch):
    await at.ask("user", thread_id="ended")
    assert LOANS[:20] in (await at.user.get("/v1/ai-sdk/ended/stream")).text
    monkeypatch.setattr(stored_chat, "JUST_ENDED", timedelta(0))
    assert await streams(at.user, "ended") == 204


async def test_a_cursor_of_another_list_is_refused(at):
    answer = await at.user.get("/v1/ai-sdk/pages", params={"cursor": "?"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "cursor")
