"""Recordings: what passes the tape is written down as it was, and lines are read back."""

import asyncio
from contextlib import suppress

import orjson
import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.far_sources import FarSource, Near
from gateway.answer.evidence.verifier_verdicts import Claim, Verdict
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamTimeout, WrongUse
from gateway.models.ports import Enough, ModelPiece
from gateway.turn.recording import (
    CANCELLED,
    CLOSED,
    SETTINGS,
    STOPPED,
    TAKEN_OVER,
    WHOLE,
    Heard,
    Tape,
    candidates_line,
    line,
    read,
    request_line,
)
from gateway.wire.shared.frame import About
from tests.fakes.model import SILENCE, Model
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

ABOUT = About("a" * 32, "Why?", "2026-01-01T00:00:00.000Z")
QUESTION = question_of("default", "Why?", "en", subject="me", history=(Message("user", "before"),), warnings=("one",))
FROZEN = Prepared(
    Candidates([Candidate("E1", "embedding", {"text": "Because."}, 0.25, 1, "en")]),
    SearchFacts("why", {"why": 1.5}),
    GateFacts(0.5),
)
PROMPT = PROMPTS.answer("Why?", FROZEN.candidates, "en")


class Lines:
    def __init__(self):
        self.lines, self.now = [], 0

    def __call__(self, kind, fields):
        self.now += 1
        self.lines.append(line(kind, {"epoch": 1, "t_ms": self.now, **fields}))

    def read(self):
        head = [request_line(ABOUT, "b" * 32, QUESTION.to_json()), candidates_line(FROZEN)]
        return read([*head, *self.lines], "tape")


async def heard(*script, most=100):
    """What is recorded of one request; the reader takes `most` pieces."""
    tape, model = Lines(), Model(script)
    taken = []

    def receive(piece):
        taken.append(piece)
        if len(taken) == most:
            raise Enough

    with suppress(UpstreamTimeout, TimeoutError, Enough):
        async with asyncio.timeout(0.2):
            await Tape(tape).generate(model, PROMPT, None, receive)
    assert model.closed == 1
    return taken, tape.read().epochs[1].requests[1]


async def test_every_piece_is_written_down_as_it_was_with_its_time():
    pieces = [ModelPiece("a"), ModelPiece(thinking="hm"), ModelPiece("b", "c", "stop", Usage(3, 4))]
    taken, request = await heard(*pieces)
    assert taken == pieces and [piece for _, piece in request.pieces] == pieces
    assert [t_ms for t_ms, _ in request.pieces] == [2, 3, 4]
    assert (request.asked, request.provider, request.ended, request.ended_ms) == ("answer", "scripted", WHOLE, 5)


@pytest.mark.parametrize(
    ("script", "most", "ended"),
    [
        (["a", UpstreamTimeout("slow")], 9, "upstream_timeout"),
        (["a", "b"], 1, CLOSED),
        (["a", SILENCE], 9, CANCELLED),
    ],
)
async def test_how_a_text_ended_is_written_down(script, most, ended):
    _, request = await heard(*script, most=most)
    assert request.ended == ended


async def test_requests_inside_one_another_keep_their_pieces():
    tape = Lines()
    recorder, outer, inner = Tape(tape), [], []

    def receive(piece):
        outer.append(piece.text)
        return recorder.generate(Model(["c"]), PROMPT, None, inner.append) if piece.text == "a" else None

    await recorder.generate(Model(["a", "b"]), PROMPT, None, receive)
    assert outer == ["a", "b"] and [piece.text for piece in inner] == ["c"]
    requests = tape.read().epochs[1].requests
    assert [[piece.text for _, piece in requests[n].pieces] for n in (1, 2)] == [["a", "b"], ["c"]]


async def test_verdicts_are_written_down():
    class Judge:
        async def verify(self, claims):
            return [Verdict("refuted", 0.75) for _ in claims]

    tape = Lines()
    verdicts = await Tape(tape).verify(Judge(), [Claim("a", "b", "en")], 0).verdicts()
    assert verdicts == [Verdict("refuted", 0.75)] and tape.read().epochs[1].checks == {1: Heard(verdicts)}


async def test_comparisons_are_written_down_in_their_order():
    class Comparer:
        def __init__(self, found):
            self.found = found

        async def compare(self, sources):
            return self.found

    tape = Lines()
    for found in ([[Near(0.75, 2)], []], None):
        assert await Tape(tape).compare(Comparer(found), [FarSource("E1", ("en", "fr"), ("a",), ("b",))]) == found
    assert tape.read().epochs[1].near == [[[Near(0.75, 2)], []], None]


async def test_verdicts_that_come_late_are_written_down_when_they_come():
    asked = [asyncio.Event(), asyncio.Event()]

    class Judge:
        async def verify(self, claims):
            await asked[int(claims[0].text)].wait()
            return [Verdict("supported")]

    tape = Lines()
    first, second = (
        Tape.verify(recorder, Judge(), [Claim(n, "b", "en")], int(n)) for recorder in [Tape(tape)] for n in "01"
    )
    assert await first.verdicts(within_s=0) is None
    asked[1].set()
    assert await second.verdicts() == [Verdict("supported")]
    asked[0].set()
    assert await first.late() == [Verdict("supported")]
    assert [line["paragraph"] for line in map(orjson.loads, tape.lines) if "check" in line] == [1, 0]
    checks = tape.read().epochs[1].checks
    assert {number: heard.late for number, heard in checks.items()} == {1: True, 2: False}


def test_the_head_brings_question_and_candidates_back_without_who_asked():
    tape = Lines()
    for kind, detail in (
        (SETTINGS, {"total_s": 3}),
        (TAKEN_OVER, {"ending": "interrupted"}),
        (STOPPED, {"reason": "stopped"}),
    ):
        tape("decision", {"decision": kind, "detail": detail})
    found = tape.read()
    assert (
        found.about == ABOUT and found.question.history == QUESTION.history and found.question.asker.subject == "local"
    )
    assert found.frozen.search.weights == {"why": 1.5} and found.frozen.candidates[0] == FROZEN.candidates[0]
    epoch = found.epochs[1]
    assert (epoch.settings, epoch.ending, epoch.stopped) == ({"total_s": 3}, "interrupted", "stopped")
    assert b'"me"' not in request_line(ABOUT, "b" * 32, QUESTION.to_json())


def test_half_a_surrogate_pair_of_a_model_breaks_nothing():
    body = line("piece", {"text": "a\ud83d", "epoch": 1})
    assert orjson.loads(body) == {"kind": "piece", "text": "a?", "epoch": 1}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "is empty"),
        ([b"{}"], "line 1"),
        ([b'{"kind":"piece"}'], "first line must be the request"),
        ([request_line(ABOUT, "b", QUESTION.to_json()), b"", b"no json"], "line 3"),
        ([request_line(ABOUT, "b", QUESTION.to_json()), b'{"kind":"piece","epoch":1,"request":1,"t_ms":1}'], "line 2"),
    ],
)
def test_what_is_no_recording_is_said_with_its_line(lines, why):
    with pytest.raises(WrongUse, match=why):
        read(lines, "tape")
