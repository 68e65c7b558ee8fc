"""Events of ended answers as packs: read the same, taken together, gone with their answer."""

import asyncio
import uuid

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.events import Finished, Numbered, ParagraphFinished, ReferenceShown, TextAdded, Thinking
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.live.ports import JournalEntry
from gateway.store.answers import packs
from gateway.store.answers.packs import Packs
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.reading_room.legacy_threads import Conversations
from gateway.store.recordings.recording_rows import Recordings
from tests.support.postgres import pages_read
from tests.support.questions import question_of

INSERTED = """
insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data)
select tenant_id, answer_id, seq, 1, 0, 'TextAdded', '{}'
from unnest($1::text[], $2::uuid[]) as a (tenant_id, answer_id), generate_series(1, $3) as seq
"""
ANSWERED = """
insert into answer (tenant_id, answer_id, question_message_id, turn_id, subject, question, language, request)
select tenant_id, answer_id, answer_id, answer_id, 'somebody', 'Why?', 'en', '{}'
from unnest($1::text[], $2::uuid[]) as a (tenant_id, answer_id)
"""
DONE = Finished({"answer": {"complete": True}})


def payload(text, rank):
    """What is shared, and what is each answer's own."""
    own = {"score": round(1 / rank, 4), "rank": rank}
    return {"embeddingId": str(uuid.UUID(int=len(text))), "text": text, "position": {"start": 0, "rank": 1.0}, **own}


def candidates(*texts):
    return Candidates(
        [Candidate(f"E{at}", "embedding", payload(text, at), 0.5, at, "en") for at, text in enumerate(texts, 1)]
    )


@pytest.fixture
def answers(database):
    return Answers(database, "tests")


async def answered(answers, *texts, finished=True, pieces=5, thread=None):
    turn = Turn(question_of("default", "Why?", "en", caller_app="legacy", thread_id=thread))
    await answers.open_turn(turn)
    found = candidates(*(texts or ("Cats sleep.", "Dogs bark.")))
    await answers.freeze("default", turn.answer_uuid, 1, Prepared(found, SearchFacts("why"), GateFacts(0.5)))
    said = [
        Thinking("So "),
        Thinking("it is."),
        *(TextAdded(f"piece {number}, ") for number in range(pieces)),
        ReferenceShown("E1", "embedding", found.get("E1").reference),
        ParagraphFinished(0, "Because.", (Citation("E1", "ok", 0.75),)),
    ]
    numbered = [Numbered(at, 1, at * 3, event) for at, event in enumerate(said, 1)]
    await answers.append([JournalEntry("default", turn.answer_uuid, one) for one in numbered])
    if finished:
        end = Numbered(len(said) + 1, 1, 9999, DONE)
        await answers.finish(turn, end, TurnOutcome(DONE, "done", "Because.", references=("E1",)))
    return turn


async def count(database, table):
    async with database.connection(ALL_TENANTS) as connection:
        return await connection.fetchval(f"select count(*) from {table}")


@pytest.mark.parametrize("pieces", [5, 2500])
async def test_packed_events_are_read_like_rows_from_any_place(answers, database, pieces):
    turn = await answered(answers, pieces=pieces)
    before = []
    while more := await answers.events("default", turn.answer_uuid, len(before)):
        before += more
    assert await Packs(database).pack(0) == 1
    assert await count(database, "stream_event") == 0
    assert await count(database, "event_pack") == -(-len(before) // packs.MOST)
    for after in (0, 3, packs.MOST - 1, packs.MOST, len(before) - 1, len(before)):
        found = await answers.events("default", turn.answer_uuid, after)
        assert found == before[after : after + len(found)] and bool(found) == (after < len(before))
    seen = []
    while more := await answers.news([("default", turn.answer_uuid, len(seen))]):
        seen += more[turn.answer_uuid]
    assert seen == before


async def test_only_what_has_ended_long_enough_ago_is_packed_and_only_once(answers, database):
    await answered(answers, finished=False)
    ended = await answered(answers)
    assert await Packs(database).pack(300) == 0
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(
            "update answer set finished_at = now() - interval '301 seconds' where finished_at < now()"
        )
    assert await Packs(database).pack(300) == 1 and await Packs(database).pack(300) == 0
    found = await answers.news([("default", ended.answer_uuid, 7)])
    assert [one.seq for one in found[ended.answer_uuid]] == [8, 9, 10]
    assert await count(database, "stream_event") == 9


async def test_an_answer_that_somebody_holds_waits(answers, database):
    turn = await answered(answers)
    async with database.transaction(ALL_TENANTS) as connection:
        held = "select from answer where answer_id = $1 for update"
        await connection.execute(held, uuid.UUID(turn.answer_uuid))
        assert await Packs(database).pack(0) == 0
    assert await Packs(database).pack(0) == 1


async def test_more_answers_than_are_looked_for_at_once_are_packed(answers, database, monkeypatch):
    monkeypatch.setattr(packs, "BATCH", 2)
    for _ in range(5):
        await answered(answers)
    assert await Packs(database).pack(0) == 5 and await count(database, "stream_event") == 0


async def test_answers_of_all_tenants_are_looked_for_one_behind_the_other(database):
    rows = [(tenant, uuid.UUID(int=number)) for tenant in ("a", "b", "c") for number in (1, 2, 3)]
    columns = list(map(list, zip(*rows, strict=True)))
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) select unnest($1::text[])", ["a", "b", "c"])
        await connection.execute(INSERTED, *columns, 2)
        await connection.execute(ANSWERED, *columns)
        for most in (1, 2, 4, 100):
            found, last = [], ("", uuid.UUID(int=0))
            while batch := await connection.fetch(packs.SQL["next"], *last, most, 0.0):
                last = batch[-1]["tenant_id"], batch[-1]["answer_id"]
                found += [(row["tenant_id"], row["answer_id"]) for row in batch]
            assert found == rows


