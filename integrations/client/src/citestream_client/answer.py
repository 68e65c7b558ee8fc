"""An answer as it grows: frames of the event stream in, typed updates out. No network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

from citestream_client.errors import AnswerFailed, CitestreamError
from citestream_client.frames import Frame

SEPARATOR = "\n\n"
"""Between two paragraphs of the answer's text."""
DOCUMENT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
WEB = re.compile(r"https?://[^\s<>]+", re.IGNORECASE)
META = "[META]"


class TextRange(TypedDict):
    """Code points of a paragraph's text."""

    start: int
    end: int


class Disagreement(TypedDict):
    """The ids of other sources, and what the first of them has instead."""

    citation_ids: list[str]
    value: str


class Citation(TypedDict):
    """The use of a source by a paragraph. `status`: `ok`, `weak`, `moved` or `unchecked`; `score`: 0 to 1, or None.
    `quotes`: the sentences of the source that carry the paragraph; `page` is where the first of them stands.

    Only of a weak one: `reason` (`figure`, `name`, `negation`, `comparison`, `part`, `wording` or `calibrated`),
    `ranges` (what in the paragraph's text is in doubt) and `source_value` (what the source has instead, where that is
    clear).
    `disagreement`: other sources say otherwise, and the paragraph does not tell it."""

    citation_id: str
    status: str
    score: float | None
    quotes: list[str]
    title: str
    url: str | None
    page: int | None
    reason: NotRequired[str]
    ranges: NotRequired[list[TextRange]]
    source_value: NotRequired[str]
    disagreement: NotRequired[Disagreement]


class Paragraph(TypedDict):
    """A finished paragraph. `start` and `end` count code points of the answer's text. `own`: the gateway wrote it, not
    the model."""

    index: int
    text: str
    start: int
    end: int
    degraded: str | None
    citations: list[Citation]
    own: NotRequired[bool]


class Reference(TypedDict):
    """What is cited, once for an answer: a passage (`type` `embedding`) or a result of the knowledge graph (`graph`).
    `url` opens it; `payload` is all that the gateway sent of it."""

    citation_id: str
    type: str
    title: str
    url: str | None
    text: str
    payload: dict[str, Any]


@dataclass(slots=True)
class Answer:
    """An answer as it stands. `meta` is empty until it has ended; `docs/protocol.md`, section 4, has its fields."""

    uuid: str = ""
    thread_id: str | None = None
    language: str = ""
    text: str = ""
    thoughts: str = ""
    paragraphs: list[Paragraph] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    sections: list[dict[str, Any]] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def about(self) -> dict[str, Any]:
        return dict(self.meta.get("answer", {}))

    @property
    def finish_reason(self) -> Literal["stop", "length", "content_filter"]:
        """Returns `stop` for a whole answer, and otherwise what OpenAI's clients know; `degraded_reason` says more."""
        if self.about.get("degradedReason") == "content_filter":
            return "content_filter"
        return "stop" if self.about.get("complete", True) else "length"

    @property
    def model_name(self) -> str:
        return str(self.meta.get("model", {}).get("name") or "citestream")

    @property
    def tokens(self) -> tuple[int, int]:
        """Returns the tokens of the request to the model, and those of its answer."""
        return int(self.meta.get("question", {}).get("tokens") or 0), int(self.about.get("tokens") or 0)

    def details(self) -> dict[str, Any]:
        """Returns what is known of an ended answer beside its text, paragraphs and references, ready for JSON.
        `late_verdicts`: what a verifier found after the paragraphs were sent; its `dropped` citations do not hold."""
        about = self.about
        late = [
            {"index": found["paragraphIndex"], "citation_id": found["citationId"], "status": found["status"]}
            for found in about.get("lateVerdicts", ())
        ]
        return {
            "answer_uuid": self.uuid,
            "thread_id": self.thread_id,
            "language": self.language,
            "source": about.get("source"),
            "complete": about.get("complete"),
            "degraded_reason": about.get("degradedReason"),
            "has_citation_error": about.get("hasCitationError"),
            "confidence": about.get("confidence"),
            "sections": self.sections,
            "late_verdicts": late,
            "warnings": self.meta.get("warnings", []),
        }


@dataclass(frozen=True, slots=True)
class Update:
    """One step. `text` is the piece of a `text` or `thought`, and the label of a `state`. A `paragraph` comes behind
    its text, with the `references` that it is the first to cite. `rollback`, only where the question allowed it: text
    was withdrawn, `answer.text` is what stands. `finished` is the last one."""

    kind: Literal["state", "thought", "text", "paragraph", "rollback", "finished"]
    answer: Answer
    text: str = ""
    paragraph: Paragraph | None = None
    references: tuple[Reference, ...] = ()


