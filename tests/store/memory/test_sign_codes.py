"""Codes of vectors: what differing bits say of the angle, the same codes everywhere, entries added and removed."""

import hashlib
import math
import random
from array import array

import pytest

from gateway.store.memory.sign_codes import (
    BITS,
    NO_CODES,
    as_text,
    code,
    cosines,
    last_id,
    most_bits,
)

rng = random.Random(7)


def at(cosine, dimensions, mean=0.0):
    """Two unit vectors at this cosine; `mean` is what they share with every other one."""
    u, v = ([rng.gauss(mean, 1) for _ in range(dimensions)] for _ in range(2))
    u = [number / math.hypot(*u) for number in u]
    along = sum(a * b for a, b in zip(u, v, strict=True))
    v = [b - along * a for a, b in zip(u, v, strict=True)]
    aside = math.sqrt(1 - cosine**2) / math.hypot(*v)
    return u, [cosine * a + aside * b for a, b in zip(u, v, strict=True)]


def differing(u, v):
    return (int.from_bytes(code(u), "big") ^ int.from_bytes(code(v), "big")).bit_count()


def sent(entries):
    """Rows as the database sends them."""
    return b"".join(number.to_bytes(8, "big") + BITS.to_bytes(4, "big") + packed for number, packed in entries)


@pytest.mark.parametrize("mean", [0.0, 2.0])
@pytest.mark.parametrize("dimensions", [64, 384, 1024])
def test_the_bits_that_differ_tell_the_angle_however_the_vectors_lie(dimensions, mean):
    for cosine in (0.97, 0.85, 0.5):
        expected = BITS * math.acos(cosine) / math.pi
        found = [differing(*at(cosine, dimensions, mean)) for _ in range(20)]
        assert sum(found) / len(found) == pytest.approx(expected, abs=30)
        assert max(found) <= most_bits(cosine)


def test_fewer_bits_may_differ_the_nearer_two_vectors_are():
    limits = [most_bits(cosine) for cosine in (1.5, 1.0, 0.99, 0.9, 0.8, 0.0, -1.0, -2.0)]
    assert limits == sorted(limits) and limits[:2] == [0, 0] and limits[-2:] == [BITS, BITS]
    u, _ = at(0.9, 32)
    assert differing(u, u) == differing(u, [3 * number for number in u]) == 0


def test_codes_stay_the_same_from_release_to_release():
    """They are stored beside the entries."""
    vector = [math.sin(number) for number in range(96)]
    assert (
        hashlib.sha256(code(vector)).hexdigest() == "38589dc5ca23c1d21863056a544b2e064a1e53ffd517538aa80afe155d8c9535"
    )
    assert as_text(b"\x80" + bytes(126) + b"\x01") == "1" + "0" * 1022 + "1"


@pytest.mark.requirement("C15")
def test_the_cosine_is_the_product_over_the_lengths():
    for _ in range(50):
        u, v = [rng.uniform(-3, 3) for _ in range(9)], array("f", (rng.uniform(-3, 3) for _ in range(9)))
        wanted = sum(a * b for a, b in zip(u, v, strict=True)) / (math.hypot(*u) * math.hypot(*v))
        assert cosines(u, [v.tobytes()] * 2) == pytest.approx([wanted] * 2, abs=1e-12)
    two, none = array("f", [1.0, 2.0]).tobytes(), array("f", [0.0, 0.0]).tobytes()
    assert cosines([0.0, 0.0], [two]) == [0.0] and cosines([1.0, 2.0], [none, two]) == pytest.approx([0.0, 1.0])
    assert cosines([1.0], []) == []


def test_the_nearest_come_first_and_of_equal_ones_the_newest():
    packed = {number: code(at(0.0, 32)[0]) for number in range(1, 200)}
    packed[500] = packed[7]
    codes = NO_CODES.with_rows(sent(packed.items()))
    near = codes.nearest(packed[7], 20)
    assert near[:2] == [(0, 500), (0, 7)] and near == sorted(near, key=lambda found: (found[0], -found[1]))
    everything = sorted(
        (int.from_bytes(one, "big") ^ int.from_bytes(packed[7], "big")).bit_count() for one in packed.values()
    )
    assert [bits for bits, _ in near] == everything[:20]
    assert len(codes.nearest(packed[7], 1000)) == len(codes) == 200
    assert NO_CODES.nearest(packed[7], 20) == []


def test_an_entry_is_added_once_and_leaves_without_a_trace():
    rows = [(number, bytes([number] * 128)) for number in range(1, 6)]
    codes = NO_CODES.with_rows(sent(rows[:3])).with_rows(sent(rows[1:]))
    assert sorted(codes.ids.tolist()) == [1, 2, 3, 4, 5] and last_id(sent(rows)) == 5
    assert codes.with_rows(sent(rows)) is codes
    left = codes.without([2, 4, 9])
    assert sorted(entry for _, entry in left.nearest(bytes(128), 9)) == [1, 3, 5] and len(codes) == 5
    assert left.nearest(bytes([3] * 128), 1) == [(0, 3)]
