"""A graph reference in words."""

from gateway.answer.answer import Candidate
from gateway.answer.graph_text import apart, said, statements

PAYLOAD = {
    "entitiesFromQuestion": ["SPIM"],
    "vertices": [
        {"id": "a", "label": "instrument", "name": "light sheet", "description": "It shows tissue."},
        {"id": "b", "label": "room", "name": "C 114", "description": "It is cold."},
        {"id": "c", "label": "room", "name": "C 116", "description": ""},
    ],
    "edges": [
        {
            "label": "stands in",
            "sourceName": "light sheet",
            "targetName": "C 114",
            "description": "It stands in C 114.",
        },
        {"label": "moved from", "sourceName": "light sheet", "targetName": "C 116", "description": ""},
    ],
}


def test_the_entity_then_its_relations_then_what_it_is_related_to():
    assert [(statement.text, statement.of_entity) for statement in statements(PAYLOAD)] == [
        ("light sheet (instrument): It shows tissue.", True),
        ("light sheet —stands in→ C 114: It stands in C 114.", True),
        ("light sheet —moved from→ C 116", True),
        ("C 114 (room): It is cold.", False),
    ]


def test_a_reference_without_anything_says_nothing():
    assert statements({"entitiesFromQuestion": [], "vertices": [], "edges": []}) == []


def test_the_text_of_a_graph_result_is_its_statements_and_that_of_a_passage_its_own():
    assert said(Candidate("G1", "graph", PAYLOAD, 1.0, 1)).splitlines()[1:3] == [
        "light sheet —stands in→ C 114: It stands in C 114.",
        "light sheet —moved from→ C 116",
    ]
    assert said(Candidate("E1", "embedding", {"text": "Ten cents."}, 1.0, 1)) == "Ten cents."


def test_names_are_set_apart_from_the_characters_around_them():
    assert apart("什么是普洱熟茶？", ["普洱"]).split() == ["什么是", "普洱", "熟茶？"]
    assert apart("What is SPIM?", PAYLOAD["entitiesFromQuestion"]).split() == ["What", "is", "SPIM", "?"]
