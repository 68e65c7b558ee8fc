"""Recordings as rows: written with the events, packed afterwards, gone by age or on request."""

import uuid

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.events import Finished, Numbered, ParagraphFinished, TextAdded
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.session import SessionStart
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import Unavailable
from gateway.live.ports import JournalEntry, Once
from gateway.store.answers import packs
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.recordings.recording_rows import BATCH, Recordings
from gateway.store.sessions.rounds import SessionKey
from gateway.store.sessions.session_rows import Sessions
from gateway.turn.recording import line, read
from gateway.wire.shared.frame import About
from tests.support.questions import question_of

DONE = TurnOutcome(Finished({"answer": {}}), "done", "Because.")


@pytest.fixture
def answers(database):
    return Answers(database, "tests")


@pytest.fixture
def recordings(database, answers):
    return Recordings(database, answers)


def piece(t_ms, text):
    return line("piece", {"epoch": 1, "t_ms": t_ms, "request": 1, "text": text})


ASKED = line("upstream", {"epoch": 1, "t_ms": 1, "request": 1, "asked": "answer", "provider": "p"})


async def answered(answers, *, finished=True, thread=None, once=None, turn=None):
    turn = turn or Turn(question_of("default", "Why?", "en", thread_id=thread))
    await answers.open_turn(turn, once)
    name = turn.answer_uuid
    await answers.freeze("default", name, 1, Prepared(Candidates(), SearchFacts("why"), GateFacts(0.5)))
    said = [Numbered(1, 1, 3, TextAdded("Because.")), Numbered(2, 1, 4, ParagraphFinished(0, "Because."))]
    await answers.append(
        [
            JournalEntry("default", name, said[0], ASKED + piece(2, "Be")),
            JournalEntry("default", name, said[1], piece(4, "cause.")),
        ]
    )
    if finished:
        await answers.finish(turn, Numbered(3, 1, 9, DONE.end), DONE, piece(8, "."))
    return turn


async def whole(recordings, turn):
    about = About(turn.answer_uuid, "Why?", "2026-01-01T00:00:00.000Z")
    return b"".join([page async for page in recordings.lines("default", about)])


async def count(database, table, where="true"):
    async with database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval(f"select count(*) from {table} where {where}")


async def age(database, table, days):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(f"update {table} set created_at = now() - make_interval(days => $1)", days)


HEARD = "heard is not null"


@pytest.mark.parametrize("large", [packs.LARGE, 0])
async def test_what_was_heard_is_stored_with_its_events_and_packed_into_one_row(
    answers, recordings, database, large, monkeypatch
):
    monkeypatch.setattr(packs, "LARGE", large)
    turn = await answered(answers)
    before = await whole(recordings, turn)
    assert await count(database, "stream_event", HEARD) == 3
    assert [await recordings.packs.pack(0) for _ in range(2)] == [1, 0]
    assert await count(database, "stream_event") == 0 and await count(database, "answer_recording") == 1
    assert await whole(recordings, turn) == before
    found = read(before.split(b"\n"), "rows")
    assert [one.text for _, one in found.epochs[1].requests[1].pieces] == ["Be", "cause.", "."]
    assert found.answer.text == "Because." and len(found.events) == 3 and found.frozen.search.query == "why"


async def test_a_recording_is_as_old_as_its_answer(answers, recordings, database):
    await answered(answers)
    await age(database, "answer", 3)
    assert await recordings.packs.pack(0) == 1
    same = "created_at = (select created_at from answer a where a.answer_id = r.answer_id)"
    assert await count(database, "answer_recording r", same) == 1


async def test_what_ends_in_the_middle_of_packing_has_changed_nothing(answers, recordings, database, monkeypatch):
    turn = await answered(answers)
    before = await whole(recordings, turn)

    async def killed(lines, text):
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(packs, "pack_events", lambda *_: 1 / 0)  # the recording is in the transaction already
        assert await recordings.packs.pack(0) == 0
    assert await count(database, "answer_recording") == 0 and await count(database, "stream_event", HEARD) == 3
    with monkeypatch.context() as patched:
        patched.setattr(packs, "packed_recording", killed)
        with pytest.raises(Unavailable):
            await recordings.packs.pack(0)
    assert await count(database, "answer_recording") == 0 and await count(database, "stream_event", HEARD) == 3
    assert await whole(recordings, turn) == before


