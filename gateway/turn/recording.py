"""What is kept of a turn beside its events, and how it is read again: one JSON object per line.

    {"kind":"request",…}      the question as it was admitted
    {"kind":"candidates",…}   the frozen candidates and what was decided with them
    {"kind":"upstream",…}     the beginning (`asked`) and the end (`ended`) of a numbered request to a model; a
                              verifier's `verdicts`; how `near` sources in another language are
    {"kind":"piece",…}        what one read of a request brought: text, thinking, finish_reason, usage, and the marks
                              of a service that cites beside its text
    {"kind":"decision",…}     what the answer core decided, and the settings it ran with
    {"kind":"event",…}        an event as dialect `jsonl` writes it

Upstream, piece and decision carry `epoch` and `t_ms`, milliseconds from the start of the turn. A `Tape` stands between
an answer's generation and its models.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import orjson

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Answer, CoreDecision, Numbered, fold, parse
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.answer.reading.cited_text import Mark, SpanCitation
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Message, Question
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, WrongUse
from gateway.models.ports import Comparer, LLMProvider, ModelPiece, Receive, Verifier
from gateway.models.prompt import Prompt
from gateway.wire.shared.frame import About

Record = Callable[[str, Mapping[str, Any]], None]
"""Takes the kind of a line and its fields (`ports.Journal.record`)."""

SETTINGS, TAKEN_OVER, STOPPED = "settings", "taken_over", "stopped"
"""Decisions that are not the core's: the settings it runs with, that another process goes on, that the turn was ended
from outside."""
WHOLE, CLOSED, CANCELLED = "whole", "closed", "cancelled"
"""How a model's text ended, beside the codes of its errors: by itself, no longer read, cut by a clock or by a stop."""


def line(kind: str, fields: Mapping[str, Any]) -> bytes:
    try:
        body = orjson.dumps(fields, default=str)
    except orjson.JSONEncodeError:  # half a surrogate pair: a model may say anything
        body = json.dumps(fields, ensure_ascii=False, default=str).encode(errors="replace")
    return b'{"kind":"%s",%s\n' % (kind.encode(), body[1:])


def decided(record: Record, decision: str, /, **detail: Any) -> None:
    record("decision", {"decision": decision, "detail": detail})


# Writing -------------------------------------------------------------------------------------------------------------


class Tape:
    """Writes down what the models and the verifier of one generation bring, before anybody reads it."""

    def __init__(self, record: Record) -> None:
        self._record, self._requests, self._checks = record, 0, 0

    async def generate(
        self, provider: LLMProvider, prompt: Prompt, messages: Sequence[Message] | None, receive: Receive
    ) -> None:
        """Passes the provider's pieces on to `receive`. A request has a number, because one may begin before another
        ends: a lost paragraph is requested while the answer is being written."""
        self._requests += 1
        record, number, ended = self._record, self._requests, CLOSED
        named = {"provider": provider.name, "model": provider.model, "prompt_version": prompt.version}
        record("upstream", {"request": number, "asked": asked_for(prompt), **named})

        def recorded(piece: ModelPiece) -> Awaitable[None] | None:
            record("piece", _of_piece(number, piece))
            return receive(piece)

        try:
            generating = provider.generate(prompt, messages, receive=recorded)
            del prompt  # the provider keeps it for as long as it needs it
            await generating
            ended = WHOLE
        except UpstreamError as error:
            ended = error.code
            raise
        except asyncio.CancelledError:
            ended = CANCELLED
            raise
        finally:
            record("upstream", {"request": number, "ended": ended})

    async def compare(self, comparer: Comparer, sources: Sequence[FarSource]) -> Sequence[Sequence[Near]] | None:
        """Has the sources of one paragraph compared."""
        found = await comparer.compare(sources)
        self._record("upstream", {"near": found and [list(map(list, nearest)) for nearest in found]})
        return found

    def verify(self, verifier: Verifier, claims: Sequence[Claim], paragraph: int) -> Check:
        """Begins to ask about the citations of one paragraph."""
        self._checks += 1
        named = {"check": self._checks, "paragraph": paragraph}
        return Check(self._record, named, asyncio.create_task(verifier.verify(claims)))


