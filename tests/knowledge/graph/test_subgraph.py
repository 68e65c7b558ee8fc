"""Which relations answer a question, and how they stand together."""

import pytest

from gateway.knowledge.graph.subgraph import MOST_EDGES, Entity, Node, Relation, Subgraph, VertexKey, pieces
from gateway.knowledge.search.ranking import OTHER_LANGUAGE


def node(name, description="", workspace="w"):
    return Node(VertexKey(workspace, name.lower()), "thing", name, description)


ANNA, BERT, MILL, CITY = (node(name) for name in ("Anna", "Bert", "Mill", "City"))


def relation(start, label, end, description="", weight=1.0):
    return Relation(f"{start.name} {label} {end.name}", label, start, end, weight, description)


def entity(*nodes):
    return Entity(nodes[0].name, nodes)


def ask(question, found, limit=5, language="en"):
    return pieces(question, language, found, limit)


def ids(piece):
    return [edge["id"] for edge in piece.reference["edges"]]


def test_the_relation_that_says_what_is_asked_stands_first_and_without_those_that_do_not():
    repairs, likes = relation(ANNA, "repairs", MILL, weight=0.1), relation(ANNA, "likes", BERT, weight=9)
    [piece] = ask("What does Anna repair?", Subgraph((entity(ANNA),), (likes, repairs)))
    assert ids(piece) == ["Anna repairs Mill"]


def test_without_a_hint_the_weight_decides_and_there_are_not_too_many():
    many = tuple(relation(ANNA, f"knows{number}", BERT, weight=number) for number in range(20))
    [piece] = ask("Tell me about Anna", Subgraph((entity(ANNA),), many))
    assert ids(piece) == [f"Anna knows{number} Bert" for number in range(19, 19 - MOST_EDGES, -1)]


def test_both_ends_of_every_edge_are_in_the_payload_once():
    found = Subgraph((entity(ANNA),), (relation(ANNA, "owns", MILL), relation(BERT, "visits", ANNA)))
    payload = ask("Anna", found)[0].reference
    names = [vertex["id"] for vertex in payload["vertices"]]
    assert sorted(names) == ["anna", "bert", "mill"]
    for edge in payload["edges"]:
        assert {edge["startId"], edge["endId"]} <= set(names)
        assert set(edge) == {
            "id",
            "label",
            "weight",
            "description",
            "metadata",
            "startId",
            "sourceName",
            "endId",
            "targetName",
        }
    assert set(payload) == {"entitiesFromQuestion", "vertices", "edges"}


def test_what_joins_two_entities_of_the_question_ranks_first_whatever_the_words_say():
    joins = relation(ANNA, "x", BERT)
    wordy = relation(ANNA, "owns", MILL, "Anna owns the mill with the big wheel.", weight=9)
    got = ask(
        "Does Anna, who owns the mill with the big wheel, know Bert?",
        Subgraph((entity(ANNA), entity(BERT)), (wordy, joins)),
    )
    assert ids(got[0]) == ["Anna x Bert"] and got[0].reference["entitiesFromQuestion"] == ["Anna", "Bert"]
    assert got[0].score > got[1].score and ids(got[1]) == ["Anna owns Mill"]


def test_two_entities_without_a_direct_relation_are_joined_over_a_third():
    first, second = relation(ANNA, "works at", MILL), relation(BERT, "owns", MILL)
    got = ask(
        "What has Anna to do with Bert?", Subgraph((entity(ANNA), entity(BERT)), (first, second), ((first, second),))
    )
    assert ids(got[0]) == ["Anna works at Mill", "Bert owns Mill"]
    assert [piece.reference["entitiesFromQuestion"] for piece in got] == [["Anna", "Bert"]]


def test_a_relation_stands_in_one_candidate_only():
    joins, own = relation(ANNA, "knows", BERT), relation(BERT, "lives in", CITY)
    got = ask("Anna and Bert", Subgraph((entity(ANNA), entity(BERT)), (joins, own)))
    assert [ids(piece) for piece in got] == [["Anna knows Bert"], ["Bert lives in City"]]


def test_an_entity_that_is_only_described_is_a_candidate_and_one_that_is_nothing_but_a_name_is_none():
    described = node("Carl", "Carl is a miller.")
    assert ask("Carl", Subgraph((entity(described),)))[0].reference["vertices"][0]["description"] == "Carl is a miller."
    assert ask("Anna", Subgraph((entity(ANNA),))) == []
    assert ask("Anna", Subgraph()) == []


def test_a_homonym_in_the_language_of_the_question_goes_before_the_others():
    french = Node(VertexKey("w", "f"), "lieu", "Citadelle", "La citadelle est une forteresse qui domine la ville.")
    english = Node(VertexKey("w", "e"), "place", "Citadelle", "The citadel is a fortress that stands above the town.")
    found = Subgraph((entity(french, english),))
    for language, first in (("fr", french), ("en", english)):
        got = ask("Citadelle", found, language=language)
        assert got[0].reference["vertices"][0]["id"] == first.key.vertex_id
        assert got[1].score == pytest.approx(got[0].score * OTHER_LANGUAGE)


def test_scores_lie_within_0_and_1_and_the_limit_holds():
    found = Subgraph(
        (entity(ANNA), entity(BERT), entity(CITY)),
        (relation(ANNA, "knows", BERT), relation(BERT, "lives in", CITY), relation(CITY, "has", MILL)),
    )
    got = ask("Anna, Bert and City", found)
    assert all(0 <= piece.score <= 1 for piece in got) and len(got) == 3
    assert len(ask("Anna, Bert and City", found, limit=1)) == 1


def test_chinese_words_beside_a_name_count_though_no_blank_parts_them():
    tea, dark, craft = (node(name) for name in ("普洱", "黑茶", "渥堆"))
    found = Subgraph((entity(tea),), (relation(tea, "工艺", craft), relation(tea, "属于", dark)))
    assert ids(ask("普洱属于哪一类？", found, language="zh")[0]) == ["普洱 属于 黑茶"]
