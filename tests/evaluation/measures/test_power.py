"""The number of cases is that of the published formulas."""

from gateway.evaluation.measures.power import cases_needed, detect_text


def test_the_cases_are_those_of_the_formulas():
    assert cases_needed(5) == (469, 1094)  # Fleiss: 80 % against 75 %, 1,094 in each group
    assert cases_needed(10, 0.5) == (155, 388)
    assert cases_needed(5, discordant=0.0).paired < cases_needed(5).paired < cases_needed(1).paired


def test_a_difference_of_any_size_has_a_number():
    assert all(min(cases_needed(points)) >= 1 for points in (0.1, 50, 99, 100))


def test_the_sentence_says_whether_the_set_is_large_enough():
    assert "needs 469 cases" in detect_text(5, 120) and "The set has 120: too few." in detect_text(5, 120)
    assert "The set has 469: enough." in detect_text(5, 469)
