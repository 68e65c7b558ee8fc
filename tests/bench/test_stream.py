"""Benches of streams: what their readers count, and whom they find to compare with."""

import os
import statistics
import subprocess
import time
from dataclasses import replace

import pytest

from bench import arrivals, stream
from bench.stream_parts import model, peer, processes, readers

CHUNK = b'data: {"id":"1","choices":[{"delta":%s}]}\n\n'


@pytest.mark.parametrize(
    ("frames", "sizes"),
    [
        (b'data: "ab"\n\ndata: "c"\n\nevent: [DONE]\ndata: {}\n\n', [3]),  # the relay
        (b"id: 1-1\nevent: [START]\ndata: {}\n\nid: 1-2\ndata: abc\n\nevent: [DONE]\ndata: x\n\n", [3]),  # ours
        (b'data: {"text":"abc"}\r\n\r\nevent: [DONE]\r\ndata: {}\r\n\r\n', [3]),  # the naive assembly
        (CHUNK % b'{"role":"assistant"}' + CHUNK % b'{"content":"abc"}' + b"data: [DONE]\n\n", [3]),  # the peer
    ],
)
def test_characters_of_text_are_counted_whatever_server_wrote_them(frames, sizes):
    read = readers.Read()
    counting = readers._Frames(read)
    for at in range(0, len(frames), 7):
        counting.receive(frames[at : at + 7])
    assert read.ended
    assert read.arrivals[-1][1] == sizes[-1]


def test_a_stream_that_fails_says_why_and_is_not_ended():
    read = readers.Read()
    readers._Frames(read).receive(b'id: 1-2\nevent: [ERROR]\ndata: {"code":"unavailable"}\n\n')
    assert "unavailable" in read.error
    assert not read.ended


def test_a_question_may_say_how_long_its_answer_is():
    written = model._Model()
    written.set(model.Plan(pieces=10))
    assert len(written.frames(b"(pieces 30)")) > len(written.frames(b"What?")) >= 10
    assert written.frames(b"(pieces 30)") is written.frames(b"(pieces 30)")


def test_without_a_registry_one_sentence_says_that_there_is_no_peer(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def run(command, **_):
        if "pip" in map(str, command):
            raise subprocess.CalledProcessError(1, command, stderr="WARNING: retrying\nERROR: no index was reached\n")

    monkeypatch.setattr(peer.subprocess, "run", run)
    with pytest.raises(
        peer.NotToBeHad, match=r"^no peer: .* could not be installed .*\(ERROR: no index was reached\)$"
    ):
        peer.installed()
    monkeypatch.setattr(peer.subprocess, "run", lambda command, **_: None)
    peer.folder().mkdir(parents=True)
    commands = peer.installed()
    monkeypatch.setattr(peer.subprocess, "run", None)  # it is there: nothing is run any more
    assert peer.installed() == commands


def test_a_crowd_comes_at_its_rate_with_answers_of_its_lengths():
    people = arrivals.crowd(20, 200, seed=3)
    assert people == arrivals.crowd(20, 200, seed=3)
    assert 3700 < len(people) < 4300  # 4,000 ± four and a half standard deviations
    lengths = sorted(pieces for _, pieces in people)
    assert 235 < statistics.median(lengths) < 265
    assert lengths[0] >= arrivals.SHORTEST and lengths[-1] <= arrivals.LONGEST
    assert 600 < lengths[len(lengths) * 95 // 100] < 740


@pytest.mark.skipif(not hasattr(time, "CLOCK_PROCESS_CPUTIME_ID"), reason="the clock of another process")
def test_the_clock_of_a_process_is_its_own_to_the_nanosecond():
    before = processes.clock_s(os.getpid())
    sum(range(200_000))
    assert 0 < processes.clock_s(os.getpid()) - before < 5


def test_of_rounds_the_medians_count_and_of_memory_the_most():
    rounds = [stream.Row(*[float(number)] * len(stream.Row.__slots__)) for number in (9, 1, 2)]
    assert stream.together(rounds) == replace(rounds[2], stream_kb=9.0)
