"""Sound of an answer: cut into frames that can be played alone, measured, and put together again. Pure.

`mp3` is MPEG audio, layer III (ISO/IEC 11172-3 and 13818-3; the tables are theirs): a sequence of frames of some
twenty milliseconds, each with its length in its header, so that sounds behind each other are one sound. `pcm` is what
services of OpenAI's kind send under this name: 16-bit samples, little-endian, one channel, 24,000 a second, no header.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

SoundForm: TypeAlias = Literal["mp3", "pcm"]
MEDIA_TYPES: dict[SoundForm, str] = {"mp3": "audio/mpeg", "pcm": "audio/wav"}
"""Of a whole sound: samples get a header (`whole`)."""
LARGEST_FRAME = 16 * 1024
"""Bytes of one frame, before base64: some seconds of speech."""
SAMPLES_PER_S, SAMPLE_BYTES = 24_000, 2
_BITRATES = (
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),  # kbit/s of MPEG-1
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),  # of MPEG-2 and 2.5
)
_RATES = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}
"""Samples a second, by the two bits that tell the version."""


class Sound(NamedTuple):
    """A sound in frames, of which each can be played alone, and how long it lasts."""

    frames: tuple[bytes, ...]
    ms: int

    @property
    def size(self) -> int:
        return sum(map(len, self.frames))


def cut(data: bytes, form: SoundForm) -> Sound:
    """Returns a sound in frames. Raises `ValueError` with what the data are instead of a sound."""
    pieces = list(_mpeg_frames(data) if form == "mp3" else _samples(data))
    if not pieces:
        raise ValueError("an empty sound")
    frames, gathered = list[bytes](), bytearray()
    for piece, _ in pieces:
        if gathered and len(gathered) + len(piece) > LARGEST_FRAME:
            frames.append(bytes(gathered))
            gathered.clear()
        gathered += piece
    return Sound((*frames, bytes(gathered)), round(sum(ms for _, ms in pieces)))


def whole(frames: Iterable[bytes], form: SoundForm) -> bytes:
    """Returns frames as one file that players know."""
    data = b"".join(frames)
    return data if form == "mp3" else _wave_head(len(data)) + data


def _samples(data: bytes) -> Iterator[tuple[bytes, float]]:
    """Yields whole samples, and the milliseconds that they last."""
    if data[:1] in b"{<[" and _is_text(data):
        raise ValueError("a text in the place of a sound")
    end = len(data) - len(data) % SAMPLE_BYTES
    for start in range(0, end, LARGEST_FRAME):
        piece = data[start : min(start + LARGEST_FRAME, end)]
        yield piece, len(piece) / SAMPLE_BYTES / SAMPLES_PER_S * 1000


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _mpeg_frames(data: bytes) -> Iterator[tuple[bytes, float]]:
    """Yields the frames of MPEG audio, and the milliseconds that each lasts. Tags at both ends are left out, and so is
    a first frame that tells the length of the whole, which would be wrong of what is put together; and a last frame
    that was cut."""
    at = _behind_tag(data)
    first = at
    while at + 4 <= len(data) and data[at : at + 3] != b"TAG":
        size, ms = _header(data[at : at + 4])
        frame = data[at : at + size]
        if len(frame) == size and not (at == first and (b"Xing" in frame[:200] or b"Info" in frame[:200])):
            yield frame, ms
        at += size


def _behind_tag(data: bytes) -> int:
    """Returns where an ID3v2 tag at the beginning ends, 0 where there is none; its size has seven bits a byte."""
    if data[:3] != b"ID3" or len(data) < 10:
        return 0
    size = 0
    for byte in data[6:10]:
        size = size << 7 | byte & 0x7F
    return 10 + size


def _header(head: bytes) -> tuple[int, float]:
    """Returns how many bytes and milliseconds a frame has, from its first four bytes."""
    bits = int.from_bytes(head, "big")
    version, layer = bits >> 19 & 3, bits >> 17 & 3
    bitrate, rate = bits >> 12 & 15, bits >> 10 & 3
    if bits >> 21 != 0x7FF or version == 1 or layer != 1 or bitrate in (0, 15) or rate == 3:
        raise ValueError("something that is not mp3")
    samples = 1152 if version == 3 else 576
    per_s = _RATES[version][rate]
    size = samples // 8 * _BITRATES[version != 3][bitrate] * 1000 // per_s + (bits >> 9 & 1)
    return size, samples / per_s * 1000


def _wave_head(size: int) -> bytes:
    """Returns the head of a WAVE file with so many bytes of samples."""
    per_s = SAMPLES_PER_S * SAMPLE_BYTES
    kind = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, SAMPLES_PER_S, per_s, SAMPLE_BYTES, SAMPLE_BYTES * 8)
    return struct.pack("<4sI4s", b"RIFF", 36 + size, b"WAVE") + kind + struct.pack("<4sI", b"data", size)
