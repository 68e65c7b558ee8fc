"""What an answer rests on: cited passages, and the parts of the graph that a reference shows."""

from gateway.answer.answer import Candidate, Candidates
from gateway.memory.rules.provenance import CitedSources, SourcePart, cited, documents

PASSAGE = "5b0d6b1c-0f6e-4f0f-a3c1-d2e4f5061728"
ROOM, MICROSCOPE, CHAIR = ({"id": name, "label": "thing", "name": name} for name in ("room", "microscope", "chair"))
STANDS = {"id": "e1", "label": "stands in", "startId": "microscope", "endId": "room"}


def passage(citation_id="E1", passage=PASSAGE, document="d"):
    return Candidate(citation_id, "embedding", {"embeddingId": passage, "documentId": document}, 1.0, 1)


def graph(citation_id, surfaces, vertices, *edges):
    payload = {"entitiesFromQuestion": surfaces, "vertices": vertices, "edges": list(edges)}
    return Candidate(citation_id, "graph", payload, 1.0, 1)


FOUND = Candidates(
    [
        passage(),
        passage("E2", document="e"),
        passage("E3", "loans-2"),
        graph("G1", ["the microscope", "room"], [MICROSCOPE, ROOM], STANDS),
        graph("G2", ["chair"], [CHAIR]),
        graph("G3", ["Loan"], [ROOM], {"id": "", "label": "renewed at", "startId": "loan", "endId": "desk"}),
        graph("G4", ["microscope"], [MICROSCOPE, ROOM], STANDS),
    ]
)


def test_cited_passages_and_documents_come_once_each():
    assert cited(FOUND, ("E1", "E2")) == CitedSources((PASSAGE,)) and cited(FOUND, ()) is None
    assert documents(FOUND, ("E1", "E2", "E1")) == ("d", "e")


def test_a_source_that_cannot_be_looked_at_again_leaves_nothing_to_rest_on():
    for unknown in ("E3", "E9", "G3", "G9"):
        assert cited(FOUND, ("E1", unknown)) is None, unknown


def test_a_relation_rests_on_itself_and_its_ends_and_a_lone_entity_on_what_speaks_of_it():
    assert cited(FOUND, ("G1",), ("lab",)) == CitedSources(
        (),
        (
            SourcePart("vertex", "microscope", MICROSCOPE, True),
            SourcePart("vertex", "room", ROOM, True),
            SourcePart("edge", "e1", STANDS),
        ),
        ("lab",),
    )
    assert cited(FOUND, ("G2", "E1")).parts == (SourcePart("vertex", "chair", CHAIR, True, alone=True),)
    assert [part.about for part in cited(FOUND, ("G4",)).parts] == [True, False, False]


def test_answers_about_the_same_entities_cite_the_same_whatever_else_of_them_is_shown():
    assert documents(FOUND, ("G1",)) == ("about microscope", "about room")
    assert documents(FOUND, ("E1", "G4", "G2")) == ("d", "about microscope", "about chair")
