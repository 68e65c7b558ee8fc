"""Numbers, dates and codes have one spelling each."""

import pytest

from gateway.memory.comparing import asked_figures
from gateway.memory.comparing.question_words import read


@pytest.mark.parametrize(
    ("language", "question", "numbers"),
    [
        ("en", "after three days", "3"),
        ("en", "the 2nd and the third", "2 3"),
        ("en", "at 5 pm or 5:30 p.m.", "17 17:30"),
        ("en", "error E-404", "404"),
        ("fr", "à 17h30 ou 9 h", "17:30 9"),
        ("fr", "sous quatorze jours", "14"),
        ("fr", "1 234,50 euros", "1234.50"),
        ("zh", "满100元，三天内", "100 3"),
        ("zh", "二百五十元", "250"),
        ("zh", "一个", ""),
        ("zh", "统一管理", ""),
        ("en", "in 2024", ""),
    ],
)
def test_numbers(language, question, numbers):
    assert asked_figures.numbers(read(question, language)) == set(numbers.split())


@pytest.mark.parametrize(
    ("language", "question", "dates"),
    [
        ("en", "on 1 May 2024", {"2024-05-01"}),
        ("en", "in June 2024, on 2024-07-03", {"2024-06", "2024-07-03"}),
        ("en", "in May", {"month-5"}),
        ("en", "may I leave", set()),
        ("en", "last year, on Mondays", {"last year", "day-1"}),
        ("en", "in Q3 of 2023", {"quarter-3", "2023"}),
        ("fr", "l'année dernière, en août", {"last year", "month-8"}),
        ("fr", "le lundi", {"day-1"}),
        ("zh", "三月和4月", {"month-3", "month-4"}),
        ("zh", "周日和星期一", {"day-7", "day-1"}),
        ("zh", "去年第二季度", {"last year", "quarter-2"}),
        ("zh", "三个月", set()),
    ],
)
def test_dates(language, question, dates):
    assert asked_figures.dates(read(question, language)) == dates


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("Set GATEWAY_TOP_K with --force", {"gatewaytopk", "force"}),
        ("The X-200b and HP400", {"x200b", "hp400"}),
        ("Write to a.b@example.org", {"abexampleorg"}),
        ("Choose plan B, as I said", {"b"}),
        ("Export it as PDF or .csv", {"pdf", "csv"}),
        ("a 30-day trial of 5kg at 9am", set()),
        ("A plan, is it a good one?", set()),
    ],
)
def test_codes(question, codes):
    assert asked_figures.codes(read(question, "en")) == codes


def test_a_number_in_words_may_be_none():
    assert asked_figures.perhaps(read("one of the first", "en")) == {"1"}
    assert asked_figures.perhaps(read("一个", "zh")) == {"1"}
    assert asked_figures.perhaps(read("seven", "en")) == set()
