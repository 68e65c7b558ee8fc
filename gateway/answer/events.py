"""The closed union of events and its fold. An answer is a list of numbered events; everything else is a reading of it.

`data(event)` and `parse(type, data)` are the one JSON form of each event (protocol: camelCase, without `seq`);
dialects, rows and recordings all use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, assert_never, cast, get_args

from gateway.answer.answer import Citation, DisagreementRemark, Evidence, ReferenceType, Section, Status, TextRange
from gateway.answer.references import Referenced, ReferencePayload


@dataclass(frozen=True, slots=True)
class Started:
    answer_uuid: str
    question_uuid: str
    language: str
    thread_id: str | None = None
    session_id: str | None = None
    rollback: bool = False
    """Text may be withdrawn in this turn."""


@dataclass(frozen=True, slots=True)
class StateChanged:
    state: str
    remark: str


@dataclass(frozen=True, slots=True)
class Thinking:
    text: str


@dataclass(frozen=True, slots=True)
class TextAdded:
    """A piece of answer text. It never begins with a newline (universal text encoding)."""

    text: str


@dataclass(frozen=True, slots=True)
class ReferenceShown(Referenced):
    """A candidate of `refs`, once: directly before the first paragraph that cites it. In an answer without paragraph
    citations it follows the text."""

    citation_id: str
    type: ReferenceType
    reference: ReferencePayload


@dataclass(frozen=True, slots=True)
class ParagraphFinished:
    """A validated paragraph: the durable unit. Idempotent by index and revision."""

    index: int
    text: str
    citations: tuple[Citation, ...] = ()
    degraded: str | None = None
    revision: int = 0
    own: bool = False
    """The gateway itself wrote it; it needs no source."""

    @property
    def citation_ids(self) -> list[str]:
        return [citation.citation_id for citation in self.citations]

    def revised(self, statuses: Mapping[str, str]) -> ParagraphFinished:
        """Returns the paragraph with other statuses of its citations, by id; `dropped` ones are gone."""
        found = [(citation, statuses.get(citation.citation_id, citation.status)) for citation in self.citations]
        standing = (citation.judged(cast(Status, status)) for citation, status in found if status != "dropped")
        return replace(self, citations=tuple(standing))


@dataclass(frozen=True, slots=True)
class TextRolledBack:
    """Text from code point `text_offset` on is withdrawn; finished paragraphs stay."""

    text_offset: int
    paragraph_index: int


@dataclass(frozen=True, slots=True)
class OutlineFound:
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class CitationsFinished:
    paragraph_count: int
    ref_count: int
    offered: tuple[Mapping[str, Any], ...] = ()
    """All that the model was given (`Candidate.offer`)."""


@dataclass(frozen=True, slots=True)
class AudioAdded:
    """A piece of the sound of a paragraph that was accepted before."""

    frame: str
    """Base64 of one audio frame."""
    paragraph_index: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The terminal event of an answer; `meta` is the object behind `[META]`."""

    meta: Mapping[str, Any]

    @property
    def late_statuses(self) -> dict[int, dict[str, str]]:
        """What verdicts that came behind their paragraphs say: by paragraph and citation id a status, or `dropped`."""
        found: dict[int, dict[str, str]] = {}
        for verdict in self.meta.get("answer", {}).get("lateVerdicts", ()):
            found.setdefault(verdict["paragraphIndex"], {})[verdict["citationId"]] = verdict["status"]
        return found


@dataclass(frozen=True, slots=True)
class Failed:
    """The terminal event of a turn that showed no text."""

    code: str
    message: str
    retryable: bool = True


Event = (
    Started
    | StateChanged
    | Thinking
    | TextAdded
    | ReferenceShown
    | ParagraphFinished
    | TextRolledBack
    | OutlineFound
    | CitationsFinished
    | AudioAdded
    | Finished
    | Failed
)

TYPES: dict[type[Event], str] = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Event)
}
"""The name of each type of event in JSON: `TextAdded` is `text_added`."""
TERMINAL = (Finished, Failed)


class Numbered(NamedTuple):
    """An event with its place in the answer: `seq` is contiguous from 1, `epoch` names the writer, `t_ms` counts
    from the start of the turn."""

    seq: int
    epoch: int
    t_ms: int
    event: Event

    @property
    def id(self) -> str:
        return f"{self.epoch}-{self.seq}"


@dataclass(frozen=True, slots=True)
class CoreDecision:
    """What the answer core decided and why (a dropped id, a fallback): logged and recorded, never sent."""

    kind: str
    detail: Mapping[str, Any] = field(default_factory=dict)


def data(event: Event) -> dict[str, Any]:
    """Returns the JSON form of an event, without `seq`."""
    match event:
        case Started():
            named = {
                "answerUuid": event.answer_uuid,
                "questionUuid": event.question_uuid,
                "threadId": event.thread_id,
                "sessionId": event.session_id,
                "language": event.language,
                "rollback": event.rollback or None,
            }
            return {name: value for name, value in named.items() if value is not None}
        case StateChanged():
            return {"state": event.state, "remark": event.remark}
        case Thinking() | TextAdded():
            return {"text": event.text}
        case ReferenceShown():
            return {"citationId": event.citation_id, "type": event.type, "payload": {**event.reference}}
        case ParagraphFinished():
            paragraph = {
                "paragraphIndex": event.index,
                "revision": event.revision,
                "text": event.text,
                "citationIds": event.citation_ids,
                "citations": [_citation(citation) for citation in event.citations],
                "degraded": event.degraded,
            }
            return {**paragraph, "own": True} if event.own else paragraph
        case TextRolledBack():
            return {"textOffset": event.text_offset, "paragraphIndex": event.paragraph_index}
        case OutlineFound():
            return {
                "sections": [
                    {"id": section.id, "title": section.title, "paragraphs": list(section.paragraphs)}
                    for section in event.sections
                ]
            }
        case CitationsFinished():
            counts = {"paragraphCount": event.paragraph_count, "refCount": event.ref_count}
            return {**counts, "offered": list(event.offered)} if event.offered else counts
        case AudioAdded():
            return {"frame": event.frame, "paragraphIndex": event.paragraph_index}
        case Finished():
            return dict(event.meta)
        case Failed():
            return {"code": event.code, "message": event.message, "retryable": event.retryable}
        case _:
            assert_never(event)


