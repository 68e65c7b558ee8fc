"""Lookups: where a question belongs, what is asked of the embedder, and two tenants at random."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gateway.conversation.question import Question, Scope
from gateway.errors import Unavailable, UpstreamError
from gateway.limits import thresholds
from gateway.memory.intake import Intake, Sent
from gateway.memory.ports import Reach
from gateway.memory.recall import Remembering, Rules
from gateway.memory.rules.entry import MemoryEntry
from gateway.memory.rules.hashes import normalised
from gateway.models.prompt import Prompts
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.memory.memories import Memories
from tests.fakes.memory import Embedder, Empty
from tests.support.prompts import PROMPTS, texts

QUESTION = Question("default", "How long is a loan?", "en")


async def recalled(memory, question=QUESTION, **more):
    states = []

    async def announce(state):
        states.append(state)

    return (await memory.recall(question, question.text, announce, **more)).decided["decision"], states


async def test_a_question_is_looked_up_by_its_words_then_by_their_meaning():
    embedder, store = Embedder(), Empty()
    assert await recalled(Remembering(store, embedder, PROMPTS)) == ("no_entry", ["memory_searching"])
    assert (embedder.asked, store.looked, store.pruned) == ([QUESTION.text], 1, [True])


@pytest.mark.parametrize("long", ["How long is a loan of this? " * 60, "借期有多久呢" * 100])
async def test_a_long_question_is_known_again_by_its_words_alone(long):
    embedder, store = Embedder(), Empty()
    question = replace(QUESTION, text=long)
    assert await recalled(Remembering(store, embedder, PROMPTS), question) == ("no_entry", ["memory_searching"])
    assert (embedder.asked, store.looked, store.pruned) == ([], 0, [True])


class Near(Empty):
    """A store with one entry of other words, 0.87 similar."""

    async def near(self, tenant, scope_hash, embedder, vector, reach):
        at = datetime(2026, 1, 1, tzinfo=UTC)
        words = "For how long is a loan?"
        return [MemoryEntry(1, words, "en", "key", scope_hash, "validated", at, 0.87, "answer", 1.0)]


@pytest.mark.parametrize(
    ("threshold", "reason"),
    [
        ("0.85", None),
        ("0.88", "below_threshold"),
        ("0.85,en=0.88", "below_threshold"),
        ("0.9,axes=0.86", None),
        ("0.85,axes=0.85,axes@en=0.88", "below_threshold"),
        ("0.85,fr=0.99,other@en=0.99", None),
    ],
)
async def test_the_threshold_may_differ_by_language_and_embedder(threshold, reason):
    memory = Remembering(Near(), Embedder(), PROMPTS, Rules(threshold=thresholds.read(threshold)))
    decision = await memory.decide(memory.lookup(QUESTION, QUESTION.text))
    assert decision.reason == reason


async def test_a_lookup_is_told_from_where_on_entries_matter_and_how_old_they_may_be():
    class Asked(Empty):
        async def exact(self, tenant, scope_hash, key_hash, max_age_days, *, prune=False):
            self.days = max_age_days

        async def near(self, tenant, scope_hash, embedder, vector, reach):
            self.reach = reach
            return []

    store = Asked()
    memory = Remembering(store, Embedder(), PROMPTS, Rules(threshold=thresholds.read("0.8,en=0.9"), max_age_days=7))
    await memory.decide(memory.lookup(QUESTION, QUESTION.text))
    assert (store.days, store.reach) == (7, Reach(0.9, 0.05, 7))
    assert [round(store.reach.floor(nearest), 6) for nearest in (-1.0, 0.89, 0.9, 1.0)] == [0.9, 0.9, 0.85, 0.95]


async def test_an_embedder_whose_cosines_say_nothing_is_not_asked():
    embedder = Embedder()
    embedder.calibration = None
    store = Empty()
    assert (await recalled(Remembering(store, embedder, PROMPTS, Rules(auto_prune=False))))[0] == "no_entry"
    assert (embedder.asked, store.looked, store.pruned) == ([], 0, [False])


@pytest.mark.parametrize(
    ("changed", "more", "reason"),
    [
        ({"memory": "skip"}, {}, "skipped"),
        ({"text": "What time is it now?"}, {}, "volatile"),
        ({"text": "Where is my order?"}, {}, "personal"),
        ({}, {"dependent": True}, "dependent"),
    ],
)
async def test_what_may_not_be_served_is_not_looked_up_and_no_search_is_announced(changed, more, reason):
    store = Empty()
    assert await recalled(Remembering(store, Embedder(), PROMPTS), replace(QUESTION, **changed), **more) == (reason, [])
    assert store.pruned == []


async def test_a_memory_that_is_away_costs_no_answer():
    memory = Remembering(Empty(Unavailable("away")), Embedder(), PROMPTS)
    assert (await recalled(memory))[0] == "unavailable"
    memory = Remembering(Empty(), Embedder(UpstreamError("away")), PROMPTS)
    assert (await recalled(memory))[0] == "no_entry"


def test_everything_that_must_be_equal_changes_the_scope():
    memory = Remembering(Empty(), Embedder(), PROMPTS)
    others = [
        replace(QUESTION, tenant="other"),
        replace(QUESTION, language="fr"),
        replace(QUESTION, phase="APS"),
        replace(QUESTION, strict=True),
        replace(QUESTION, deliverable=True),
        replace(QUESTION, tone="Be brief."),
        replace(QUESTION, tone="Speak like a pirate."),
        replace(QUESTION, scope=Scope(workspace="w")),
        replace(QUESTION, scope=Scope(source_app="a")),
        replace(QUESTION, scope=Scope(document_ids=("d",))),
        replace(QUESTION, scope=Scope(languages=("en",))),
        replace(QUESTION, scope=Scope(workspaces=("w",))),
    ]
    scopes = {memory.lookup(one, one.text).scope_hash for one in (QUESTION, *others)}
    scopes.add(memory.message_lookup(QUESTION).scope_hash)
    scopes.add(Remembering(Empty(), Embedder(), Prompts(texts(), "tag")).lookup(QUESTION, "x").scope_hash)
    assert len(scopes) == len(others) + 3


def test_who_asks_and_how_the_answer_is_shown_do_not():
    memory = Remembering(Empty(), Embedder(), PROMPTS)
    same = [
        replace(QUESTION, subject="other"),
        replace(QUESTION, thread_id="t"),
        replace(QUESTION, citation_mode="none"),
        replace(QUESTION, rollback=True),
        replace(QUESTION, text="  how LONG is a loan"),
    ]
    assert {memory.lookup(one, one.text).key_hash for one in (QUESTION, *same)} == {
        memory.lookup(QUESTION, QUESTION.text).key_hash
    }
    assert {memory.lookup(one, one.text).scope_hash for one in same} == {memory.lookup(QUESTION, "x").scope_hash}


async def test_at_random_no_tenant_and_no_project_is_given_what_another_one_keeps(database):
    """Every answer names the place it was kept in."""
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant values ('left'), ('right')")
    memories = Memories(database)
    memory = Remembering(memories, Embedder(), PROMPTS)
    intake, rng = Intake(memories, memory), random.Random(2)
    hits = 0
    for _ in range(150):
        place = rng.choice(("left", "right")), rng.choice(("", "APS")), rng.choice((None, "p", "q"))
        text = rng.choice(("How long is a loan?", "What does a card cost?", "HOW long is a  loan", "Who lends books?"))
        question = Question(place[0], text, "en", phase=place[1], scope=Scope(place[2]))
        if rng.random() < 0.4:
            assert isinstance(await intake.sent(Sent(question, f"{place} {normalised(text)}", {})), int)
        decision = await memory.answer(question)
        if decision.entry is not None:
            hits += 1
            stored = await memories.stored(place[0], decision.entry.response_id)
            assert stored.answer == f"{place} {normalised(text)}"
    assert hits > 50
