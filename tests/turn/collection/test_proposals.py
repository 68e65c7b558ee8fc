"""Questions that are proposed are about the documents that there are, and answered by them."""

import pytest

from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.collection.proposals import PROPOSED, TRIED, Proposals
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import Headed, Holdings, Titled
from gateway.turn.preparation import Preparation
from gateway.turn.searching.passage_lookup import PassageLookup
from gateway.words.languages import ANSWERED
from tests.support.every import every
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

HELD = Holdings(5, {"en": 4, "de": 1}, (Titled("Loan rules"), Titled("Fees")), ("default",), "2026-03-01")
QUESTION = question_of("default", "help", "en")
RENEWAL = Headed("a", "Loan rules", "en", "Loan rules › Late return")
TEXT = "Late return: who returns a book late under the loan rules pays ten cents for each day."


class Shelf:
    """A collection with a retriever that finds one passage for every question."""

    def __init__(self, *sections, found=RENEWAL, text=TEXT):
        self._sections, self._found, self._text = sections, found, text
        self.searched, self.read = [], 0

    async def sections(self, question, documents, characters):
        self.read += 1
        return self._sections

    async def holds(self, question, titles):
        assert question.scope.languages
        return HELD

    async def search(self, query):
        self.searched.append(query.text)
        section = self._found
        position = {"start": 0, "end": len(self._text), "heading": section.heading}
        payload = {"embeddingId": "e", "documentId": section.document_id, "title": section.title, "text": self._text}
        weights = dict.fromkeys(("late", "return", "loan", "rule"), 2.0)
        return Retrieval([Hit("embedding", {**payload, "position": position}, 0.9, section.language)], weights, 100)

    async def aclose(self):
        pass


def proposals(shelf):
    search = Preparation(Sources([shelf]), PROMPTS, TurnLimits()).search
    return Proposals(shelf, PROMPTS, PassageLookup(search), {"en": ["1?", "2?", "3?", "4?"], "fr": ["Un ?"]}, "sample")


async def test_a_section_is_proposed_that_its_question_finds_and_other_documents_are_summarised():
    shelf = Shelf(RENEWAL, Headed("b", "Fees and fines", "en", "Reading cards"))
    asked = await proposals(shelf).of(QUESTION, "en", HELD)
    assert asked == (
        "What does “Loan rules” say about “Late return”?",
        "Summarise “Fees and fines”",
        "Summarise “Loan rules”",
    )


async def test_a_section_that_is_not_found_or_not_quoted_is_not_proposed():
    elsewhere = Shelf(RENEWAL, found=RENEWAL._replace(document_id="other"))
    assert await proposals(elsewhere).of(QUESTION, "en", HELD) == ("Summarise “Loan rules”",)
    silent = Shelf(RENEWAL, text="Nobody knows.")
    assert await proposals(silent).of(QUESTION, "en", HELD) == ("Summarise “Loan rules”",)


@pytest.mark.parametrize(
    "heading", ["os.EOL", "NAME", "1.2.3", "Fees › Loan rules", "one two three four five six seven"]
)
async def test_code_capitals_numbers_and_the_title_again_are_no_headings_to_ask_about(heading):
    shelf = Shelf(RENEWAL._replace(heading=heading))
    assert await proposals(shelf).of(QUESTION, "en", HELD) == (
        "What does “Loan rules” say?",
        "What does “Fees” say?",
    )
    assert shelf.searched == []


async def test_documents_of_the_language_come_alone_and_others_speak_their_own():
    mine = Headed("m", "Regeln der Ausleihe", "de", "Späte Rückgabe")
    made = proposals(Shelf(RENEWAL, mine))
    assert await made.of(QUESTION, "de", HELD) == ("Fasse „Regeln der Ausleihe“ zusammen",)
    both = await made.of(QUESTION, "ja", HELD)
    assert list(both) == [
        "What does “Loan rules” say about “Late return”?",
        "Fasse „Regeln der Ausleihe“ zusammen",
        "Summarise “Loan rules”",
    ]


async def test_of_the_sample_alone_its_own_questions_are_proposed():
    shelf, held = Shelf(RENEWAL), HELD._replace(workspaces=("sample",))
    made = proposals(shelf)
    assert await made.of(QUESTION, "en", held) == ["1?", "2?", "3?"] and await made.of(QUESTION, "fr", held) == ["Un ?"]
    assert await made.of(QUESTION, "de", held) == ["1?", "2?", "3?"] and shelf.read == 0


async def test_they_are_looked_for_again_when_a_document_changed():
    shelf = Shelf(RENEWAL)
    made = proposals(shelf)
    for held in (HELD, HELD, HELD._replace(changed="2026-03-02")):
        await made.of(QUESTION, "en", held)
    assert shelf.read == 2


async def test_only_some_are_tried():
    shelf = Shelf(*(Headed(f"{n}", f"Loan rules {'ab' * n}", "en", "Late return") for n in range(1, 60)))
    assert len(await proposals(shelf).of(QUESTION, "en", HELD)) == PROPOSED and len(shelf.searched) == TRIED


async def test_without_documents_nothing_is_proposed():
    class Empty(Shelf):
        async def holds(self, question, titles):
            return Holdings(0)

    assert await proposals(Empty()).everywhere(QUESTION) == {}


@every("language", ANSWERED)
async def test_every_language_proposes_in_its_own_words(language):
    shelf = Shelf(Headed("a", "Loan rules", language, "Late return"), found=RENEWAL)
    asked = await proposals(shelf).of(QUESTION, language, HELD._replace(languages={language: 1}))
    assert asked == (PROMPTS.label("about_summary", language).format(title="Loan rules"),)
