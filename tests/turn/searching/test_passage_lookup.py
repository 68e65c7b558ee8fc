"""Passages without an answer, against retrievers that say what a test wants."""

import pytest

from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.limits import TurnLimits
from gateway.turn.preparation import Preparation
from gateway.turn.searching.passage_lookup import PassageLookup
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

WEEKS = [f"Books are lent for {number} weeks." for number in range(6)]
GRAPH = Hit("graph", {"entitiesFromQuestion": ["book"], "vertices": [], "edges": []}, 1.0)


class Upside:
    """Finds as many passages as it is asked for; in a wide search they come the other way round."""

    def __init__(self, *, named=True, usual=3):
        self.named, self.usual, self.limits = named, usual, []

    async def search(self, query):
        self.limits.append(query.limit)
        texts = WEEKS if query.limit <= self.usual else WEEKS[::-1]
        hits = [
            Hit("embedding", {"text": text, **({"embeddingId": text[-8]} if self.named else {})}, 1 - rank / 10, "en")
            for rank, text in enumerate(texts[: query.limit])
        ]
        return Retrieval((*hits, GRAPH), {"book": 1.0, "lent": 1.0, "week": 1.0})

    async def aclose(self):
        pass


async def found(retriever, limit=None, question="How many weeks are books lent?", **limits):
    preparation = Preparation(Sources([retriever]), PROMPTS, TurnLimits(top_k=3, **limits))
    return await PassageLookup(preparation.search).find(question_of("default", question, "en"), limit)


async def test_without_a_limit_they_are_a_turns_own_and_graph_results_are_left_out():
    brought = await found(Upside())
    assert [passage.text for passage in brought.passages] == WEEKS[:3] and brought.level == "confident"
    assert [passage.citation_id for passage in brought.passages] == ["E1", "E2", "E3"]


@pytest.mark.parametrize("named", [True, False])
async def test_more_of_a_wider_search_follow_the_turns_own_each_once(named):
    retriever = Upside(named=named)
    brought = await found(retriever, 5)
    assert [passage.text for passage in brought.passages] == [*WEEKS[:3], WEEKS[5], WEEKS[4]]
    assert retriever.limits == [3, 5]


async def test_fewer_are_searched_for_as_a_turn_does():
    retriever = Upside()
    assert len((await found(retriever, 1)).passages) == 1 and retriever.limits == [3]


async def test_where_a_turn_finds_less_than_it_may_no_wider_search_is_made():
    retriever = Upside()
    wider = Preparation(Sources([retriever]), PROMPTS, TurnLimits(top_k=10))
    await PassageLookup(wider.search).find(question_of("default", "How many weeks are books lent?", "en"), 50)
    assert retriever.limits == [10]


async def test_the_confidence_is_a_turns():
    question = "What does a parrot eat?"
    preparation = Preparation(Sources([Upside()]), PROMPTS, TurnLimits(top_k=3))

    async def silent(state):
        pass

    for asked in (question, "How many weeks are books lent?"):
        frozen = await preparation.prepare(question_of("default", asked, "en"), silent)
        for limit in (None, 1, 5):
            brought = await PassageLookup(preparation.search).find(question_of("default", asked, "en"), limit)
            assert brought.confidence == frozen.gate.confidence
            assert (brought.level == "nothing") is (frozen.source == "gate")
    assert brought.level == "confident"
