"""What may stand for a word of the question, and what it is worth."""

from gateway import words
from gateway.words.terms.substitutes import MENDED, PIECES


def credit(question, term, text, known=()):
    held = dict.fromkeys(words.terms(text, "en"), 1.0)
    return words.kin(question, words.query_terms(question, "en"), known, "en").credit(words.stem(term, "en"), held)


def test_the_word_itself_is_worth_most():
    assert credit("price", "price", "The price and the fee.") == 1.0


def test_a_mended_word_is_worth_less():
    assert credit("treshold", "treshold", "The threshold.") == MENDED
    assert credit("database", "database", "The data base.") == MENDED
    assert credit("bed time", "bed", "At bedtime.") == MENDED


def test_a_word_that_the_corpus_knows_is_not_mended():
    assert credit("treshold", "treshold", "The threshold.", known={words.stem("treshold", "en")}) == 0.0


def test_half_of_a_compound_is_worth_nothing():
    assert credit("database", "database", "The data.") == 0.0


def test_a_name_is_mended_by_its_ending_of_several_words_or_by_all_of_its_parts():
    def named(text):
        return credit("What is pool.max_size?", "pool.max_size", text)

    assert named("Set config.pool.max_size.") == 1.0
    assert named("Set max_size.") == MENDED
    assert named("The size of the pool is at its max.") == 0.0
    assert credit("max_size", "max_size", "Use --max-size.") == MENDED
    assert credit("max_size", "max_size", "At most the max of a size.") == 0.0
    assert credit("Pool.size", "pool.size", "The size of the pool.") == PIECES


def test_credit_shrinks_with_the_place_where_it_stands():
    kin = words.kin("treshold", [words.stem("treshold", "en")], (), "en")
    assert kin.credit(words.stem("treshold", "en"), {words.stem("threshold", "en"): 0.5}) == MENDED * 0.5
