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