async def test_what_is_being_packed_is_left_alone_by_others(answers, recordings, database, monkeypatch):
    turn = await answered(answers)
    before, make, others = await whole(recordings, turn), packs.packed_recording, []

    async def packed_recording(lines, text):
        others.append(await recordings.packs.pack(0))
        return await make(lines, text)

    monkeypatch.setattr(packs, "packed_recording", packed_recording)
    assert await recordings.packs.pack(0) == 1 and others == [0]
    assert await count(database, "answer_recording") == 1 and await count(database, "stream_event") == 0
    assert await whole(recordings, turn) == before


async def test_a_recording_goes_on_where_another_process_took_the_answer_over(answers, recordings, database):
    turn = await answered(answers, finished=False)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update turn_lease set epoch = 2")
    late = JournalEntry("default", turn.answer_uuid, Numbered(3, 1, 9, TextAdded("x")), piece(9, "lost"))
    assert await answers.append([late]) == {turn.answer_uuid}
    await answers.finish(turn, Numbered(3, 2, 9, DONE.end), DONE, line("decision", {"epoch": 2, "t_ms": 9}))
    before = await whole(recordings, turn)
    heard = ASKED + piece(2, "Be") + piece(4, "cause.") + line("decision", {"epoch": 2, "t_ms": 9})
    assert b"".join(await recordings.heard("default", turn.answer_uuid)) == heard
    await recordings.packs.pack(0)
    assert await recordings.heard("default", turn.answer_uuid) == [heard]
    assert await whole(recordings, turn) == before


async def test_a_fenced_writer_adds_nothing_to_the_recording(answers, recordings, database):
    turn = await answered(answers, finished=False)
    late = JournalEntry("default", turn.answer_uuid, Numbered(3, 2, 9, TextAdded("x")), piece(9, "x"))
    assert await answers.append([late]) == {turn.answer_uuid}
    assert await count(database, "stream_event", HEARD) == 2


async def test_the_same_write_twice_stores_it_once(answers, database):
    turn = await answered(answers, finished=False)
    entry = JournalEntry("default", turn.answer_uuid, Numbered(3, 1, 9, TextAdded("x")), piece(9, "x"))
    for _ in range(2):
        await answers.append([entry])
    assert await count(database, "stream_event", HEARD) == 3


async def test_raw_pieces_go_by_age_and_the_recording_says_so(answers, recordings, database):
    turn, young = await answered(answers), None
    running = await answered(answers, finished=False)
    await recordings.packs.pack(0)
    await age(database, "answer_recording", 31)
    young = await answered(answers)
    removed = await recordings.purge(365, 30)
    assert (removed.answers, removed.recordings) == (0, 1)
    found = read((await whole(recordings, turn)).split(b"\n"), "rows")
    assert found.missing and found.answer.text == "Because."
    assert await recordings.heard("default", young.answer_uuid)
    assert await recordings.heard("default", running.answer_uuid)
    assert not await recordings.purge(365, 30)
    assert await recordings.packs.pack(0) == 1
    assert not await recordings.heard("default", turn.answer_uuid), "packing others brings nothing back"


async def test_raw_pieces_that_were_never_packed_go_by_age_where_no_server_runs(answers, recordings, database):
    turn = await answered(answers)
    await age(database, "answer", 31)
    running = await answered(answers, finished=False)
    young = await answered(answers)
    assert [(await recordings.purge(365, 30)).recordings for _ in range(2)] == [1, 0]
    assert not await recordings.heard("default", turn.answer_uuid)
    assert len(await recordings.heard("default", young.answer_uuid)) == 3
    assert len(await recordings.heard("default", running.answer_uuid)) == 2
    assert await recordings.packs.pack(0) == 2
    assert not await recordings.heard("default", turn.answer_uuid), "packing the events brings nothing back"


