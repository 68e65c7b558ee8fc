"""Streams whose events say what they are: any cut gives the same, and what is no answer is a failure by name."""

import json

import pytest

from gateway.models.bodies.anthropic_events import AnthropicEvents
from gateway.models.bodies.cohere_events import CohereEvents
from gateway.models.bodies.typed_events import TypedEvents, part
from gateway.models.citable import documents
from tests.fakes import anthropic, cohere
from tests.fakes.wires import event
from tests.support.every import every
from tests.support.prompts import TEA
from tests.support.streamed import joined, read


class Echo(TypedEvents):
    """A service of our own: `say` says, `end` ends."""

    def __init__(self, cites=True):
        super().__init__("the address is another one", cites)

    def _take(self, kind, told):
        match kind:
            case "say":
                self.says(told["text"])
                self.mark(settled=self.at)
            case "think":
                self.thinks(told["text"])
            case "end":
                self.finish_reason, self.done = "stop", True
            case "error":
                self.fails("reported an error instead of going on", passing=True)


def say(text):
    return event({"type": "say", "text": text})


END = event({"type": "end"})
STREAM = (
    event({"type": "think", "text": "Hm"})
    + say("a\r")
    + say("\nb\x00")
    + say("\ud83c\udf75".encode("utf-16", "surrogatepass").decode("utf-16"))
    + END
)


def pieces(*reads, reader=None):
    reader = reader or Echo()
    return reader, read(reader, reads)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_any_cut_gives_the_same_text_and_marks(size):
    reader, found = pieces(*[STREAM[at : at + size] for at in range(0, len(STREAM), size)])
    assert joined(found) == "a\nb\U0001f375"
    assert "".join(piece.thinking for piece in found) == "Hm"
    marks = [mark for piece in found for mark in piece.marks]
    assert [(mark.at, mark.settled) for mark in marks] == [(1, 1), (3, 3), (4, 4), (4, 4)]
    assert found[-1].finish_reason == "stop" and reader.failure is None


def test_without_citations_there_are_no_marks():
    _, found = pieces(STREAM, reader=Echo(cites=False))
    assert {piece.marks for piece in found} == {None}


def test_a_last_event_without_its_blank_line_counts():
    _, found = pieces(say("a")[:-1] + b"\n" + END[:-2])
    assert found[-1].finish_reason == "stop"
    _, found = pieces((say("a") + END + say("b"))[: -len(say("b"))])
    assert joined(found) == "a"


@every(
    ("body", "words", "passing"),
    [
        (b"", "sent an empty answer", True),
        (say("Two"), "broke off in the middle", False),
        (b"<!doctype html>", "web page instead of an answer; the address is another one", False),
        (say("Two") + b"data: {no\n\n", "a frame that is not JSON", False),
        (b"data: [1]\n\n", "a frame that is no event", False),
        (json.dumps({"type": "error", "error": {}}).encode(), "reported an error", True),
        (b'{"type":"message","content":[]}', "a document instead of a stream", False),
        (b'{"type":', "neither a stream nor JSON", False),
        (b"{" + b" " * 2_000_000, "more than any answer can hold", False),
        (b"data: " + b"x" * 600_000, "more in one frame", False),
    ],
)
def test_what_is_no_whole_answer_fails_by_name(body, words, passing):
    reader, _ = pieces(body)
    assert words in str(reader.failure) and reader.passing is passing


def test_the_first_failure_counts():
    reader = Echo()
    reader.fails("broke", passing=True)
    reader.fails("broke again")
    reader.asks_for_tool()
    assert "again" not in str(reader.failure) and reader.passing
    other = Echo()
    other.asks_for_tool()
    assert "asked for a tool" in str(other.failure)


def test_parts_of_an_event_can_be_asked_for_whatever_it_is():
    assert part({"a": {"b": 1}}, "a", "b") == 1
    assert part({"a": [1]}, "a", "b", "c") == {} and part(None, "a") == {}


# Events of the services, with anything in the place of each of their values -----------------------------------------

ODD = (None, [], {}, [[]], 7, -1, 1.5, True, "x", {"x": [{}]})
SAID = [(["E1"], "Green tea steeps."), (["E2"], "It cools.")]
STREAMS = {
    name: [
        [*wire.thought("Hm"), *wire.WIRE.answer(SAID)],
        [*wire.WIRE.begins, wire.WIRE.error],
        [*wire.WIRE.begins, wire.WIRE.tool],
    ]
    for name, wire in (("anthropic", anthropic), ("cohere", cohere))
}


def altered(value):
    """The value with each of its parts in turn replaced by what nobody expects."""
    yield from ODD
    if isinstance(value, dict):
        for name, inner in value.items():
            yield {other: each for other, each in value.items() if other != name}
            yield from ({**value, name: changed} for changed in altered(inner))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], changed, *value[index + 1 :]] for changed in altered(inner))


@pytest.mark.parametrize("name", STREAMS)
def test_no_event_breaks_the_reader(name):
    shown = documents(TEA.candidates)
    streams = [[getattr(frame, "data", frame) for frame in stream] for stream in STREAMS[name]]
    for frames, at in ((stream, at) for stream in streams for at in range(len(stream))):
        for changed in altered(json.loads(frames[at].partition(b"data: ")[2])):
            reader = AnthropicEvents(shown) if name == "anthropic" else CohereEvents(cites=True)
            for data in (*frames[:at], event(changed)):
                reader.receive(data)
            piece = reader.close()
            assert reader.failure is not None or (piece is not None and isinstance(piece.finish_reason, str))
            assert piece is None or not piece.marks or all(0 <= mark.settled <= reader.at for mark in piece.marks)
