"""What tokens cost."""

from decimal import Decimal

import pytest

from gateway.errors import WrongUse
from gateway.models.prices import Prices
from tests.support.every import every

PRICES = Prices.read(" gpt-4o-mini = 0.15/0.6 ,local/qwen 3:8b=0/0,, *=1/3")


def test_a_model_costs_what_is_said_of_it_else_what_any_costs():
    assert PRICES.cost("gpt-4o-mini", 1_000_000, 500_000) == Decimal("0.45")
    assert PRICES.cost("local/qwen 3:8b", 10**9, 10**9) == 0
    assert PRICES.cost("other", 1, 1) == Decimal("0.000004")
    assert PRICES.cost("", 0, 0) == 0


def test_what_nobody_said_is_not_known():
    assert Prices.read("a=1/2").cost("b", 1, 1) is None
    assert Prices.read("").cost("b", 0, 0) is None


def test_a_currency_may_stand_in_front():
    assert PRICES.currency == "USD" and Prices.read("").currency == "USD"
    euros = Prices.read("EUR; m=2/10")
    assert euros.currency == "EUR" and euros.cost("m", 10**6, 0) == 2
    assert Prices.read(" CHF ;").currency == "CHF"


@pytest.mark.parametrize("wrong", ["", "a=1/2", "US dollars", "EUR,USD"])
def test_what_is_no_currency_is_one_sentence(wrong):
    with pytest.raises(WrongUse, match=f"^GATEWAY_PRICES: {wrong!r} is no currency; write EUR;gpt-4o-mini=0.13/0.52.$"):
        Prices.read(f"{wrong};m=1/2")


@every("wrong", ["a", "a=1", "=1/2", "a=1/2/3", "a=-1/2", "a=1e3/2", "a=1/٢", "a=b/1"])
def test_anything_else_is_one_sentence(wrong):
    with pytest.raises(WrongUse, match="is no price; write") as error:
        Prices.read(f"ok=1/1,{wrong}")
    assert repr(wrong) in str(error.value)
