"""Readers that leave, stall, lie or vanish (F01-F15): the answer goes on, and every other reader is exact."""

import asyncio
import json
import socket
import time

import pytest

from gateway.http.streaming.event_stream import SEND_TIMEOUT_S
from gateway.serve.server import USER_TIMEOUT_MS
from tests.fakes.upstream import answer_json, text
from tests.faults.gateways import execute, rest, stalled
from tests.faults.history import Reading, check, read
from tests.faults.toxics import Proxy
from tests.support import sse
from tests.support.stuck_reader import Stuck
from tests.support.waiting import until

PROSE = "Here is nothing but plain text, said at length. " * 12


def slowly(mark, pause_s=0.005):
    """About 40 pieces, so that there is something to leave in the middle of."""
    return answer_json(
        [(["E1"], f"A member may borrow a book from the library for three weeks {mark}."), ([], "And so on.")],
        4,
        pause_s=pause_s,
    )


def left_after(number):
    return lambda reading: len(reading.events) >= number


@pytest.mark.fault("F01", "F02")
@pytest.mark.parametrize("other", [False, True], ids=["same process", "other process"])
async def test_a_viewer_leaves_after_every_event_and_resumes_exactly(pair, other):
    number = 100 + other
    question = pair.scripts.play(number, slowly(f"mark-{number}-"))
    first = await read(pair.client, pair.here.url, question)
    again = (pair.there if other else pair.here).url

    async def leaver(k):
        question = pair.scripts.play(1000 + 100 * other + k, slowly(f"mark-{1000 + 100 * other + k}-"))
        before = await read(pair.client, pair.here.url, question, until=left_after(k))
        after = await read(pair.client, again, reading=before)
        whole = await read(pair.client, pair.here.url, reading=Reading(before.where))
        there = await check(pair.database_url, [after, whole], mark=f"mark-{1000 + 100 * other + k}-")
        assert after.events == whole.events and after.meta["complete"] and len(there.events) == len(after.events)

    await asyncio.gather(*(leaver(k) for k in range(1, len(first.events), 3)))


@pytest.mark.fault("F03")
async def test_a_cursor_that_is_no_cursor_is_refused(pair):
    reading = await read(pair.client, pair.here.url, pair.scripts.play(110, slowly("mark-110-", 0)))
    for given, status, code in (
        ("garbage", 400, "invalid_field"),
        ("1-" + "9" * 1024, 400, "invalid_field"),
        ("1-99999", 400, "cursor_ahead"),
        ("2-1", 400, "cursor_ahead"),  # nobody has taken this answer over
        ("-1--1", 400, "invalid_field"),
    ):
        got = await pair.client.get(f"{pair.there.url}{reading.where}/events", headers={"Last-Event-ID": given})
        assert (got.status_code, got.json()["code"]) == (status, code), given
    await execute(pair.database_url, "insert into tenant (tenant_id) values ('elsewhere') on conflict do nothing")
    foreign = "0123456789abcdef" * 2
    await execute(
        pair.database_url,
        "insert into answer (tenant_id, answer_id, question_message_id, subject, question, language, turn_id, request) "
        "values ('elsewhere', $1::text::uuid, gen_random_uuid(), 'x', 'secret', 'en', gen_random_uuid(), '{}')",
        foreign,
    )
    got = await pair.client.get(f"{pair.here.url}/v1/answers/{foreign}/events")
    assert got.status_code == 404 and "secret" not in got.text


@pytest.mark.fault("F04")
async def test_after_the_end_a_reader_gets_the_rest_or_nothing(pair):
    reading = await read(pair.client, pair.here.url, pair.scripts.play(111, slowly("mark-111-", 0)))
    for url in (pair.here.url, pair.there.url):
        where = f"{url}{reading.where}/events"
        for event in reading.events[:-1]:
            got = sse.parse((await pair.client.get(where, headers={"Last-Event-ID": event.id})).content)
            assert got == reading.events[-len(got) :] and got[0] != event
        end = {"Last-Event-ID": reading.events[-1].id}
        assert (await pair.client.get(where, headers=end)).status_code == 204
        assert (
            sse.parse((await pair.client.get(where, params={"after": reading.events[-1].id})).content)
            == reading.events[-1:]
        )


