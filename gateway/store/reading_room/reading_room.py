"""What pages around answers read and write, in one value: conversations, feedback, the uses of documents, what was
asked."""

from __future__ import annotations

from dataclasses import dataclass

from gateway.store.database.database import Database
from gateway.store.reading_room.asked_rows import AskedRows
from gateway.store.reading_room.document_uses import DocumentUses
from gateway.store.reading_room.feedback_rows import FeedbackRows
from gateway.store.reading_room.owned_threads import OwnedThreads


@dataclass(frozen=True, slots=True)
class ReadingRoom:
    """Raises `errors.Unavailable` when the database is away, whichever part is asked."""

    threads: OwnedThreads
    feedback: FeedbackRows
    uses: DocumentUses
    asked: AskedRows

    @classmethod
    def over(cls, database: Database) -> ReadingRoom:
        """Returns all parts over one database."""
        return cls(OwnedThreads(database), FeedbackRows(database), DocumentUses(database), AskedRows(database))
