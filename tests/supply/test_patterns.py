"""The patterns of the package: each is found, also what is compiled at first use, and each is linear."""

import importlib
import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor

import pytest

from gateway.memory.comparing import interchangeable
from gateway.words.text import markdown
from supply import patterns
from supply.growth import judged
from tests.support.effort import some

sentences = importlib.import_module("gateway.words.text.sentences")

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def collected():
    """In a process that has imported nothing of the gateway: what is compiled already cannot be observed."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        return fresh.submit(patterns.collected).result(300)


@pytest.mark.slow
def test_every_call_that_compiles_is_reached(collected):
    assert collected[1] == []
    assert len(collected[0]) > 1000 and len({each.where for each in collected[0]}) > 500


@pytest.mark.slow
def test_patterns_that_are_compiled_at_first_use_are_there_for_every_language(collected):
    found = {each.pattern.pattern for each in collected[0]}
    assert {interchangeable._pattern(code).pattern for code in ("de", "en", "es", "fr", "zh")} <= found


@pytest.mark.slow
def test_how_a_pattern_is_used_is_known(collected):
    used = {each.pattern.pattern: each.mode for each in collected[0]}
    assert used[markdown._BOLD_LINE.pattern] == "fullmatch" and used[markdown._LINK.pattern] == "search"
    assert used[sentences._QUOTE.pattern] == "match"


@pytest.mark.slow
def test_every_pattern_is_linear(collected):
    """`dev.py check` measures all of them; this is a part, another one for each day's order of files."""
    found = collected[0]
    for at in some(range(0, len(found), 10)):
        each = found[at]
        assert judged(each.pattern, each.mode, each.longest) is None, f"{each.where}: {each.pattern.pattern!r}"


def test_a_pattern_is_measured_once(tmp_path, monkeypatch, capfd):
    slow, fast = (patterns.Found(re.compile(text), "search", 0, f"{text}:1") for text in (r"\s*x", "x+"))
    monkeypatch.setattr(patterns, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(patterns, "collected", lambda: ([slow, fast], []))
    assert patterns.main([]) == patterns.main([]) == 1
    assert "runs of ' '" in capfd.readouterr().err
    assert len(patterns.STAMP.read_text().split("\n")) == 2
    assert patterns.main(["x+"]) == 0


def test_a_call_that_was_not_reached_is_a_finding(tmp_path, monkeypatch, capfd):
    site = patterns.Site("gateway/a.py", 1, 1, None, "search", False)
    monkeypatch.setattr(patterns, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(patterns, "collected", lambda: ([], [site]))
    assert patterns.main([]) == 1 and "gateway/a.py:1" in capfd.readouterr().err
