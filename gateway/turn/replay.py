"""Recordings played at any pace, or run again: the pieces of then go through the parser and the validator of now.

Running again is the whole turn (`gateway.turn.ask`) with the recorded candidates and settings; only model, verifier and
clock are replaced by what was recorded of them. So the same recording always gives the same result.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from gateway.answer.answer import Citation, Reason
from gateway.answer.events import TERMINAL, Answer, Event, Failed, Finished, Numbered, fold
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.conversation.prepared import Prepared, StoredTurn
from gateway.conversation.question import Message, known_fields
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import (
    AnswerWithheld,
    InvalidField,
    UpstreamError,
    UpstreamPaused,
    UpstreamRefused,
    UpstreamTimeout,
    WrongUse,
)
from gateway.models.ports import Receive, hand_over
from gateway.models.prompt import Prompt
from gateway.models.prompt_folders import prompts
from gateway.retrieval.sources import Sources
from gateway.telemetry.unwatched import unwatched
from gateway.turn.ask import Ask
from gateway.turn.limits import TurnLimits
from gateway.turn.preparation import Preparation
from gateway.turn.recording import CANCELLED, CLOSED, WHOLE, Epoch, Heard, ModelRequest, Recording, asked_for

SLOWEST, FASTEST = 0.1, 1000.0
LONGEST_PAUSE_S = 10.0
"""The longest pause between two events, however long the model was silent: it is shorter than a keep-alive, so that the
bytes stay the same."""
ERRORS: Mapping[str, type[UpstreamError]] = {
    error.code: error for error in (UpstreamError, UpstreamTimeout, UpstreamRefused, UpstreamPaused, AnswerWithheld)
} | {CANCELLED: UpstreamTimeout}


# At any pace ---------------------------------------------------------------------------------------------------------


def factor(pace: str) -> float | None:
    """Returns the factor of a pace: `recorded` is 1, `fast` is None (no pauses), else it is a number."""
    if pace in ("recorded", "fast"):
        return 1.0 if pace == "recorded" else None
    with suppress(ValueError):
        if SLOWEST <= float(pace) <= FASTEST:
            return float(pace)
    message = f"must be recorded, fast, or a factor from {SLOWEST:g} to {FASTEST:g}"
    raise InvalidField.named("pace", message)


async def paced(
    batches: AsyncGenerator[list[Numbered]], factor: float, after: int = 0
) -> AsyncGenerator[list[Numbered]]:
    """Yields stored events with the pauses between them; there are no pauses up to number `after`."""
    before: int | None = None
    async with aclosing(batches):
        async for batch in batches:
            for t_ms, together in groupby(batch, key=lambda numbered: numbered.t_ms):
                moment = list(together)
                if before is not None and t_ms > before and moment[0].seq > after + 1:
                    await asyncio.sleep(min((t_ms - before) / 1000 / factor, LONGEST_PAUSE_S))
                before = t_ms
                yield moment


# Again ---------------------------------------------------------------------------------------------------------------


async def again(recording: Recording) -> list[Numbered]:
    """Returns the events of the turn as this version makes them; nothing of it is counted or logged. Raises `WrongUse`
    where the raw pieces are gone."""
    if recording.missing:
        raise WrongUse(f"{recording.about.answer_uuid}: its raw pieces are no longer kept; it cannot be run again.")
    turn = Turn(recording.question, recording.about.answer_uuid, recording.about.answer_uuid)
    events: list[Numbered] = []
    numbers = sorted({*recording.epochs, *(numbered.epoch for numbered in recording.events)})
    for number in numbers:
        epoch = recording.epochs.get(number, Epoch())
        if epoch.settings is None or recording.frozen is None:
            # It did not get as far as writing: what it said stands.
            events += [numbered for numbered in recording.events if numbered.epoch == number]
            continue
        journal = _Journal(epoch, number, events, left=number < numbers[-1])
        stored = StoredTurn(turn, recording.frozen, tuple(events), journal.elapsed_ms)
        ending: Reason | None = epoch.ending  # type: ignore[assignment]
        with suppress(asyncio.CancelledError), unwatched():  # as it was then: stopped, or gone on with elsewhere
            await _ask(epoch.settings, journal).go_on(turn, journal, stored, ending)
        if events and isinstance(events[-1].event, TERMINAL):
            break
    return events


def _ask(settings: Mapping[str, Any], journal: _Journal) -> Ask:
    # The gate has decided already.
    named = {name: value for name, value in settings["limits"].items() if not name.startswith("gate_")}
    evidence = EvidenceSettings(**known_fields(EvidenceSettings, named["evidence"]))
    limits = TurnLimits(**{**known_fields(TurnLimits, named), "evidence": evidence})
    texts = prompts(answer_format=settings["answer_format"])
    providers = [_Provider(name, model, journal) for name, model in settings["providers"]]
    preparation = Preparation(Sources(()), texts, limits)
    verifier = _Verifier(journal) if settings["verified"] else None
    return Ask(preparation, providers, texts, limits, verifier, comparer=_Comparer(journal))


class _Journal:
    """One epoch's journal: numbers events, tells the recorded time, and hands out what was recorded."""

    def __init__(self, epoch: Epoch, number: int, events: list[Numbered], left: bool) -> None:
        """`left`: another process went on."""
        self._number, self._events = number, events
        self._requests, self._checks, self._asked = deque(epoch.requests.values()), epoch.checks, 0
        self.near = deque(epoch.near)
        self._cut = left or epoch.stopped is not None
        self.stopped: Reason | None = epoch.stopped  # type: ignore[assignment]
        self.elapsed_ms = events[-1].t_ms if events else 0

    def record(self, kind: str, fields: Mapping[str, Any]) -> None:
        pass

    def emit(self, events: Iterable[Event]) -> None:
        for event in events:
            self._events.append(Numbered(len(self._events) + 1, self._number, self.elapsed_ms, event))

    def room(self) -> None:
        return None

    async def stored(self) -> None:
        pass

    async def freeze(self, frozen: Prepared) -> None:
        pass

    async def finish(self, outcome: TurnOutcome) -> None:
        self.emit([outcome.end])

    def request(self, asked: str) -> ModelRequest | None:
        """Returns the next recorded request of this kind; those before it are not needed any more."""
        if not any(request.asked == asked for request in self._requests):
            return None
        while (request := self._requests.popleft()).asked != asked:
            pass
        return request

    def heard(self) -> Heard:
        """Returns what a verifier said of the next paragraph; nothing where it never came to that."""
        self._asked += 1
        return self._checks.get(self._asked, Heard([]))

    @property
    def over(self) -> bool:
        """This process was stopped or lost the turn, and had asked nothing more of a model."""
        return self._cut and not self._requests


