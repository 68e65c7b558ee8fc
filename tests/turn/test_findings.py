"""META and outcome of a turn, from what it has found out."""

import json

from gateway.answer.answer import Candidate, Candidates, Section
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import Failed, StateChanged, TextAdded
from gateway.conversation.prepared import Prepared
from gateway.conversation.turn import Turn
from gateway.conversation.usage import Usage
from gateway.turn.findings import TurnFindings
from tests.support.questions import question_of

TEXT = "A book may be borrowed for three weeks."
CANDIDATES = Candidates(
    [Candidate("E1", "embedding", {"documentId": "d1", "title": "Loans", "text": TEXT}, 0.5, 1, "en")]
)
POINTED = {"resolved": True, "ref_type": "letter", "section_ids": ["S2"], "titles": ["Loans"], "matched": ["B"]}
BEFORE = ({"id": "S1", "title": "Cards"},)


TURN = Turn(question_of("default", "Why?", "en"))


class Model:
    name, model = "p", "m"


def progress(text=TEXT, question=None, sections=(), source="model", **frozen):
    turn = Turn(question or question_of("default", "Why?", "en", thread_id="t"))
    frozen = Prepared.of(CANDIDATES, {"query": "q", "confidence": 0.7, "threshold": 0.3, **frozen})
    found = TurnFindings(turn, [Model()], frozen=frozen, source=source, sections=sections)
    found.stream = AnswerStream(CANDIDATES, language="en")
    found.stream.receive(json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": text}]}))
    found.stream.close("stop")
    end = found.finished(9, "full")
    return end.meta, found.outcome(end, 9, prompt_version="v", cut=False)


def test_an_ordinary_answer_says_nothing_of_follow_ups():
    meta, outcome = progress(question=question_of("default", "Why?", "en"))
    assert "followup" not in meta and "thread" not in meta
    assert (outcome.retrieval_query, outcome.second_query, outcome.passes) == ("q", None, 1)
    assert (outcome.state, outcome.text, outcome.brought) == ("done", TEXT, None) and outcome.followup == {}
    assert (outcome.gate_decision, outcome.gate_threshold, outcome.confidence) == ("confident", 0.3, 0.7)
    assert outcome.references == ("E1",)


def test_meta_says_how_sure_the_gate_was():
    for facts, level, decision in [
        ({}, "confident", "confident"),
        ({"doubtful": True}, "doubtful", "doubtful"),
        ({"source": "gate"}, "nothing", "refused"),
    ]:
        meta, outcome = progress(**facts)
        assert meta["answer"]["confidence"] == {"level": level, "value": 0.7} and outcome.gate_decision == decision


def test_what_was_pointed_at_is_in_meta_and_the_thread_keeps_its_outline():
    meta, outcome = progress(followup=POINTED, meant="Loans — B", outline=BEFORE)
    pointed = {"resolved": True, "sectionIds": ["S2"], "refType": "letter", "question": "Loans — B"}
    assert meta["followup"] == pointed
    assert meta["thread"] == {"threadId": "t", "outline": [{"id": "S1", "title": "Cards"}]}
    assert outcome.resolved_question == "Loans — B" and outcome.followup == POINTED
    assert (outcome.brought.document_ids, outcome.brought.titles) == (("d1",), ("Loans",))


def test_meta_says_what_a_question_was_understood_as_that_leans_on_what_was_said():
    meta, outcome = progress(
        followup={**POINTED, "ref_type": "none", "resolved": False, "section_ids": []}, meant="It?"
    )
    assert meta["followup"] == {"resolved": True, "sectionIds": [], "refType": "context", "question": "It?"}
    meta, _ = progress(meant="It?")
    assert meta["followup"]["refType"] == "context" and outcome.resolved_question == "It?"


def test_a_question_that_only_seems_to_lean_on_another_is_no_follow_up_in_meta():
    meta, outcome = progress(followup={**POINTED, "ref_type": "none", "resolved": False})
    assert "followup" not in meta and outcome.followup


def test_a_new_outline_takes_the_place_of_the_old_one():
    meta, outcome = progress(sections=(Section("S1", "Borrowed book", (0,)),), outline=BEFORE)
    assert meta["thread"]["outline"] == [{"id": "S1", "title": "Borrowed book"}]
    (entry,) = outcome.brought.outline
    assert (entry.id, entry.title, entry.document_ids) == ("S1", "Borrowed book", ("d1",))


def test_the_items_of_a_list_can_be_pointed_at():
    _, outcome = progress("1. Books for three weeks\n2. Films for one week")
    assert [entry.title for entry in outcome.brought.listed] == ["Books for three weeks", "Films for one week"]


def test_a_refusal_and_a_question_back_bring_nothing():
    for source in ("gate", "clarification"):
        meta, outcome = progress("1. Books for three weeks\n2. Films for one week", source=source)
        assert outcome.brought is None and meta["thread"] == {"threadId": "t"}


def test_two_passes_are_two_queries_and_no_search_is_none():
    _, outcome = progress(first_query="before", meant="q")
    assert (outcome.retrieval_query, outcome.second_query, outcome.passes) == ("before", "q", 2)
    found = TurnFindings(TURN, [Model()], frozen=Prepared(Candidates(), source="clarification"))
    outcome = found.outcome(Failed("internal", "x"), 1, prompt_version="v", cut=False)
    assert (outcome.retrieval_query, outcome.passes, outcome.state, outcome.gate_decision) == (None, 0, "failed", None)


def test_tokens_are_the_providers_else_estimated():
    meta, _ = progress()
    assert meta["question"]["tokens"] == 1 and meta["answer"]["tokens"] == 10
    meta, _ = progress(source="gate", spent=(30, 6))
    assert meta["question"]["tokens"] == 31 and meta["answer"]["tokens"] == 16
    found = TurnFindings(TURN, [Model()], usage=Usage(11, 7))
    found.stream = AnswerStream(CANDIDATES, language="en")
    found.stream.close("stop")
    meta = found.finished(9, "full").meta
    assert (meta["question"]["tokens"], meta["answer"]["tokens"]) == (11, 7)


class Other:
    name, model = "p2", "m2"


def written(*events):
    found = TurnFindings(TURN, [Model(), Other()])
    found.stream = AnswerStream(CANDIDATES, language="en")
    for event in events:
        found.writers.take(event)
    return found.finished(9, "full", prompt_version="v").meta


def test_meta_names_the_model_that_wrote_last_and_all_where_they_were_several():
    switching = StateChanged("provider_switching", "")
    alone = written(TextAdded("a"))
    assert alone["model"] == {"provider": "p", "name": "m", "promptVersion": "v"} and "models" not in alone
    both = written(TextAdded("a"), switching, TextAdded("b"))
    assert both["model"] == {"provider": "p2", "name": "m2", "promptVersion": "v"}
    assert both["models"] == [{"provider": "p", "name": "m"}, {"provider": "p2", "name": "m2"}]


def test_a_model_that_was_asked_and_said_nothing_wrote_nothing():
    found = TurnFindings(TURN, [Model(), Other()], asked=Other())
    assert found.provider.name == "p2", "nobody wrote: who was asked last"
    switching = StateChanged("provider_switching", "")
    assert written(TextAdded("a"), switching)["model"] == {"provider": "p", "name": "m", "promptVersion": "v"}
    assert written(switching, TextAdded("b"))["model"] == {"provider": "p2", "name": "m2", "promptVersion": "v"}
    assert written(switching, switching, TextAdded("b"))["model"] == {
        "provider": "p",
        "name": "m",
        "promptVersion": "v",
    }, "not known here"
