"""Events as rows, stored where the lease of their answer still holds."""

import asyncio
import uuid

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Section
from gateway.answer.events import Numbered, OutlineFound, ParagraphFinished, ReferenceShown, Started, TextAdded
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn
from gateway.live.ports import JournalEntry
from gateway.store.answers.event_rows import EventRows, append_texts, columns
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.postgres import until_somebody_waits
from tests.support.questions import question_of

FROZEN = Prepared(
    Candidates([Candidate("E1", "embedding", {"text": "It is so."}, 0.5, 1, "en")]), SearchFacts("Why?"), GateFacts(0.7)
)
TEXT = [
    TextAdded("It is so."),
    ParagraphFinished(0, "It is so.", (Citation("E1"),)),
    ReferenceShown("E1", "embedding", {}),
]


def entries(turn, events, epoch=1, first=1):
    return [
        JournalEntry("default", turn.answer_uuid, Numbered(seq, epoch, seq, event))
        for seq, event in enumerate(events, first)
    ]


def test_an_outline_is_no_part_of_the_usual_statement():
    turn = Turn(question_of("default", "Why?", "en"))
    usual = EventRows.of(entries(turn, TEXT))
    assert usual.usual and {name: len(rows) for name, rows in usual.others.items()} == {
        "append_paragraphs": 1,
        "append_references": 1,
    }
    assert not EventRows.of(entries(turn, [OutlineFound((Section("S1", "So", (0,)),))])).usual


def test_no_rows_are_empty_columns():
    assert columns([], 2) == [(), ()]
    assert columns([(1, "a"), (2, "b")], 2) == [(1, 2), ("a", "b")]


@pytest.mark.parametrize("alike", [True, False], ids=["one epoch", "two epochs"])
async def test_text_alone_is_stored_with_its_recording_and_only_where_the_lease_holds(database, alike):
    store = Answers(database, "here")
    mine, lost = (Turn(question_of("default", "Why?", "en")) for _ in range(2))
    for turn in (mine, lost):
        await store.open_turn(turn)
    if alike:
        async with database.connection(ALL_TENANTS) as connection:
            taken_over = "update turn_lease set epoch = 2 where answer_id = $1"
            await connection.execute(taken_over, uuid.UUID(lost.answer_uuid))
    texts = [TextAdded("It is"), TextAdded(' so: "ü".')]
    batch = [entry for turn, epoch in ((mine, 1), (lost, 1 if alike else 2)) for entry in entries(turn, texts, epoch)]
    batch[0] = batch[0]._replace(heard=b"heard\n")
    assert await store.append(batch) == {lost.answer_uuid}
    assert await store.append(batch) == {lost.answer_uuid}  # a second try stores nothing twice
    assert await store.events("default", mine.answer_uuid) == [entry.numbered for entry in batch[:2]]
    assert await store.events("default", lost.answer_uuid) == []
    async with database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select answer_id, seq, heard from stream_event where heard is not null")
    assert [(row["answer_id"].hex, row["seq"], row["heard"]) for row in rows] == [(mine.answer_uuid, 1, b"heard\n")]


@pytest.mark.parametrize("more", [(), TEXT[1:]], ids=["text alone", "usual"])
async def test_a_write_that_meets_a_takeover_waits_for_it_and_stores_nothing(database, more):
    store, turn = Answers(database, "here"), Turn(question_of("default", "Why?", "en"))
    await store.open_turn(turn)
    await store.freeze("default", turn.answer_uuid, 1, FROZEN)
    async with database.transaction(ALL_TENANTS) as connection:
        mine = uuid.UUID(turn.answer_uuid)
        await connection.execute("select from turn_lease where answer_id = $1 for update", mine)
        writing = asyncio.ensure_future(store.append(entries(turn, [TEXT[0], *more])))
        await until_somebody_waits(database)
        await connection.execute("update turn_lease set epoch = 2 where answer_id = $1", mine)
    assert await writing == {turn.answer_uuid}
    assert await store.events("default", turn.answer_uuid) == []


@pytest.mark.parametrize("first", ["delete", "append"])
async def test_no_event_outlives_an_answer_that_is_deleted_while_it_is_written(database, first):
    store, turn = Answers(database, "here"), Turn(question_of("default", "Why?", "en"))
    await store.open_turn(turn)
    await store.append(entries(turn, TEXT[:1]))
    later = entries(turn, TEXT[:1], first=2)

    async def deleted(connection):
        await connection.execute("delete from answer where answer_id = $1", uuid.UUID(turn.answer_uuid))

    async def delete():
        async with database.connection(ALL_TENANTS) as connection:
            await deleted(connection)

    async with database.transaction(ALL_TENANTS) as connection:
        if first == "delete":
            await deleted(connection)
            other = asyncio.ensure_future(store.append(later))
        else:
            assert await append_texts(connection, later) == set()
            other = asyncio.ensure_future(delete())
        await until_somebody_waits(database)
    assert await other == ({turn.answer_uuid} if first == "delete" else None)
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from stream_event") == 0


@pytest.mark.parametrize("more", [(), (OutlineFound((Section("S1", "So", (0,)),)),)], ids=["usual", "with an outline"])
async def test_of_one_batch_only_what_belongs_to_this_process_is_stored(database, more):
    store = Answers(database, "here")
    mine, lost = (Turn(question_of("default", "Why?", "en")) for _ in range(2))
    for turn in (mine, lost):
        await store.open_turn(turn)
        await store.freeze("default", turn.answer_uuid, 1, FROZEN)
        await store.append(entries(turn, [Started(turn.answer_uuid, turn.question_uuid, "en")]))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update turn_lease set epoch = 2 where answer_id = $1::text::uuid", lost.answer_uuid)
    batch = [entry for turn in (mine, lost) for entry in entries(turn, [*TEXT, *more], first=2)]
    assert await store.append(batch) == {lost.answer_uuid}
    assert await store.append(batch) == {lost.answer_uuid}  # a second try stores nothing twice
    assert len(await store.events("default", mine.answer_uuid)) == 4 + len(more)
    assert len(await store.events("default", lost.answer_uuid)) == 1
    async with database.connection(ALL_TENANTS) as connection:
        for table in ("answer_paragraph", "answer_ref"):
            rows = await connection.fetch(f"select answer_id from {table}")
            assert [row["answer_id"].hex for row in rows] == [mine.answer_uuid]
