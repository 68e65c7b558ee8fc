"""Limits over several processes: exact while they are hammered, and nothing stays counted of a process that died."""

import asyncio
import time
from collections import Counter

import httpx2
import pytest

from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json, stall_after
from tests.faults.conftest import client
from tests.faults.gateways import SENTENCE, add_rules, asked, gateways
from tests.faults.history import looking
from tests.support import postgres

HANGING = "(hanging)"


def behave(request):
    """Answers, or falls silent for a question that says so."""
    if HANGING in str(request.body["messages"][-1]["content"]):
        return stall_after(1)
    return answer_json([(["E1"], SENTENCE)])


@pytest.fixture
async def house():
    """Two processes with keys."""
    patience = {"GATEWAY_SILENCE_TIMEOUT_S": "600", "GATEWAY_TOTAL_TIMEOUT_S": "900"}
    async with (
        postgres.fresh_database(_migrate) as url,
        FakeUpstream(behave) as upstream,
        gateways(2, url, upstream.url, **patience) as made,
        client() as connection,
    ):
        await add_rules(made.all[0].url)
        yield House(made, url, connection)


class House:
    """Two processes, and what calls them with keys."""

    def __init__(self, gateways, database_url, client):
        self.gateways, self.database_url, self.client, self.number = gateways, database_url, client, 0
        self.admin = None

    async def key(self, role="user", **limits):
        headers = {"Authorization": f"Bearer {self.admin}"} if self.admin else {}
        body = {"role": "admin" if self.admin is None else role, "limits": limits if self.admin else {}}
        made = await self.client.post(f"{self.gateways.url(0)}/admin/keys", json=body, headers=headers)
        assert made.status_code == 201, made.text
        if self.admin is None:
            self.admin = made.json()["key"]
            await asyncio.gather(*(self._closed(process.url) for process in self.gateways.up))
            return await self.key(role, **limits)
        return made.json()["key"]

    async def _closed(self, url):
        async with asyncio.timeout(25):
            while (await self.client.get(f"{url}/v1/status")).status_code != 401:
                await asyncio.sleep(0.05)

    async def get(self, number, key, path="/v1/status"):
        url = self.gateways.url(number) + path
        return await self.client.get(url, headers={"Authorization": f"Bearer {key}"})

    def ask(self, key, text="", *, stream=False):
        """A request that is not sent yet; each to another process than the one before."""
        self.number += 1
        accept = "text/event-stream" if stream else "application/json"
        body = asked(self.number)
        body["question"] += text
        return self.client.build_request(
            "POST",
            f"{self.gateways.url(self.number)}/v1/answers",
            json=body,
            headers={"Authorization": f"Bearer {key}", "Accept": accept},
        )

    async def opened(self, key):
        """The stream of a question whose answer hangs, open; or the refusal."""
        answer = await self.client.send(self.ask(key, HANGING, stream=True), stream=True)
        if answer.status_code == 429:
            await answer.aread()
        return answer

    async def count(self, statement):
        async with looking(self.database_url) as connection:
            return await connection.fetchval(statement)


async def closed(answers):
    await asyncio.gather(*(answer.aclose() for answer in answers))


def statuses(answers):
    return Counter(answer.status_code for answer in answers)


