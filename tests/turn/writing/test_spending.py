"""What requests cost."""

from gateway.answer.answer import Candidates
from gateway.conversation.usage import Usage
from gateway.models.prompt import Prompt
from gateway.turn.writing.spending import Budget, Spending, tokens

PROMPT = Prompt("Be brief.", "Why is it so?", "Why is it so?", "en", Candidates(), "v")
ASKED = tokens(PROMPT)


def test_what_no_provider_counted_is_not_known_but_bounds_all_the_same():
    cost = Usage(ASKED, 2)
    spending = Spending(Budget(turn_tokens=cost.prompt_tokens + cost.answer_tokens))
    assert not spending.at_bound() and spending.at_bound(cost)
    assert spending.add(ASKED, 2) == cost
    assert spending.usage is None and spending.at_bound()


def test_where_one_was_counted_the_others_are_estimated():
    spending = Spending(Budget(), before=Usage(30, 6))
    assert spending.add(ASKED, 2, Usage(9, 4)) == Usage(9, 4)
    cost = spending.add(ASKED, 2)
    assert spending.usage == Usage(39 + cost.prompt_tokens, 10 + cost.answer_tokens)
    assert not spending.at_bound(), "without a bound"


def test_repairs_have_a_share_of_the_answers_tokens():
    assert Spending(Budget(tokens=2000)).repair_tokens == 300
