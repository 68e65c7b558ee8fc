"""Which of the sources that a conversation has shown a question means."""

from gateway.answer.events import ReferenceShown
from gateway.conversation.citations.citation_asked import CitationAsked
from gateway.conversation.citations.shown import ShownAnswer, meant, sent_sources

ONE, TWO = "11111111-2222-3333-4444-555555555555", "99999999-2222-3333-4444-555555555555"


def shown(name, document, title, text="Text.", **position):
    place = {"start": 0, "end": 5, **position}
    passage = {"embeddingId": f"{document}-{name}", "documentId": document, "title": title, "source": "s", "text": text}
    return ReferenceShown(name, "embedding", {**passage, "position": place, "score": 1.0, "rank": 1})


FIRST = ShownAnswer(
    "a1",
    "How many days?",
    references=(
        shown("E3", ONE, "Handbook"),
        shown("E1", TWO, "Policy", page=4),
        shown("E2", ONE, "Handbook", "| a |\n| - |"),
    ),
)
TALK = ShownAnswer("a2", "q", references=(shown("E1", ONE, "Handbook"),), about=("a1", ("E1",), "wording"))


def ids(asks="origin", answers=(FIRST,), **asked):
    return meant(CitationAsked(asks, **asked), answers).ids


def test_numbers_are_those_of_the_chips_and_ids_those_of_the_candidates():
    assert ids(pointed="chip", numbers=(1,)) == ["E3"] and ids(pointed="chip", numbers=(-1,)) == ["E2"]
    assert ids(pointed="id", ids=("E1",)) == ["E1"] and ids(pointed="chip", numbers=(1, 2)) == ["E3", "E1"]


def test_a_number_that_no_source_has():
    found = meant(CitationAsked("more", "chip", (9,)), (FIRST,))
    assert found.missing == "9" and found.ids == [] and len(found.answer.references) == 3
    assert meant(CitationAsked("more", "id", ids=("G7",)), (FIRST,)).missing == "G7"


def test_a_table_may_be_in_an_earlier_answer():
    newest = ShownAnswer("a4", "q", references=(shown("E1", TWO, "Policy"),))
    found = meant(CitationAsked("wording", "table"), (newest, FIRST))
    assert (found.answer.answer_uuid, found.ids) == ("a1", ["E2"])
    assert ids("wording", pointed="table", answers=(newest,)) == ["E1"]


def test_what_else_points():
    assert ids(pointed="title", title="Policy") == ["E1"] and ids(pointed="page") == ["E1"]
    assert ids(pointed="table") == ["E2"] and ids(pointed="document") == ["E3", "E2"]
    assert ids() == ["E3", "E1", "E2"] and ids("more") == ["E3", "E2"]


def test_a_graph_result_is_called_like_its_things():
    graph = {"vertices": [{"name": "HR department"}, {"name": "leave requests"}], "edges": []}
    answer = ShownAnswer("a3", "q", references=(*FIRST.references, ReferenceShown("G1", "graph", graph)))
    assert answer.titles == ["Handbook", "Policy", "Handbook", "HR department", "leave requests"]
    assert ids(pointed="title", title="HR department", answers=(answer,)) == ["G1"]


def test_after_an_answer_about_a_source():
    assert ids(answers=(TALK, FIRST)) == ["E1"]  # "it" is what was spoken of
    assert ids(pointed="chip", numbers=(1,), answers=(TALK, FIRST)) == ["E3"]  # numbers are those of the first answer
    assert meant(CitationAsked("more"), (TALK, FIRST)).last is TALK


def test_nothing_was_shown():
    assert meant(CitationAsked("more"), ()) is None and meant(CitationAsked("more"), (ShownAnswer("a", "q"),)) is None


def test_a_sent_message_is_read_by_its_addresses_alone():
    text = (
        "Three weeks. [1]\n\nAsk. [2][1]\n\n"
        f"[1] Rules › Loans, p. 3 <https://ask.example.org/sources/{ONE}#{TWO}>\n[2] x </sources/{TWO}>\n[1] “24”: no."
    )
    assert sent_sources(text) == ("Three weeks.\n\nAsk.", ((1, ONE, TWO), (2, TWO, "")))
    assert sent_sources("See [1] and [2].") == ("See [1] and [2].", ())
