"""The search of a question that may refer to what was said before it."""

import pytest

from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import Unavailable
from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.limits import TurnLimits
from gateway.turn.searching.follow_up_search import FollowUpSearch
from gateway.turn.searching.search import TurnSearch
from gateway.turn.understanding.condenser import Condensed, Condenser
from gateway.turn.understanding.understanding import Understanding
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

BEFORE = (Message("user", "How are novels lent by the library of Bonn?"), Message("assistant", "By hand."))
WEIGHTS = {"novel": 3.0, "lent": 1.0, "librari": 2.0, "bonn": 3.0, "kept": 2.0, "cellar": 3.0}


def passage(number, text):
    return Hit("embedding", {"embeddingId": str(number), "documentId": f"d{number}", "text": text}, 0.9, "en")


class Retriever:
    def __init__(self, found, fails=False):
        self.found, self.asked, self.fails = found, [], fails

    async def search(self, query):
        self.asked.append(query.text)
        if self.fails:
            raise Unavailable("away")
        return Retrieval(self.found, WEIGHTS, passages=100)

    async def aclose(self):
        pass


class Rewriting(Condenser):
    def __init__(self, rewritten):
        super().__init__(PROMPTS)
        self.rewritten = rewritten

    async def condense(self, question, previous, language, within=()):
        return Condensed(self.rewritten, Usage(30, 6))


async def found(question, retriever, condenser=None):
    understanding = Understanding()
    search = FollowUpSearch(
        TurnSearch(Sources([retriever]), PROMPTS, TurnLimits()), understanding, condenser or Condenser(PROMPTS)
    )
    return await search.run(await understanding.of(question_of("default", question, "en", history=BEFORE)))


@pytest.mark.parametrize("question", ["How long are they kept?", "Who has the cellar?"], ids=["sure", "perhaps"])
async def test_a_question_that_a_model_rewrites_is_searched_once(question):
    retriever = Retriever((passage(1, "Novels are kept."),))
    frozen = await found(question, retriever, Rewriting("How long are novels kept?"))
    assert retriever.asked == ["How long are novels kept?"] == [frozen.search.query]
    assert (frozen.search.meant, frozen.search.first_query, frozen.spent) == (frozen.search.query, None, Usage(30, 6))


async def test_a_question_that_a_model_repeats_is_searched_once_as_it_was_asked():
    retriever = Retriever((passage(1, "Novels are kept."),))
    frozen = await found("How long are  they kept?", retriever, Rewriting("How long are they kept?"))
    assert (
        retriever.asked == ["How long are  they kept?"] and frozen.search.meant is None and frozen.spent == Usage(30, 6)
    )


class Fixed(Retriever):
    def __init__(self, alone, together):
        super().__init__(())
        self.alone, self.together = alone, together

    async def search(self, query):
        self.found = self.together if "novel" in query.text else self.alone
        return await super().search(query)


def texts(frozen):
    return [candidate.text for candidate in frozen.candidates.passages]


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
        ((BOTH, CELLAR), (SUBJECT, CELLAR), True),
        ((), (SUBJECT,), False),
    ],
    ids=["a passage says both", "none does", "the first one speaks of the subject", "nobody speaks of it"],
)
@pytest.mark.parametrize("condenser", [None, Rewriting(None)], ids=["no model", "a model that fails"])
async def test_without_a_rewriting_a_question_refers_to_the_subject_if_a_passage_has_both(
    alone, together, leans, condenser
):
    frozen = await found("Who has the cellar?", Fixed(alone, together), condenser)
    assert (frozen.search.meant is not None) is leans
    assert frozen.spent == (Usage(30, 6) if condenser else None)


async def test_if_the_first_passage_speaks_of_the_subject_the_findings_stay_as_they_are():
    frozen = await found("Who has the cellar?", Fixed((BOTH, CELLAR), (SUBJECT,)))
    assert texts(frozen) == [BOTH.reference["text"], CELLAR.reference["text"]]


async def test_words_of_the_last_answer_refer_to_it():
    frozen = await found("Which hand?", Fixed((CELLAR,), (CELLAR, SUBJECT)))
    assert frozen.search.meant == "novels lent library Bonn — Which hand?"
    assert texts(frozen) == [CELLAR.reference["text"]]
    assert (await found("Which foot?", Fixed((CELLAR,), (CELLAR, SUBJECT)))).search.meant is None


@pytest.mark.parametrize(
    ("question", "refers"),
    [
        ("Who runs the trams of Bonn?", True),
        ("Who runs the trams of Trier?", False),
        ("Who runs the trams, buses, ferries, trains and cable cars of Bonn?", False),
    ],
    ids=["it shares a name", "it shares none", "it says a lot"],
)
async def test_a_short_question_with_a_name_may_refer_to_what_spoke_of_it(question, refers):
    retriever = Retriever(())
    await found(question, retriever, Rewriting("Who runs the trams of the city of Bonn?"))
    assert (retriever.asked == ["Who runs the trams of the city of Bonn?"]) is refers


async def test_a_question_that_says_the_subject_itself_needs_no_other():
    assert (await found("How are the novels lent?", Fixed((CELLAR,), (BOTH, SUBJECT)))).search.meant is None


async def test_a_source_that_fails_fails_the_turn():
    with pytest.raises(Unavailable):
        await found("How long are they kept?", Retriever((), fails=True))
