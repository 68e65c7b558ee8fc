"""The seams of the house: what `app.py` chooses and `ask.py` uses. One method where one is enough."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import datetime
from typing import Any, Protocol

from gateway import words
from gateway.answer.answer import Candidates, Reason, ReferenceType
from gateway.answer.events import Event, Numbered, StateChanged, TextAdded, Thinking
from gateway.answer.verdicts import Claim, Verdict
from gateway.conversation.outlines import ThreadState
from gateway.conversation.question import Message, Question
from gateway.conversation.turn import Outcome, Source, Turn
from gateway.memory.entry import Entry as MemoryEntry
from gateway.memory.sources import Cited
from gateway.prompt import Prompt

NO_EVIDENCE = "no_evidence"
"""The finish reason of a provider that read the candidates and found that they do not answer the question."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one generation, as the provider counts them."""

    prompt_tokens: int
    answer_tokens: int

    @classmethod
    def estimated(cls, prompt: Prompt, said: str) -> Usage:
        """Where the provider does not count."""
        return cls(words.tokens_estimate(prompt.system + prompt.user), words.tokens_estimate(said))


@dataclass(frozen=True, slots=True)
class Piece:
    """What one read from a model brought: any of text, thought, the finish reason, the usage."""

    text: str = ""
    thinking: str = ""
    finish_reason: str | None = None
    """The provider's own word: `stop`, `length`, `content_filter`, …"""
    usage: Usage | None = None


class LLMProvider(Protocol):
    """A language model. Raises `errors.UpstreamError` and its children, nothing else."""

    name: str

    @property
    def model(self) -> str:
        """Its name; "" while it is not known, for a service that is away is asked for it later."""
        ...

    @property
    def place(self) -> str:
        """Where it is, for people; without secrets."""
        ...

    async def prepare(self) -> None:
        """Called at start: settles the model. Raises `errors.WrongUse` with what to set, and `errors.UpstreamError`
        while the service that has to be asked for it is away; then it may be called again."""
        ...

    def generate(
        self, prompt: Prompt, messages: Sequence[Message] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece]:
        """Stream the model's answer. `messages` are earlier turns, oldest first; `schema` asks for structured JSON.

        Closing the iterator closes the connection to the model.
        """
        ...

    async def aclose(self) -> None: ...


class Embedder(Protocol):
    """Texts to unit vectors of one length. `dimensions` 0 means: makes none, or has not made one yet; without any the
    vectors are empty.

    One that only computes may also have `of_terms`, a function of its module from the terms of a text (`words.terms`) to
    the vector of that text: ingestion then calls it where it counts them.
    """

    name: str
    """Identifies the vector space, e.g. `hash-512-2` or `openai:text-embedding-3-small`; stored beside each vector."""
    dimensions: int
    calibration: tuple[float, float] | None
    """(null, full) cosine of unrelated and of matching text; None: the cosine says nothing about confidence."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def aclose(self) -> None: ...


class Verifier(Protocol):
    """A stronger judge of citations than wording: an NLI service, a judge model. It raises nothing."""

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order; `unknown` where it cannot say or does not work."""
        ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for and where. Absent filters mean everything the tenant has; given ones must all hold."""

    tenant: str
    text: str
    language: str
    limit: int
    min_score: float = 0.0
    workspace: str | None = None
    source_app: str | None = None
    document_ids: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    """Primary subtags, lower case: `("en", "zh")`. Passages whose language is unknown are then left out."""
    workspaces: tuple[str, ...] = ()
    """What the caller is limited to, where `workspace` names none; empty: to nothing."""

    @property
    def within(self) -> tuple[str, ...] | None:
        """The workspaces to look in; None: all."""
        return (self.workspace,) if self.workspace is not None else self.workspaces or None


@dataclass(frozen=True, slots=True)
class Found:
    """One hit, best first. `payload` is the reference payload of the protocol without `score` and `rank`."""

    type: ReferenceType
    payload: Mapping[str, Any]
    score: float
    """Ranking score within 0..1, comparable inside one result only."""
    language: str | None = None
    cosine: float | None = None
    retriever: str = ""
    """Who found it, as the setting calls it; said by `retrieval`."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The hits of one retriever and what the corpus knows about the question's words."""

    found: tuple[Found, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    """Inverse document frequency of the question's terms (`words.terms`), known terms only."""
    calibration: tuple[float, float] | None = None


class Retriever(Protocol):
    """A knowledge source. Raises `errors.Unavailable` when it cannot answer."""

    async def search(self, query: Query) -> Retrieval: ...

    async def aclose(self) -> None: ...


class Reranker(Protocol):
    """A better judge of what answers a question than search, and too slow to read the whole corpus."""

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float | None]:
        """A score within 0..1 for each text, in order; None where it gave none. Raises `errors.Unavailable`."""
        ...

    async def aclose(self) -> None: ...