async def test_old_answers_go_whole_in_batches_and_running_ones_stay(answers, recordings, database):
    for _ in range(BATCH + 2):
        await answered(answers)
    running = await answered(answers, finished=False)
    await age(database, "answer", 366)
    young = await answered(answers)
    assert [(await recordings.purge(365, 30)).answers for _ in range(3)] == [BATCH, 2, 0]
    left = {young.answer_uuid, running.answer_uuid}
    async with database.connection(ALL_TENANTS) as connection:
        assert {row[0].hex for row in await connection.fetch("select answer_id from answer")} == left
    assert await count(database, "stream_event") == 5 and await count(database, "message") == 3
    assert await count(database, "queries_log", "question = ''") == BATCH + 2
    assert await count(database, "answer_tombstone") == 0


async def test_used_up_keys_go(answers, recordings, database):
    await answered(answers, once=Once("old", "hash"))
    await answered(answers, once=Once("new", "hash"))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update idempotency set expires_at = now() where key = 'old'")
    assert (await recordings.purge(365, 30)).keys == 1 and await count(database, "idempotency") == 1


async def test_packing_leaves_alone_what_is_being_deleted(answers, recordings, database):
    turn = await answered(answers)
    named = uuid.UUID(turn.answer_uuid)
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("select from answer where answer_id = $1 for update", named)
        assert await recordings.packs.pack(0) == 0
        await connection.execute("delete from answer where answer_id = $1", named)
    assert await count(database, "answer_recording") == await count(database, "stream_event") == 0


async def test_a_deleted_answer_leaves_figures_and_a_tombstone(answers, recordings, database):
    turn = await answered(answers, thread="t", once=Once("key", "hash"))
    await recordings.packs.pack(0)
    kept = await answered(answers, thread="t")
    assert await recordings.delete("default", turn.answer_uuid)
    assert not await recordings.delete("default", turn.answer_uuid)
    gone = f"answer_id = '{uuid.UUID(turn.answer_uuid)}'"
    for table in (
        "answer",
        "stream_event",
        "answer_paragraph",
        "answer_candidate",
        "answer_ref",
        "answer_outline",
        "answer_recording",
        "idempotency",
        "message",
    ):
        assert await count(database, table, gone) == 0, table
    assert await count(database, "queries_log", f"{gone} and question = '' and retrieval_query_1 is null") == 1
    assert await count(database, "answer_tombstone", gone) == 1
    assert (await answers.answer("default", kept.answer_uuid)) is not None
    assert await count(database, "message") == 2


async def test_a_question_stays_as_long_as_it_has_another_answer(answers, recordings, database):
    first = await answered(answers)
    second = await answered(answers, turn=Turn(first.question, question_uuid=first.question_uuid))
    await recordings.delete("default", first.answer_uuid)
    assert await count(database, "message", "role = 'user'") == 1
    await recordings.delete("default", second.answer_uuid)
    assert await count(database, "message") == 0


async def test_in_a_session_the_messages_stay_empty(answers, recordings, database):
    sessions = Sessions(database)
    session = (await sessions.create("default", "local", SessionStart())).session_id
    turn = await answered(answers, turn=Turn(question_of("default", "Why?", "en", session_id=session)))
    before = await sessions.read(SessionKey("default", "local", session))
    await recordings.delete("default", turn.answer_uuid)
    assert await count(database, "message", "content = ''") == await count(database, "message") == 2
    after = await sessions.read(SessionKey("default", "local", session))
    assert [(said.content, said.deleted) for said in after.messages] == [("", True), ("", True)]
    assert (after.round, after.version) == (1, before.version + 1)


async def test_another_tenant_deletes_nothing(answers, recordings, database):
    turn = await answered(answers)
    assert not await recordings.delete("other", turn.answer_uuid)
    assert await answers.answer("default", turn.answer_uuid) is not None


async def test_one_process_purges_at_a_time(recordings):
    async with recordings.alone() as first, recordings.alone() as second:
        assert first and not second
    async with recordings.alone() as again:
        assert again
