"""Every limit that can end an answer, behind a real server: what the model had said by then is kept, however it
wrote."""

import asyncio
import contextlib

import pytest

from tests.fakes.upstream import FakeUpstream, chunk, paragraphs_json, silence, status
from tests.support import sse
from tests.support.server import running

LOANS = "A borrowed book may stay at home for three weeks."
FEES = "An overdue book costs twenty cents for every single day."
HALF = FEES[:20]
WHOLE = paragraphs_json([(["E1"], LOANS), (["E1"], FEES)])
SAID = {
    "json": (WHOLE[: WHOLE.index(FEES) + 20], f"{LOANS}\n\n{HALF}"),
    "first": (WHOLE[: WHOLE.index(LOANS) + 20], LOANS[:20]),
    "tags": (f'<p c="E1">{LOANS}</p>\n<p c="E1">{HALF}', f"{LOANS}\n\n{HALF}"),
    "markers": (f"{LOANS} [E1]\n\n{HALF}", f"{LOANS}\n\n{HALF}"),
    "plain": (f"{LOANS}\n\n{HALF}", f"{LOANS}\n\n{HALF}"),
    "line": (LOANS[:40], LOANS[:40]),
    "shape": (f'{{"response":"{LOANS[:40]}', LOANS[:40]),
}
"""What the model has written, and what a reader is to find of it."""


def drops(said, finish=None):
    """These words, and then silence that pings; with `finish`, the model's own end."""

    async def behave(exchange):
        await exchange.head()
        await exchange.frame(chunk({"content": said}))
        if finish is None:
            await exchange.stall(ping_s=0.2)
        await exchange.frame(chunk(finish=finish))
        await exchange.frame("[DONE]")
        await exchange.end()

    return behave


class Scripts:
    """The n-th request of a question that carries a name plays its n-th behaviour, the last one again and again."""

    def __init__(self, **scripts):
        self.scripts, self.seen = scripts, dict.fromkeys(scripts, 0)

    def __call__(self, request):
        asked = str(request.body["messages"][-1]["content"])
        name = next(name for name in self.scripts if f"mark-{name}-" in asked)
        self.seen[name] += 1
        script = self.scripts[name]
        return script[min(self.seen[name], len(script)) - 1]


def question(name):
    return f"How long may a book be borrowed, and what does it cost? (mark-{name}-)"


@contextlib.asynccontextmanager
async def serving(database_url, scripts, **settings):
    named = {
        "provider": "openai",
        "openai_model": "m",
        "gate_threshold": 0,
        "regenerate": 0,
        "retries": 0,
        "breaker_failures": 1000,
        **settings,
    }
    async with FakeUpstream(scripts) as up, running(database_url, openai_base_url=up.url, **named) as server:
        body = {"title": "House rules", "text": f"{LOANS} {FEES}", "external_id": "rules"}
        assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        yield server


def kept(name, text, meta, reason):
    assert text.replace("…", "").strip("\n") == SAID[name][1], name
    told = meta["answer"]
    assert (told["complete"], told["degradedReason"]) == (False, reason), name
    assert told["hasCitationError"] == (reason in ("timeout", "truncated", "upstream_error")), name


async def ends(server, reason):
    """Ask for all of them at once, and look at every end."""
    answers = await asyncio.gather(*(server.ask(question(name)) for name in SAID))
    for name, answer in zip(SAID, answers, strict=True):
        events = sse.parse(answer)
        assert events[-1].name == "[DONE]", name
        kept(name, sse.text(events), events[-1].json, reason)
        uuid = events[-1].json["answer"]["uuid"]
        document = (await server.client.get(f"/v1/answers/{uuid}")).json()
        assert document["answer"] == sse.text(events).strip("\n"), name
        assert sse.parse((await server.client.get(f"/v1/answers/{uuid}/events")).content) == events


async def test_what_came_before_the_whole_time_was_over_is_kept(database_url):
    scripts = Scripts(**{name: [drops(said)] for name, (said, _) in SAID.items()})
    async with serving(database_url, scripts, total_timeout_s=3) as server:
        await ends(server, "timeout")
        assert set(scripts.seen.values()) == {1}, "no time is left to ask again"


async def test_what_came_before_the_model_fell_silent_is_kept(database_url):
    scripts = Scripts(**{name: [drops(said), silence()] for name, (said, _) in SAID.items()})
    async with serving(database_url, scripts, silence_timeout_s=2) as server:
        await ends(server, "timeout")


async def test_what_came_before_the_tokens_ran_out_is_kept(database_url):
    scripts = Scripts(**{name: [drops(said, "length"), status(503)] for name, (said, _) in SAID.items()})
    async with serving(database_url, scripts) as server:
        answers = await asyncio.gather(*(server.ask(question(name)) for name in SAID))
        for name, answer in zip(SAID, answers, strict=True):
            events = sse.parse(answer)
            assert sse.text(events).replace("…", "").strip("\n") == SAID[name][1], name
            assert not events[-1].json["answer"]["complete"], name


async def test_before_the_first_text_there_is_nothing_to_keep(database_url):
    async with serving(database_url, Scripts(json=[silence()]), silence_timeout_s=1) as server:
        end = sse.parse(await server.ask(question("json")))[-1]
        assert (end.name, end.json["code"]) == ("[ERROR]", "upstream_timeout")


async def heard(server, answer_uuid, said):
    """Until the gateway has read what the model said: shown, or held back and only recorded, in memory or already
    stored with an event that came in between."""
    services = server.services
    async with asyncio.timeout(20):
        while True:
            for answer in services.live.running:
                if answer.turn.answer_uuid == answer_uuid:
                    stored = await services.recordings.heard(answer.turn.question.asker.tenant, answer_uuid)
                    read = b"".join([*answer.heard, *stored]) + str(answer.events).encode()
                    if said.encode() in read:
                        return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("leave", ["stop", "disconnect"])
async def test_what_came_before_the_caller_had_enough_is_kept(database_url, leave):
    scripts = Scripts(**{name: [drops(said)] for name, (said, _) in SAID.items()})
    async with serving(database_url, scripts) as server:
        for name, (_, shown) in SAID.items():
            body = {"question": question(name), "on_disconnect": "cancel" if leave == "disconnect" else "continue"}
            async with server.client.stream("POST", "/v1/answers", json=body) as stream:
                uuid = stream.headers["Location"].rsplit("/", 1)[-1]
                await heard(server, uuid, shown[-14:-6])
                if leave == "stop":
                    assert (await server.client.post(f"/v1/answers/{uuid}/stop")).status_code == 200
            async with asyncio.timeout(20):
                while (document := (await server.client.get(f"/v1/answers/{uuid}")).json())["state"] == "running":
                    await asyncio.sleep(0.02)
            kept(name, document["answer"], document["meta"], "stopped")
