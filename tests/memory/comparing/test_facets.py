"""A question's facets are worked out once."""

from gateway.memory.comparing.facets import facets


def test_the_facets_of_a_question():
    found = facets("Why can't Anna use her X200 after 3 days in June?", "en")
    assert (found.numbers, found.dates, found.identifiers) == ({"200", "3"}, {"month-6"}, {"x200"})
    assert (found.negations, found.entities, found.asks) == (1, {"anna"}, {"cause"})
    assert found.owners | found.others | found.actors == {"she"}


def test_the_same_question_is_read_once():
    assert facets("Where is it?", "en") is facets("Where is it?", "en")
