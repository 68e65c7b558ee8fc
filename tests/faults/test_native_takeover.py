"""Another process goes on with an answer whose service cites by itself: behind the last paragraph of which all is known
(F17)."""

import contextlib

import pytest

from tests.fakes import anthropic, cohere
from tests.fakes.upstream import FakeUpstream
from tests.fakes.wires import stalls
from tests.faults.conftest import SETTINGS, client
from tests.faults.gateways import FACTS, Scripts, add_rules, execute, paragraphs
from tests.faults.history import Reading, check, read
from tests.support.server import running

WIRES = {"anthropic": anthropic.WIRE, "cohere": cohere.WIRE}
MARK, EVERY = "mark-970-", ["E1"]


def said(count, first=0):
    return [(EVERY, text) for _, text in paragraphs(MARK, count, first)]


def shown(reading):
    found = [event.json for event in reading.events if event.name == "[CITATION_PARAGRAPH]"]
    return [(each["text"].split(",")[0], each["citationIds"], each["degraded"]) for each in found]


@pytest.mark.fault("F17", "F37")
@pytest.mark.parametrize("name", WIRES)
async def test_the_next_process_goes_on_behind_what_is_settled(name, database_url):
    wire, scripts = WIRES[name], Scripts()
    begun = [*wire.begins, *wire.said(said(2)), *wire.said([([], f"\n\n{FACTS[2]}")])]
    question = scripts.play(970, wire.sends(begun, stalls), wire.sends(wire.answer(said(4, 2))))
    async with contextlib.AsyncExitStack() as stack:
        upstream = await stack.enter_async_context(FakeUpstream(scripts))
        settings = SETTINGS | {"provider": name, "gate_threshold": 0} | wire.settings(upstream.url.removesuffix("/v1"))
        here = await stack.enter_async_context(running(database_url, **settings))
        there = await stack.enter_async_context(running(database_url, **settings))
        asking = await stack.enter_async_context(client())
        await add_rules(here.url)
        before = await read(asking, here.url, question, until=lambda reading: FACTS[2][:12] in reading.text)
        assert len(shown(before)) == 2
        await execute(
            database_url,
            "update turn_lease set epoch = epoch + 1, expires_at = now(), owner = 'nobody' where answer_id = $1::text::uuid",
            before.answer_uuid,
        )
        whole = await read(asking, there.url, reading=before)
        replayed = await read(asking, there.url, reading=Reading(whole.where))
        await check(database_url, [whole, replayed], mark=MARK)
    assert [each for each in shown(whole) if each[2] is None] == [
        (text.split(",")[0], EVERY, None) for _, text in said(4)
    ]
    assert scripts.count(970) == 2 and whole.meta["complete"]
