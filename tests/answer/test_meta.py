"""META: what is absent is left out, except inside `answer`."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.meta import TurnFacts, meta, rfc3339
from gateway.answer.summary import LateVerdict
from tests.support.reading import document, read

FACTS = {
    "question_uuid": "q",
    "answer_uuid": "a",
    "question_tokens": 3,
    "answer_tokens": 5,
    "source": "model",
    "provider": "p",
    "model": "m",
    "total_ms": 9,
}


def test_the_answer_object_says_everything():
    named = meta(read(document((["E1"], "one a"))).summary, TurnFacts(**FACTS))
    assert named["answer"] == {
        "tokens": 5,
        "uuid": "a",
        "isRefEmbedding": True,
        "isRefGraph": False,
        "citationMode": "paragraph",
        "paragraphCount": 1,
        "refCount": 1,
        "hasCitationError": False,
        "degradedReason": None,
        "complete": True,
        "source": "model",
        "citationStatus": {"ok": 0, "weak": 0, "moved": 0, "unchecked": 1, "dropped": 0},
        "confidence": None,
    }
    assert named.keys() == {"question", "answer", "model", "timings"}
    assert named["timings"] == {"totalMs": 9}


def test_weak_citations_are_counted_by_reason():
    summary = replace(read("x").summary, citation_reason={"figure": 2, "wording": 1})
    assert meta(summary, TurnFacts(**FACTS))["answer"]["citationReason"] == {"figure": 2, "wording": 1}


def test_verdicts_that_came_late_are_named():
    summary = replace(read(document((["E1"], "one a"))).summary, late_verdicts=(LateVerdict(0, "E1", "weak"),))
    late = meta(summary, TurnFacts(**FACTS))["answer"]["lateVerdicts"]
    assert late == [{"paragraphIndex": 0, "citationId": "E1", "status": "weak"}]


def test_what_is_known_besides_is_named():
    beside = {"thread": {"threadId": "t"}, "followup": {"resolved": True}, "warnings": ["w"]}
    named = meta(read("x").summary, TurnFacts(first_text_ms=4, **beside, **FACTS))
    assert named["timings"] == {"totalMs": 9, "firstTextMs": 4}
    assert {name: named[name] for name in beside} == beside


def test_an_answer_from_memory_names_the_entry_and_an_answer_of_a_model_does_not():
    decided = {"score": 0.93, "responseId": 7, "createdAt": "2026-01-01T00:00:00Z", "reason": "served"}
    named = meta(read("x").summary, TurnFacts(memory=decided, **{**FACTS, "source": "memory"}))
    assert named["memory"] == {"score": 0.93, "responseId": 7, "createdAt": "2026-01-01T00:00:00Z"}
    assert "memory" not in meta(read("x").summary, TurnFacts(memory=decided, **FACTS))


def test_what_decided_about_the_answer_is_named():
    rule = EvidenceRule((1.0,), 5.0, 800)
    named = meta(read("x").summary, TurnFacts(strict_in_doubt=True, evidence_rule=rule, prompt_version="v2", **FACTS))
    assert named["answer"]["strictInDoubt"] is True and named["model"]["promptVersion"] == "v2"
    assert named["answer"]["evidenceRule"] == {
        "claims": 800,
        "wrong": rule.wrong,
        "confidence": rule.confidence,
        "text": rule.text,
    }
    plain = meta(read("x").summary, TurnFacts(**FACTS))
    assert not {"strictInDoubt", "evidenceRule"} & plain["answer"].keys() and "promptVersion" not in plain["model"]


def test_a_time_is_said_in_utc_with_milliseconds():
    zone = timezone(timedelta(hours=2))
    assert rfc3339(datetime(2026, 1, 2, 3, 4, 5, 678_900, zone)) == "2026-01-02T01:04:05.678Z"
