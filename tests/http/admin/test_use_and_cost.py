"""What was used and what it costs, counted once for each answer."""

import csv
import io

import pytest

from gateway.limits.access_key import hashed
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.keyed import LOANS, keyed


@pytest.fixture(scope="module")
async def at():
    async with FakeUpstream(lambda request: answer_json([(["E1"], LOANS)])) as upstream:
        chosen = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "m", "embedder": "none"}
        async with keyed(prices="EUR;m=2/10", memory="off", **chosen) as made:
            for name, app in (("user", "=desk"), ("user", "=desk"), ("app", "shop"), ("stranger", "shop")):
                await made.ask(name, caller_app=app)
            yield made


def key_id(at, name):
    return hashed(at.keys[name])[:16]


async def test_answers_and_tokens_are_counted_by_key_and_app_and_priced(at):
    used = (await at.admin.get("/admin/usage")).json()
    rows = {(row["key"], row["app"]): row for row in used["by_day"]}
    assert set(rows) == {(key_id(at, "user"), "=desk"), (key_id(at, "app"), "shop")}
    two, one = rows[key_id(at, "user"), "=desk"], rows[key_id(at, "app"), "shop"]
    assert (two["answers"], one["answers"], used["total"]["answers"]) == (2, 1, 3)
    assert two["question_tokens"] == 2 * one["question_tokens"] > 0 and two["model"] == "m"
    assert one["cost"] == round((2 * one["question_tokens"] + 10 * one["answer_tokens"]) / 1e6, 6) > 0
    assert used["total"]["cost"] == pytest.approx(two["cost"] + one["cost"]) and used["currency"] == "EUR"
    assert used["stored_bytes"] == len(LOANS) and used["stored_by"] == [
        {"key": key_id(at, "admin"), "bytes": len(LOANS)}
    ]
    mine = (await at.admin.get("/admin/usage", params={"key": key_id(at, "app")})).json()["by_day"]
    assert mine == [one]
    theirs = (await at.owner_of_globex.get("/admin/usage")).json()
    assert {row["key"] for row in theirs["by_day"]} <= {key_id(at, "stranger")} and theirs["stored_bytes"] == 0


async def test_csv_says_the_same_and_no_cell_is_a_formula(at):
    answer = await at.admin.get("/admin/usage", headers={"Accept": "text/csv"})
    assert (
        answer.headers["content-type"].startswith("text/csv") and "attachment" in answer.headers["content-disposition"]
    )
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    told = (await at.admin.get("/admin/usage")).json()["by_day"]
    assert [(row["key"], int(row["answers"]), float(row["cost"]), row["currency"]) for row in rows] == [
        (row["key"], row["answers"], row["cost"], "EUR") for row in told
    ]
    assert {row["app"] for row in rows} == {"'=desk", "shop"}


@pytest.mark.parametrize(
    "query", ["since=2026-01-01&until=2025-01-01", "since=2020-01-01", "since=x", "until=0", "key=abc"]
)
async def test_wrong_days_are_named(at, query):
    assert (await at.admin.get(f"/admin/usage?{query}")).status_code == 422
    assert (await at.admin.get("/admin/usage?since=2026-01-01&until=2026-01-31")).json()["by_day"] == []
