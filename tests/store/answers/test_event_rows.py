"""Events as rows, stored where the lease of their answer still holds."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Section
from gateway.answer.events import Numbered, OutlineFound, ParagraphFinished, ReferenceShown, Started, TextAdded
from gateway.conversation.prepared import Frozen
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn
from gateway.live.ports import JournalEntry
from gateway.store.answers.event_rows import EventRows, columns
from gateway.store.answers.turn_rows import Answers

FROZEN = Frozen(Candidates([Candidate("E1", "embedding", {"text": "It is so."}, 0.5, 1, "en")]), "Why?", {}, 0.7)
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
    turn = Turn(Question("default", "Why?", "en"))
    usual = EventRows.of(entries(turn, TEXT))
    assert usual.usual and {name: len(rows) for name, rows in usual.others.items()} == {
        "append_paragraphs": 1,
        "append_references": 1,
    }
    assert not EventRows.of(entries(turn, [OutlineFound((Section("S1", "So", (0,)),))])).usual


def test_no_rows_are_empty_columns():
    assert columns([], 2) == [[], []]
    assert columns([(1, "a"), (2, "b")], 2) == [[1, 2], ["a", "b"]]


@pytest.mark.parametrize("more", [(), (OutlineFound((Section("S1", "So", (0,)),)),)], ids=["usual", "with an outline"])
async def test_of_one_batch_only_what_belongs_to_this_process_is_stored(database, more):
    store = Answers(database, "here")
    mine, lost = (Turn(Question("default", "Why?", "en")) for _ in range(2))
    for turn in (mine, lost):
        await store.open_turn(turn)
        await store.freeze("default", turn.answer_uuid, 1, FROZEN)
        await store.append(entries(turn, [Started(turn.answer_uuid, turn.question_uuid, "en")]))
    async with database.connection() as connection:
        await connection.execute("update turn_lease set epoch = 2 where answer_id = $1::text::uuid", lost.answer_uuid)
    batch = [entry for turn in (mine, lost) for entry in entries(turn, [*TEXT, *more], first=2)]
    assert await store.append(batch) == {lost.answer_uuid}
    assert await store.append(batch) == {lost.answer_uuid}  # a second try stores nothing twice
    assert len(await store.events("default", mine.answer_uuid)) == 4 + len(more)
    assert len(await store.events("default", lost.answer_uuid)) == 1
    async with database.connection() as connection:
        for table in ("answer_paragraph", "answer_ref"):
            rows = await connection.fetch(f"select answer_id from {table}")
            assert [row["answer_id"].hex for row in rows] == [mine.answer_uuid]