class JournalLost(Exception):
    """A turn's events cannot be written any more: the database was away too long, or another process took over."""


class Fenced(Exception):
    """Another process has taken the answer over; nothing of this one is written any more."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """What is decided before generation and never changes afterwards, whoever goes on with it."""

    candidates: Candidates
    query: str
    """What was looked for."""
    weights: Mapping[str, float]
    """Inverse document frequency of the question's terms: input of the evidence check."""
    confidence: float | None
    threshold: float | None = None
    """What the confidence had to reach; None: the gate was not asked."""
    first_query: str | None = None
    """What was looked for before, in vain."""
    source: Source = "model"
    """Who answers. Anything but the model is an early end: the gate, a clarification, the memory."""
    said: str = ""
    """What an early end says, in the form a model would write it."""
    warnings: tuple[str, ...] = ()
    memory: Mapping[str, Any] = field(default_factory=dict)
    """What the answer memory decided (`remembering.Recalled.decided`); empty where it was not asked."""
    followup: Mapping[str, Any] = field(default_factory=dict)
    """What the question points at: {"resolved": bool, "ref_type", "section_ids": […], "titles": […], "matched": […]};
    empty where it is no follow-up."""
    meant: str | None = None
    """The question as it can be understood by itself, where that is not how it was asked."""
    subject: str | None = None
    """What it is about, without the words that only point."""
    outline: tuple[Mapping[str, str], ...] = ()
    """The sections of the thread before this answer: {"id", "title"} each."""
    spent: Usage | None = None
    """What asking a model has cost until here; None: none was asked."""

    @property
    def decided(self) -> dict[str, Any]:
        """Everything beside the candidates, as rows and recordings keep it."""
        return {
            "query": self.query,
            "first_query": self.first_query,
            "weights": dict(self.weights),
            "confidence": self.confidence,
            "threshold": self.threshold,
            "source": self.source,
            "said": self.said,
            "warnings": list(self.warnings),
            "memory": dict(self.memory),
            "followup": dict(self.followup),
            "meant": self.meant,
            "subject": self.subject,
            "outline": list(self.outline),
            "spent": astuple(self.spent) if self.spent else None,
        }

    @classmethod
    def of(cls, candidates: Candidates, decided: Mapping[str, Any]) -> Frozen:
        """Candidates with what was `decided`; what this version does not know is left out."""
        known = {name: value for name, value in decided.items() if name in cls.__dataclass_fields__}
        lists = {name: tuple(known.get(name, ())) for name in ("warnings", "outline")}
        spent = known.get("spent")
        return cls(candidates, **{**known, **lists, "spent": Usage(*spent) if spent else None})


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of a turn that another process began."""

    turn: Turn
    frozen: Frozen | None
    """None: it had not got so far."""
    events: tuple[Numbered, ...]
    elapsed_ms: int
    """Milliseconds since the turn began."""

    @property
    def said(self) -> list[str]:
        """What models said for this turn, a text for each process that asked one."""
        texts: dict[int, str] = {}
        for numbered in self.events:
            match numbered.event:
                case StateChanged(state="responding"):
                    texts.setdefault(numbered.epoch, "")
                case TextAdded(text=text) | Thinking(text=text) if numbered.epoch in texts:
                    texts[numbered.epoch] += text
        return list(texts.values())


@dataclass(frozen=True, slots=True)
class Claimed:
    """A lease that this process took over. `attempts`: takeovers since the last new paragraph, this one included."""

    tenant: str
    answer_uuid: str
    epoch: int
    attempts: int
    stop_requested: bool


class Journal(Protocol):
    """Where one turn's events go. Everything is numbered and committed, in order, before any reader sees it."""

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the turn began."""
        ...

    @property
    def stopped(self) -> Reason | None:
        """Why the turn is being ended from outside; None while it is not, or when another process is to go on."""
        ...

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Write down what a model sent or the core decided (`gateway.recording`); stored with the next event."""
        ...

    async def emit(self, events: Iterable[Event]) -> None:
        """Hand events to the writer; returns at once unless much is waiting to be written."""
        ...

    async def freeze(self, frozen: Frozen) -> None:
        """Store the candidate set and what was decided with it, before generation."""
        ...

    async def finish(self, outcome: Outcome) -> None:
        """Write the terminal event and everything that must be readable when it is seen, in one transaction."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered event of one answer, ready to be stored."""

    tenant: str
    answer_uuid: str
    numbered: Numbered
    heard: bytes | None = None
    """Lines of the recording that are stored with it."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What is kept of an answer outside its events."""

    answer_uuid: str
    question: str
    created_at: str
    """RFC 3339, UTC."""
    running: bool
    model: str | None
    confidence: float | None = None
    """How well the candidates fit the question, 0 to 1; known at the end."""
    subject: str = "local"
    """Whose it is."""
    workspaces: tuple[str, ...] = ()
    """The only ones that were looked in; empty: all."""
    admitted: Turn | None = None
    """The turn, with what its session adds to it; None for an answer that was there already."""


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of the request that came with it."""

    key: str
    request_hash: str


class SessionCache(Protocol):
    """A place for what is read often, beside the database. It may forget anything at any time, and never raises.

    What it holds is compared with the session's version before it is used: a stale entry does no harm.
    """

    async def get(self, key: str) -> bytes | None: ...

    async def set(self, key: str, value: bytes, ttl_s: float) -> object:
        """Keep a value for at most so many seconds."""
        ...

    async def delete(self, *keys: str) -> object: ...


class AnswerStore(Protocol):
    """Rows of turns, answers and events. Raises `errors.Unavailable` when the database is away.

    Whatever is written for a running answer is fenced: with an epoch that is not the lease's, nothing is.
    """

    async def open_turn(self, turn: Turn, once: Once | None = None) -> StoredAnswer:
        """One short transaction: question message, log row, answer row, lease. The answer of the first request with
        the same key, where there is one. Raises `errors.TurnRunning` while the thread or session has a running one,
        `errors.SessionOver` and `errors.NotFound` for the session."""
        ...

    async def freeze(self, tenant: str, answer_uuid: str, epoch: int, frozen: Frozen) -> None:
        """Raises `Fenced`."""
        ...

    async def append(self, entries: Sequence[Entry]) -> set[str]:
        """One transaction for events of any number of answers, with the rows that follow from them. Returns the
        answers that are another process's by now; nothing was written for those."""
        ...

    async def finish(self, turn: Turn, terminal: Numbered, outcome: Outcome, heard: bytes | None = None) -> None:
        """`heard`: the last lines of the recording. Raises `Fenced`."""
        ...

    async def answer(self, tenant: str, answer_uuid: str) -> StoredAnswer | None: ...

    async def events(self, tenant: str, answer_uuid: str, after: int = 0) -> list[Numbered]: ...

    async def news(self, cursors: Sequence[tuple[str, str, int]]) -> dict[str, list[Numbered]]:
        """Events past a cursor (tenant, answer, sequence number) for many answers in one query."""
        ...

    async def references(self, tenant: str, answer_uuid: str, type: ReferenceType) -> list[dict[str, Any]]:
        """Payloads of the answer's references of one type, in citation order; empty for an unknown answer."""
        ...


