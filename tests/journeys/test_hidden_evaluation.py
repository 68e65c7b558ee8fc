"""Turns of an evaluation appear nowhere outside of their run, answered here or by a running gateway."""

import asyncio
import functools
import json

import pytest

from tests.support import commands
from tests.support.keyed import keyed
from tests.support.metrics import scraped
from tests.support.server import running

LISTS = [
    "/admin/usage",
    "/v1/threads",
    "/v1/usage",
    "/v1/unanswered",
    "/v1/answers",
    "/v1/feedback",
    "/v1/documents",
    "/v1/documents?sort=cited",
    "/staff/memory/entries",
    "/staff/memory/figures",
    "/conversation/list",
]
TEXT = "A book may be borrowed for three weeks."
COUNTED = ("turn", "paragraphs", "references", "citations", "weak", "gate", "core", "retrieval", "tokens", "format")
"""The beginnings of the figures that tell of answers."""


async def shown(server, documents):
    """All that lists and figures tell."""
    pages = [*LISTS, *(path for id in documents for path in (f"/v1/documents/{id}", f"/v1/documents/{id}/citations"))]
    told = {path: (await server.client.get(path)).json() for path in pages}
    figures = {
        key: value
        for key, value in (await scraped(server)).items()
        if str(key[0]).startswith(tuple(f"citestream_{name}" for name in COUNTED))
    }
    return told, figures


RECORDING = "the answers of a target come without their recordings"


@pytest.fixture
def ran(database_url, tmp_path):
    async def run(*options):
        lines = [
            {
                "id": "known",
                "question": "How long may a book be borrowed?",
                "history": ["What is a loan?"],
                "gold_passages": ["loans.md", TEXT],
            },
            {"id": "unknown", "question": "Who won the football championship?", "answerable": False},
        ]
        (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, lines)))
        citestream = functools.partial(commands.finished, tmp_path, DATABASE_URL=database_url)
        done = await asyncio.to_thread(citestream, "evaluate", "run", "set.jsonl", "--json", "--repeat", "2", *options)
        return json.loads(done.stdout) if done.stdout else done

    return run


@pytest.mark.parametrize("there", [False, True], ids=["here", "target"])
async def test_a_run_changes_no_list_and_no_figure(database_url, ran, there):
    async with running(database_url, memory_serve_status="pending+validated") as server:
        body = {"title": "Loans", "text": TEXT, "source": "loans.md"}
        films = {"title": "Films", "text": "A film may be borrowed for one week."}
        assert (await server.client.post("/v1/documents", json=films)).status_code == 201
        document = (await server.client.post("/v1/documents", json=body)).json()["documents"][0]["document_id"]
        await server.document("How long may a book be borrowed?", thread_id="mine")
        for _ in range(2):  # so that the films are first, sorted by citations
            await server.document("How long may a film be borrowed?")
        await server.document("Who won the football championship?")
        before = await shown(server, [document])
        report = await ran(*(["--target", server.url] if there else []))
        assert report["cases"] == 2 and report["failed"] == 0
        assert report["pooled"]["retrieval_recall@1"]["value"] == report["pooled"]["citation_recall"]["value"] == 1
        assert report["pooled"]["illegal_id_rate"].get("why", "") == (RECORDING if there else "")
        assert await shown(server, [document]) == before

        rows = await server.services.database.fetch(
            "default",
            "select answer_id, text from answer where tenant_id = $1 and evaluation_run is not null",
            "default",
        )
        assert len(rows) == 6 and all(row["text"] for row in rows)
        for row in rows:
            uuid = row["answer_id"].hex
            assert (await server.client.get(f"/v1/answers/{uuid}")).status_code == 200
            assert (await server.client.get(f"/v1/answers/{uuid}/recording")).status_code == 200


async def test_a_target_with_keys_wants_one_and_the_run_is_in_the_database_of_the_command(ran, database, tmp_path):
    async with keyed() as known:
        refused = await ran("--target", known.server.url)
        assert refused.returncode == 2 and "answered 401" in refused.stderr
        (tmp_path / "key").write_text(known.keys["qa"])
        report = await ran("--target", known.server.url, "--key-file", "key")
        assert report["cases"] == 2 and report["failed"] == 0
        count = "select count(*) from evaluation_outcome where tenant_id = $1"
        assert await database.fetchval("default", count, "default") == 4
        assert await known.server.services.database.fetchval("acme", count, "acme") == 0


async def test_only_qa_may_hide_a_question():
    """And no question of a thread, whose list would show it."""

    async def asked(client, run="a" * 32, **fields):
        header = {"Citestream-Evaluation": run, "Accept": "application/json"}
        return await client.post("/v1/answers", json={"question": "Why?", **fields}, headers=header)

    async with keyed() as known:
        assert [(await asked(known.clients[role])).status_code for role in ("user", "app", "qa", "admin")] == [
            403,
            403,
            200,
            200,
        ]
        wrong = [await asked(known.qa, run="mine"), await asked(known.qa, thread_id="t")]
        assert all(each.status_code == 422 and "Citestream-Evaluation" in each.text for each in wrong)
        mine = (await asked(known.qa)).json()["answer_uuid"]
        assert [(await known.clients[role].get(f"/v1/answers/{mine}")).status_code for role in ("user", "admin")] == [
            404,
            200,
        ]
