"""Behaviours of a stand-in speech service (`tests.fakes.upstream`), and sounds that tell what they say."""

from __future__ import annotations

import hashlib
import json

from tests.fakes.upstream import Behaviour, Exchange, body

FRAME_MS = 24.0
HEAD = bytes.fromhex("fff384c4")
"""MPEG-2, layer III, 64 kbit/s, 24,000 samples a second, one channel: a frame has 192 bytes and 24 ms."""
FRAME = 192
INFO = HEAD + bytes(17) + b"Info" + bytes(FRAME - len(HEAD) - 21)


def mp3(text: str) -> bytes:
    """Returns a sound of a text, as encoders send it: a tag, a frame about the whole, a frame for each word."""
    tag = b"ID3\x04\x00\x00" + bytes((0, 0, 0, 5)) + b"title"
    return tag + INFO + sound(text)


def sound(text: str) -> bytes:
    """Returns the frames of a text, without what stands before them."""
    return b"".join(HEAD + (hashlib.sha256(word.encode()).digest() * 6)[: FRAME - len(HEAD)] for word in text.split())


def speaking() -> Behaviour:
    """Reads aloud what it is asked to."""

    async def behave(exchange: Exchange) -> None:
        await body(mp3(exchange.request.body["input"]), content_type="audio/mpeg")(exchange)

    return behave


def writing(text: str) -> Behaviour:
    """Writes this down, whatever was said."""
    return body(json.dumps({"text": text}).encode(), content_type="application/json")
