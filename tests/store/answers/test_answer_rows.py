"""Who may read an answer, and how far it is, read from whatever row tells it."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from gateway.store.answers.answer_rows import looked_in, stored_answer

ROW = {
    "answer_id": UUID(int=7),
    "question": "Why?",
    "asked_at": datetime(2026, 3, 5, 10, tzinfo=UTC),
    "subject": "key:1",
    "scope": {"workspace": "hall", "workspaces": ["hall", "yard"]},
}


def test_a_row_without_state_is_of_an_answer_that_has_ended():
    stored = stored_answer(ROW)
    assert (stored.answer_uuid, stored.created_at) == (f"{7:032x}", "2026-03-05T10:00:00.000Z")
    assert (stored.question, stored.subject, stored.workspaces) == ("Why?", "key:1", ("hall",))
    assert (stored.running, stored.model, stored.confidence, stored.admitted) == (False, None, None, None)


def test_what_more_a_row_says_is_taken():
    stored = stored_answer({**ROW, "state": "streaming", "model": "small", "gate_score": 0.5})
    assert (stored.running, stored.model, stored.confidence) == (True, "small", 0.5)
    assert not stored_answer({**ROW, "state": "done"}).running


@pytest.mark.parametrize(
    ("scope", "workspaces"),
    [({}, ()), ({"workspace": None, "workspaces": ["a", "b"]}, ("a", "b")), ({"workspace": "a"}, ("a",))],
)
def test_where_was_looked(scope, workspaces):
    assert looked_in(scope) == workspaces
