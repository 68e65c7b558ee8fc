"""Evaluation runs over HTTP: listed, reported with labels, compared, and only those of the tenant."""

import uuid

import pytest

from gateway.evaluation.cases import BadLine
from gateway.store.evaluation.evaluation_runs import EvaluationRuns
from tests.support.evaluated import cited, facts, failed, outcome, stored_run
from tests.support.keyed import keyed

WEAK = facts(cited=(cited(status="weak"),))


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


def run(weak=0):
    return [outcome(f"a{number}", answer=WEAK if number < weak else None) for number in range(20)]


async def get(client, path, status=200, **query):
    reply = await client.get(f"/v1/evaluations{path}", params=query)
    assert reply.status_code == status, reply.text
    return reply.json()


async def test_runs_are_listed_reported_and_compared(at):
    database = at.server.gateway.database
    before = await stored_run(database, run(), "acme", settings={"repeat": 1, "top_k": 8})
    after = await stored_run(database, [*run(8), failed("lost")], "acme", target="https://there.example")
    await EvaluationRuns(database).note_lines("acme", uuid.UUID(after), [BadLine(3, "It is not JSON.")])
    foreign = await stored_run(database, run(), "globex")

    listed = (await get(at.qa, ""))["runs"]
    assert [each["run"] for each in listed] == [after, before]
    assert listed[0].items() >= {"set": "loans.jsonl", "target": "https://there.example", "state": "done"}.items()
    assert listed[0].items() >= {"outcomes": 21, "repeat": 1, "confirmed": False}.items() and listed[0]["finished_at"]

    report = await get(at.qa, f"/{after}")
    assert report["about"] == listed[0] and (report["cases"], report["failed"]) == (21, 1)
    assert report["pooled"]["weak_rate"]["value"] == 8 / 20 and len(report["worst"]["weak_rate"]) == 8
    assert report["lines"] == [{"line": 3, "problem": "It is not JSON."}]
    assert report["pooled"]["gold_left_out_refused"]["why"].startswith("a target")
    assert await get(at.qa, f"/{after}") == report

    found = await get(at.qa, f"/{after}/comparison", **{"with": before})
    assert found["regressions"] == ["consistency_pass_rate", "weak_rate"] and found["a"]["run"] == before
    assert found["figures"]["weak_rate"]["difference"] == 0.4 and len(found["changed"]) == 8
    calm = await get(at.qa, f"/{after}/comparison", **{"with": before, "margin": 0.5})
    assert calm["regressions"] == [] and calm["margin"] == 0.5

    for unknown in (foreign, "0" * 32, "none"):
        assert (await get(at.qa, f"/{unknown}", 404))["code"] == "not_found"
        await get(at.qa, f"/{after}/comparison", 404, **{"with": unknown})
    await get(at.qa, f"/{after}/comparison", 422)
    await get(at.qa, f"/{after}/comparison", 422, **{"with": before, "margin": 2})
    await get(at.staff, f"/{after}", 403)


async def test_a_report_in_memory_gives_way_to_new_labels(at):
    database = at.server.gateway.database
    named = await stored_run(database, [outcome("a")], "acme")
    assert (await get(at.qa, f"/{named}"))["pooled"]["hallucination_rate"].items() >= {
        "value": 0,
        "by": "verifier",
    }.items()
    (stored,) = await EvaluationRuns(database).outcomes("acme", uuid.UUID(named))
    await database.execute(
        "acme",
        "insert into evaluation_label (tenant_id, run_id, answer_id, paragraph_index, citation_id, sampled, labeller,"
        " verdict, claim, passages) values ('acme', $1, $2, 0, '', true, 'anna', 'not', 'Three weeks.', '{}')",
        uuid.UUID(named),
        uuid.UUID(stored.answer_uuid),
    )
    found = (await get(at.qa, f"/{named}"))["pooled"]["hallucination_rate"]
    assert found.items() >= {"value": 1, "by": "labels"}.items()
