"""Two processes' worth of gateway on one database: what one produces, both can be read from, stopped from and joined
on."""

import asyncio
import contextlib

import pytest

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.conversation.turn import Turn
from gateway.live.feed import KEPT
from gateway.live.producers import Live
from gateway.live.readers import Following
from tests.fakes.upstream import FakeUpstream, answer_json, chunk, stall_after
from tests.support import sse
from tests.support.questions import question_of
from tests.support.server import running
from tests.support.waiting import idle, until

QUESTION = "How long may a member borrow a book from the library?"
SENTENCE = "A member may borrow a book from the library for three weeks."
SAID = '{"paragraphs":[{"citationIds":["E1"],"text":"' + SENTENCE + '"},{"citationIds":["E1"],"text":"And so'


@pytest.fixture
async def two(database_url):
    """Two gateways with the same documents and one scripted model."""
    async with (
        FakeUpstream([answer_json([(["E1"], SENTENCE), ([], "And so on.")])]) as upstream,
        contextlib.AsyncExitStack() as exits,
    ):
        settings = {"provider": "openai", "openai_base_url": upstream.url, "lease_s": 1.0}
        here, there = [await exits.enter_async_context(running(database_url, **settings)) for _ in range(2)]
        added = await here.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
        assert added.status_code == 201
        yield here, there, upstream


@contextlib.asynccontextmanager
async def asking(server, **fields):
    """An open stream of a question, read up to its first text."""
    async with server.client.stream("POST", "/v1/answers", json={"question": QUESTION, **fields}) as answer:
        seen = bytearray()
        parts = answer.aiter_bytes()
        async with asyncio.timeout(30):
            while b"\ndata: A member" not in seen:
                seen += await anext(parts)
        yield answer.headers["location"], seen, parts


async def rest(parts):
    async with asyncio.timeout(30):
        return b"".join([part async for part in parts])


def plain(stream: bytes) -> bytes:
    return stream.replace(b"\n:\n", b"\n")


async def test_an_answer_is_read_on_the_other_process_while_it_is_written(two):
    here, there, upstream = two
    upstream.script[:] = [stall_after(40, SAID)]
    async with asking(here) as (where, seen, parts), there.client.stream("GET", f"{where}/events") as follower:
        also = follower.aiter_bytes()
        first = bytearray()
        async with asyncio.timeout(30):
            while b"\ndata: A member" not in first:
                first += await anext(also)
        stopped = await there.client.post(f"{where}/stop")
        assert stopped.status_code == 200 and stopped.json()["state"] == "done"
        assert plain(bytes(seen) + await rest(parts)) == plain(bytes(first) + await rest(also))


async def test_of_a_long_answer_every_reader_sees_all_while_it_is_written(two):
    """Its process keeps the newest events alone; the others are in the log."""
    here, there, upstream = two

    async def writes(exchange):
        await exchange.head()
        for piece in (SAID, *[" on"] * 5 * KEPT):
            await exchange.frame(chunk({"content": piece}))
            await asyncio.sleep(0.007)  # a beat, so that pieces stay events of their own
        await exchange.request.closed.wait()

    upstream.script[:] = [writes]
    async with asking(here) as (where, seen, parts):
        [answer] = here.services.live.running
        async with asyncio.timeout(30):
            await until(lambda: answer.base > KEPT)
        streams = [server.client.stream("GET", f"{where}/events") for server in (here, there)]
        async with streams[0] as late, streams[1] as elsewhere:
            assert (await here.client.get(where)).json()["paragraphs"][0]["text"] == SENTENCE
            assert (await here.client.get(f"{where}/events", params={"after": "1-99999"})).status_code == 400
            await here.client.post(f"{where}/stop")
            whole = plain(bytes(seen) + await rest(parts))
            assert plain(await rest(late.aiter_bytes())) == plain(await rest(elsewhere.aiter_bytes())) == whole
    events = sse.parse(whole)
    assert len(events) > 2 * KEPT
    resumed = await here.client.get(f"{where}/events", params={"after": events[3].id})
    assert whole.endswith(resumed.content)


async def test_a_finished_answer_reads_the_same_everywhere_from_every_cursor(two):
    here, there, _ = two
    answer = await here.client.post("/v1/answers", json={"question": QUESTION})
    where, events = f"{answer.headers['location']}/events", sse.parse(answer.content)
    assert sse.text(events) == f"{SENTENCE}\n\nAnd so on."
    for event in events[:-1]:
        got = await there.client.get(where, params={"after": event.id})
        assert answer.content.endswith(got.content) and sse.parse(got.content)[0].id != event.id
    assert (await there.client.get(where, headers={"Last-Event-ID": events[-1].id})).status_code == 204


