"""What is said of the collection, against one that says what a test wants."""

import json
from dataclasses import replace

import pytest

from gateway.conversation.question import Question
from gateway.retrieval.ports import Found, Retrieval
from gateway.retrieval.sources import Sources
from gateway.thresholds import Levels
from gateway.turn.about import AboutCollection
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import Holdings
from gateway.turn.preparation import Preparation
from gateway.words.languages import ANSWERED
from tests.support.prompts import PROMPTS

HELD = Holdings(12, ("en", "fr", "th"), ("Loans", "Fees\nand fines", "Cards", "Films"), ("default",), 5)


class Shelf:
    """A collection and a retriever."""

    def __init__(self, holds=HELD, found=(), weights=None):
        self.asked, self.searched = [], []
        self._holds, self._found, self._weights = holds, found, weights or {}

    async def holds(self, question, titles):
        self.asked.append(question)
        return self._holds._replace(titles=self._holds.titles[:titles])

    async def search(self, query):
        self.searched.append(query)
        return Retrieval(self._found, self._weights)

    async def aclose(self):
        pass


async def prepared(question, shelf, **limits):
    question = question if isinstance(question, Question) else Question("default", question, "en")
    about = AboutCollection(shelf, PROMPTS, {"en": ["One?", "Two?", "Three?", "Four?"]}, "sample")
    preparation = Preparation(Sources([shelf]), PROMPTS, TurnLimits(**limits), about=about)

    async def quiet(state):
        pass

    frozen = await preparation.prepare(question, quiet)
    if frozen.source != "about":
        return frozen, ""
    [paragraph] = json.loads(frozen.answer_text)["paragraphs"]
    assert paragraph["citationIds"] == [] and len(frozen.candidates) == 0
    return frozen, paragraph["text"]


async def test_a_greeting_says_what_there_is_and_what_can_be_asked_without_a_search():
    shelf = Shelf()
    frozen, text = await prepared("Hello!", shelf)
    assert frozen.source == "about" and frozen.query == "" and frozen.memory == {} and shelf.searched == []
    assert text.split("\n") == [
        PROMPTS.label("about_greeting", "en"),
        "Documents in this knowledge base: 12. Languages: English, français, th.",
        "You can ask, for example:",
        "- What does “Loans” say?",
        "- What does “Fees and fines” say?",
        "- What does “Cards” say?",
    ]


async def test_of_the_sample_alone_its_own_questions_are_proposed():
    _, text = await prepared("help", Shelf(HELD._replace(workspaces=("sample",))))
    assert text.split("\n")[-3:] == ["- One?", "- Two?", "- Three?"]
    _, mixed = await prepared("help", Shelf(HELD._replace(workspaces=("default", "sample"))))
    assert "One?" not in mixed and "Loans" in mixed


async def test_documents_are_listed_and_counted():
    _, text = await prepared("Which documents do you have?", Shelf())
    assert text.split("\n")[1:] == [
        "The newest documents:",
        "- Loans",
        "- Fees and fines",
        "- Cards",
        "- Films",
        "… and 7 more",  # one title is that of two documents
    ]
    _, text = await prepared("how many documents?", Shelf())
    assert text.startswith("Documents in this knowledge base: 12.")


async def test_an_empty_knowledge_base_says_so():
    _, text = await prepared("how many documents?", Shelf(Holdings(0)))
    assert text == PROMPTS.label("about_empty", "en")


@pytest.mark.parametrize(("asked", "label"), [("thanks", "about_thanks"), ("ok", "about_noted")])
async def test_thanks_ask_for_nothing(asked, label):
    shelf = Shelf()
    assert (await prepared(asked, shelf))[1] == PROMPTS.label(label, "en") and shelf.asked == []


async def test_the_answer_is_in_the_language_of_the_phrase_unless_another_one_was_asked_for():
    guessed = Question.asked("default", "merci", usually_strict=False)
    assert (await prepared(guessed, Shelf()))[1] == PROMPTS.label("about_thanks", "fr")
    asked_for = Question("default", "thanks", "de")
    assert (await prepared(asked_for, Shelf()))[1] == PROMPTS.label("about_thanks", "de")


@pytest.mark.parametrize("language", ANSWERED)
async def test_every_language_has_its_sentences(language):
    _, text = await prepared(Question("default", "ok", language), Shelf())
    assert text == PROMPTS.label("about_noted", language)


@pytest.mark.parametrize("changes", [{"memory": "only"}, {"deliverable": True}])
async def test_who_wants_something_else_gets_that(changes):
    frozen, _ = await prepared(replace(Question("default", "hello", "en"), **changes), Shelf())
    assert frozen.source != "about"


def passage(document, title, text):
    payload = {"embeddingId": f"{document}{text[-3:]}", "documentId": document, "title": title, "text": text}
    return Found("embedding", payload, 0.9, "en")


LOANS = [
    passage("a", "Loans", "Parental leave has a loan of its own."),
    passage("b", "Leave", "Parental leave lasts three years."),
    passage("b", "Leave", "Who takes parental leave writes first."),
    passage("c", "Cards", "Leave the card at the desk."),
]
KNOWN = {"parent": 3.0, "leav": 1.0}


async def test_documents_on_a_subject_are_those_that_hold_all_of_it_with_their_passages_counted():
    frozen, text = await prepared("What do you have on parental leave?", Shelf(found=LOANS, weights=KNOWN))
    assert frozen.source == "about"
    assert text.split("\n") == [PROMPTS.label("about_found", "en"), "- Leave (2)", "- Loans (1)"]


async def test_of_a_subject_that_is_not_there_nothing_is_listed():
    shelf = Shelf(found=LOANS[3:], weights={"parrot": 4.0})
    frozen, _ = await prepared("What do you have on parrots?", shelf, gate_threshold=Levels(0.3))
    assert frozen.source == "gate"