@pytest.mark.timeout(180)
async def test_requests_of_all_processes_are_counted_together_and_never_too_many(house):
    key = await house.key(requests_per_minute=40)
    begun = time.monotonic()
    asked_for = [house.get(number, key) for number in range(90)]
    sent = [house.client.send(house.ask(key)) for _ in range(30)]
    answers = await asyncio.gather(*asked_for, *sent)
    assert time.monotonic() - begun < 59, "else the window has moved, and more are right"
    assert statuses(answers) == {200: 40, 429: 80}
    for refused in (answer for answer in answers if answer.status_code == 429):
        problem, wait = refused.json(), int(refused.headers["retry-after"])
        assert (problem["code"], problem["limit"], problem["of"]) == ("limit_reached", "requests_per_minute", "key")
        assert 1 <= wait <= 61 and refused.headers["ratelimit-policy"] == '"key";q=40;w=60'
        assert refused.headers["ratelimit"] == f'"key";r=0;t={wait}'
    other = await house.key()
    assert (await house.get(0, other)).status_code == 200 and "ratelimit" not in (await house.get(0, other)).headers


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_running_answers_and_tokens_and_whole_tenants(house):
    key = await house.key(running_answers=5)
    answers = await asyncio.gather(*(house.opened(key) for _ in range(24)))
    assert statuses(answers) == {200: 5, 429: 19}
    assert {answer.json()["limit"] for answer in answers if answer.status_code == 429} == {"running_answers"}
    assert await house.count("select count(*) from turn_lease where key_hash <> ''") == 5
    uuids = [answer.headers["location"] for answer in answers if answer.status_code == 200]
    await closed(answers)
    stop = {"Authorization": f"Bearer {key}"}
    for path in uuids:
        assert (await house.client.post(f"{house.gateways.url(0)}{path}/stop", headers=stop)).status_code < 300
    assert await house.count("select count(*) from turn_lease") == 0
    assert (await house.client.send(house.ask(key))).status_code == 200

    poor = await house.key(tokens_per_day=1)
    answers = await asyncio.gather(*(house.client.send(house.ask(poor)) for _ in range(12)))
    assert statuses(answers)[200] == 1, "while it runs, its tokens are reserved; afterwards they are spent"
    spent = await house.client.send(house.ask(poor))
    assert spent.status_code == 429 and spent.json()["limit"] == "tokens_per_day"
    assert 0 < int(spent.headers["retry-after"]) <= 86_400

    admin = {"Authorization": f"Bearer {house.admin}"}
    limits = f"{house.gateways.url(0)}/admin/limits"
    assert (await house.client.put(limits, json={"running_answers": 3}, headers=admin)).status_code == 200
    keys = [await house.key(running_answers=2), await house.key()]
    answers = await asyncio.gather(*(house.opened(keys[number % 2]) for number in range(16)))
    assert statuses(answers) == {200: 3, 429: 13}
    assert "tenant" in {answer.json()["of"] for answer in answers if answer.status_code == 429}
    await closed(answers)


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_open_streams_are_counted_over_all_processes_and_given_back(house):
    key = await house.key(viewers=4)
    answers = await asyncio.gather(*(house.opened(key) for _ in range(16)))
    assert statuses(answers) == {200: 4, 429: 12}
    assert {answer.json()["limit"] for answer in answers if answer.status_code == 429} == {"viewers"}
    running = [answer for answer in answers if answer.status_code == 200]
    follow = running[0].headers["location"] + "/events"
    assert (await house.get(1, key, follow)).status_code == 429, "following is watching too"
    await closed(answers)
    async with asyncio.timeout(25):
        while await house.count("select count(*) from viewer"):
            await asyncio.sleep(0.02)
    again = await house.opened(key)
    assert again.status_code == 200
    await closed([again])


@pytest.mark.timeout(180)
async def test_nothing_of_a_process_that_was_killed_stays_counted(house):
    key = await house.key(viewers=2, running_answers=2)
    victim = house.gateways.up[0]
    house.number = 1  # the next question goes to the first process
    answers = [await house.opened(key) for _ in range(1)]
    assert str(answers[0].url).startswith(victim.url)
    house.number = 1
    answers.append(await house.opened(key))
    assert statuses(answers) == {200: 2}
    paths = [answer.headers["location"] for answer in answers]
    house.gateways.kill(victim)
    for answer in answers:
        with pytest.raises(httpx2.TransportError):
            async for _ in answer.aiter_bytes():
                pass
    async with asyncio.timeout(60):  # its streams no longer count, its answers go on and are ended where they are now
        while (await house.get(0, key, paths[0])).status_code != 200:
            await asyncio.sleep(0.05)
        for path in paths:
            url = f"{house.gateways.url(0)}{path}/stop"
            await house.client.post(url, headers={"Authorization": f"Bearer {key}"})
        while (answer := await house.client.send(house.ask(key))).status_code == 429:
            assert answer.json()["limit"] in ("viewers", "running_answers")
            await asyncio.sleep(0.1)
    assert answer.status_code == 200
    fresh = await asyncio.gather(*(house.opened(key) for _ in range(6)))
    assert statuses(fresh) == {200: 2, 429: 4}
    await closed(fresh)
