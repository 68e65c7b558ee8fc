"""Turns, answers and events as rows of a real database."""

import asyncio

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Section
from gateway.answer.events import (
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
    TextAdded,
    fold,
)
from gateway.concurrency.crowd import CROWD, MANY
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound
from gateway.live.ports import JournalEntry
from gateway.store.answers.event_rows import PAGE
from gateway.store.answers.turn_rows import OPENED_AT_ONCE, Answers
from gateway.store.database.tenancy import ALL_TENANTS
from tests.support.questions import question_of
from tests.support.waiting import idle

META = {
    "answer": {
        "complete": True,
        "citationMode": "paragraph",
        "paragraphCount": 1,
        "refCount": 1,
        "hasCitationError": False,
        "degradedReason": None,
        "isRefEmbedding": True,
        "isRefGraph": False,
    }
}
CANDIDATES = Candidates(
    [
        Candidate("E1", "embedding", {"embeddingId": "e-1", "text": "Because.\u2028", "score": 0.5}, 0.5, 1, "en"),
        Candidate("E2", "embedding", {"embeddingId": "e-2", "text": "Never cited."}, 0.25, 2),
        Candidate("G1", "graph", {"vertices": [], "edges": [], "entitiesFromQuestion": ["X"]}, 0.5, 1),
    ]
)
FROZEN = Prepared(CANDIDATES, SearchFacts("Why?", {"why": 1.5}), GateFacts(0.7))


def asked(**fields):
    return Turn(question_of("default", "Why?", "en", **fields))


def entries(turn, events):
    return [
        JournalEntry("default", turn.answer_uuid, Numbered(seq, 1, seq, event)) for seq, event in enumerate(events, 1)
    ]


@pytest.fixture
def store(database):
    return Answers(database, "here")


@pytest.mark.requirement("R12", "R15", "R16")
async def test_a_whole_turn_is_readable_row_by_row(store, database):
    turn = asked(thread_id="t-1", caller_app="app")
    stored = await store.open_turn(turn)
    assert stored.question == "Why?" and stored.running and stored.created_at.endswith("Z")
    await store.freeze("default", turn.answer_uuid, 1, FROZEN)
    events = [
        Started(turn.answer_uuid, turn.question_uuid, "en", "t-1"),
        TextAdded("Because. \n"),
        ReferenceShown("G1", "graph", CANDIDATES.get("G1").reference),
        ReferenceShown("E1", "embedding", CANDIDATES.get("E1").reference),
        ParagraphFinished(0, "Because.", (Citation("G1"), Citation("E1", "ok", 0.75))),
        OutlineFound((Section("S1", "Reasons", (0,)),)),
    ]
    await store.append(entries(turn, events))
    end = Numbered(7, 1, 9, Finished(META))
    await store.finish(turn, end, TurnOutcome(end.event, "done", "Because.", references=("G1", "E1"), total_ms=9))

    assert [numbered.event for numbered in await store.events("default", turn.answer_uuid)] == [*events, end.event]
    assert [numbered.seq for numbered in await store.events("default", turn.answer_uuid, 5)] == [6, 7]
    assert not (await store.answer("default", turn.answer_uuid)).running
    assert await store.references("default", turn.answer_uuid, "embedding") == [CANDIDATES.get("E1").reference]
    assert await store.references("default", turn.answer_uuid, "graph") == [CANDIDATES.get("G1").reference]
    async with database.connection(ALL_TENANTS) as connection:
        old = await connection.fetchrow("select * from adi_conversation_message_citation_paragraph")
        assert (old["paragraph_index"], old["text"], old["citation_ids_json"]) == (0, "Because.", '["G1", "E1"]')
        assert await connection.fetchval("select title from answer_outline") == "Reasons"
        roles = [row["role"] for row in await connection.fetch("select role from message order by seq")]
        assert roles == ["user", "assistant"]
        log = await connection.fetchrow("select * from queries_log")
        assert (log["question"], log["caller_app"], log["thread_id"], log["total_ms"]) == ("Why?", "app", "t-1", 9)
        assert await connection.fetchval("select count(*) from answer_candidate") == 3


async def test_late_verdicts_are_in_the_paragraphs_that_are_stored_and_not_in_the_events(store, database):
    turn = asked()
    await store.open_turn(turn)
    await store.freeze("default", turn.answer_uuid, 1, FROZEN)
    weak, ok = Citation("E1", "weak", 0.5), Citation("E2", "ok", 0.9)
    late = [
        {"paragraphIndex": 0, "citationId": "E1", "status": "ok"},
        {"paragraphIndex": 1, "citationId": "E2", "status": "dropped"},
    ]
    paragraphs = [ParagraphFinished(0, "Because.", (weak, ok)), ParagraphFinished(1, "So.", (ok,))]
    untouched = ParagraphFinished(2, "Then.", (weak,))
    end = Finished({"answer": META["answer"] | {"lateVerdicts": late}})
    await store.append(entries(turn, [*paragraphs, untouched, end]))
    async with database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch("select citations from answer_paragraph order by paragraph_index")
    found = [[(citation["citationId"], citation["status"]) for citation in row["citations"]] for row in rows]
    assert found == [[("E1", "ok"), ("E2", "ok")], [], [("E1", "weak")]]
    events = await store.events("default", turn.answer_uuid)
    assert [numbered.event for numbered in events][:3] == [*paragraphs, untouched]
    folded = fold(numbered.event for numbered in events)
    assert [[citation.status for citation in each.citations] for each in folded.paragraphs] == [
        ["ok", "ok"],
        [],
        ["weak"],
    ]


