"""Conversations that branch off others: what can be pointed at in the turns that led to them.

A branch begins behind a turn that its conversation has passed, and knows nothing of what came there since
(`docs/adr/0045-branches.md`). What those turns brought is read from the answers themselves: nothing is copied, so that
what is deleted is gone here, too.
"""

from __future__ import annotations

import asyncpg

from gateway.answer.answer import Citation, Section
from gateway.answer.events import Answer, ParagraphFinished, ReferenceShown, Started
from gateway.conversation.followups.thread_state import ThreadState, after
from gateway.store.database.statements import load
from gateway.store.database.tenancy import TenantConnection

TURNS = 8
"""Earlier turns that a branch can point at."""
SQL = load("answers/branches.sql")


async def inherited(connection: TenantConnection, *thread: str | None) -> ThreadState:
    """Returns what could be pointed at where a thread began. `thread`: tenant, application, thread and subject."""
    state = ThreadState()
    for row in reversed(await connection.fetch(SQL["inherited"], *thread, TURNS)):
        answer = _answer(row)
        state = after(state, answer, answer.outline, [shown.text for shown in answer.references])
    return state


def _answer(row: asyncpg.Record) -> Answer:
    """Returns as much of a stored answer as can be pointed at."""
    paragraphs = tuple(
        ParagraphFinished(told["index"], told["text"], tuple(Citation(name) for name in told["citations"]))
        for told in row["paragraphs"] or ()
    )
    sections = (Section(line["id"], line["title"], tuple(line["paragraphs"])) for line in row["outline"] or ())
    return Answer(
        Started(row["answer_id"].hex, row["question_message_id"].hex, row["language"]),
        row["text"],
        paragraphs or (ParagraphFinished(0, row["text"]),),
        tuple(ReferenceShown(shown["citation_id"], shown["type"], shown["payload"]) for shown in row["cited"] or ()),
        tuple(sections),
    )
