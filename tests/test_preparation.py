"""What is decided before a model is asked, against retrievers that say what a test wants."""

import json

import pytest

from gateway import slots
from gateway.conversation.question import Question
from gateway.ports import Found, Retrieval
from gateway.preparation import Limits, Preparation
from gateway.prompt import Prompts
from gateway.retrieval import Sources

PROMPTS = Prompts({file.name: file.read_text(encoding="utf-8") for file in slots.resource("prompts").iterdir()})
LOANS = Found("embedding", {"embeddingId": "1", "text": "Books are lent for three weeks.", "title": "Loans"}, 0.9, "en")


class Retriever:
    """Finds the same thing whatever it is asked."""

    def __init__(self, *found):
        self.found, self.asked = found, []

    async def search(self, query):
        self.asked.append(query.text)
        return Retrieval(self.found, {"book": 1.0, "lent": 1.0, "parrot": 3.0})

    async def aclose(self):
        pass


async def prepared(question, *found, **limits):
    states = []

    async def announce(state):
        states.append(state)

    preparation = Preparation(Sources([Retriever(*found)]), PROMPTS, Limits(**limits))
    return await preparation.prepare(Question("default", question, "en"), announce), states


async def test_what_the_knowledge_base_has_is_left_to_the_model():
    frozen, states = await prepared("How long are books lent?", LOANS)
    assert (frozen.source, frozen.said, states) == ("model", "", ["knowledge_searching"])
    assert [candidate.citation_id for candidate in frozen.candidates] == ["E1"] and frozen.confidence > 0.3


@pytest.mark.parametrize("found", [(), (LOANS,)])
async def test_what_it_does_not_have_is_refused_in_one_sentence_without_citations(found):
    frozen, _ = await prepared("What does a parrot eat?", *found)
    [paragraph] = json.loads(frozen.said)["paragraphs"]
    assert frozen.source == "gate"
    assert paragraph == {"citationIds": [], "text": PROMPTS.label("nothing_found", "en")}


async def test_a_gate_that_is_off_lets_everything_with_a_candidate_pass():
    frozen, _ = await prepared("What does a parrot eat?", LOANS, gate_threshold=0)
    assert frozen.source == "model"
