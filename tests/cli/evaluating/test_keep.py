"""`citestream evaluate keep`: an answer of a conversation becomes a case that can be asked again."""

import json

import pytest

from gateway.evaluation.set_files import read_set
from tests.support.server import running

ASKED = "And how often can it be renewed?"


@pytest.fixture
async def recorded(database_url):
    """The uuid of the second answer of a thread."""
    async with running(database_url) as server:
        text = "A book may be borrowed for three weeks. A loan of a book can be renewed twice."
        await server.client.post("/v1/documents", json={"title": "Loans", "text": text, "workspace": "house"})
        await server.document("How long may a book be borrowed?", thread_id="t", workspace="house")
        return (await server.document(ASKED, thread_id="t", workspace="house"))["answer_uuid"]


async def test_an_answer_becomes_a_case_with_its_conversation_and_what_it_cited(citestream, recorded, tmp_path):
    case = json.loads(citestream("evaluate", "keep", recorded).stdout)
    assert (case["id"], case["question"], case["workspace"], case["confirmed"]) == (recorded, ASKED, "house", False)
    assert [message["role"] for message in case["history"]] == ["user", "assistant"]
    assert "three weeks" in case["history"][1]["content"]
    assert case["gold_passages"] == ["A loan of a book can be renewed twice."]

    file = tmp_path / "set.jsonl"
    file.write_text(json.dumps({"question": "Why?"}))
    assert citestream("evaluate", "keep", recorded, "--set", "set.jsonl").returncode == 0
    assert "already" in citestream("evaluate", "keep", recorded, "--set", "set.jsonl").stderr
    found = read_set(file, lambda path: path.read_text())
    assert len(found.cases) == 1 and found.unconfirmed == 1 and not found.bad
    file.write_text(file.read_text().replace('"confirmed": false', '"confirmed": true'))
    report = json.loads(citestream("evaluate", "run", "set.jsonl", "--json").stdout)
    assert report["pooled"]["citation_recall"]["value"] == report["pooled"]["followup_resolved"]["value"] == 1


@pytest.mark.parametrize(("named", "said"), [("a" * 32, "There is no answer"), ("mine", "no uuid")])
def test_an_unknown_answer_is_wrong_use(citestream, named, said):
    kept = citestream("evaluate", "keep", named)
    assert kept.returncode == 2 and said in kept.stderr
