"""Frames of the older system's dialect, and text that could be taken for one."""

from __future__ import annotations

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.wire.legacy import Encoder
from gateway.wire.shared.frame import About

ABOUT = About("a" * 32, "Why?", "2026-11-21T10:00:00.000Z")
ANSWER = {
    "uuid": "9a8b7c6d5e4f4a3b8c2d1e0f9a8b7c6d",
    "tokens": 64,
    "isRefEmbedding": True,
    "isRefGraph": False,
    "citationMode": "paragraph",
    "paragraphCount": 2,
    "refCount": 1,
    "hasCitationError": False,
    "degradedReason": None,
    "complete": True,
    "source": "model",
}
META = {"question": {"tokens": 321, "uuid": "0f1e2d3c4b5a4f6e8d7c6b5a49382716"}, "answer": ANSWER}


def encoded(events, **options):
    encoder = Encoder(ABOUT, **options)
    return b"".join(encoder.encode(Numbered(seq, 1, 0, event)) for seq, event in enumerate(events, 1))


def spoken(*pieces, **options):
    return encoded([*map(TextAdded, pieces), Finished(META)], **options)


FRAGMENTS = [
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "-_wrap_-",
    "-_wrap_",
    "-",
    "_wrap_-",
    "data:",
    "data: ",
    "event:",
    "event: [DONE]",
    "[DONE]",
    "[META]{}",
    "[ERROR]",
    "id: 1",
    ":",
    ": ping",
    "retry: 1",
    "退货",
    "天。",
    "😀",
    "é",
    "e\u0301",
    "\u2028",
    "\u0085",
    "\x0b",
    "\ufeff",
    "a",
    "Refunds",
    "<b>",
    "{}",
    '"',
]


def lf(text):
    return text.replace("\r\n", "\n").replace("\r", "\n")
