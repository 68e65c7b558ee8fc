"""What a question asks about a source, by its vector, as `bench/citation_asks.py` fitted it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from gateway.conversation.citations.asks_by_meaning import AsksByMeaning

FILE = Path(__file__).with_name("asks_by_meaning.json")


@lru_cache(maxsize=1)
def fitted_asks() -> AsksByMeaning:
    return AsksByMeaning.read(FILE.read_bytes())
