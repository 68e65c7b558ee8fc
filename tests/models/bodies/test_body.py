"""What all readers of bodies share: the first failure counts, and bytes are told apart by their first character."""

import pytest

from gateway.models.bodies.body import LONGEST_DOCUMENT, AnswerBody, EventBody


class Bare(AnswerBody):
    def receive(self, data):
        return None

    def close(self):
        return None


class Collected(Bare, EventBody):
    """Keeps the data of the events as they come."""

    def __init__(self, *reads):
        super().__init__("look elsewhere", "parcel")
        self.found = [event.data for data in reads for event in self._arrived(data)]

    def _piece(self, frames):
        return None

    def end(self):
        self.found += [event.data for event in self._rest()]
        return self.found


@pytest.mark.parametrize(
    ("note", "words", "passing"),
    [
        (lambda body: body.fails("fell asleep"), "The model service fell asleep.", False),
        (lambda body: body.asks_for_tool(), "The model asked for a tool, though none was offered.", False),
        (lambda body: body.gives_up(), "The model service gave up in the middle of its answer.", True),
        (
            lambda body: body.reports_error(passing=True),
            "The model service reported an error instead of going on.",
            True,
        ),
        (
            lambda body: body._joined("Text.", ()) and body.breaks_off(),
            "The model service broke off in the middle of its answer.",
            False,
        ),
        (lambda body: body.breaks_off(), "The model service sent an empty answer.", True),
    ],
    ids=["fails", "tool", "gives up", "error", "cut", "empty"],
)
def test_a_failure_has_its_sentence_and_the_first_one_counts(note, words, passing):
    body = Bare()
    note(body)
    body.fails("did something else", passing=not passing)
    assert str(body.failure) == words and body.passing is passing


def test_events_come_when_they_are_complete_and_the_last_one_at_the_end():
    body = Collected(b" \n", b"data: a", b"\n\ndata: b\n")
    assert body.found == [b"a"] and body.end() == [b"a", b"b"] and body.failure is None


@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
def test_a_document_comes_whole_at_the_end(begin):
    body = Collected(begin + b'[{"a":', b"1}]")
    assert body.found == [] and body.end() == [b'[{"a":1}]']


@pytest.mark.parametrize(
    ("reads", "words"),
    [
        ([b"\xef\xbb\xbf <!doctype html>"], "sent a web page instead of an answer; look elsewhere."),
        ([b"{", *[b" " * (LONGEST_DOCUMENT // 4)] * 4], "sent more than any answer can hold."),
        ([b"data: " + b"x" * 600_000], "sent more in one parcel than any answer can hold."),
    ],
    ids=["page", "document", "event"],
)
def test_what_no_answer_is_fails_by_name(reads, words):
    body = Collected(*reads)
    assert str(body.failure) == f"The model service {words}" and body.found == []
