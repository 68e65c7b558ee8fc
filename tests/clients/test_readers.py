"""Universal text encoding: whatever the answer's text, every known reader restores it from the default dialect's bytes.

The answers are drawn here and written by the core, the bytes are cut anywhere. A failure prints the seed.
"""

import base64
import json
import random
import re

import httpx2
import pytest

from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import CitationsFinished, CoreDecision, Finished, Numbered, Started, StateChanged, fold
from gateway.wire.bracket import Encoder
from tests.support import whatwg
from tests.support.effort import examples
from tests.support.event_lists import ABOUT, HOSTILE, meta
from tests.support.node import run
from tests.support.reading import CANDIDATES, OFF, lines

ANSWERS = 1100
MORE = [
    "\x85",
    "\u2028",
    "\u2029",
    "\r",
    "\r\n",
    "\x1b",
    "\x0b",
    "\x0c",
    "\x1c",
    "\ud83d",
    "E1",
    "retry: 1",
    "data",
    "data:\n",
    "id:",
    "\n\n\n",
]

MARK = ("\ufeff",)
"""fetch-event-source decodes line by line, and a decoder swallows this at the start; docs/protocol.md says so."""


def cuts(dice, whole, most):
    """The whole in pieces of 1 to `most`."""
    pieces = []
    while whole:
        size = dice.randint(1, most)
        pieces.append(whole[:size])
        whole = whole[size:]
    return pieces


def clean(text):
    """What the core makes of a paragraph: line ends of one kind, no control characters, no half characters, no blank
    last line."""
    text = lines(text)
    text = re.sub("[\x00-\x08\x0b-\x1f]", "", re.sub("[\ud800-\udfff]", "\ufffd", text)).strip("\n")
    return re.sub(r"\n[ \t\n]*\Z", "", text)


def answer(seed, spared=()):
    """One hostile answer, without the characters a reader is spared: its text, its number of events, its bytes in
    pieces."""
    dice = random.Random(seed)
    # The core reads an escape that a model wrote once too often as what was meant; no encoder knows one.
    alphabet = [one for one in HOSTILE + MORE if one not in spared and "\\" not in one]
    bodies = ["x" + "".join(dice.choices(alphabet, k=dice.randint(1, 12))) for _ in range(dice.randint(1, 4))]
    paragraphs = [{"citationIds": dice.sample(["E1", "E2", "E3"], dice.randint(0, 2)), "text": body} for body in bodies]
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    said = []
    for piece in cuts(dice, json.dumps({"paragraphs": paragraphs}), 30):
        if dice.random() < 0.1:
            said += stream.think("".join(dice.choices(alphabet, k=4)))
        said += stream.receive(piece)
    said += stream.close("stop")
    count = CitationsFinished(stream.summary.paragraph_count, stream.summary.ref_count)
    events = [Started("a" * 32, "b" * 32, "en"), StateChanged("responding", "…"), *said, count, Finished(meta())]
    events = [event for event in events if not isinstance(event, CoreDecision)]
    text = fold(events).text
    assert text == "\n\n".join(map(clean, bodies)), f"seed {seed}"
    encoder = Encoder(ABOUT)
    raw = b"".join(encoder.encode(Numbered(seq, 1, 0, event)) for seq, event in enumerate(events, 1))
    return text, len(events), cuts(dice, raw, dice.choice([1, 7, 64, 4096]))


def answers(spared=()):
    return {seed: answer(seed, spared) for seed in range(examples(ANSWERS))}


@pytest.fixture(scope="module")
def everything():
    return answers()


def line_reader(pieces):
    """What people write around `iter_lines`: split at the colon, join the data lines, stop at an empty line."""
    text, name, data = "", "", []
    for line in httpx2.Response(200, content=iter(pieces)).iter_lines():
        if not line:
            text += "" if name else "\n".join(data)
            name, data = "", []
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
    return text.rstrip("\n")


def sse_reader(pieces):
    """httpx2's own."""
    head = {"content-type": "text/event-stream"}
    transport = httpx2.MockTransport(lambda request: httpx2.Response(200, headers=head, content=iter(pieces)))
    with httpx2.Client(transport=transport) as client, client.sse("http://here/") as events:
        return "".join(event.data for event in events if event.event in ("", "message")).rstrip("\n")


def standard_reader(pieces):
    events = whatwg.read(pieces)
    return "".join(event.data for event in events if event.type == "message").rstrip("\n"), len(events)


def test_a_parser_that_does_what_the_standard_says_restores_every_text(everything):
    for seed, (text, count, pieces) in everything.items():
        assert standard_reader(pieces) == (text, count), f"seed {seed}"


def test_the_event_stream_reader_of_httpx_restores_every_text(everything):
    for seed, (text, _, pieces) in everything.items():
        assert sse_reader(pieces) == text, f"seed {seed}"


def test_a_line_reader_restores_every_text(everything):
    for seed, (text, _, pieces) in everything.items():
        assert line_reader(pieces) == text, f"seed {seed}"


async def test_fetch_event_source_restores_every_text():
    asked = answers(spared=MARK)
    sent = (json.dumps([base64.b64encode(piece).decode() for piece in pieces]) for _, _, pieces in asked.values())
    read = await run("fetch-event-source.mjs", stdin="\n".join(sent).encode())
    for (seed, (text, count, _)), one in zip(asked.items(), read, strict=True):
        assert (one["text"].rstrip("\n"), len(one["names"])) == (text, count), f"seed {seed}"
        assert one["names"].count("[DONE]") == 1 and one["names"][-1] == "[DONE]"