async def test_a_stop_from_anywhere_keeps_what_was_said_and_may_be_repeated(two):
    here, there, upstream = two
    upstream.script[:] = [stall_after(40, SAID)]
    async with asking(here) as (where, seen, parts):
        stops = await asyncio.gather(*(server.client.post(f"{where}/stop") for server in (here, there, here)))
        assert {stop.json()["state"] for stop in stops} == {"done"}
        end = sse.parse(bytes(seen) + await rest(parts))[-1]
    assert end.name == "[DONE]" and end.json["answer"]["degradedReason"] == "stopped"
    assert not end.json["answer"]["complete"] and upstream.requests[0].closed.is_set()
    assert (await there.client.post(f"{where}/stop")).json() == {"answer_uuid": where.split("/")[-1], "state": "done"}
    assert (await here.client.post(f"/v1/answers/{'0' * 32}/stop")).status_code == 404


async def test_one_idempotency_key_is_one_turn_wherever_it_arrives(two):
    here, there, upstream = two
    key = {"Idempotency-Key": "order-7"}
    body = {"question": QUESTION}
    answers = await asyncio.gather(
        *(server.client.post("/v1/answers", json=body, headers=key) for server in [here, there] * 25)
    )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.headers["location"] for answer in answers}) == 1 == len(upstream.requests)
    assert len({plain(answer.content) for answer in answers}) == 1
    other = await there.client.post("/v1/answers", json={"question": "Something else?"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


@pytest.mark.parametrize("key", ["", "x" * 256, "clé"])
async def test_a_malformed_idempotency_key_is_refused(server, key):
    answer = await server.client.post(
        "/v1/answers", json={"question": QUESTION}, headers={"Idempotency-Key": key.encode()}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_field")


async def test_a_thread_has_one_running_answer_at_a_time(two):
    here, there, upstream = two
    upstream.script[:] = [stall_after(40, SAID), answer_json([(["E1"], SENTENCE)])]
    thread = {"caller_app": "desk", "thread_id": "t-1"}
    async with asking(here, **thread) as (where, _, parts):
        busy = await there.client.post("/v1/answers", json={"question": QUESTION, **thread})
        assert (busy.status_code, busy.json()["code"]) == (409, "turn_running")
        assert busy.headers["location"] == where == f"/v1/answers/{busy.json()['answer_uuid']}"
        elsewhere = await there.client.post("/v1/answers", json={"question": QUESTION, **thread, "thread_id": "t-2"})
        assert elsewhere.status_code == 200
        await here.client.post(f"{where}/stop")
        await rest(parts)
    assert (await there.client.post("/v1/answers", json={"question": QUESTION, **thread})).status_code == 200


async def test_a_new_question_may_interrupt_the_running_one(database_url):
    async with FakeUpstream([stall_after(40, SAID), answer_json([(["E1"], SENTENCE)])]) as upstream:
        settings = {"provider": "openai", "openai_base_url": upstream.url, "double_text": "interrupt"}
        async with running(database_url, **settings) as server:
            await server.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})
            async with asking(server, thread_id="t") as (_, seen, parts):
                second = await server.client.post("/v1/answers", json={"question": QUESTION, "thread_id": "t"})
                assert sse.text(sse.parse(second.content)) == SENTENCE
                end = sse.parse(bytes(seen) + await rest(parts))[-1]
            assert end.json["answer"]["degradedReason"] == "stopped"


async def test_a_reader_that_leaves_cancels_its_turn_only_when_it_asked_for_that(two):
    here, _, upstream = two
    upstream.script[:] = [stall_after(40, SAID)] * 2
    async with asking(here, on_disconnect="cancel") as (where, _, _):
        pass
    end = sse.parse(await rest((await here.client.get(f"{where}/events")).aiter_bytes()))[-1]
    assert end.json["answer"]["degradedReason"] == "stopped"
    async with asking(here) as (where, _, _):
        pass
    assert (await here.client.get(where)).json()["state"] == "running"
    await here.client.post(f"{where}/stop")


async def test_readers_of_an_answer_that_moves_to_another_process_see_no_seam(two):
    """The owner is paused for longer than its lease; when it wakes up, nothing it writes is accepted."""
    here, there, upstream = two
    upstream.script[:] = [stall_after(40, SAID), answer_json([([], "The end.")])]
    async with asking(here) as (where, seen, parts):
        for task in here.services.takeover._tasks:
            task.cancel()
        async with asyncio.timeout(30):
            while (answer := there.services.live.get("default", where.split("/")[-1])) is None:
                await asyncio.sleep(0.01)
        old = here.services.live.get("default", where.split("/")[-1])
        here.services.live.enqueue(old, [TextAdded("never seen")])
        stream = bytes(seen) + await rest(parts)
    events = sse.parse(stream)
    assert [event.id.split("-")[1] for event in events] == [str(number) for number in range(1, len(events) + 1)]
    assert b"never seen" not in stream and events[-1].name == "[DONE]" and events[-1].id.startswith("2-")
    texts = [event.json["text"] for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert texts[0] == SENTENCE and texts[-1] == "The end." and answer.epoch == 2
    assert plain(stream) == (await there.client.get(f"{where}/events")).content


async def test_readers_of_a_process_that_ends_stay_until_another_one_goes_on(two):
    """What they are sent last comes from that process already; there they find the rest."""
    here, there, upstream = two
    upstream.script[:] = [stall_after(40, SAID), stall_after(1, SAID)]
    async with asking(here) as (where, seen, parts):
        assert await here.services.takeover.close() is True
        await here.services.following.close(patience_s=20, longest_s=20)
        stream = bytes(seen) + await rest(parts)
    events = [event for event in sse.parse(stream) if event.id]
    assert events[-1].id.startswith("2-") and b"\nretry: " in stream and b"[DONE]" not in stream
    assert [event.id.split("-")[1] for event in events] == [str(number) for number in range(1, len(events) + 1)]
    assert (await there.client.post(f"{where}/stop")).status_code == 200
    more = await there.client.get(f"{where}/events", headers={"Last-Event-ID": events[-1].id})
    whole = sse.parse((await there.client.get(f"{where}/events")).content)
    assert [event.id for event in events + sse.parse(more.content)] == [event.id for event in whole]
    assert whole[-1].name == "[DONE]"


class Log:
    """Answers of another process; `asked` counts the looks for news, `read` the readings of one answer."""

    def __init__(self):
        self.events_there, self.asked, self.read = [Numbered(1, 1, 0, TextAdded("a"))], 0, 0

    async def events(self, tenant, answer_uuid, after=0):
        self.read += 1
        return [event for event in self.events_there if event.seq > after]

    async def news(self, cursors):
        self.asked += 1
        found = {}
        for _, answer_uuid, after in cursors:
            found[answer_uuid] = [event for event in self.events_there if event.seq > after]
        return {answer_uuid: events for answer_uuid, events in found.items() if events}


@pytest.fixture
async def following():
    """One who reads the answers of a log."""
    there = Log()
    following = Following(Live(there), there)
    await following.open()
    yield following, there
    await following.close()


async def listed(reading):
    return [event.seq async for batch in reading for event in batch]


async def test_readers_of_an_answer_that_nobody_goes_on_with_are_sent_away_in_the_end(following):
    following, _ = following
    reading = asyncio.ensure_future(listed(following.events("default", "a")))
    await until(lambda: following._mirrors)
    await asyncio.wait_for(following.close(patience_s=0.05), 20)
    assert await asyncio.wait_for(reading, 20) == [1]


async def test_an_answer_that_has_moved_is_left_and_not_read_again_here(following):
    following, there = following
    names = ["a", "b", "c"]
    reading = [asyncio.ensure_future(listed(following.events("default", name))) for name in names]
    await until(lambda: len(following._mirrors) == len(names) and there.asked)
    closing = asyncio.ensure_future(following.close(patience_s=60, longest_s=60))
    await idle()
    assert not closing.done() and not any(task.done() for task in reading), "nobody has gone on yet"
    there.events_there.append(Numbered(2, 2, 5, TextAdded("b")))
    assert await asyncio.wait_for(asyncio.gather(*reading), 20) == [[1, 2]] * len(names)
    await asyncio.wait_for(closing, 20)
    assert await listed(following.events("default", "a")) == []


@pytest.fixture
async def produced():
    """An answer that is produced here, its first event committed; those who read it; and the log."""
    there, turn = Log(), Turn(question_of("default", "Why?", "en"))
    live = Live(there)
    following = Following(live, there)
    await following.open()

    async def silent(turn, journal):
        await asyncio.Event().wait()

    answer = live.start(turn, silent)
    answer.publish(there.events_there)
    reading = [asyncio.ensure_future(listed(following.events("default", turn.answer_uuid))) for _ in range(3)]
    await until(lambda: answer.readers == len(reading))
    yield live, answer, following, reading, there
    await following.close()


async def test_what_was_under_way_when_an_answer_was_let_go_does_not_send_its_readers_away(produced):
    """It comes back from the log with the epoch of this process: nobody has gone on yet."""
    live, answer, following, reading, there = produced
    live.abandon(answer)
    there.events_there.append(Numbered(2, 1, 5, TextAdded("b")))
    closing = asyncio.ensure_future(following.close(patience_s=60, longest_s=60))
    await until(lambda: any(mirror.last == 2 for mirror in following._mirrors.values()))
    await idle()
    assert not closing.done() and not any(task.done() for task in reading)
    there.events_there.append(Numbered(3, 2, 9, TextAdded("c")))
    assert await asyncio.wait_for(asyncio.gather(*reading), 20) == [[1, 2, 3]] * 3
    await asyncio.wait_for(closing, 20)


async def test_the_log_is_not_read_again_by_every_reader_of_an_answer_that_is_let_go(produced):
    live, answer, _, reading, there = produced
    live.abandon(answer)
    there.events_there.append(Numbered(2, 2, 5, Finished({})))
    assert await asyncio.wait_for(asyncio.gather(*reading), 20) == [[1, 2]] * 3
    assert there.read == 0 and there.asked
