"""A question's facets are worked out once and shown to people."""

from gateway.memory.comparing.facets import facets


def test_facets_for_the_database():
    assert facets("Why can't Anna use her X200 after 3 days in June?", "en").to_json() == {
        "numbers": ["200", "3", "month-6"],
        "identifiers": ["x200"],
        "polarity": "negative",
        "entities": ["anna"],
        "question_word": ["cause"],
        "referents": ["she"],
    }


def test_the_same_question_is_read_once():
    assert facets("Where is it?", "en") is facets("Where is it?", "en")
