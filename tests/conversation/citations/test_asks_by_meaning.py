"""What a question asks about a source, by its vector. `held_utterances` were written after the first fit by somebody
who knew the question and the titles alone; no fit has seen them. Of their 120 questions about sources the rules read
85."""

import math
from contextlib import aclosing

import pytest

from gateway import words
from gateway.conversation.citations.asks_by_meaning import NOTHING, Likely, likely
from gateway.conversation.citations.citation_asked import citation_asked, citation_meant
from gateway.models.embedders import meaning
from gateway.settings import Settings
from gateway.turn.citations.fitted_asks import fitted_asks
from tests.support.utterances import read

TITLES = ["Canteen", "Leave bulletin", "Staff handbook"]
LEAST_UNDERSTOOD = 0.82
"""Eight of the 120 name the canteen in another language than its title."""
MOST_TAKEN = 2
"""Of 80 follow-ups about the subject of the answer."""


def meant(text, by_meaning, language="en", titles=TITLES):
    rules = citation_asked(text, words.guess_language(text) or language, titles)
    return by_meaning.completes(rules, text, language, titles)


async def test_utterances_that_no_fit_has_seen_are_understood():
    fitted, held = fitted_asks(), read("held_utterances")
    async with aclosing(meaning.create(Settings(_env_file=None))) as embedder:
        vectors = await embedder.embed([told["utterance"] for told in held])
    assert fitted.reads("Who says so?", meaning.NAME) and not fitted.reads("Who says so?", "none")
    wrong, taken = [], []
    for told, vector in zip(held, vectors, strict=True):
        asked = meant(told["utterance"], fitted.likely(vector), told["language"])
        if (asked.asks if asked else None) != told["asks"]:
            (wrong if told["asks"] else taken).append(told["utterance"])
    about = sum(told["asks"] is not None for told in held)
    assert len(wrong) <= (1 - LEAST_UNDERSTOOD) * about, wrong
    assert len(taken) <= MOST_TAKEN, taken


def test_the_likeliest_thing_is_asked():
    asks = (NOTHING, "more", "origin")
    found = likely(asks, [0.0, math.log(3), 0.0])
    assert found.asks == "more" and found.share == pytest.approx(0.75) and found.nothing == pytest.approx(0.2)
    assert likely(asks, [900.0, 0.0, 0.0]).nothing == 1 and likely(asks, [0.0, 900.0, 0.0]).nothing < 1e-9


def test_a_question_points_by_any_number_place_or_title():
    sure = Likely("wording", 0.9, 0.01)
    assert meant("the 2 exactly as printed", sure).numbers == (2,)
    assert meant("lo de la última tal cual", sure, "es").numbers == (-1,)
    assert meant("kindly paste E3 unchanged", sure).ids == ("E3",)
    assert meant("kindly paste the bulletin unchanged", sure).title == "Leave bulletin"
    assert meant("kindly paste it unchanged", sure).pointed == "last"


def test_what_is_asked_about_a_subject_always_has_one():
    for text in ("the 2?", "and in that document?", "the handbook?"):
        assert citation_meant(text, "en", TITLES, "about").topic.strip(), text
    assert "\x01" not in citation_meant("does the price in the bulletin include tax", "en", TITLES, "about").topic


def test_what_points_at_nothing_must_be_more_certain():
    unsure = Likely("wording", 0.9, 0.1)
    assert meant("kindly paste it unchanged", unsure) is None
    assert meant("kindly paste the 2 unchanged", unsure).is_guess
    assert meant("kindly paste the 2 unchanged", Likely("wording", 0.9, 0.3)) is None


def test_how_old_it_is_may_be_asked_about_the_thing_of_the_answer():
    assert not meant("when was it put up", Likely("origin", 0.9, 0.04)).is_sure
    assert meant("when was it put up", Likely("origin", 0.9, 0.005)).is_sure


def test_rules_stay_where_they_are_sure():
    origin = meant("Which document is that from?", Likely("wording", 0.99, 0.0))
    assert origin.asks == "origin"
    guess = meant("and the further fate of source 2", Likely("more", 0.9, 0.0))
    assert (guess.asks, guess.numbers, guess.topic) == ("more", (2,), "")


def test_the_weights_are_those_of_every_thing_that_can_be_asked():
    fitted = fitted_asks()
    assert set(fitted.asks) == {NOTHING, "more", "about", "origin", "otherwise", "wording", "status"}
    assert {len(row) for row in fitted.weights} == {meaning.DIMENSIONS} and len(fitted.bias) == len(fitted.weights)
    assert fitted.embedder == meaning.NAME