def _citation(citation: Citation) -> dict[str, Any]:
    named: dict[str, Any] = {
        "citationId": citation.citation_id,
        "status": citation.status,
        "score": citation.score,
        "evidence": [part.named() for part in citation.evidence],
    }
    if citation.original_id is not None:
        named["originalId"] = citation.original_id
    if citation.disagreement is not None:
        citation_ids, value = citation.disagreement
        named["disagreement"] = {"citationIds": list(citation_ids), "value": value}
    return {**named, **citation.doubt()}


def parse(kind: str, data: Mapping[str, Any]) -> Event:
    """Returns the event behind its JSON form; raises KeyError for a type or field that does not exist."""
    match kind:
        case "started":
            ids = (data.get("threadId"), data.get("sessionId"))
            return Started(
                data["answerUuid"], data["questionUuid"], data["language"], *ids, data.get("rollback", False)
            )
        case "state_changed":
            return StateChanged(data["state"], data["remark"])
        case "thinking":
            return Thinking(data["text"])
        case "text_added":
            return TextAdded(data["text"])
        case "reference_shown":
            return ReferenceShown(data["citationId"], data["type"], data["payload"])
        case "paragraph_finished":
            citations = tuple(parse_citation(citation) for citation in data["citations"])
            return ParagraphFinished(
                data["paragraphIndex"],
                data["text"],
                citations,
                data["degraded"],
                data["revision"],
                data.get("own", False),
            )
        case "text_rolled_back":
            return TextRolledBack(data["textOffset"], data["paragraphIndex"])
        case "outline_found":
            return OutlineFound(
                tuple(Section(part["id"], part["title"], tuple(part["paragraphs"])) for part in data["sections"])
            )
        case "citations_finished":
            return CitationsFinished(data["paragraphCount"], data["refCount"], tuple(data.get("offered", ())))
        case "audio_added":
            return AudioAdded(data["frame"], data["paragraphIndex"])
        case "finished":
            return Finished(data)
        case "failed":
            return Failed(data["code"], data["message"], data["retryable"])
    raise KeyError(kind)


def parse_citation(data: Mapping[str, Any]) -> Citation:
    evidence = tuple(Evidence(part["start"], part["end"], part.get("page")) for part in data["evidence"])
    remark = data.get("disagreement")
    return Citation(
        data["citationId"],
        data["status"],
        data["score"],
        evidence,
        data.get("originalId"),
        data.get("reason"),
        tuple(TextRange(part["start"], part["end"]) for part in data.get("ranges", ())),
        data.get("sourceValue"),
        DisagreementRemark(tuple(remark["citationIds"]), remark["value"]) if remark else None,
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """The fold of an answer's events: what a reader who saw all of them holds."""

    started: Started | None = None
    text: str = ""
    paragraphs: tuple[ParagraphFinished, ...] = ()
    references: tuple[ReferenceShown, ...] = ()
    """Those that a paragraph cites; in an answer without paragraph citations, those that support its text."""
    outline: tuple[Section, ...] = ()
    offered: tuple[Mapping[str, Any], ...] = ()
    end: Finished | Failed | None = None


def fold(events: Iterable[Event]) -> Answer:
    """Returns the answer that these events make, in their order. Its text is exact: pieces joined, rollbacks applied,
    newlines at the very end removed."""
    started: Started | None = None
    text: list[str] = []
    paragraphs: dict[int, ParagraphFinished] = {}
    references: dict[str, ReferenceShown] = {}
    outline: tuple[Section, ...] = ()
    offered: tuple[Mapping[str, Any], ...] = ()
    end: Finished | Failed | None = None
    for event in events:
        match event:
            case Started():
                started = event
            case TextAdded():
                text.append(event.text)
            case TextRolledBack():
                text = ["".join(text)[: event.text_offset]]
            case ReferenceShown():
                references.setdefault(event.citation_id, event)
            case ParagraphFinished():
                paragraphs[event.index] = event
            case OutlineFound():
                outline = event.sections
            case CitationsFinished():
                offered = event.offered
            case Finished() | Failed():
                end = event
            case StateChanged() | Thinking() | AudioAdded():
                pass
            case _:
                assert_never(event)
    if isinstance(end, Finished):
        late = end.late_statuses
        for index, statuses in late.items():
            if index in paragraphs:
                paragraphs[index] = paragraphs[index].revised(statuses)
        cited = {each for paragraph in paragraphs.values() for each in paragraph.citation_ids}
        refuted = (each for statuses in late.values() for each, status in statuses.items() if status == "dropped")
        for citation_id in set(refuted) - cited:
            references.pop(citation_id, None)
    ordered = tuple(paragraphs[index] for index in sorted(paragraphs))
    shown = tuple(references.values())
    return Answer(started, "".join(text).rstrip("\n"), ordered, shown, outline, offered, end)