async def test_what_is_looked_for_next_costs_nothing_of_what_stands_before_it(database):
    """Else all of it costs the square of the answers, every minute."""
    ids = [uuid.UUID(int=number) for number in range(1, 301)]
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute(INSERTED, ["default"] * len(ids), ids, 100)
        await connection.execute(ANSWERED, ["default"] * len(ids), ids)
    async with database.owner() as (owning, _):
        await owning.execute("analyze stream_event, answer")
    async with database.connection(ALL_TENANTS) as connection:
        first, last = [
            await pages_read(connection, ALL_TENANTS, packs.SQL["next"], "default", behind, 10, 0)
            for behind in (ids[0], ids[-20])
        ]
    assert 0 < last < 2 * first


async def test_an_answer_that_cannot_be_packed_holds_up_no_other(answers, database, monkeypatch, caplog):
    bad, make = (await answered(answers, pieces=7)).answer_uuid, packs.pack_events
    await answered(answers)
    await answered(answers)

    def pack_events(rows, payloads, text):
        if len(rows) == 12:
            raise ValueError("cannot be read")
        return make(rows, payloads, text)

    monkeypatch.setattr(packs, "pack_events", pack_events)
    assert await Packs(database).pack(0) == 2
    assert await count(database, "stream_event") == 12 and str(uuid.UUID(bad)) in caplog.text


async def test_rows_with_a_gap_are_packed_apart(answers, database):
    turn = await answered(answers)
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("delete from stream_event where seq = 4")
    await Packs(database).pack(0)
    assert await count(database, "event_pack") == 2
    assert [one.seq for one in await answers.events("default", turn.answer_uuid, 3)] == [5, 6, 7, 8, 9, 10]


async def test_thoughts_are_shown_in_a_conversation_also_when_packed(answers, database):
    thread = uuid.uuid4().hex
    await Conversations(database).enter("default", "local", thread, "Mine")
    await answered(answers, thread=thread)
    await Packs(database).pack(0)
    (question,) = await Conversations(database).page("default", thread, None, 10)
    assert [answer.thinking for answer in question.answers] == ["So it is."]


async def test_texts_of_candidates_are_stored_once_and_go_with_their_last_answer(answers, database):
    first = await answered(answers, "Cats sleep.", "Dogs bark.")
    second = await answered(answers, "Mice run.", "Cats sleep.")
    assert await count(database, "answer_candidate") == 4 and await count(database, "candidate_snapshot") == 3
    recordings = Recordings(database, answers)
    await recordings.delete("default", first.answer_uuid)
    async with database.connection(ALL_TENANTS) as connection:
        left = await connection.fetch("select payload ->> 'text' from candidate_snapshot order by 1")
    assert [row[0] for row in left] == ["Cats sleep.", "Mice run."]
    assert await answers.references("default", second.answer_uuid, "embedding") == [payload("Mice run.", 1)]
    await recordings.delete("default", second.answer_uuid)
    assert await count(database, "candidate_snapshot") == await count(database, "event_pack") == 0


async def test_a_text_that_is_taken_into_use_while_its_last_answer_goes_stays(answers, database):
    """Whoever comes first holds the text; the other waits and then sees what is true."""
    for _ in range(5):
        old = [await answered(answers, "Cats sleep.", "Dogs bark.") for _ in range(4)]
        recordings = Recordings(database, answers)
        new = await asyncio.gather(
            *(
                answered(answers, *texts)
                for texts in (("Dogs bark.", "Cats sleep."), ("Cats sleep.", "Dogs bark.")) * 2
            ),
            *(recordings.delete("default", turn.answer_uuid) for turn in old),
        )
        for turn in new[:4]:
            assert len(await answers.references("default", turn.answer_uuid, "embedding")) == 1
            await recordings.delete("default", turn.answer_uuid)
        assert await count(database, "candidate_snapshot") == 0
