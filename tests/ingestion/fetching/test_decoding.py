"""Compressed bodies: whole, broken, and those that stand for gigabytes."""

import gzip
import tracemalloc
import zlib

import pytest

from gateway.ingestion.fetching.decoding import Unpacking, gunzipped
from gateway.ingestion.fetching.permitted import Unfetchable
from tests.support.every import every

TEXT = b"Books come back. " * 100


@every(
    ("encoding", "sent"),
    [
        ("", TEXT),
        ("identity", TEXT),
        ("gzip", gzip.compress(TEXT, mtime=0)),  # the time would be part of the test's name
        ("X-GZIP", gzip.compress(TEXT, mtime=0)),
        ("deflate", zlib.compress(TEXT)),
    ],
)
@every("size", [1, 7, 100_000])
def test_a_body_comes_out_however_it_is_cut(encoding, sent, size):
    unpacking = Unpacking(encoding, 10_000)
    for start in range(0, len(sent), size):
        unpacking.add(sent[start : start + size])
    assert unpacking.whole() == TEXT


def test_a_bomb_is_refused_when_its_bound_is_reached():
    packed = gzip.compress(bytes(10_000_000))
    tracemalloc.start()
    with pytest.raises(Unfetchable, match=r"larger than 1 MB"):
        Unpacking("gzip", 1 << 20).add(packed)
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_a_plain_body_has_the_same_bound():
    unpacking = Unpacking("", 10)
    unpacking.add(b"x" * 10)
    with pytest.raises(Unfetchable):
        unpacking.add(b"x")


def test_broken_cut_and_unknown_ones_are_sentences():
    with pytest.raises(Unfetchable, match="broken"):
        Unpacking("gzip", 100).add(b"\x1f\x8bnonsense....")
    cut = Unpacking("gzip", 10_000)
    cut.add(gzip.compress(TEXT)[:-9])
    with pytest.raises(Unfetchable, match="broke off"):
        cut.whole()
    with pytest.raises(Unfetchable, match="not asked for"):
        Unpacking("br", 100)


def test_a_gzip_file_is_unpacked_and_another_stays():
    assert gunzipped(gzip.compress(TEXT), 10_000) == TEXT and gunzipped(TEXT, 1) == TEXT
