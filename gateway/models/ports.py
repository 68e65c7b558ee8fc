"""What a language model, an embedder, a verifier, a comparer, a reranker, a voice and an ear must do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.answer.reading.cited_text import Mark
from gateway.answer.sound import Sound, SoundForm
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.models.prompt import Prompt

NO_EVIDENCE = "no_evidence"
"""The finish reason of a provider that read the candidates and found that they do not answer the question."""


class ModelPiece(NamedTuple):
    """What one read from a model brought: any of text, thought, the finish reason, the usage."""

    text: str = ""
    thinking: str = ""
    finish_reason: str | None = None
    """The provider's own word: `stop`, `length`, `content_filter`, …"""
    usage: Usage | None = None
    marks: tuple[Mark, ...] | None = None
    """What the service tells beside the text of its citations, each at its place; None where it tells none, and the
    text holds them. All pieces of a request are of one kind."""


Receive = Callable[[ModelPiece], Awaitable[None] | None]
"""Takes one piece. Returns an awaitable if the provider must wait before it reads on, else None. It may raise `Enough`
to end the answer; the provider then closes its connection."""


class Enough(Exception):
    """No more pieces are wanted."""

    code = "left"
    """The result of the request in the metrics (`telemetry.upstream`)."""


async def hand_over(receive: Receive, piece: ModelPiece) -> None:
    """Passes a piece on, and waits until the next one may follow."""
    if (waiting := receive(piece)) is not None:
        await waiting


class LLMProvider(Protocol):
    """A language model. Raises `errors.UpstreamError` and its children, nothing else."""

    name: str
    cites: bool
    """Its service cites documents by itself: an answer is asked for with a prompt that is `native`."""

    @property
    def model(self) -> str:
        """The model's name; "" while it is not known, because its service is away and is asked later."""

    @property
    def location(self) -> str:
        """Where the model is, for people; without secrets."""

    async def prepare(self) -> None:
        """Settles the model; called at start. Raises `errors.WrongUse` with what to set, and `errors.UpstreamError`
        while the service that has to be asked for the model is away; then it may be called again."""

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        """Pushes the model's answer to `receive`, piece by piece, and returns at its end. `messages` are earlier turns,
        oldest first; `prompt.schema` asks for structured JSON. Errors of `receive` are raised as they are."""

    async def aclose(self) -> None: ...


class Embedder(Protocol):
    """Turns texts into unit vectors of one length. `dimensions` is 0 where it makes none or has not made one yet; an
    embedder that makes none gives empty vectors."""

    @property
    def name(self) -> str:
        """Identifies the vector space, e.g. `openai:text-embedding-3-small`; stored beside each
        vector."""

    @property
    def dimensions(self) -> int: ...

    @property
    def calibration(self) -> tuple[float, float] | None:
        """(null, full) cosine of unrelated and of matching text; None: the cosine says nothing about confidence."""

    @property
    def languages(self) -> frozenset[str] | None:
        """Codes of the languages that the model knows; None: all, or unknown."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]: ...

    async def aclose(self) -> None: ...


class Verifier(Protocol):
    """A stronger judge of citations than wording: an NLI service, a judge model."""

    grace_s: float | None
    """Seconds that a paragraph waits for its verdicts where it may be seen without them; None: as long as they take. A
    paragraph that may not be seen unjudged always waits."""

    async def prepare(self) -> None:
        """Settles what has to be known before the first claim; called at start. Raises `errors.WrongUse` with what to
        set, nothing else."""

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        """Returns one verdict for each claim, in order; `unknown` where it cannot say or does not work. Raises
        nothing."""

    async def aclose(self) -> None: ...


class Comparer(Protocol):
    """Compares sentences in two languages by their meaning."""

    async def compare(self, sources: Sequence[FarSource]) -> Sequence[Sequence[Near]] | None:
        """Returns for each source the nearest sentence to each of its claims, or nothing if it cannot tell; None if it
        does not work. Raises nothing."""


class Reranker(Protocol):
    """A better judge of what answers a question than search, and too slow to read the whole corpus."""

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float | None]:
        """Returns a score within 0..1 for each text, in order; None where it gave none. Raises `errors.Unavailable`."""

    async def aclose(self) -> None: ...


class Voice(Protocol):
    """Reads texts aloud."""

    form: SoundForm

    async def speak(self, text: str) -> Sound:
        """Returns the sound of a text without marks. Raises `errors.Unavailable`."""

    async def aclose(self) -> None: ...


SUFFIXES = {
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "audio/x-m4a": "m4a",
    "audio/ogg": "ogg",
    "audio/webm": "webm",
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/wave": "wav",
    "audio/flac": "flac",
}
"""The media types of recordings, with the endings of names by which services tell a format."""


class Ear(Protocol):
    """Writes down what is said in a recording."""

    async def heard(self, data: bytes, media_type: str) -> str:
        """Returns the words on one line; an empty text where nobody speaks. Raises `errors.Unavailable`."""

    async def aclose(self) -> None: ...
