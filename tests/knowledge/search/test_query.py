"""What is looked up for a question, and what it weighs once the corpus has told what it knows."""

import pytest

from gateway import words
from gateway.knowledge.search.query import FOREIGN, MENDED, PART, lookup
from gateway.knowledge.search.ranking import Statistics


def corpus(*known, df=3):
    return Statistics(100, 50.0, {words.stem(word, "en"): df for word in known})


def mended(question, *known):
    wanted, found = lookup(question, "en"), corpus(*known)
    unknown = wanted.unknown(found)
    everything = {term: found.df[term] for term in wanted.guesses(unknown) if term in found.df}
    assert everything.keys() <= found.df.keys()
    wanted.mend(unknown, found)
    return wanted.weights(found), found


def test_content_words_and_neighbours_written_together_find():
    wanted = lookup("the light house", "en")
    assert wanted.terms == (words.stem("light", "en"), words.stem("house", "en"))
    assert words.stem("lighthouse", "en") in wanted.finding


def test_a_name_is_looked_up_whole_and_as_its_parts_at_a_lower_weight():
    finding = lookup("What is pool.max_size?", "en").finding
    assert {"pool.max_size": 1.0, "max_size": PART, "pool": PART}.items() <= finding.items()


def test_an_unknown_word_is_mended_by_what_the_corpus_holds_at_a_lower_weight():
    weights, found = mended("treshold of refusal", "threshold", "refusal")
    idf = found.idf_of(found.df[words.stem("threshold", "en")])
    assert weights == {words.stem("refusal", "en"): idf, words.stem("threshold", "en"): MENDED * idf}


def test_a_word_is_looked_up_as_the_languages_of_the_corpus_stem_it():
    wanted = lookup("the installations", "en")
    own, french = (words.stem("installations", language) for language in ("en", "fr"))
    assert {french, "installations", "///fr", "///und"} <= set(wanted.all_terms)
    found = Statistics(100, 50.0, {own: 4, french: 2, "installation": 3, "///en": 60, "///fr": 40, "///de": 1})
    wanted.narrow(found)
    assert wanted.variants == {own: (french,)}
    assert wanted.weights(found) == {own: found.idf_of(found.df[own]), french: FOREIGN * found.idf_of(found.df[own])}
    assert wanted.asked_weights(found) == dict.fromkeys([own, french], found.idf_of(found.df[own]))
    assert wanted.doubled(wanted.weights(found)) == pytest.approx(FOREIGN * found.idf_of(found.df[own]))


def test_where_its_own_language_is_missing_a_word_is_what_the_others_make_of_it():
    wanted = lookup("the installations", "en")
    french = words.stem("installations", "fr")
    found = Statistics(100, 50.0, {french: 2, "///fr": 100})
    wanted.narrow(found)
    assert wanted.weights(found) == wanted.asked_weights(found) == {french: found.idf_of(found.df[french])}
    assert wanted.unknown(found) == [] and wanted.doubled(wanted.weights(found)) == 0


def test_a_known_word_is_never_mended():
    weights, _ = mended("form", "form", "farm")
    assert list(weights) == [words.stem("form", "en")]


def test_a_compound_comes_apart_only_into_words_that_both_exist():
    weights, found = mended("teaspoon", "tea", "spoon")
    assert weights == dict.fromkeys(["tea", "spoon"], PART * found.idf_of(found.df[words.stem("tea", "en")]))
    assert mended("teaspoon", "tea")[0] == {}


def test_the_known_share_of_a_question_is_that_of_its_weight():
    wanted = lookup("Where is the wine cellar?", "en")
    assert wanted.known(corpus("wine", "cellar")) == 1
    assert 0 < wanted.known(corpus("wine")) < 0.5
    assert wanted.known(corpus("tea")) == lookup("", "en").known(corpus("tea")) == 0


def test_only_terms_that_the_corpus_knows_have_a_weight():
    wanted = lookup("price of zebras", "en")
    assert wanted.weights(corpus("zebra")).keys() == {words.stem("zebra", "en")}