class Check:
    """One request to a verifier. It has a number, for one may begin before another ends."""

    def __init__(self, record: Record, named: Mapping[str, int], asked: asyncio.Task[list[Verdict]]) -> None:
        """named: its number, and the index of its paragraph."""
        self._record, self._named, self._asked = record, named, asked

    async def verdicts(self, within_s: float | None = None) -> list[Verdict] | None:
        """Returns the verdicts; None where they do not come in time."""
        await asyncio.wait([self._asked], timeout=within_s)
        return self._written_down({}) if self._asked.done() else None

    async def late(self) -> list[Verdict]:
        """Returns the verdicts that did not come in time."""
        await asyncio.wait([self._asked])
        return self._written_down({"late": True})

    def cancel(self) -> None:
        self._asked.cancel()

    def _written_down(self, more: Mapping[str, Any]) -> list[Verdict]:
        verdicts = self._asked.result()
        found = [asdict(verdict) for verdict in verdicts]
        self._record("upstream", {**self._named, "verdicts": found, **more})
        return verdicts


def asked_for(prompt: Prompt) -> str:
    """Returns what a request wants: the whole `answer`, the `rest` behind accepted paragraphs, one `paragraph`."""
    return "paragraph" if prompt.only_next else "rest" if prompt.accepted else "answer"


def _of_piece(number: int, piece: ModelPiece) -> dict[str, Any]:
    """Returns the fields of a piece that are there, in a fixed order."""
    fields: dict[str, Any] = {"request": number}
    fields |= {name: value for name in ("text", "thinking", "finish_reason") if (value := getattr(piece, name))}
    if piece.usage is not None:
        fields["usage"] = asdict(piece.usage)
    if piece.marks is not None:
        fields["marks"] = [
            {**mark._asdict(), "citations": [citation._asdict() for citation in mark.citations]} for mark in piece.marks
        ]
    return fields


def _marks(listed: Sequence[Mapping[str, Any]]) -> tuple[Mark, ...]:
    """Returns the marks of a piece from its line."""
    return tuple(Mark(mark["at"], tuple(map(_span, mark["citations"])), mark["settled"]) for mark in listed)


def _span(fields: Mapping[str, Any]) -> SpanCitation:
    quoted = tuple(fields["quoted"] or ()) or None
    return SpanCitation(fields["citation_id"], fields["start"], fields["end"], quoted)


def request_line(about: About, question_uuid: str, asked: Mapping[str, Any]) -> bytes:
    """Returns the line of the request. Who asked is not part of a recording."""
    shown = {name: value for name, value in asked.items() if name not in ("tenant", "subject")}
    named = {"answer_uuid": about.answer_uuid, "question_uuid": question_uuid, "created_at": about.created_at}
    return line("request", {"t_ms": 0, **named, "asked": shown})


def candidates_line(frozen: Prepared) -> bytes:
    return line("candidates", {**frozen.decided, "candidates": [each.to_json() for each in frozen.candidates]})


def event_line(encoded: bytes) -> bytes:
    """Returns the line of an event from its line in dialect `jsonl`."""
    return b'{"kind":"event",' + encoded[1:]


# Reading -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class ModelRequest:
    """One request to a model: its pieces with their times, and how it ended (None: nobody was there to see)."""

    asked: str
    provider: str
    pieces: list[tuple[int, ModelPiece]] = field(default_factory=list)
    ended: str | None = None
    ended_ms: int = 0


class Heard(NamedTuple):
    """What a verifier said of one paragraph."""

    verdicts: list[Verdict]
    late: bool = False
    """The paragraph had not waited for it."""


@dataclass(slots=True)
class Epoch:
    """What one process did of a turn."""

    settings: Mapping[str, Any] | None = None
    """None: it did not get as far as writing."""
    requests: dict[int, ModelRequest] = field(default_factory=dict)
    """By number, in the order in which they began."""
    checks: dict[int, Heard] = field(default_factory=dict)
    """By number, in the order in which they began."""
    near: list[list[list[Near]] | None] = field(default_factory=list)
    """What comparisons found, in their order."""
    ending: str | None = None
    """Why this process only ended what another had begun."""
    stopped: str | None = None
    """Why it was ended from outside."""


