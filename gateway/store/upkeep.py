"""Retention over everything that one database stores."""

from __future__ import annotations

from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from gateway.store.database.first_statistics import FirstStatistics
from gateway.store.documents.library import Library
from gateway.store.privacy import Privacy
from gateway.store.recordings.recording_rows import Recordings
from gateway.store.recordings.retention import Retention
from gateway.store.sessions.session_rows import Sessions


class Upkeep(Retention):
    """Removes what is too old, ends what was being erased, and tells the planner of tables that have begun to grow."""

    def __init__(
        self, database: Database, library: Library, sessions: Sessions, retention_days: int, recording_days: int
    ) -> None:
        answers = Answers(database, "purge")
        erasures = Privacy(database, answers, library)
        rows, statistics = Recordings(database, answers), FirstStatistics(database)
        super().__init__(rows, sessions, erasures, statistics, retention_days, recording_days)
