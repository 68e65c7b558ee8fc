"""A deliverable about one document has that document's passages, in their order."""

import pytest

from gateway.conversation.question import Asker, Question
from gateway.models.quoting.walking import is_walk
from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.limits import TurnLimits
from gateway.turn.preparation import Preparation
from gateway.turn.searching.passage_lookup import PassageLookup
from gateway.turn.searching.walks import LONGEST, WIDE, Walks
from tests.support.prompts import PROMPTS


def hit(document, number, title):
    text = f"{title} has rule {number}."
    payload = {"documentId": document, "title": title, "text": text, "position": {"start": number * 100}}
    return Hit("embedding", payload, 0.5, "en")


class Shelf:
    """Finds a passage of each of two documents, and a result of the graph."""

    def __init__(self):
        self.limits = []

    async def search(self, query):
        self.limits.append(query.limit)
        graph = Hit("graph", {"entitiesFromQuestion": [], "vertices": [], "edges": []}, 1.0)
        return Retrieval((hit("b", 3, "Bicycle loans"), hit("a", 7, "House rules"), graph), {"house": 2.0, "rule": 2.0})

    async def aclose(self):
        pass


class Book:
    """Reads documents of three passages; `empty`: they are gone."""

    def __init__(self, *, empty=False):
        self.empty, self.walked = empty, []

    async def walk(self, tenant, document_id, heading, most):
        self.walked.append((tenant, document_id, heading, most))
        return () if self.empty else tuple(hit(document_id, number, "House rules") for number in (0, 1, 2))


async def prepared(text, book, shelf=None, **fields):
    preparation = Preparation(Sources([shelf or Shelf()]), PROMPTS, TurnLimits(top_k=2), walks=Walks(book))
    question = Question.asked(Asker("default"), text, usually_strict=False, **fields)
    return await preparation.prepare(question, _quiet), preparation, question


async def _quiet(state):
    pass


async def test_the_document_that_the_topic_names_is_read_from_its_beginning():
    book, shelf = Book(), Shelf()
    frozen, _, _ = await prepared("Summarise the house rules", book, shelf)
    assert book.walked == [("default", "a", "", LONGEST)] and shelf.limits == [WIDE]
    assert [candidate.citation_id for candidate in frozen.candidates] == ["E1", "E2", "E3"]
    assert [candidate.reference["rank"] for candidate in frozen.candidates] == [1, 2, 3] and is_walk(frozen.candidates)
    assert frozen.source == "model" and not frozen.gate.doubtful and frozen.gate.confidence == 1.0


@pytest.mark.parametrize("text", ["Summarise what is known about parrots", "Write a report on fees"])
async def test_where_none_is_named_the_search_stays_what_it_is(text):
    book, shelf = Book(), Shelf()
    await prepared(text, book, shelf)
    assert book.walked == [] and shelf.limits == [WIDE, 2]


async def test_a_question_that_wants_no_document_is_searched_once():
    book, shelf = Book(), Shelf()
    await prepared("What are the house rules?", book, shelf)
    assert book.walked == [] and shelf.limits == [2]


async def test_a_document_that_is_gone_meanwhile_leaves_what_was_found():
    frozen, _, _ = await prepared("Summarise the house rules", Book(empty=True))
    assert {candidate.reference.get("documentId") for candidate in frozen.candidates} == {"a", "b", None}


async def test_a_search_without_an_answer_has_the_same_passages():
    _, preparation, question = await prepared("Summarise the house rules", Book())
    found = await PassageLookup(preparation.search).find(question)
    assert [passage.text for passage in found.passages] == [f"House rules has rule {number}." for number in (0, 1, 2)]
    assert found.level == "confident"
