"""The composition root: settings in, open services out. The only file that chooses implementations."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import replace
from functools import cached_property
from typing import Any

from gateway import slots
from gateway.conversation.session import SessionLimits
from gateway.errors import WrongUse
from gateway.http.door.caller import DEFAULT_TENANT
from gateway.http.knowledge import downloads
from gateway.ingestion.graph import graph_file
from gateway.ingestion.graph.graph_extraction import Extractor
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.processes.isolation import Bounds
from gateway.ingestion.reindex import Reindexer
from gateway.knowledge.workspaces import SAMPLE_WORKSPACE
from gateway.live.producers import Live
from gateway.live.reader_permits import Permits
from gateway.live.readers import Following
from gateway.live.takeover import Takeover
from gateway.memory.intake import Intake
from gateway.memory.recall import Remembering, Rules
from gateway.models.encoding.local_embedder import LocalEmbedder
from gateway.models.ports import Embedder, Reranker, Verifier
from gateway.models.prices import Prices
from gateway.models.prompt import Prompts
from gateway.models.prompt_folders import prompts
from gateway.models.services import prefixed_embedder
from gateway.models.services.breaker import Breaker
from gateway.models.services.guarded_provider import Guarded
from gateway.models.services.model_call import EXTRACTIVE
from gateway.models.services.nearness import Nearness
from gateway.models.speech.speech import Speech
from gateway.retrieval.sources import Sources
from gateway.services import Services
from gateway.settings import Settings, other_programs
from gateway.store.accounts.access_keys import Keys
from gateway.store.accounts.allowances import Allowances
from gateway.store.accounts.evidence_rules import EvidenceRules
from gateway.store.accounts.keyring import Keyring
from gateway.store.answers.leases import Leases
from gateway.store.answers.presence import Presence
from gateway.store.answers.thread_rows import Threads
from gateway.store.answers.turn_rows import Answers
from gateway.store.bundled.embedded import Embedded, acquire, keep_up
from gateway.store.database.database import Database, address
from gateway.store.database.migrations import EMPTY_ONE, migrate, refuse_checkouts
from gateway.store.database.replica import Replica
from gateway.store.documents.collection_rows import CollectionRows
from gateway.store.documents.document_sections import DocumentSections
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from gateway.store.evaluation.evaluation_reports import EvaluationReports
from gateway.store.evaluation.quality_rows import QualityRows
from gateway.store.memory.memories import Memories
from gateway.store.reading_room.legacy_threads import Conversations
from gateway.store.reading_room.reading_room import ReadingRoom
from gateway.store.reading_room.voice_questions import VoiceQuestions
from gateway.store.recordings.recording_rows import Recordings
from gateway.store.recordings.shown_rows import ShownRows
from gateway.store.sessions.session_rows import Sessions
from gateway.store.upkeep import Upkeep
from gateway.telemetry.process_figures import ProcessFigures
from gateway.turn.ask import Ask
from gateway.turn.collection.about import AboutCollection
from gateway.turn.collection.proposals import Proposals
from gateway.turn.limits import limits
from gateway.turn.preparation import Preparation
from gateway.turn.searching.passage_lookup import PassageLookup
from gateway.turn.searching.walks import Walks
from gateway.turn.shadow_checks import ShadowChecks
from gateway.turn.understanding.condenser import Condenser
from gateway.turn.understanding.understanding import Understanding

log = logging.getLogger(__name__)


class Gateway:
    """The parts of one process, closed in the reverse order of their opening. Commands and the server share it.

    A command opens what it needs: `open` for the knowledge base; the other parts are made when they are first asked
    for, and `open_services` makes all that endpoints use.

    `new`: whether an embedded database is made where there is none. `encoder`: the address of the encoder that another
    process of this gateway runs.
    """

    def __init__(self, settings: Settings, *, new: bool = False, encoder: str = "") -> None:
        self.settings, self._new, self._encoder = settings, new, encoder
        self.figures = ProcessFigures()
        """What this process tells Prometheus."""
        self.embedded: Embedded | None = None
        self.loaded = asyncio.Event()
        """Set when the documents named at start are in the knowledge base."""
        self._exits = contextlib.AsyncExitStack()

    async def open(self) -> Gateway:
        """Opens the database and what works on the knowledge base without a model."""
        try:
            await self._open()
        except BaseException:
            await self._exits.aclose()
            raise
        return self

    async def _open(self) -> None:
        settings = self.settings
        url = await self.checked_url()
        self.migrated = await migrate(url, slots.resource("migrations"))
        self.database = Database(settings.database_url or url, direct=settings.database_direct_url)
        await self.database.open()
        self._exits.push_async_callback(self.database.close)
        self.keys = Keys(self.database)
        self.keyring = Keyring(self.keys, settings.require_keys, settings.on_loopback)
        embedder: Embedder = self._part("models.embedders", settings.chosen_embedder, "GATEWAY_EMBEDDER")
        self.local_embedder = embedder if isinstance(embedder, LocalEmbedder) else None
        if self.local_embedder and self._encoder:
            self.local_embedder.attach(self._encoder)
        self.embedders = prefixed_embedder.roles(embedder, *settings.prefixes)
        self.embedder = self.embedders.passages
        self.nearness = Nearness(self.embedders)
        self.sessions = Sessions(self.database, session_limits(settings))
        self.library = Library(self.database)
        self.threads = Threads(self.database)
        self.memories = Memories(self.database)
        self.walks = Walks(DocumentSections(self.database))
        """Reads whole documents for reports and summaries."""
        days = settings.retention_days, settings.recording_days
        self.retention = Upkeep(self.database, self.library, self.sessions, *days)
        """Removes what is too old."""
        most = settings.max_upload_mb * 1024 * 1024
        bounds = Bounds.of(settings)
        self.ingestor = Ingestor(self.library, self.embedder, max_bytes=most, bounds=bounds)
        rows = ReindexRows(self.library, self.ingestor.apart, bounds)
        self.reindexer = Reindexer(rows, self.embedder)
        self.figures.watch(self.reindexer, self.database)
        self.retrievers = [
            slots.load("retrieval.retrievers", name, "GATEWAY_RETRIEVER_URL").create(
                self.library, self.embedders.search, settings
            )
            for name in ("passages", "graph", *(["remote"] if settings.retriever_url else []))
        ]
        for retriever in self.retrievers:
            self._exits.push_async_callback(retriever.aclose)

    def _part(self, folder: str, name: str, setting: str) -> Any:
        """Makes the part of this name, which is closed with the gateway."""
        part = slots.load(folder, name, setting).create(self.settings)
        self._exits.push_async_callback(part.aclose)
        return part

    async def load_sample(self) -> bool:
        """Puts the sample documents and their graph into an empty knowledge base, once; deleted, they stay away."""
        counts = (*await self.library.counts(DEFAULT_TENANT), *await self.library.graph.counts(DEFAULT_TENANT))
        if await self.library.has_seen(DEFAULT_TENANT, SAMPLE_WORKSPACE) or any(counts):
            return False
        examples = slots.resource("examples")
        folders = [examples / language for language in self.suggestions]
        await self.ingestor.paths(DEFAULT_TENANT, folders, workspace=SAMPLE_WORKSPACE, force=True)
        await graph_file.load(self.library.graph, DEFAULT_TENANT, examples / "graph.jsonl", SAMPLE_WORKSPACE)
        return True

    # Parts that are made when they are first asked for ----------------------------------------------------------------

    @cached_property
    def prompts(self) -> Prompts:
        return prompts(self.settings.prompts, self.settings.answer_format)

    @cached_property
    def suggestions(self) -> dict[str, list[str]]:
        """Questions to the sample documents, by language."""
        told: dict[str, list[str]] = json.loads((slots.resource("examples") / "suggestions.json").read_text("utf-8"))
        return told

    @cached_property
    def proposals(self) -> Proposals:
        """Questions that can be asked."""
        lookup = PassageLookup(self.preparation.search)
        return Proposals(CollectionRows(self.database), self.prompts, lookup, self.suggestions, SAMPLE_WORKSPACE)

    @cached_property
    def provider(self) -> Guarded:
        """The model that answers."""
        return self._provider(self.settings.chosen_provider, "GATEWAY_PROVIDER")

    @cached_property
    def providers(self) -> tuple[Guarded, ...]:
        """The model that answers, and those that stand in for it."""
        others = [self._provider(name, "GATEWAY_FALLBACK_PROVIDERS") for name in self.settings.fallbacks]
        return self.provider, *others

    def quoting(self) -> Guarded:
        """Returns the provider that asks no model."""
        return self._provider(EXTRACTIVE, "GATEWAY_PROVIDER")

    def _provider(self, name: str, setting: str) -> Guarded:
        made = slots.load("models.providers", name, setting).create(self.settings)
        if name == EXTRACTIVE:
            made.nearness = self.nearness
        provider = Guarded(made, Breaker())
        self._exits.push_async_callback(provider.aclose)
        return provider

    @cached_property
    def reranker(self) -> Reranker | None:
        if not self.settings.reranker_url:
            return None
        reranker: Reranker = self._part("models.rerankers", "http", "GATEWAY_RERANKER_URL")
        return reranker

    @cached_property
    def verifier(self) -> Verifier | None:
        name = self.settings.chosen_verifier
        if name is None:
            return None
        if self.settings.verifier_model and self.settings.verifier_url:
            raise WrongUse("GATEWAY_VERIFIER_MODEL and GATEWAY_VERIFIER_URL are both set; keep one of them.")
        verifier: Verifier = self._part("models.verifiers", name, "GATEWAY_VERIFIER_MODEL")
        return verifier

    @cached_property
    def speech(self) -> Speech:
        speech = Speech.create(self.settings)
        self._exits.push_async_callback(speech.aclose)
        return speech

    @cached_property
    def preparation(self) -> Preparation:
        """Searches as turns make them, without a model."""
        sources = Sources(self.retrievers, self.reranker, limits(self.settings).retrieval_s)
        return Preparation(sources, self.prompts, limits(self.settings), walks=self.walks)

    @cached_property
    def memory(self) -> Remembering:
        return Remembering(self.memories, self.embedders.questions, self.prompts, Rules.of(self.settings))

    @cached_property
    def intake(self) -> Intake:
        return Intake(self.memories, self.memory)

    # Parts that have to be opened -------------------------------------------------------------------------------------

    async def open_extractor(self) -> Extractor:
        """Returns what finds entities and relations with the model. Raises `errors.UpstreamError` when the model is
        away."""
        await self.provider.prepare()
        return Extractor(self.library.graph, self.provider, self.prompts)

    async def open_ask(self) -> Ask:
        """Returns what writes answers: the models are looked for, and none of them has to be there."""
        settings = self.settings
        for provider in self.providers:
            await provider.find()
        if self.verifier is not None:
            await self.verifier.prepare()
        if settings.memory == "off":
            return replace(self._ask(), voice=self.speech.voice)
        shadow_checks = ShadowChecks(self._ask(), self.intake, settings.memory_shadow_share)
        self._exits.push_async_callback(shadow_checks.close)
        self.intake.on_served = shadow_checks.served
        return replace(self._ask(self.memory, self.intake), voice=self.speech.voice)

    def _ask(self, memory: Remembering | None = None, intake: Intake | None = None) -> Ask:
        settings, turn_limits = self.settings, limits(self.settings, across=self.nearness.judges)
        collection = CollectionRows(self.database)
        preparation = Preparation(
            Sources(self.retrievers, self.reranker, turn_limits.retrieval_s),
            self.prompts,
            turn_limits,
            Understanding(self.threads, settings.retrieval_context),
            Condenser(self.prompts, self.provider if settings.chosen_provider != "extractive" else None),
            memory,
            AboutCollection(collection, self.prompts, self.proposals),
            self.walks,
        )
        if settings.retrieval_context != "strict":
            questions = self.embedders.questions
            preparation.with_citations(ShownRows(self.database), self.walks.reading, collection, questions)
        parts = preparation, self.providers, self.prompts, turn_limits, self.verifier, intake
        comparer = self.nearness if self.nearness.judges else None
        return Ask(*parts, comparer=comparer, evidence_rules=EvidenceRules(self.database))

    async def _open_replica(self, url: str) -> None:
        """Opens the replica. Commands never read it: what one has stored, the next one finds."""
        replica = Replica(url, self.database)
        self._exits.push_async_callback(replica.close)
        await replica.open()

    async def open_services(self, ask: Ask | None = None, *, claims: bool = True) -> Services:
        """Opens answers in progress: their rows, their producers here, their readers, and what is taken over. Returns
        all that endpoints use.

        ask: the result of `open_ask`, where it was called before.
        claims: whether this process takes over answers of processes that died.
        """
        settings = self.settings
        if settings.database_replica_url:
            await self._open_replica(settings.database_replica_url)
        ask = ask or await self.open_ask()
        presence = await self._exits.enter_async_context(Presence.here(self.database, settings.lease_s))
        answers = Answers(self.database, presence.owner, settings.lease_s, session_limits(settings))
        recordings = Recordings(self.database, answers)
        live = Live(answers, records=settings.recording_days > 0)
        await live.open()
        leases = Leases(self.database, answers, presence, settings.lease_s)
        takeover = Takeover(live, leases, ask, settings.lease_s, claims=claims)
        following = Following(live, answers)
        permits = Permits(self.keyring)
        allowances = Allowances(self.database, settings.max_output_tokens)
        self._exits.push_async_callback(allowances.close)
        for part in (takeover, following, permits):
            await part.open()
            self._exits.push_async_callback(part.close)
        self.figures.watch(live, following, takeover)
        await self._exits.enter_async_context(self.figures.measuring())
        return Services(
            settings=settings,
            loaded=self.loaded,
            proposals=self.proposals,
            database=self.database,
            keys=self.keys,
            keyring=self.keyring,
            allowances=allowances,
            prices=Prices.read(settings.prices),
            library=self.library,
            ear=self.speech.ear,
            voice_questions=VoiceQuestions(self.database),
            sessions=self.sessions,
            answers=answers,
            conversations=Conversations(self.database),
            threads=self.threads,
            reading=ReadingRoom.over(self.database),
            quality=QualityRows(self.database),
            evaluations=EvaluationReports(self.database),
            recordings=recordings,
            memories=self.memories,
            embedder=self.embedder,
            ingestor=self.ingestor,
            reindexer=self.reindexer,
            provider=self.provider,
            unconnected=None if settings.provider_reasons else other_programs.unconnected(),
            prompts=self.prompts,
            ask=ask,
            memory=self.memory,
            intake=self.intake,
            live=live,
            following=following,
            takeover=takeover,
            permits=permits,
            downloads=asyncio.Semaphore(downloads.AT_ONCE),
            figures=self.figures,
        )

    @property
    def location(self) -> str:
        """Where the knowledge base lies, for people."""
        settings = self.settings
        if settings.database_url:
            return address(settings.database_url)
        return f"embedded PostgreSQL in {settings.data_dir.absolute()}"

    async def database_url(self) -> str:
        """Returns `DATABASE_URL`, else the address of the embedded server, which is started when nobody else has."""
        if self.settings.database_url:
            return self.settings.database_url
        embedded = self.embedded = await acquire(self.settings.data_dir, new=self._new)
        self._exits.callback(embedded.release)
        watch = asyncio.create_task(keep_up(embedded), name="embedded PostgreSQL watch")
        self._exits.callback(watch.cancel)
        return embedded.url

    async def checked_url(self) -> str:
        """Returns the address for work on the database as a whole. Raises `WrongUse` for one that nothing brings up to
        date."""
        url = self.settings.database_direct_url or await self.database_url()
        remedy = EMPTY_ONE
        if self.embedded:
            remedy = f"set GATEWAY_DATA_DIR to a new directory (or delete {self.embedded.home})"
        await refuse_checkouts(url, slots.resource("migrations"), remedy)
        return url

    async def close(self) -> None:
        await self._exits.aclose()


def session_limits(settings: Settings) -> SessionLimits:
    return SessionLimits(settings.session_idle_s, settings.session_max_rounds, settings.on_depth)