class _Provider:
    """A provider that gives what was recorded of a model."""

    location, cites = "a recording", False

    def __init__(self, name: str, model: str, journal: _Journal) -> None:
        self.name, self.model, self._journal = name, model, journal

    async def prepare(self) -> None:
        pass

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        journal = self._journal
        request = journal.request(asked_for(prompt))
        if request is None:
            raise UpstreamError("The recording holds no such request.")
        for t_ms, piece in request.pieces:
            journal.elapsed_ms = t_ms
            await hand_over(receive, piece)
        journal.elapsed_ms = max(journal.elapsed_ms, request.ended_ms)
        if request.ended == WHOLE:
            return
        if request.ended in (None, CLOSED, CANCELLED) and journal.over:
            raise asyncio.CancelledError  # as it was then
        raise ERRORS.get(request.ended or "", UpstreamError)("The recording holds no more of this text.")

    async def aclose(self) -> None:
        pass


_LATE_S = 0.01
"""Seconds that stand for any time that a paragraph did not wait for."""


class _Verifier:
    """A verifier that gives what was recorded of one, and as late as then."""

    grace_s: float | None = _LATE_S

    def __init__(self, journal: _Journal) -> None:
        self._journal = journal

    async def prepare(self) -> None:
        pass

    async def verify(self, claims: Sequence[Claim]) -> list[Verdict]:
        heard = self._journal.heard()
        if heard.late:
            await asyncio.sleep(2 * _LATE_S)
        return heard.verdicts if len(heard.verdicts) == len(claims) else [Verdict() for _ in claims]

    async def aclose(self) -> None:
        pass


class _Comparer:
    """A comparer that gives what was recorded of one."""

    def __init__(self, journal: _Journal) -> None:
        self._near = journal.near

    async def compare(self, sources: Sequence[FarSource]) -> Sequence[Sequence[Near]] | None:
        found = self._near.popleft() if self._near else None
        sizes = [(len(source.claims), len(source.sentences)) for source in sources]
        fits = (
            found is not None
            and len(found) == len(sources)
            and all(
                not nearest or (len(nearest) == claims and all(each.sentence < sentences for each in nearest))
                for nearest, (claims, sentences) in zip(found, sizes, strict=True)
            )
        )
        return found if fits else None


