"""What is kept of an answer of ours. How entries are confirmed and replaced is in tests/journeys/test_002_memory.py."""

from dataclasses import replace

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Finished
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Message, Scope
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.memory.intake import Intake
from gateway.memory.recall import Remembering
from gateway.memory.rules.provenance import CitedSources
from tests.fakes.memory import Embedder, Empty
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

PASSAGE = "5b0d6b1c-0f6e-4f0f-a3c1-d2e4f5061728"
META = {
    "answer": {
        "complete": True,
        "degradedReason": None,
        "hasCitationError": False,
        "citationMode": "paragraph",
        "refCount": 1,
    }
}
TURN = Turn(question_of("default", "And how long?", "en", scope=Scope("w"), phase="APS"))


def candidate(citation_id="E1", kind="embedding", passage=PASSAGE, document="d"):
    return Candidate(citation_id, kind, {"embeddingId": passage, "documentId": document}, 1.0, 1)


def frozen(*candidates, **memory):
    return Prepared(
        Candidates(candidates or [candidate()]),
        SearchFacts("q"),
        GateFacts(0.8),
        memory={"question": "How long is a loan?", **memory},
    )


def outcome(*references, **fields):
    named = {"state": "done", "text": "Three weeks.", "provider": "openai", "references": references or ("E1",)}
    return TurnOutcome(Finished(META), **{**named, **fields})


class Store(Empty):
    def __init__(self, error=None):
        super().__init__()
        self.kept, self.counted, self.broken = [], [], error

    async def keep(self, new):
        if self.broken:
            raise self.broken
        self.kept.append(new)
        return 1

    async def keep_unless_alive(self, new, max_age_days):
        await self.keep(new)

    async def told(self, tenant, kind, reason="", *, uses=None, **more):
        self.counted.append((kind, reason) if uses is None else (kind, reason, uses))


async def learned(store, frozen, outcome, turn=TURN):
    served = []
    intake = Intake(store, Remembering(store, Embedder(), PROMPTS))
    intake.on_served = lambda *said: served.append(said)
    await intake.ended(turn, frozen, outcome)
    return served


async def test_an_answer_is_kept_as_pending_under_the_question_as_resolved():
    store = Store()
    await learned(store, frozen(decision="no_entry"), outcome())
    [new] = store.kept
    assert (new.status, new.question, new.original_question) == ("pending", "How long is a loan?", "And how long?")
    assert (new.cited, new.gate_score, new.answer_uuid) == (CitedSources((PASSAGE,), (), ("w",)), 0.8, TURN.answer_uuid)
    assert new.metadata == {"phase": "APS", "projet": "w", "score": 0.8} and new.embedder == "axes" and new.vector
    assert store.counted == [("refused", "no_entry")]


async def test_an_answer_to_a_long_question_is_kept_without_a_vector():
    store = Store()
    await learned(store, frozen(question="How long is a loan of this? " * 60), outcome())
    [new] = store.kept
    assert new.vector is None and new.question.startswith("How long")


@pytest.mark.parametrize(
    ("kept", "ended"),
    [
        (frozen(decision="dependent"), outcome()),
        (frozen(question="Where is my order?"), outcome()),
        (frozen(question="How long…"), outcome()),
        (frozen(candidate("G1", "graph")), outcome("G1")),
        (frozen(candidate(passage="of another service")), outcome()),
        (frozen(), outcome(provider="extractive")),
        (frozen(), outcome(source="gate", state="no_context")),
    ],
)
async def test_what_may_not_be_served_again_is_not_kept(kept, ended):
    store = Store()
    await learned(store, kept, ended)
    assert store.kept == []


async def test_an_answer_that_earlier_messages_had_a_part_in_is_not_kept():
    store = Store()
    said = replace(TURN.question, history=(Message("user", "My name is Ann."), Message("assistant", "Hello Ann.")))
    await learned(store, frozen(), outcome(), Turn(said))
    assert store.kept == []


@pytest.mark.parametrize(("meant", "kept"), [("How long is a loan?", 1), ("How long is a loan of the museum?", 0)])
async def test_an_answer_to_what_was_understood_from_the_conversation_is_not_kept(meant, kept):
    store = Store()
    await learned(store, replace(frozen(), search=SearchFacts("q", meant=meant)), outcome())
    assert len(store.kept) == kept


async def test_the_use_of_a_served_entry_is_counted_behind_the_answer_and_may_be_checked():
    store = Store()
    memory = {"decision": "hit", "score": 0.93, "responseId": 7}
    said = Prepared(Candidates(), SearchFacts("q"), GateFacts(0.8), source="memory", memory={"question": "q", **memory})
    assert await learned(store, said, outcome(source="memory")) == [(TURN, "q", 7)]
    assert store.counted == [("served", "", 1)] and store.kept == []


async def test_a_fault_here_does_not_reach_the_turn():
    await learned(Store(error=ValueError("broken")), frozen(), outcome())