class AnswerReader:
    """Folds frames into an answer. `base` is the public address of the gateway, for the addresses of sources."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._new: list[Reference] = []
        self.answer = Answer()
        self.cursor = ""
        """The id of the last event that was read."""
        self.ended = False

    def take(self, frame: Frame) -> Iterator[Update]:
        """Raises `AnswerFailed` for an answer that ended without text. Names that a newer gateway adds are passed
        over."""
        self.cursor = frame.id or self.cursor
        answer = self.answer
        match frame.name:
            case "":
                answer.text += frame.data
                yield Update("text", answer, frame.data)
            case "[START]":
                start = json.loads(frame.data)
                answer.uuid, answer.language = start["answerUuid"], start["language"]
                answer.thread_id = start.get("threadId")
            case "[STATE_CHANGED]":
                yield Update("state", answer, json.loads(frame.data)["remark"])
            case "[THINKING]":
                answer.thoughts += frame.data
                yield Update("thought", answer, frame.data)
            case "[CITATION_REF]":
                self._new.append(reference(json.loads(frame.data), self._base))
                answer.references.append(self._new[-1])
            case "[CITATION_PARAGRAPH]":
                answer.paragraphs.append(self._paragraph(json.loads(frame.data)))
                shown, self._new = tuple(self._new), []
                yield Update("paragraph", answer, paragraph=answer.paragraphs[-1], references=shown)
            case "[ROLLBACK]":
                answer.text = answer.text[: json.loads(frame.data)["textOffset"]]
                yield Update("rollback", answer)
            case "[OUTLINE]":
                answer.sections = json.loads(frame.data)["sections"]
            case "[DONE]":
                answer.meta, self.ended = json.loads(frame.data.removeprefix(META)), True
            case "[ERROR]":
                self.ended = bool(frame.id)
                raise self._failure(json.loads(frame.data))
            case _:
                pass

    @property
    def lacks_references(self) -> bool:
        """Tells whether the passages must be read by the answer's uuid, as older gateways store those of plain text."""
        about = self.answer.about
        return about.get("citationMode") == "answer" and bool(about.get("isRefEmbedding")) and not self._new

    def finished(self, passages: Sequence[Mapping[str, Any]] = ()) -> Update:
        """Returns the last update. `passages`: what was read, `{"embeddingId","text"}` each. Such references have no
        citation id, title or address."""
        shown = [
            Reference(citation_id="", type="embedding", title="", url=None, text=found["text"], payload=dict(found))
            for found in passages
        ]
        self.answer.references += shown
        return Update("finished", self.answer, references=(*self._new, *shown))

    def _paragraph(self, sent: Mapping[str, Any]) -> Paragraph:
        before = self.answer.paragraphs
        start = before[-1]["end"] + len(SEPARATOR) if before else 0
        shown = {reference["citation_id"]: reference for reference in self.answer.references}
        paragraph: Paragraph = {
            "index": sent["paragraphIndex"],
            "text": sent["text"],
            "start": start,
            "end": start + len(sent["text"]),
            "degraded": sent["degraded"],
            "citations": [citation(cited, shown[cited["citationId"]]) for cited in sent["citations"]],
        }
        if sent.get("own"):
            paragraph["own"] = True
        return paragraph

    def _failure(self, sent: Mapping[str, Any]) -> CitestreamError:
        known = {"code": sent["code"], "retryable": sent["retryable"], "answer_uuid": self.answer.uuid}
        return AnswerFailed(sent["message"], **known)


def reference(sent: Mapping[str, Any], base: str) -> Reference:
    """Returns a reference with the address that opens it."""
    payload = sent["payload"]
    url = address(payload.get("documentId"), payload.get("embeddingId"), payload.get("source"), base)
    title = payload.get("title") or payload.get("source") or sent["citationId"]
    return {
        "citation_id": sent["citationId"],
        "type": sent["type"],
        "title": title,
        "url": url,
        "text": payload.get("text", ""),
        "payload": payload,
    }


def citation(sent: Mapping[str, Any], shown: Reference) -> Citation:
    """Returns a citation with the sentences of the source that it points at, and where these are read."""
    evidence = sent["evidence"]
    cited: Citation = {
        "citation_id": sent["citationId"],
        "status": sent["status"],
        "score": sent["score"],
        "quotes": [shown["text"][found["start"] : found["end"]] for found in evidence],
        "title": shown["title"],
        "url": shown["url"],
        "page": evidence[0].get("page") if evidence else None,
    }
    if "reason" in sent:
        cited["reason"] = sent["reason"]
    if "ranges" in sent:
        cited["ranges"] = sent["ranges"]
    if "sourceValue" in sent:
        cited["source_value"] = sent["sourceValue"]
    if other := sent.get("disagreement"):
        cited["disagreement"] = {"citation_ids": other["citationIds"], "value": other["value"]}
    return cited


def address(document_id: Any, passage_id: Any, source: Any, base: str) -> str | None:
    """Returns the page of the gateway that shows a passage; of what a remote retriever brought its own web address,
    else None."""
    if DOCUMENT.fullmatch(str(document_id)):
        at = f"#{quote(str(passage_id))}" if passage_id else ""
        return f"{base}/sources/{document_id}{at}"
    return str(source) if WEB.fullmatch(str(source)) else None