@dataclass(slots=True)
class Recording:
    """One answer's recording, read."""

    about: About
    question: Question
    frozen: Prepared | None = None
    epochs: dict[int, Epoch] = field(default_factory=dict)
    events: list[Numbered] = field(default_factory=list)
    missing: bool = False
    """The pieces are no longer there, or never were: it can be shown and not run again."""

    @property
    def answer(self) -> Answer:
        return fold(numbered.event for numbered in self.events)


def read(lines: Iterable[bytes], name: str) -> Recording:
    """Returns a recording from its lines; `WrongUse` names the line that is none."""
    recording: Recording | None = None
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        try:
            fields = orjson.loads(raw)
            if fields["kind"] == "request":
                recording = _requested(fields)
            elif recording is None:
                raise ValueError("the first line must be the request")
            else:
                _take(recording, fields)
        except (ValueError, KeyError, TypeError) as error:
            why = f"the field {error} is missing or wrong" if isinstance(error, KeyError) else str(error)
            raise WrongUse(f"{name}, line {number} is no line of a recording: {why}.") from None
    if recording is None:
        raise WrongUse(f"{name} is empty.")
    return recording


def _requested(fields: Mapping[str, Any]) -> Recording:
    question = Question.from_json({"tenant": "recording", **fields["asked"]})
    return Recording(About(fields["answer_uuid"], question.text, fields["created_at"]), question)


def _take(recording: Recording, fields: Mapping[str, Any]) -> None:
    kind = fields["kind"]
    if kind == "candidates":
        candidates = Candidates([Candidate.from_json(facts) for facts in fields["candidates"]])
        recording.frozen = Prepared.of(candidates, {name: fields[name] for name in fields if name != "candidates"})
    elif kind == "event":
        event = parse(fields["type"], fields["data"])
        recording.events.append(Numbered(fields["seq"], fields["epoch"], fields["t_ms"], event))
    elif fields.get("missing"):
        recording.missing = True
    elif kind in ("upstream", "piece", "decision"):
        _heard(recording.epochs.setdefault(fields["epoch"], Epoch()), kind, fields)


def _heard(epoch: Epoch, kind: str, fields: Mapping[str, Any]) -> None:
    if kind == "piece":
        usage = Usage(**fields["usage"]) if "usage" in fields else None
        marks = _marks(fields["marks"]) if "marks" in fields else None
        text, thinking = fields.get("text", ""), fields.get("thinking", "")
        piece = ModelPiece(text, thinking, fields.get("finish_reason"), usage, marks)
        epoch.requests[fields["request"]].pieces.append((fields["t_ms"], piece))
    elif "asked" in fields:
        epoch.requests[fields["request"]] = ModelRequest(fields["asked"], fields["provider"], ended_ms=fields["t_ms"])
    elif "ended" in fields:
        request = epoch.requests[fields["request"]]
        request.ended, request.ended_ms = fields["ended"], fields["t_ms"]
    elif "verdicts" in fields:
        verdicts = [Verdict(**facts) for facts in fields["verdicts"]]
        epoch.checks[fields.get("check", len(epoch.checks) + 1)] = Heard(verdicts, fields.get("late", False))
    elif "near" in fields:
        found = fields["near"]
        epoch.near.append(found and [[Near(*each) for each in nearest] for nearest in found])
    elif fields.get("decision") == SETTINGS:
        epoch.settings = fields["detail"]
    elif fields.get("decision") == TAKEN_OVER:
        epoch.ending = fields["detail"]["ending"]
    elif fields.get("decision") == STOPPED:
        epoch.stopped = fields["detail"]["reason"]


CITATION_ID = re.compile(r"[EG][0-9]{1,4}", re.ASCII)


def loggable(decision: CoreDecision) -> dict[str, Any]:
    """Returns what the log may know of a decision: no text of the model's, and an id only where it has an id's form."""
    detail = {name: value for name, value in decision.detail.items() if name not in ("text", "title")}
    if "id" in detail and not CITATION_ID.fullmatch(str(detail["id"])):
        detail["id"] = "no id of ours"
    return detail
