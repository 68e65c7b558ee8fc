"""Each text once, with the other places where it is."""

from gateway.knowledge.search.same_text import MOST_NAMED, told_once


def payload(name, text, **more):
    return {"embeddingId": name, "documentId": f"d{name}", "title": f"T{name}", "text": text, **more}


def place(name):
    return {"documentId": f"d{name}", "title": f"T{name}", "passageId": name}


def test_the_best_place_of_a_text_stays_and_names_the_others():
    found = list(
        told_once([payload("a", "One."), payload("b", "Two\n two."), payload("c", "One."), payload("d", "Two two.")])
    )
    assert [(number, told["embeddingId"], told["alsoAt"]) for number, told in found] == [
        (0, "a", [place("c")]),
        (1, "b", [place("d")]),
    ]


def test_a_text_that_is_there_once_names_nothing():
    one = payload("a", "One.")
    assert next(told_once([one, payload("b", "Other.")])) == (0, one)


def test_places_that_others_name_are_named_once_and_never_itself():
    first = payload("a", "One.", alsoAt=[place("b")])
    ((_, told),) = told_once([first, payload("b", "One.", alsoAt=[place("a"), place("c")])])
    assert told["alsoAt"] == [place("b"), place("c")]


def test_parts_of_the_graph_stay_apart():
    assert len(list(told_once([{"vertices": [1]}, {"vertices": [2]}]))) == 2


def test_the_places_are_bounded():
    ((_, told),) = told_once([payload(str(number), "One.") for number in range(100)])
    assert len(told["alsoAt"]) == MOST_NAMED