class ThreadStore(Protocol):
    """What was said earlier in a question's thread, for its owner. Raises `errors.Unavailable` when the database is
    away."""

    async def state(self, question: Question) -> ThreadState | None:
        """What the question can point at; None without a thread, or where nothing was kept."""
        ...

    async def previous(self, question: Question) -> tuple[Message, ...]:
        """The newest turn that was answered: its question, as it can be understood by itself, and its answer."""
        ...


class LeaseStore(Protocol):
    """Who produces which answer, by the database's clock. Raises `errors.Unavailable` when the database is away."""

    async def renew(self, running: Sequence[str], read: Sequence[str] = ()) -> dict[str, int]:
        """Prolong this process's leases of the answers that run here; answer to epoch. `read`: those with a reader."""
        ...

    async def stop_requests(self) -> list[tuple[str, str]]:
        """(tenant, answer) of this process's answers that are to end."""
        ...

    async def request_stop(self, tenant: str, answer_uuid: str) -> None: ...

    async def claim(self, most: int, running: Sequence[str] = ()) -> list[Claimed]:
        """Take over leases that have run out, save this process's own of answers that still run here."""
        ...

    async def release(self) -> None:
        """Let all leases of this process run out now."""
        ...

    async def kept(self, answers: Sequence[tuple[str, str]]) -> dict[str, Kept]:
        """All that is stored of running turns, named by (tenant, answer); an answer that is gone is left out."""
        ...


