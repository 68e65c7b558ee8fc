"""Checks in the background: a share of served answers, one at a time, and nothing of it is shown."""

import asyncio

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Finished
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.turn.shadow_checks import ShadowChecks
from tests.support.questions import question_of
from tests.support.waiting import idle, until

TURN = Turn(question_of("default", "And for films?", "en", thread_id="t"))
META = {
    "answer": {
        "complete": True,
        "degradedReason": None,
        "hasCitationError": False,
        "citationMode": "paragraph",
        "refCount": 1,
    }
}
CITED = Candidates([Candidate("E1", "embedding", {"documentId": "d", "embeddingId": "p"}, 1.0, 1)])


class Ask:
    """A turn that ends as it is told."""

    def __init__(self, **outcome):
        self.outcome, self.asked, self.go = outcome, [], asyncio.Event()
        self.go.set()

    async def run(self, turn, journal):
        self.asked.append(turn.question)
        await self.go.wait()
        journal.record("decision", {})
        journal.emit([])
        assert journal.elapsed_ms >= 0
        await journal.freeze(Prepared(CITED, SearchFacts(turn.question.text), GateFacts(0.9)))
        named = {"state": "done", "text": "One week.", "provider": "openai", "references": ("E1",)} | self.outcome
        if isinstance(named.get("error"), Exception):
            raise named["error"]
        await journal.finish(TurnOutcome(Finished(META), **named))


class Intake:
    def __init__(self):
        self.compared_with = []

    async def compared(self, tenant, response_id, fresh):
        self.compared_with.append((tenant, response_id, fresh.answer, fresh.documents))
        return True


async def done(shadowing):
    await until(lambda: shadowing._running is None or shadowing._running.done())


async def test_a_fresh_answer_to_the_resolved_question_is_compared_with_the_entry():
    ask, intake = Ask(), Intake()
    shadowing = ShadowChecks(ask, intake, 1.0)
    shadowing.served(TURN, "How long is a loan of a film?", 7)
    await done(shadowing)
    assert intake.compared_with == [("default", 7, "One week.", ("d",))]
    [asked] = ask.asked
    assert (asked.text, asked.options.memory, asked.conversation.thread_id, asked.history) == (
        "How long is a loan of a film?",
        "skip",
        None,
        (),
    )


async def test_only_the_share_is_checked():
    ask, draws = Ask(), iter([0.02, 0.019])
    shadowing = ShadowChecks(ask, Intake(), 0.02, lambda: next(draws))
    shadowing.served(TURN, "q", 7)
    assert shadowing._running is None
    shadowing.served(TURN, "q", 7)
    await done(shadowing)
    assert len(ask.asked) == 1


async def test_one_check_runs_at_a_time_and_the_end_gives_it_up():
    ask = Ask()
    ask.go.clear()
    shadowing = ShadowChecks(ask, Intake(), 1.0)
    shadowing.served(TURN, "q", 7)
    await idle()
    shadowing.served(TURN, "q", 8)
    await shadowing.close()
    assert len(ask.asked) == 1
    await ShadowChecks(ask, Intake(), 1.0).close()


@pytest.mark.parametrize("outcome", [{"provider": "extractive"}, {"state": "aborted"}, {"error": ValueError("broken")}])
async def test_an_answer_that_would_not_be_kept_proves_nothing(outcome):
    intake = Intake()
    shadowing = ShadowChecks(Ask(**outcome), intake, 1.0)
    shadowing.served(TURN, "q", 7)
    await done(shadowing)
    assert intake.compared_with == []