async def beside_stuck_readers(pair, number, stuck, healthy):
    """Healthy turns beside readers that are stuck on an answer of which more is said than any buffer holds."""
    long = pair.scripts.play(number, text(PROSE * 300, 2048))
    whole = await read(pair.client, pair.here.url, long)
    port = int(pair.here.url.rsplit(":", 1)[1])
    readers = await asyncio.gather(*(Stuck.on(port, whole.where) for _ in range(stuck)))
    try:
        questions = [pair.scripts.play(number + 1 + n, slowly(f"mark-{number + 1 + n}-", 0)) for n in range(healthy)]
        readings = await asyncio.gather(*(read(pair.client, pair.here.url, question) for question in questions))
        for reading in readings:
            await check(pair.database_url, [reading])
            assert reading.meta["complete"]
        again = await read(pair.client, pair.here.url, reading=Reading(whole.where))
        assert again.events == whole.events
    finally:
        for reader in readers:
            reader.close()


@pytest.mark.fault("F05", "F09")
async def test_stuck_readers_hold_nobody_up(pair):
    await beside_stuck_readers(pair, 2000, 40, 8)


@pytest.mark.slow
@pytest.mark.fault("F09")
@pytest.mark.timeout(300)
async def test_five_hundred_stuck_readers_beside_fifty_healthy_ones(pair):
    def resident():
        with open("/proc/self/statm") as said:
            return int(said.read().split()[1]) * 4096

    before = resident()
    await beside_stuck_readers(pair, 3000, 500, 50)
    assert resident() - before < 5 * 200e6


@pytest.mark.slow
@pytest.mark.fault("F06")
@pytest.mark.timeout(300)
@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="the state of a connection is Linux's to tell")
async def test_a_reader_that_takes_nothing_is_let_go(pair):
    """Within 30 s; its answer has been complete for long."""
    whole = await read(pair.client, pair.here.url, pair.scripts.play(120, text(PROSE * 400, 2048)))
    stuck = await Stuck.on(int(pair.here.url.rsplit(":", 1)[1]), whole.where)
    begin = time.monotonic()
    async with asyncio.timeout(5 * SEND_TIMEOUT_S):
        while not stuck.let_go:
            await asyncio.sleep(0.5)
    stuck.close()
    assert time.monotonic() - begin > 5
    assert (await read(pair.client, pair.here.url, reading=Reading(whole.where))).events == whole.events


@pytest.mark.fault("F06")
async def test_the_generation_does_not_wait_for_a_reader_that_takes_nothing(pair):
    question = pair.scripts.play(121, text(PROSE * 200, 2048))
    async with pair.client.stream("POST", f"{pair.here.url}/v1/answers", json=question) as answer:
        where = answer.headers["location"]
        whole = await read(pair.client, pair.there.url, reading=Reading(where))
        assert whole.ended
    await check(pair.database_url, [whole])


@pytest.mark.fault("F07")
async def test_a_peer_that_vanishes_is_noticed_and_can_resume(pair):
    """Packets that are never acknowledged cannot be had without a network namespace: that the kernel is told to give
    such a connection up is looked at, and a proxy that swallows everything stands for the rest."""
    assert USER_TIMEOUT_MS <= 30_000
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        from gateway.serve.server import bind

        with bind("127.0.0.1", 0) as listener:
            assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == USER_TIMEOUT_MS
    async with Proxy("127.0.0.1", int(pair.here.url.rsplit(":", 1)[1])) as proxy:
        question = pair.scripts.play(122, slowly("mark-122-"))
        before = await read(pair.client, proxy.url, question, until=left_after(6))
        proxy.down.blackhole = True
        lost = asyncio.ensure_future(read(pair.client, proxy.url, reading=before, within_s=20))
        while proxy.connections == 0:
            await asyncio.sleep(0.01)
        whole = await read(pair.client, pair.here.url, reading=Reading(before.where))
        proxy.heal()
        assert (await lost).events == whole.events
    await check(pair.database_url, [before, whole], mark="mark-122-")


@pytest.mark.fault("F08")
async def test_a_half_close_is_a_leave(pair):
    question = pair.scripts.play(123, stalled("mark-123-", 1), rest("mark-123-", 1))
    body = json.dumps(question | {"on_disconnect": "cancel"}).encode()
    port = int(pair.here.url.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /v1/answers HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
        % (len(body), body)
    )
    seen = await asyncio.wait_for(reader.readuntil(b"[CITATION_PARAGRAPH]"), 20)
    where = seen.split(b"location: ")[1].split(b"\r\n")[0].decode()
    writer.write_eof()
    whole = await read(pair.client, pair.there.url, reading=Reading(where))
    assert whole.meta["degradedReason"] == "stopped"
    writer.close()
    await check(pair.database_url, [whole], mark="mark-123-")


