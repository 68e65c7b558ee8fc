"""Candidates as documents that a service can cite."""

from gateway.answer.answer import Candidate
from gateway.models.citable import LONGEST_TITLE, documents
from gateway.models.prompt import GRAPH
from tests.support.prompts import candidate

TEXT = "Tea steeps. It cools, see E7.\n\n- a <passage>\n- b"


def test_a_passage_is_given_in_sentences_whose_places_are_known():
    (document,) = documents([candidate(1, TEXT, title="Tea", heading="Hot › Green")])
    assert document.citation_id == "E1" and document.title == "Tea › Hot › Green"
    assert len(document.blocks) == len(document.ranges) >= 3 and all(block.strip() for block in document.blocks)
    assert "E 7" in document.text and "‹passage" in document.text, "what it holds is data"
    assert next(TEXT[start:end] for start, end in document.ranges) == "Tea steeps."
    first, last = document.range_of(0, 2)
    assert TEXT[first:last] == "Tea steeps. It cools, see E7."
    assert document.range_of(50, 51) is None and document.range_of(-1, 3) is None


def test_all_of_the_text_is_given():
    text = "  One. Two!\n\n|a|b|\n|-|-|\n|1|2|\n三。四。"
    (document,) = documents([candidate(1, text)])
    assert document.text == text


def test_a_graph_result_is_given_in_statements_without_places():
    payload = {"vertices": [{"id": "a", "label": "tea", "name": "Sencha", "description": "Green."}], "edges": []}
    (document,) = documents([Candidate("G1", "graph", payload, 1.0, 1)])
    assert document.title == GRAPH and "Sencha" in document.text and document.range_of(0, 1) is None


def test_what_says_nothing_is_no_document():
    assert documents([candidate(1, " \n"), Candidate("G1", "graph", {}, 1.0, 1)]) == []


def test_no_title_is_longer_than_services_take():
    (document,) = documents([candidate(1, TEXT, title="long " * 100)])
    assert len(document.title) <= LONGEST_TITLE
