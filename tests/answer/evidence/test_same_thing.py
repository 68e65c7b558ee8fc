"""Two sentences about one thing, and titles that name two things."""

from gateway.answer.evidence.same_thing import ComparedSentence, differing, other_subject, titles_apart, values_in
from tests.support.reading import candidate


def compared(left, other, language="en", **more):
    return differing(*(ComparedSentence(0, len(text), text, language, frozenset()) for text in (left, other)), **more)


def test_the_value_is_the_figure_with_its_unit_or_noun():
    assert compared("Logs are stored for 30 days in Bern.", "Logs are stored for 90 days in Bern.")[:2] == (
        "30 days",
        "90 days",
    )
    assert compared("A ride costs $12 at night here.", "A ride costs $15 at night here.")[:2] == ("$12", "$15")


def test_unlike_titles_need_more_words_in_common():
    texts = "Annual leave: 30 days", "Annual leave: 25 days"
    assert compared(*texts) and compared(*texts, apart=True) is None


def test_a_sentence_with_many_other_figures_or_words_is_about_something_else():
    assert compared("Sizes are 1, 2, 3, 4 and 5 cm wide.", "Sizes are 6, 7, 8, 9 and 10 cm wide.") is None
    long = "The office opens at 9 after a long break for breakfast, coffee and news."
    assert compared("The office opens at 8.", long) is None


def test_titles_that_share_words_and_differ_in_one_each_name_two_things():
    basel, bern, other = (candidate(1, "", title=title) for title in ("Office Basel", "Office Bern", "Handbook"))
    assert other_subject(basel, bern, "en") and not titles_apart(basel, bern, "en")
    assert titles_apart(basel, other, "en") and not other_subject(basel, other, "en")


def test_values_are_compared_however_they_are_written():
    assert set(values_in("thirty days")) & set(values_in("30")) and not set(values_in("30")) & set(values_in("31"))


def test_equal_sentences_and_sentences_without_a_word_differ_in_nothing():
    assert compared("All guests may enter the garden.", "All guests may enter the garden.") is None
    assert compared("---", "All guests may enter the garden.") is compared("---", "***") is None


def test_figures_of_two_years_disagree_only_if_the_sentences_say_since_when():
    since, other = ("Since {} the fee is {} EUR in all shops.".format(*each) for each in ((2023, 20), (2024, 30)))
    assert compared(since, other) == ("20 EUR", "30 EUR", "2023", "2024")
    assert compared(since.replace("Since", "In"), other.replace("Since", "In")) is None


def test_a_name_that_only_one_of_two_sentences_has_makes_it_another_thing():
    one, other = (
        "The library keeps logs of visits for {} days{}.".format(*each) for each in ((30, " in Basel"), (90, ""))
    )
    assert compared(one, other) is None and compared(one.replace(" in Basel", ""), other)


def test_sentences_that_differ_in_a_negation_and_elsewhere_are_about_two_things():
    one, other = "Guests may enter the old garden at any time.", "Guests may never enter the old garden at any time."
    assert compared(one, other) == (one, other, "", "")
    assert compared(one.replace("time", "time of day"), other) is None
