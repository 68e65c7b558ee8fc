"""The facts of an answer: from its document, and from its recording if there is one."""

import pytest

from gateway.cli.evaluating.running.answer_facts import Observed, facts_of
from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.gold import GoldEntry
from gateway.evaluation.outcomes import Cited, Offered
from gateway.models.prices import Prices

CASE = Case("a", 1, CaseLine(question="How long?", gold_passages=("p1",)))
GOLD = {"p1": GoldEntry(frozenset(["p1"]))}
STATUS = {"ok": 1, "weak": 0, "moved": 0, "unchecked": 0, "dropped": 2}


def document(**told):
    answer = {
        "tokens": 20,
        "source": "model",
        "degradedReason": None,
        "complete": True,
        "citationStatus": STATUS,
    } | told
    return {
        "answer_uuid": "a" * 32,
        "answer": "Three weeks.",
        "paragraphs": [
            {
                "index": 0,
                "text": "Three weeks.",
                "citations": [{"citation_id": "E1", "status": "moved", "original_id": "E2"}],
            }
        ],
        "offered": [
            {"citation_id": "E1", "passage_id": "p1", "document_id": "d1", "text": "…"},
            {"citation_id": "G1", "text": "a relation"},
        ],
        "meta": {
            "question": {"tokens": 1_000_000},
            "answer": answer,
            "model": {"provider": "openai", "name": "scripted"},
            "timings": {"totalMs": 9},
            "followup": {"question": "How long may a book be borrowed?"},
        },
    }


def decision(name, **detail):
    return {"kind": "decision", "decision": name, "detail": detail}


RECORDING = [
    {"kind": "upstream", "request": 1, "asked": "answer", "prompt_version": "v1"},
    {"kind": "upstream", "check": 1, "paragraph": 0, "verdicts": [{"label": "refuted"}]},
    {"kind": "upstream", "check": 2, "paragraph": 0, "verdicts": [{"label": "supported"}]},
    {"kind": "upstream", "check": 3, "paragraph": 1, "verdicts": [{"label": "partly"}]},
    {"kind": "upstream", "check": 4, "paragraph": 2, "verdicts": [{"label": "unknown"}]},
    decision("id_dropped", id="E9", reason="unknown_id"),
    decision("id_dropped", id="E3", reason="no_evidence"),
    decision("format_compliance", format_compliance=True),
    decision("format_compliance", format_compliance=False),
]


def test_everything_that_a_document_and_a_recording_tell():
    facts = facts_of(Observed(document(), "en", RECORDING), CASE, GOLD, Prices.read("scripted=1/2"))
    assert facts.offered == (Offered(citation_id="E1", passage_id="p1", document_id="d1", gold=(0,)),)
    assert facts.cited == (Cited(paragraph=0, citation_id="E1", status="moved", original_id="E2"),)
    assert (facts.written, facts.dropped, facts.illegal, facts.dropped_by_check) == (3, 2, 1, 1)
    assert facts.format_ok is False and facts.verified == {0: True, 1: False} and facts.prompt_version == "v1"
    assert facts.resolved_question == "How long may a book be borrowed?" and not facts.refused
    assert (facts.total_ms, facts.first_text_ms) == (9, None) and facts.cost == pytest.approx(1.00004)


@pytest.mark.parametrize("recording", [None, [{"kind": "upstream", "missing": True}]])
def test_without_a_recording_its_facts_are_not_known(recording):
    facts = facts_of(Observed(document(), "en", recording), CASE, GOLD, Prices())
    assert facts.illegal is facts.format_ok is facts.verified is facts.cost is None and facts.dropped == 2


def test_who_refuses_and_what_is_no_answer_of_a_model():
    refused = facts_of(Observed(document(source="gate"), "en", RECORDING), CASE, GOLD, Prices())
    assert refused.refused and refused.written is refused.illegal is None
    assert facts_of(Observed(document(degradedReason="refusal"), "en"), CASE, GOLD, Prices()).refused
    assert facts_of(Observed(document() | {"answer": " "}, "en"), CASE, GOLD, Prices()).refused


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({}, ""),
        ({"complete": False, "degradedReason": "upstream_error"}, "upstream_error"),
        ({"complete": False, "degradedReason": "truncated"}, ""),
        ({"degradedReason": "upstream_error"}, ""),
    ],
)
def test_an_answer_that_the_model_broke_off_failed(told, code):
    assert Observed(document(**told)).code == code and Observed({}, failure="unavailable").code == "unavailable"


@pytest.mark.parametrize(("is_elsewhere", "passage"), [(True, "Three weeks at most."), (False, "")])
def test_the_texts_that_people_label_are_kept_if_another_gateway_stores_the_answer(is_elsewhere, passage):
    refs = [{"citation_id": "E1", "payload": {"text": "Three weeks at most."}}]
    observed = Observed({**document(), "refs": refs}, is_elsewhere=is_elsewhere)
    (cited,) = facts_of(observed, CASE, GOLD, Prices({})).cited
    assert cited.passage == passage
