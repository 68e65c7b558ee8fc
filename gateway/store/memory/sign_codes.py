"""Codes of vectors: on which side of 1,024 planes through the origin, drawn by chance, a vector lies, one bit a plane.

Two vectors at an angle θ lie on different sides of such a plane with probability θ/π (Charikar, 2002, "Similarity
estimation techniques from rounding algorithms"), however the vectors of a model are distributed. So the bits in which
two codes differ are binomial, and a cosine says how many they are at most, but for `SLACK` standard deviations. Codes
take 128 bytes whatever the dimensions, and are compared at 10 to 20 ns each; the numbers themselves would be read from
memory in ten times as long.

The planes are the same in every process and release: entries keep their codes. Products are computed by `einsum`, in
the calling thread: the threads that `@` starts for them wait for processors that other processes use.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

BITS = 1024
SLACK = 4.0
"""Standard deviations; of 30,000 vectors at a cosine, one differs in more bits than `most_bits` says."""
WORDS = BITS // 64
_DRAWN = 4
"""Bytes whose sum is one coordinate of a plane: near enough to a normal distribution, and whole numbers everywhere."""
_ROW = np.dtype([("id", ">i8"), ("length", ">i4"), ("code", np.uint8, BITS // 8)])
"""An entry's id and its code as PostgreSQL sends a `bit(1024)`."""


@lru_cache(maxsize=4)
def _planes(dimensions: int) -> NDArray[np.float32]:
    drawn = np.frombuffer(shake_256(b"planes").digest(dimensions * BITS * _DRAWN), np.uint8)
    sums = drawn.reshape(dimensions, BITS, _DRAWN).sum(2, dtype=np.int32)
    planes: NDArray[np.float32] = (sums - _DRAWN * 255 // 2).astype(np.float32)
    return planes


def code(vector: Sequence[float]) -> bytes:
    """Returns the 128 bytes of a vector's code."""
    numbers = np.asarray(vector, np.float32)
    return np.packbits(np.einsum("i,ij->j", numbers, _planes(len(numbers))) > 0).tobytes()


def as_text(packed: bytes) -> str:
    """Returns a code as 1,024 characters 0 and 1, as SQL reads it."""
    return f"{int.from_bytes(packed, 'big'):0{BITS}b}"


def most_bits(cosine: float) -> int:
    """Returns in how many bits the codes of two vectors of at least this cosine differ at most."""
    share = math.acos(min(1.0, max(-1.0, cosine))) / math.pi
    return math.ceil(BITS * share + SLACK * math.sqrt(BITS * share * (1 - share)))


def cosines(vector: Sequence[float], stored: Sequence[bytes]) -> list[float]:
    """Returns the cosine of a vector with each of the stored ones, which are little-endian 32-bit floats of as many
    dimensions; 0 where one of the two has no direction."""
    if not stored:
        return []
    one_side = np.asarray(vector, np.float64)
    other = np.frombuffer(b"".join(stored), "<f4").reshape(len(stored), -1).astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", other, other) * np.einsum("i,i->", one_side, one_side))
    products = np.einsum("ij,j->i", other, one_side)
    found: list[float] = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0).tolist()
    return found


def last_id(sent: bytes) -> int:
    """Returns the id in the last row of an answer of the database (`_ROW` after `_ROW`)."""
    return int(np.frombuffer(sent[-_ROW.itemsize :], _ROW)["id"][0])


@dataclass(frozen=True, slots=True, eq=False)
class SignCodes:
    """Codes of many entries. A value: whoever adds or removes entries gets another one."""

    ids: NDArray[np.int64]
    columns: NDArray[np.uint64]
    """`WORDS` rows, each with the same 64 bits of every entry: so one pass reads memory in order."""

    def __len__(self) -> int:
        return len(self.ids)

    def with_rows(self, sent: bytes) -> SignCodes:
        """Returns these and those entries of an answer of the database (`_ROW` after `_ROW`) that are not here yet."""
        rows = np.frombuffer(sent, _ROW)
        rows = rows[~np.isin(rows["id"], self.ids)]
        if not len(rows):
            return self
        columns = np.ascontiguousarray(rows["code"]).view(np.uint64).T
        return SignCodes(
            np.concatenate([self.ids, rows["id"].astype(np.int64)]), np.concatenate([self.columns, columns], axis=1)
        )

    def without(self, ids: Sequence[int]) -> SignCodes:
        """Returns these without some entries."""
        left = ~np.isin(self.ids, np.array(ids, np.int64))
        return replace(self, ids=self.ids[left], columns=np.ascontiguousarray(self.columns[:, left]))

    def nearest(self, packed: bytes, most: int) -> list[tuple[int, int]]:
        """Returns (bits that differ, id) of the entries nearest to a code, `most` of them at most, the nearest first
        and of equally near ones the newest."""
        bits = np.zeros(len(self.ids), np.uint16)
        for column, word in zip(self.columns, np.frombuffer(packed, np.uint64), strict=True):
            bits += np.bitwise_count(column ^ word)
        as_near = np.bincount(bits, minlength=BITS + 1).cumsum()  # how many differ in so many bits or fewer
        chosen = np.flatnonzero(bits <= np.searchsorted(as_near, min(most, len(bits))))
        chosen = chosen[np.lexsort((-self.ids[chosen], bits[chosen]))][:most]
        return list(zip(bits[chosen].tolist(), self.ids[chosen].tolist(), strict=True))


NO_CODES = SignCodes(np.zeros(0, np.int64), np.zeros((WORDS, 0), np.uint64))
