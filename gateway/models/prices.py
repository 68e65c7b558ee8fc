"""What tokens of models cost: `gpt-4o-mini=0.15/0.6,*=1/3`, by model, for a million read and a million written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from gateway.errors import WrongUse

USD = "USD"
"""The currency unless the setting names another one."""
ANY = "*"
"""Every model that is not named."""
HOW = "write gpt-4o-mini=0.15/0.6: a model (or *), what a million tokens read cost, and a million written"
_PRICE = re.compile(r"([^=,\s][^=,]*)=\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*/\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)", re.ASCII)
_CURRENCY = re.compile(r"[^\s=,;/]{1,10}")
MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by model, for a million tokens read and written."""

    by_model: Mapping[str, tuple[Decimal, Decimal]] = field(default_factory=dict)
    currency: str = USD

    @classmethod
    def read(cls, text: str) -> Prices:
        """Reads them as a person writes them, a currency and `;` in front of them if need be. Raises `WrongUse` that
        says how."""
        found = {}
        currency, semicolon, prices = text.partition(";")
        if not semicolon:
            currency, prices = USD, text
        elif not _CURRENCY.fullmatch(currency.strip()):
            raise WrongUse(f"GATEWAY_PRICES: {currency.strip()!r} is no currency; write EUR;gpt-4o-mini=0.13/0.52.")
        for part in filter(None, (part.strip() for part in prices.split(","))):
            price = _PRICE.fullmatch(part)
            if price is None:
                raise WrongUse(f"GATEWAY_PRICES: {part!r} is no price; {HOW}.")
            found[price[1].strip()] = (Decimal(price[2]), Decimal(price[3]))
        return cls(found, currency.strip())

    def cost(self, model: str, question_tokens: int, answer_tokens: int) -> Decimal | None:
        """Returns what tokens cost; None where nobody said what the model costs. Without a model nothing does."""
        if not model:
            return Decimal(0)
        price = self.by_model.get(model) or self.by_model.get(ANY)
        if price is None:
            return None
        return (price[0] * question_tokens + price[1] * answer_tokens) / MILLION
