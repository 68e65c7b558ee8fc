"""The sources that a conversation has shown, as rows (`turn.ports.ShownSources`)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import orjson

from gateway.answer.events import ParagraphFinished, ReferenceShown, parse_citation
from gateway.conversation.citations.shown import ShownAnswer
from gateway.conversation.question import Message, Question
from gateway.store.answers.pack_format import unpack_lines
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.search.passage_search import found_in

SQL = load("recordings/shown.sql")
HEARD = load("recordings/recordings.sql")["heard"]
ANSWERS = 12
"""Answers whose sources a question may mean."""
_DROPPED = b'"decision":"id_dropped"'


class ShownRows(Rows):
    """Raises `errors.Unavailable` when the database is away."""

    async def shown(self, question: Question) -> Sequence[ShownAnswer]:
        """Returns the newest answers whose sources a question may mean, newest first: the list of sources of the last
        message that was sent along, else the answers that these messages name and those of the thread. Messages that
        name none, in a conversation without a thread, are the asker's answers with the same texts."""
        asker, conversation = question.asker, question.conversation
        me = (asker.tenant, asker.subject)
        last = next((message for message in reversed(question.history) if message.role == "assistant"), None)
        async with self._database.connection(asker.tenant) as connection:
            if last is not None and last.sources:
                return [await _sent(connection, question, last)]
            answers = [uuid.UUID(each.answer_uuid) for each in question.history[-2 * ANSWERS :] if each.answer_uuid]
            if conversation.thread_id is not None:
                key = (asker.tenant, conversation.caller_app, conversation.thread_id, asker.subject)
                answers += [row["answer_id"] for row in await connection.fetch(SQL["of_thread"], *key, ANSWERS)]
            elif texts := [each.content for each in question.history[-2 * ANSWERS :] if _is_said(each)]:
                answers += [row["answer_id"] for row in await connection.fetch(SQL["said"], *me, texts)]
            rows = await connection.fetch(SQL["shown"], *me, answers)
        return [_answer(row) for row in rows]

    async def dropped(self, tenant: str, answer_uuid: str) -> Mapping[str, str]:
        """Returns why citations of an answer were dropped, by their ids, as far as its recording is kept."""
        found: dict[str, str] = {}
        for row in await self._database.fetch(tenant, HEARD, tenant, uuid.UUID(answer_uuid)):
            heard = row["data"] if row["text"] is None else unpack_lines(row["data"], row["text"])
            for line in heard.splitlines():
                if _DROPPED in line:
                    detail = orjson.loads(line)["detail"]
                    found[str(detail["id"])] = str(detail["reason"])
        return found


def _is_said(message: Message) -> bool:
    return message.role == "assistant" and not message.answer_uuid


async def _sent(connection: TenantConnection, question: Question, message: Message) -> ShownAnswer:
    """Returns what a sent message shows: its addresses alone count, and the passages are those of today that the asker
    may see."""
    tenant, within = question.asker.tenant, list(question.scope.within) or None
    documents = [document_id for _, document_id, _ in message.sources if _is_id(document_id)]
    visible = {row["document_id"] for row in await connection.fetch(SQL["visible"], tenant, documents, within)}
    wanted = [passage_id for _, _, passage_id in message.sources if _is_id(passage_id)]
    there = {hit.reference["embeddingId"]: hit for hit in await found_in(connection, tenant, wanted)}  # type: ignore[typeddict-item]
    references = []
    for number, document_id, passage_id in message.sources:
        hit = there.get(passage_id)
        if hit is not None and hit.document_id not in visible:
            hit = None
        gone = {"embeddingId": passage_id, "documentId": document_id, "title": "", "source": "", "text": ""}
        snapshot = hit.reference if hit else {**gone, "position": {"start": 0, "end": 0}}
        payload: Any = {"score": 1.0, **snapshot, "rank": number}
        references.append(ReferenceShown(f"E{number}", "embedding", payload))
    asked = next((each.content for each in reversed(question.history) if each.role == "user"), "")
    return ShownAnswer("", asked, (ParagraphFinished(0, message.content),), tuple(references))


def _is_id(text: str) -> bool:
    try:
        return bool(uuid.UUID(text))
    except ValueError:
        return False


def _answer(row: asyncpg.Record) -> ShownAnswer:
    followup, told = row["followup"] or {}, row["told"] or {}
    asks = followup.get("asks")
    return ShownAnswer(
        row["answer_id"].hex,
        row["question"],
        tuple(
            ParagraphFinished(each["index"], each["text"], tuple(map(parse_citation, each["citations"])))
            for each in row["paragraphs"] or ()
        ),
        tuple(ReferenceShown(each["citation_id"], each["type"], each["payload"]) for each in row["cited"] or ()),
        row["offered"] or {},
        told.get("citationStatus", {}),
        (followup["answer_uuid"], tuple(followup["citation_ids"]), asks) if asks else None,
    )
