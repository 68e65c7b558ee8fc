"""The open parts of one server process, as endpoints use them: one typed value that the composition root makes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.reindex import Reindexer
from gateway.live.producers import Live
from gateway.live.reader_permits import Permits
from gateway.live.readers import Following
from gateway.live.takeover import Takeover
from gateway.memory.intake import Intake
from gateway.memory.recall import Remembering
from gateway.models.ports import Ear, Embedder
from gateway.models.prices import Prices
from gateway.models.prompt import Prompts
from gateway.models.services.guarded_provider import Guarded
from gateway.settings import Settings
from gateway.store.accounts.access_keys import Keys
from gateway.store.accounts.allowances import Allowances
from gateway.store.accounts.keyring import Keyring
from gateway.store.answers.thread_rows import Threads
from gateway.store.answers.turn_rows import Answers
from gateway.store.database.database import Database
from gateway.store.documents.library import Library
from gateway.store.evaluation.evaluation_reports import EvaluationReports
from gateway.store.evaluation.quality_rows import QualityRows
from gateway.store.memory.memories import Memories
from gateway.store.privacy import Privacy
from gateway.store.reading_room.legacy_threads import Conversations
from gateway.store.reading_room.reading_room import ReadingRoom
from gateway.store.reading_room.voice_questions import VoiceQuestions
from gateway.store.recordings.recording_rows import Recordings
from gateway.store.sessions.session_rows import Sessions
from gateway.telemetry.process_figures import ProcessFigures
from gateway.turn.ask import Ask
from gateway.turn.collection.proposals import Proposals


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that an endpoint may ask for."""

    settings: Settings
    loaded: asyncio.Event
    """Set when the documents named at start are in the knowledge base."""
    proposals: Proposals
    """Questions that can be asked."""

    database: Database
    keys: Keys
    keyring: Keyring
    allowances: Allowances
    prices: Prices
    library: Library
    ear: Ear | None
    """Writes down spoken questions, where such a service is configured."""
    voice_questions: VoiceQuestions
    sessions: Sessions
    answers: Answers
    conversations: Conversations
    threads: Threads
    reading: ReadingRoom
    quality: QualityRows
    evaluations: EvaluationReports
    recordings: Recordings
    memories: Memories

    embedder: Embedder
    ingestor: Ingestor
    reindexer: Reindexer
    provider: Guarded
    unconnected: str | None
    """Which settings would connect a model that other programs know here; None if there is one."""
    prompts: Prompts
    ask: Ask
    memory: Remembering
    intake: Intake

    live: Live
    following: Following
    takeover: Takeover
    permits: Permits

    downloads: asyncio.Semaphore
    """Places for readers of long texts and originals (`http.downloads`)."""
    figures: ProcessFigures
    """What this process, and those beside it, tell Prometheus."""

    @property
    def privacy(self) -> Privacy:
        """Tells and erases everything of somebody."""
        return Privacy(self.database, self.answers, self.library)
