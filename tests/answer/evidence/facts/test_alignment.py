"""What a sentence copies from a source, and where the two differ."""

from gateway.answer.evidence.facts.alignment import COPIED, replaced
from gateway.answer.evidence.facts.fact_text import FactText


def test_what_differs_stands_between_what_is_copied() -> None:
    claim, source = FactText("The red book costs 5 EUR.", "en"), FactText("The blue book costs 6 EUR today.", "en")
    share, places = replaced(claim, source)
    assert share == 4 / 6 >= COPIED
    words = [([claim.raw[at] for at in each.ours], [source.raw[at] for at in each.theirs]) for each in places]
    assert words == [(["red"], ["blue"]), (["5"], ["6"]), ([], ["today"])]


def test_texts_without_a_common_word_have_no_places() -> None:
    assert replaced(FactText("Red.", "en"), FactText("Blue.", "en")) == (0.0, [])
