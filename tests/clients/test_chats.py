"""Pages of the AI SDK, versions 5 to 7, and of AG-UI come back to a chat, and what is written goes on."""

import re

import pytest

from tests.support.halves import Halves
from tests.support.node import older_clients, run
from tests.support.server import running

FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "It can be renewed once.\nThen it must come back."
THIRD = "Nothing else is known."
PARAGRAPHS = [(["E1"], FIRST), (["E2", "E1"], SECOND), ([], THIRD)]
QUESTION = "How long may a borrowed book stay at home, and can it be renewed?"
GO_ON = "How often may a borrowed book of the library be renewed at home?"
OPENS = re.compile(r"https://ask\.example/sources/[0-9a-f-]{36}#[0-9a-f-]{36}")


@pytest.fixture
async def halves():
    return Halves(PARAGRAPHS, "Then it", thought="Let us look.")


@pytest.fixture
async def library(database_url, upstream, halves):
    upstream.script[:] = [halves, halves.go_on]
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    public = {"public_url": "https://ask.example"}
    async with running(database_url, provider="openai", evidence="off", **fields, **public) as server:
        for title, text in (
            ("Rules", "A borrowed book may stay at home for three weeks."),
            ("Renewals", "A borrowed book can be renewed once at home."),
        ):
            await server.client.post("/v1/documents", json={"title": title, "text": text, "source": f"{title}.md"})
        yield server


@pytest.mark.parametrize("version", [*(pytest.param(older, marks=pytest.mark.slow) for older in ("5", "6")), "7"])
async def test_a_page_of_any_version_goes_on_with_the_answer_of_its_chat(library, version):
    if version != "7":
        older_clients()
    told = await run("chat.mjs", version, library.url, QUESTION, FIRST, GO_ON)
    assert told["errors"] == []
    assert told["nothing"] == [[], "ready", 0, {"messages": [], "running": None, "next_cursor": None}]

    asked, answer = told["ended"]["messages"]
    assert [part["text"] for part in asked["parts"]] == [QUESTION]
    assert told["running"]["messages"] == [asked] and told["running"]["running"] == answer["id"]
    assert told["ended"]["running"] is None
    for page in told["pages"]:
        assert page["status"] == "ready" and [message["role"] for message in page["messages"]] == ["user", "assistant"]
    first, second, third, named = (page["messages"] for page in told["pages"])
    assert second == third == named == [asked, first[1]]

    if version != "7":  # passes over what belongs to a text part
        answer["parts"] = [{name: part[name] for name in part if name != "citations"} for part in answer["parts"]]
    assert answer == first[1]
    parts = answer["parts"]
    assert "".join(part["text"] for part in parts if part["type"] == "text") == f"{FIRST}\n\n{SECOND}\n\n{THIRD}"
    assert [part["text"] for part in parts if part["type"] == "reasoning"] == ["Let us look."]
    sources = {part["sourceId"]: part for part in parts if part["type"] == "source-url"}
    assert {source["title"] for source in sources.values()} == {"Rules", "Renewals"}
    assert all(OPENS.fullmatch(source["url"]) for source in sources.values())
    cited = [part["data"]["citationIds"] for part in parts if part["type"] == "data-citation-paragraph"]
    assert cited == [["E1"], ["E2", "E1"], []]
    native = [
        [cited["source"]["id"] for cited in part.get("citations", [])] for part in parts if part["type"] == "text"
    ]
    assert native == (cited if version == "7" else [[], [], []])


async def test_an_agent_connects_to_its_thread(library):
    told = await run("thread.mjs", library.url, QUESTION, FIRST, GO_ON)
    assert told["errors"] == []
    assert told["unknown"] == [{"id": "1", "role": "assistant", "content": "Ask me."}]

    first, second, _, third, plain = ({m["role"]: m for m in page} for page in told["pages"])
    assert [message["role"] for message in told["pages"][1]] == ["user", "reasoning", "assistant", "activity"]
    assert second == third == plain == {**first, "user": second["user"]}
    assert told["pages"][2] == told["pages"][0], "a client keeps its ids and their order"
    assert [len(page) for page in told["pages"]] == [4] * 5
    answer = second["assistant"]
    assert second["reasoning"]["content"] == "Let us look."
    assert answer["content"] == f"{FIRST}\n\n{SECOND}\n\n{THIRD}" and second["user"]["content"] == QUESTION
    paragraphs = answer["metadata"]["citestream"]["paragraphs"]
    assert [(paragraph["text"], paragraph["citationIds"]) for paragraph in paragraphs] == [
        (text, ids) for ids, text in PARAGRAPHS
    ]
    references = second["activity"]["content"]["references"]
    assert [reference["citationId"] for reference in references] == ["E1", "E2"]
    assert all(OPENS.fullmatch(reference["url"]) for reference in references)
    assert told["result"]["answer"]["uuid"] == answer["id"]
    assert told["last"]["content"] == "It goes on."
