"""What is observed of one answer: its facts from its document, and from its recording if there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gateway.evaluation.cases import Case
from gateway.evaluation.gold import GoldEntry, named_by
from gateway.evaluation.outcomes import AnswerFacts, Cited, Offered
from gateway.models.prices import Prices
from gateway.turn.answer_quality import RecordedFacts

MODEL_FAILURES = ("upstream_error", "timeout", "interrupted", "stopped", "content_filter")
"""Reasons of incomplete answers for which neither the model's text nor the gateway's checks are to blame."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of one question."""

    document: Mapping[str, Any]
    """As `GET /v1/answers/{uuid}` gives it."""
    language: str = ""
    recording: Sequence[Mapping[str, Any]] | None = None
    """The lines of the recording; None: not known."""
    failure: str = ""
    """The error code if there is no answer."""
    is_elsewhere: bool = False
    """Another gateway stores the answer: the facts keep the cited texts, for people who label."""

    @property
    def answer_uuid(self) -> str:
        return str(self.document.get("answer_uuid", ""))

    @property
    def code(self) -> str:
        """Why the case failed; empty if it did not."""
        told = self.document.get("meta", {}).get("answer", {})
        degraded = told.get("degradedReason") or ""
        return self.failure or (degraded if not told.get("complete", True) and degraded in MODEL_FAILURES else "")


def facts_of(observed: Observed, case: Case, gold: Mapping[str, GoldEntry], prices: Prices) -> AnswerFacts:
    """Returns the facts of an answer. gold: what each entry of the case's gold names."""
    document = observed.document
    meta = document["meta"]
    told, model, timings = meta["answer"], meta["model"], meta["timings"]
    tokens = meta["question"]["tokens"], told["tokens"]
    paragraphs = tuple(each["text"] for each in document["paragraphs"]) or tuple(filter(None, [document["answer"]]))
    cost = prices.cost(model["name"], *tokens)
    entries = case.stated.gold_passages
    status = told["citationStatus"] if told["source"] == "model" else None
    return AnswerFacts(
        paragraphs=paragraphs,
        source=told["source"],
        language=observed.language,
        refused=told["source"] == "gate" or told["degradedReason"] == "refusal" or not document["answer"].strip(),
        degraded=told["degradedReason"] or "",
        provider=model["provider"],
        model=model["name"],
        prompt_version=model.get("promptVersion", "") or _prompt_version(observed.recording),
        resolved_question=meta.get("followup", {}).get("question", ""),
        offered=tuple(
            Offered(
                citation_id=each["citation_id"],
                passage_id=each["passage_id"],
                document_id=each.get("document_id", ""),
                gold=named_by(each, entries, gold),
            )
            for each in document["offered"]
            if "passage_id" in each
        ),
        cited=tuple(_cited(document, observed.is_elsewhere)),
        written=sum(status.values()) if status else None,
        dropped=status["dropped"] if status else None,
        **_recorded(observed.recording, has_status=status is not None),
        first_text_ms=timings.get("firstTextMs"),
        total_ms=timings["totalMs"],
        question_tokens=tokens[0],
        answer_tokens=tokens[1],
        cost=None if cost is None else float(cost),
    )


def _cited(document: Mapping[str, Any], with_texts: bool) -> list[Cited]:
    texts = {each["citation_id"]: each["payload"].get("text", "") for each in document["refs"]} if with_texts else {}
    return [
        Cited(
            paragraph=paragraph["index"],
            citation_id=citation["citation_id"],
            status=citation["status"],
            reason=citation.get("reason", ""),
            original_id=citation.get("original_id", ""),
            passage=texts.get(citation["citation_id"], ""),
        )
        for paragraph in document["paragraphs"]
        for citation in paragraph["citations"]
    ]


def _prompt_version(recording: Sequence[Mapping[str, Any]] | None) -> str:
    """Returns the version of the prompt that the model was asked with first."""
    return next((line["prompt_version"] for line in recording or () if "prompt_version" in line), "")


def _recorded(recording: Sequence[Mapping[str, Any]] | None, *, has_status: bool) -> dict[str, Any]:
    """Returns the facts that the recording alone has."""
    if recording is None or any(line.get("missing") for line in recording):
        return {}
    found = RecordedFacts()
    for line in recording:
        found.take(line["kind"], line)
    return {
        "illegal": found.illegal if has_status else None,
        "dropped_by_check": found.dropped_by_check,
        "format_ok": all(found.formats) if found.formats else None,
        "verified": found.verified or None,
    }
