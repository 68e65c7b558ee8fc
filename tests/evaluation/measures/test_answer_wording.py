"""An answer states a wording in whatever spelling of its numbers, dates and names."""

import pytest

from gateway.evaluation.measures.answer_wording import states


@pytest.mark.parametrize(
    ("text", "wording", "language"),
    [
        ("It costs 1,200 euros.", "1 200", "en"),
        ("Es kostet 1.200 Euro.", "1,200", "de"),
        ("Cela coûte 1 234 567 €.", "1,234,567", "fr"),
        ("1.2 million people", "1,200,000", "en"),
        ("twelve people", "12", "en"),
        ("within thirty days", "30 days", "en"),
        ("50 percent of it", "50 %", "en"),
        ("It is $5.", "5 dollars", "en"),
        ("on 12 March 2024", "2024-03-12", "en"),
        ("on March 12, 2024", "12 March 2024", "en"),
        ("on 12/03/2024", "12 March 2024", "en"),
        ("on 03/12/2024", "12 March 2024", "en"),
        ("am 12.03.2024", "12 March 2024", "de"),
        ("on 25/12/2024", "December 25, 2024", "en"),
        ("他死於1925年3月12日。", "1925-03-12", "zh"),
        ("by 3 May 1984", "1984", "en"),
        ("J. R. R. Tolkien wrote it", "JRR Tolkien", "en"),
        ("Ｏ’Brien's house", "O'Brien", "en"),
        ("Sao Paulo", "São Paulo", "pt"),
        ("in **New-York**", "new york", "en"),
        ("不祥 的台风", "不祥的台风", "zh"),
    ],
)
def test_another_spelling_is_the_same(text, wording, language):
    assert states(text, wording, language)


@pytest.mark.parametrize(
    ("text", "wording", "language"),
    [
        ("It weighs 1.200 kg.", "1200", "en"),
        ("It costs 1,200.", "200", "en"),
        ("It is 2.5.", "5", "en"),
        ("It is -5 °C.", "5 °C", "en"),
        ("am 3.12.2024", "12 March 2024", "de"),
        ("in March 2024", "12 March 2024", "en"),
        ("a party", "art", "en"),
        ("E20 is the code", "20", "en"),
        ("30 days", "30 years", "en"),
        ("anything", "!", "en"),
        ("", "x", "en"),
    ],
)
def test_another_value_or_word_is_not_the_same(text, wording, language):
    assert not states(text, wording, language)


def test_both_readings_count_if_the_language_is_not_known():
    assert states("1.200", "1200") and states("1.200", "1.2")