async def test_a_reference_that_was_refuted_everywhere_is_none_and_its_event_stays(store):
    turn = asked()
    await store.open_turn(turn)
    await store.freeze("default", turn.answer_uuid, 1, FROZEN)
    shown = [ReferenceShown(name, "embedding", CANDIDATES.get(name).reference) for name in ("E1", "E2")]
    cited = (Citation("E1", "ok", 0.9), Citation("E2", "weak", 0.5))
    told = [*shown, ParagraphFinished(0, "Because.", cited), ParagraphFinished(1, "So.", cited[:1])]
    await store.append(entries(turn, told))
    late = [{"paragraphIndex": 0, "citationId": name, "status": "dropped"} for name in ("E1", "E2")]
    end = Finished({"answer": META["answer"] | {"lateVerdicts": late}})
    await store.finish(turn, Numbered(5, 1, 9, end), TurnOutcome(end, "done", "x", references=("E1",)))
    assert await store.references("default", turn.answer_uuid, "embedding") == [CANDIDATES.get("E1").reference]
    events = [numbered.event for numbered in await store.events("default", turn.answer_uuid)]
    assert events[:2] == shown and [each.citation_id for each in fold(events).references] == ["E1"]
    assert [each.citation_id for each in await store.offered("default", turn.answer_uuid)] == ["E1", "E2", "G1"]


async def test_every_write_may_come_twice(store, database):
    turn = asked()
    for _ in range(2):
        await store.open_turn(turn)
        await store.freeze("default", turn.answer_uuid, 1, FROZEN)
        await store.append(entries(turn, [TextAdded("x"), ParagraphFinished(0, "x")]))
        await store.finish(turn, Numbered(3, 1, 1, Finished(META)), TurnOutcome(Finished(META), "done", "x"))
    assert len(await store.events("default", turn.answer_uuid)) == 3
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from message") == 2


async def test_one_write_holds_events_of_many_answers(store):
    turns = [asked() for _ in range(5)]
    for turn in turns:
        await store.open_turn(turn)
    await store.append([entry for turn in turns for entry in entries(turn, [TextAdded(turn.answer_uuid)])])
    for turn in turns:
        assert (await store.events("default", turn.answer_uuid))[0].event == TextAdded(turn.answer_uuid)


async def test_another_tenant_sees_nothing(store):
    turn = asked()
    await store.open_turn(turn)
    await store.append(entries(turn, [TextAdded("x")]))
    assert await store.answer("other", turn.answer_uuid) is None
    assert await store.events("other", turn.answer_uuid) == []
    assert await store.references("other", turn.answer_uuid, "embedding") == []


async def test_a_failed_turn_is_kept_as_failed(store, database):
    turn = asked()
    await store.open_turn(turn)
    end = Failed("upstream_error", "No.", True)
    await store.finish(turn, Numbered(1, 1, 1, end), TurnOutcome(end, "failed"))
    async with database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select state from answer") == "failed"
        assert await connection.fetchval("select status from message where role = 'assistant'") == "failed"


async def test_events_are_read_page_by_page(store):
    turn = asked()
    await store.open_turn(turn)
    await store.append(entries(turn, [TextAdded(str(place)) for place in range(PAGE + 5)]))
    assert len(await store.events("default", turn.answer_uuid)) == PAGE
    assert len(await store.events("default", turn.answer_uuid, PAGE)) == 5


async def test_a_tenant_that_does_not_exist_is_a_sentence(store):
    with pytest.raises(NotFound, match="'nobody'"):
        await store.open_turn(Turn(question_of("nobody", "Why?", "en")))


async def test_questions_that_wait_to_be_admitted_are_a_crowd_and_one_that_leaves_is_none_of_it(store):
    for _ in range(OPENED_AT_ONCE):
        await store._opening.acquire()
    waiting = [asyncio.ensure_future(store.open_turn(asked())) for _ in range(MANY)]
    await idle()
    assert CROWD.is_there
    waiting.pop().cancel()
    await idle()
    assert not CROWD.is_there
    for _ in range(OPENED_AT_ONCE):
        store._opening.release()
    async with asyncio.timeout(30):
        assert len(await asyncio.gather(*waiting)) == MANY - 1
    assert not CROWD._waiting and store._opening._value == OPENED_AT_ONCE
