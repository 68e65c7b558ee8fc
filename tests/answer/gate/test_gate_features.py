"""The figures that the confidence gate looks at."""

import pytest

from gateway.answer.answer import Candidate
from gateway.answer.gate.gate_features import MOST_PARTS, NONE, Asked, CorpusWords, features

CORPUS = CorpusWords({"loan": 5.0, "book": 2.0, "period": 4.0}, 500)


def candidate(text, rank=1, title="", language="en"):
    return Candidate(f"E{rank}", "embedding", {"title": title, "text": text}, 1.0, rank, language)


def one(question, text, language="en", corpus=CORPUS):
    [found] = features(question, language, [candidate(text, language=language)], corpus)["E1"]
    return found


def test_all_that_tells_grows_with_what_the_passage_holds():
    whole, half, none = (
        one("loan period", text) for text in ("The loan period.", "A loan is a loan in any short sentence.", "Zebras.")
    )
    for figure in ("score", "matched", "together"):
        assert getattr(whole, figure) > getattr(none, figure)
        assert getattr(whole, figure) >= getattr(half, figure) - 0.2
    assert none.matched == NONE and whole.length == half.length == none.length


def test_neighbours_of_the_question_have_to_stand_together():
    near, far = one("loan period", "The loan period."), one("loan period", f"The loan {'of a cow ' * 9} has a period.")
    assert near.together > far.together and near.matched == far.matched


def test_general_words_hardly_change_what_matched():
    plain, wordy = (one(text, "The loan period.") for text in ("loan period", "please explain the loan period today"))
    assert plain.matched == wordy.matched and plain.score - wordy.score < 0.5


def test_a_corpus_that_is_not_known_is_taken_for_one_of_usual_size():
    assert CorpusWords({}).size == 1000 and CorpusWords({"loan": 3.0}).size == pytest.approx(30, abs=1)
    assert CorpusWords({}, 500).weight("zzyzx") < CorpusWords({}, 5000).weight("zzyzx")


def test_in_a_handful_of_passages_words_weigh_as_among_many():
    few = CorpusWords({"loan": 0.29}, 1)  # the idf of a word in the only passage
    assert few.weight("loan") > 4 and few.weight("zzyzx") - few.weight("loan") < 1.5


def test_a_corpus_larger_than_any_that_was_measured_is_no_further_away():
    large, larger = (one("loan period", "The loan period.", corpus=CorpusWords({}, size)) for size in (5000, 500_000))
    assert large.corpus == larger.corpus > one("loan period", "The loan period.").corpus


def test_each_telling_sentence_is_a_part_and_there_are_not_too_many():
    asked = Asked(
        "Hello there. Thank you! How long is the loan period? Which books does a member borrow?", "en", "en", CORPUS
    )
    assert len(asked.parts) == 3, "the whole, and the two that say something"
    assert len(Asked("Red foxes hunt mice at dusk. " * 30, "en", "en", CORPUS).parts) == 1 + MOST_PARTS
    assert Asked("x?", "en", "en", CORPUS).parts == []


def test_pairs_of_characters_are_told():
    assert one("台灯保修", "台灯的保修期为一年。", "zh", CorpusWords({"台灯": 4.6})).unspaced == 1.0
    assert one("loan period", "The loan period.").unspaced == 0.0


def test_a_candidate_is_read_in_its_own_language():
    found = features(
        "Bücher", "de", [candidate("Ein Buch.", 1, language="de"), candidate("A book.", 2)], CorpusWords({})
    )
    assert found["E1"][0].matched > NONE == found["E2"][0].matched