# What is different ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is different now. `was` or `now` None: it is not there."""

    part: str
    """What of the answer, or of one of its paragraphs: a paragraph as such is `paragraph`."""
    was: object
    now: object
    paragraph: int | None = None
    """The index of its paragraph; None: the answer as a whole."""
    citation_id: str | None = None
    """The citation of that paragraph; None: the paragraph as a whole."""

    @property
    def what(self) -> str:
        """The same in words."""
        if self.paragraph is None:
            return self.part if self.part in WHOLE_PARTS else f"end, {self.part}"
        words = [f"paragraph {self.paragraph + 1}"]
        if self.citation_id is not None:
            words.append(f"{self.part} of {self.citation_id}")
        elif self.part != "paragraph":
            words.append(self.part)
        return ", ".join(words)

    def __str__(self) -> str:
        return f"{self.what}: {shown(self.was)} → {shown(self.now)}"


def shown(value: object) -> str:
    """Returns a value of a difference for people."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case Mapping():
            return ", ".join(f"{name} {shown(part)}" for name, part in value.items())
        case list() | tuple():
            return ", ".join(map(shown, value))
    return str(value)


def differences(was: Answer, now: Answer) -> list[Difference]:
    """Returns what a reader would see differently: paragraphs, ids, statuses, reasons, text, outline, how it ended."""
    return [found for found in _compared(was, now) if found.was != found.now]


def _compared(was: Answer, now: Answer) -> Iterator[Difference]:
    cited_then = (citation for paragraph in was.paragraphs for citation in paragraph.citations)
    tells = all(citation.reason or citation.status != "weak" for citation in cited_then)  # else: from before reasons
    for index, (before, after) in enumerate(zip_longest(was.paragraphs, now.paragraphs)):
        if before is None or after is None:
            yield Difference("paragraph", before and before.text, after and after.text, index)
            continue
        yield Difference("text", before.text, after.text, index)
        yield Difference("ids", before.citation_ids, after.citation_ids, index)
        yield Difference("degraded", before.degraded, after.degraded, index)
        cited = {citation.citation_id: citation for citation in after.citations}
        for citation in before.citations:
            if (other := cited.get(citation.citation_id)) is not None:
                for part, first, second in zip(PARTS, _parts(citation), _parts(other), strict=True):
                    if part != "reason" or tells:
                        yield Difference(part, first, second, index, citation.citation_id)
    if [paragraph.text for paragraph in was.paragraphs] == [paragraph.text for paragraph in now.paragraphs]:
        yield Difference("text", was.text, now.text)
    # Recordings from before `offered` have no references that support an answer without paragraph citations.
    whole = bool(was.offered) or any(paragraph.citations for paragraph in was.paragraphs)
    yield Difference("references", _ids(was), _ids(now) if whole else _ids(was))
    yield Difference("outline", [section.title for section in was.outline], [section.title for section in now.outline])
    for name in ("state", *(ANSWER_META if tells else ANSWER_META[:-1])):
        yield Difference(name, _end(was).get(name), _end(now).get(name))


WHOLE_PARTS = ("text", "references", "outline")
PARTS = ("status", "score", "evidence", "origin", "reason")
ANSWER_META = ("citationMode", "complete", "degradedReason", "hasCitationError", "citationStatus", "citationReason")


def _parts(citation: Citation) -> tuple[object, ...]:
    ranges = [f"{evidence.start}–{evidence.end}" for evidence in citation.evidence]
    doubted = [f"{part.start}–{part.end}" for part in citation.ranges]
    reason = " ".join(filter(None, (citation.reason, *doubted, citation.source_value)))
    return citation.status, citation.score, ranges, citation.original_id, reason or None


def _ids(answer: Answer) -> list[str]:
    return [reference.citation_id for reference in answer.references]


def _end(answer: Answer) -> Mapping[str, Any]:
    match answer.end:
        case Finished(meta):
            return {"state": "done", **meta["answer"]}
        case Failed(code):
            return {"state": f"failed ({code})"}
        case None:
            return {}


async def changes(recording: Recording) -> list[Difference]:
    """Runs a recording again and compares; the result is empty when a reader would see no difference."""
    return differences(recording.answer, fold(numbered.event for numbered in await again(recording)))
