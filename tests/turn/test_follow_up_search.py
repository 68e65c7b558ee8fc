"""The search of a question that leans on what was said before it, against the clock of its parts."""

import asyncio

import pytest

from gateway.conversation.question import Message, Question
from gateway.errors import Unavailable
from gateway.retrieval.ports import Found, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.condenser import Condensed, Condenser
from gateway.turn.follow_up_search import FollowUpSearch
from gateway.turn.limits import TurnLimits
from gateway.turn.search import TurnSearch
from gateway.turn.understanding import Understanding
from tests.support.prompts import PROMPTS

BEFORE = (Message("user", "How are novels lent by the library of Bonn?"), Message("assistant", "By hand."))
WEIGHTS = {"novel": 3.0, "lent": 1.0, "librari": 2.0, "bonn": 3.0, "kept": 2.0, "cellar": 3.0}


def passage(number, text):
    return Found("embedding", {"embeddingId": str(number), "documentId": f"d{number}", "text": text}, 0.9, "en")


class Retriever:
    def __init__(self, found, reached=None, fails=False):
        self.found, self.asked, self.reached, self.fails = found, [], reached, fails

    async def search(self, query):
        self.asked.append(query.text)
        if self.reached:
            self.reached.set()
        if self.fails:
            raise Unavailable("away")
        return Retrieval(self.found, WEIGHTS, passages=100)

    async def aclose(self):
        pass


class Rewriting(Condenser):
    works = True

    def __init__(self, rewritten, until=None):
        super().__init__(PROMPTS)
        self.rewritten, self.until, self.asked = rewritten, until, 0

    async def condense(self, question, previous, language):
        self.asked += 1
        if self.until:
            await asyncio.wait_for(self.until.wait(), 30)
        return Condensed(self.rewritten)


async def found(question, retriever, condenser=None):
    understanding = Understanding()
    search = FollowUpSearch(
        TurnSearch(Sources([retriever]), PROMPTS, TurnLimits()), understanding, condenser or Condenser(PROMPTS)
    )
    return await search.run(await understanding.of(Question("default", question, "en", history=BEFORE)))


async def test_the_question_as_it_stands_is_looked_up_while_the_model_rewrites_it():
    reached = asyncio.Event()
    retriever = Retriever((passage(1, "Novels are kept."),), reached)
    frozen = await found("How long are they kept?", retriever, Rewriting("How long are novels kept?", until=reached))
    assert retriever.asked == ["How long are they kept?", "How long are novels kept?"]
    assert frozen.meant == "How long are novels kept?"


class Fixed(Retriever):
    def __init__(self, alone, together):
        super().__init__(())
        self.alone, self.together = alone, together

    async def search(self, query):
        self.found = self.together if "novel" in query.text else self.alone
        return await super().search(query)


CELLAR, BOTH, SUBJECT = (
    passage(1, "The wine lies in the cellar."),
    passage(2, "Novels of the library of Bonn lie in the cellar."),
    passage(3, "Novels are lent by the library of Bonn."),
)


@pytest.mark.parametrize(
    ("alone", "together", "leans"),
    [
        ((CELLAR,), (BOTH, CELLAR), True),
        ((CELLAR,), (SUBJECT, CELLAR), False),
        ((BOTH, CELLAR), (BOTH, CELLAR), False),
        ((), (SUBJECT,), False),
    ],
    ids=["a passage says both", "none does", "it is found first anyway", "nobody speaks of it"],
)
async def test_a_question_that_may_lean_does_where_a_passage_speaks_of_both(alone, together, leans):
    frozen = await found("Who has the cellar?", Fixed(alone, together))
    assert (frozen.meant is not None) is leans


async def test_a_question_that_says_the_subject_itself_needs_no_other():
    assert (await found("How are the novels lent?", Fixed((CELLAR,), (BOTH, SUBJECT)))).meant is None


async def test_a_model_is_asked_more_readily_than_the_corpus_decides_and_may_say_no():
    rewriting = Rewriting("Who has the cellar?")
    frozen = await found("Who has the cellar?", Fixed((BOTH,), (BOTH,)), rewriting)
    assert rewriting.asked == 1 and frozen.meant is None


@pytest.mark.asyncio(loop_scope="function")  # a loop of its own: no other test's tasks are counted
async def test_a_source_that_fails_fails_the_turn_and_leaves_nothing_running():
    before = len(asyncio.all_tasks())
    with pytest.raises(Unavailable):
        await found("How long are they kept?", Retriever((), fails=True))
    assert len(asyncio.all_tasks()) == before
