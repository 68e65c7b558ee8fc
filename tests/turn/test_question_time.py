"""The time to understand a question grows with its length and not faster, in every language, whatever repeats in it.

One process serves all tenants, and `re` holds its interpreter lock: a question that takes long stops everybody.
"""

from __future__ import annotations

import pytest

from gateway import words
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.intent.manners import manner
from gateway.conversation.question import LONGEST_QUESTION, Asker, Question
from gateway.memory.rules.routing import admission
from gateway.models.prompt import harmless
from gateway.turn.understanding.understanding import Understanding
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.dialogue.stepping import STEPPING
from tests.support.effort import some
from tests.support.every import every
from tests.support.growth import growth

RUNS = (
    *(" ", "\t", "\u3000", "\u00a0", "\n", " \n", "a ", "word ", "1 ", ". ", "? "),
    *("[", "(", "「", "“", '"', "'", "*", "_", "`", "-", "#", "|", "<", "< ", "/*", "![", "<![CDATA["),
)
STATE = ThreadState(listed=tuple(OutlineEntry(f"{at}", f"Title {at}") for at in range(1, 4)), listed_newer=True)


class Thread:
    """A thread whose last answer was a list."""

    async def state(self, question):
        return STATE

    async def previous(self, question):
        return ()


UNDERSTANDING = Understanding(Thread())


def understand(text: str, language: str) -> None:
    """Everything that is done with the words of a question before anything is searched."""
    question = Question.asked(Asker("default"), text, usually_strict=False, language=language)
    manner(question.text, question.language)
    with pytest.raises(StopIteration) as done:
        UNDERSTANDING.of(question).send(None)
    assert done.value.value.lookups
    admission(question.text, question.language)
    words.query_terms(gist(question.text), question.language)
    harmless(question.text)


def repeated(run: str, language: str, begin: str, end: str):
    """Texts with a run between two words, none of them asked before: what was understood once is remembered."""
    numbers = iter(range(1_000_000))

    def text(length: int) -> str:
        first = f"{begin}{next(numbers)}"
        return first + run * ((length - len(first) - len(end)) // len(run)) + end

    return text


@every("language", LANGUAGES)
def test_time_grows_no_faster_than_a_question(language):
    order = list(LANGUAGES).index(language)
    steps = STEPPING[language].around.split("|")[0] if language in STEPPING else "ok"
    runs = [*RUNS, "and ", f"{steps} ", "and, "]
    for at in some(range(len(runs)), order):
        text = repeated(runs[at], language, "What", "c?")
        factor, length = growth(lambda asked: understand(asked, language), text, 1_000, LONGEST_QUESTION)
        assert not factor, f"{runs[at]!r}: {length} characters, and {factor:.1f} times as long for twice as many"


@pytest.mark.parametrize("space", [" ", "\t", "\u3000", "\u00a0", " \n"])
def test_a_run_of_spaces_means_as_much_as_one(space):
    asked = f"What is the fee{space * 900}and{space * 900}who pays it?"
    question = Question.asked(Asker("default"), asked, usually_strict=False)
    assert question.text == asked
    assert gist(asked).split() == ["What", "is", "the", "fee", "and", "who", "pays", "it?"] and len(gist(asked)) < 50


def test_words_that_only_go_on_end_soon():
    """In a thread with a list, `y y y …` once took twice as long with each word."""
    understand("y " * 2_000, "es")
    understand("et " * 2_000, "fr")