@pytest.mark.fault("F10")
async def test_seven_tabs_follow_one_answer_and_their_connections_end_with_it(pair):
    """A browser has six connections to one HTTP/1.1 server: streams must not keep them beyond the end."""
    question = pair.scripts.play(124, slowly("mark-124-"))
    first = await read(pair.client, pair.here.url, question, until=left_after(4))
    later = asyncio.ensure_future(read(pair.client, pair.there.url, reading=first))
    await until(lambda: pair.there.services.following._mirrors)  # the first reader there already stands in the middle
    tabs = [read(pair.client, (pair.there, pair.here)[n % 2].url, reading=Reading(first.where)) for n in range(7)]
    readings = await asyncio.gather(*tabs)
    await later
    await check(pair.database_url, readings, mark="mark-124-")
    assert {reading.connections for reading in readings} == {1}


@pytest.mark.fault("F11")
async def test_a_stream_in_pieces_of_one_byte_is_exact(pair):
    async with Proxy("127.0.0.1", int(pair.here.url.rsplit(":", 1)[1])) as proxy:
        proxy.down.slice = 1
        question = pair.scripts.play(
            125, text('{"paragraphs":[{"citationIds":["E1"],"text":"中文 – Dörfer 🎉 mark-125-"}]}', 1)
        )
        reading = await read(pair.client, proxy.url, question)
    assert "中文 – Dörfer 🎉" in reading.text
    await check(pair.database_url, [reading], mark="mark-125-")


@pytest.mark.fault("F12")
async def test_a_proxy_that_cuts_connections_loses_nothing(pair):
    async with Proxy("127.0.0.1", int(pair.here.url.rsplit(":", 1)[1])) as proxy:

        def cut_three_times(connection):
            proxy.down.cut_after = 700 + 300 * connection if connection < 3 else None
            return proxy.url

        for number, how in ((126, "close"), (127, "reset"), (128, "half")):
            proxy.down.cut = how
            question = pair.scripts.play(number, slowly(f"mark-{number}-"))
            reading = await read(pair.client, cut_three_times, question)
            assert reading.dropped == 3 and pair.scripts.count(number) == 1
            await check(pair.database_url, [reading], mark=f"mark-{number}-")


@pytest.mark.fault("F13")
async def test_half_a_header_holds_nobody_up(pair):
    port = int(pair.here.url.rsplit(":", 1)[1])
    half = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(200)))
    for _, writer in half:
        writer.write(b"POST /v1/answers HTTP/1.1\r\nhost: localhost\r\nx-slow: ")
    reading = await read(pair.client, pair.here.url, pair.scripts.play(129, slowly("mark-129-", 0)))
    for _, writer in half:
        writer.transport.abort()
    await check(pair.database_url, [reading], mark="mark-129-")
    assert reading.meta["complete"]


@pytest.mark.fault("F14")
@pytest.mark.parametrize(
    ("body", "kind", "statuses"),
    [
        (b'{"question":"' + b"x" * 50_000_000 + b'"}', "application/json", {413}),
        (b"question=x", "application/x-www-form-urlencoded", {415}),
        (b'{"question":1,"question":[]}', "application/json", {400, 422}),
        (b'{"question":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "application/json", {400, 422}),
    ],
    ids=["50 MB", "type", "duplicate keys", "depth"],
)
async def test_a_body_that_is_no_question_is_refused(pair, body, kind, statuses):
    got = await pair.client.post(f"{pair.here.url}/v1/answers", content=body, headers={"content-type": kind})
    assert got.status_code in statuses and got.headers["content-type"] == "application/problem+json"
    assert "Traceback" not in got.text


@pytest.mark.fault("F15")
async def test_a_long_replay_to_a_client_that_leaves_does_not_stall_the_process(pair):
    reading = await read(pair.client, pair.here.url, pair.scripts.play(130, slowly("mark-130-", 0)))
    await execute(
        pair.database_url,
        "insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data) "
        "select tenant_id, answer_id, 100000 + n, 9, 0, 'thinking', '{\"text\":\"and\"}' "
        "from stream_event, generate_series(1, 30000) n where answer_id = $1::text::uuid and seq = 1",
        reading.answer_uuid,
    )
    leavers = []
    for _ in range(5):
        got = pair.client.stream("GET", f"{pair.there.url}{reading.where}/events", params={"after": "1-1"})
        leavers.append(asyncio.ensure_future(_leave(got)))
    waits = []
    while not all(leaver.done() for leaver in leavers) or len(waits) < 20:
        begin = time.monotonic()
        assert (await pair.client.get(f"{pair.there.url}/healthz")).status_code == 200
        waits.append(time.monotonic() - begin)
    await asyncio.gather(*leavers)
    assert max(waits) < 5 * 0.1 * 4  # four times the bound: both gateways, the model and the client share this process
    await execute(
        pair.database_url,
        "delete from stream_event where answer_id = $1::text::uuid and seq > 100000",
        reading.answer_uuid,
    )


async def _leave(streaming):
    async with streaming as answer:
        async for _ in answer.aiter_bytes():
            break