@dataclass(frozen=True, slots=True)
class Remembered:
    """An answer that was given before, with what it takes to say it again."""

    paragraphs: Sequence[Mapping[str, Any]]
    """`citationIds` and `text` of each, in order."""
    outline: Sequence[Mapping[str, Any]]
    """`id` and `title` of each section."""
    candidates: Candidates
    """What it cites, as it was then."""
    weights: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NewMemory:
    """An answer that is to be remembered."""

    tenant: str
    key_hash: str
    scope_hash: str
    question: str
    """As resolved: readable without the conversation around it."""
    original_question: str
    answer: str
    language: str
    status: str
    days: int
    """Until it expires."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    facets: Mapping[str, Any] = field(default_factory=dict)
    answer_uuid: str | None = None
    """None: it came as a message, without citations."""
    cited: Cited = field(default_factory=Cited)
    gate_score: float | None = None
    embedder: str | None = None
    vector: Sequence[float] | None = None
    created_at: datetime | None = None
    """None: now."""
    usage_count: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A remembered answer, as far as a fresh one is compared with it."""

    answer: str
    documents: tuple[str, ...]
    """`memory.sources.documents`."""
    language: str
    status: str


class MemoryStore(Protocol):
    """Rows of remembered answers (`store.memories`). Raises `errors.Unavailable` when the database is away."""

    async def exact(
        self, tenant: str, scope_hash: str, key_hash: str, *, prune: bool = False
    ) -> MemoryEntry | None: ...

    async def near(
        self, tenant: str, scope_hash: str, embedder: str, vector: Sequence[float]
    ) -> Sequence[MemoryEntry]: ...

    async def remembered(self, tenant: str, answer_uuid: str) -> Remembered | None: ...

    async def use(self, tenant: str, response_id: int, uses: int) -> None: ...

    async def told(
        self,
        tenant: str,
        kind: str,
        reason: str = "",
        *,
        response_id: int | None = None,
        actor: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> None: ...

    async def keep(self, new: NewMemory) -> int | None: ...

    async def stored(self, tenant: str, response_id: int) -> Checked | None: ...

    async def checked(self, tenant: str, response_id: int, agreed: bool, enough: int) -> None: ...

    async def set_stale(self, tenant: str, response_id: int, reason: str) -> None: ...
