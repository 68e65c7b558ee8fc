"""Rows as `StoredAnswer`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import asyncpg

from gateway.answer.meta import rfc3339
from gateway.conversation.question import Message
from gateway.live.ports import StoredAnswer


def stored_answer(row: asyncpg.Record) -> StoredAnswer:
    """Returns what a row says of an answer: `answer_id`, `question`, `asked_at`, `subject`, `scope` of its request, and
    `state`, `model` and `gate_score` where the query asks for them. Without `state` it has ended."""
    return StoredAnswer(
        row["answer_id"].hex,
        row["question"],
        rfc3339(row["asked_at"]),
        row.get("state") == "streaming",
        row.get("model"),
        row.get("gate_score"),
        row["subject"],
        looked_in(row["scope"]),
    )


def exchanged(rows: Sequence[asyncpg.Record]) -> tuple[Message, ...]:
    """Returns questions and their answers, which come newest first, as messages, oldest first."""
    pairs = ((Message("user", row["question"]), Message("assistant", row["answer"])) for row in reversed(rows))
    return tuple(chain.from_iterable(pairs))


def looked_in(scope: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns `StoredAnswer.workspaces`."""
    return (scope["workspace"],) if scope.get("workspace") else tuple(scope.get("workspaces", ()))
