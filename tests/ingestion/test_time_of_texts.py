"""The time to read a text grows with its length and not faster, in every text format, whatever repeats in it."""

from __future__ import annotations

import contextlib
import time
from functools import partial

import pytest

from gateway.ingestion.processes.workers import CALL_S
from gateway.ingestion.source_file import Source, TooMany, count
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import FORMATS
from gateway.knowledge.formats.source_code import LANGUAGES
from tests.support.effort import some, whole
from tests.support.every import every
from tests.support.growth import growth

RUNS = (
    *(" ", "\t", "\u3000", "\u00a0", "\n", " \n", "a ", "a\n", "\na", "1 ", "1.", "中", "0,"),
    *(
        "[",
        "[[",
        "![",
        "](",
        "(",
        "{",
        "<",
        "<a ",
        "<p>",
        "<div>",
        "<!--",
        "<![CDATA[",
        "/*",
        '"',
        "'",
        '\\"',
        "$",
        "$a",
    ),
    *("*", "**", "_", "a_", "`", "```\n", "~", "- ", "---\n", "===\n", "+--+\n", "#", "# ", "|", "| ", "|a", "> "),
    *(":", ":: ", ";", ",", ". ", "/", "\\", "@", "//", "&amp;", "{{", ".. a::\n", ".. _", "=begin\n", "--[["),
)
SUFFIXES = [kind.suffixes[0] for kind in (*(kind for kind in FORMATS if not kind.reader), *LANGUAGES)]


def read(suffix: str):
    def work(text: str) -> None:
        with contextlib.suppress(TooMany, Unreadable):
            count("default", Source(text.encode(), f"x{suffix}"), "id", "mark", "none")

    return work


@pytest.mark.timeout(900)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_time_grows_no_faster_than_a_text(suffix):
    runs = RUNS if whole else [RUNS[at] for at in some(range(0, len(RUNS), 4), SUFFIXES.index(suffix))]
    for run in runs:
        for begin, end in (("", "\nx\n"), ("a word", "word\n\nmore of it\n")):
            text = partial(repeated, run, begin, end)
            factor, length = growth(read(suffix), text, 4_000, 32_000 if whole else 8_000)
            assert not factor, f"{run!r}: {length} characters, and {factor:.1f} times as long for twice as many"


def repeated(run: str, begin: str, end: str, length: int) -> str:
    return begin + run * (length // len(run)) + end


@every(
    ("name", "text"),
    [
        ("blank-lines.js", ("a " + "\n" * 400 + "x\n") * 2),
        ("blank-lines.js", "a " + "\n" * 5_000 + "x\n"),
        ("spaces.ini", ("[" + " " * 980 + "x\n\n") * 12),
        ("brackets.md", "[[" * 10_000 + "\n\nHello world, this is a text."),
        ("cdata.md", "<![CDATA[" * 4_000 + "\n\nHello world, this is a text."),
        ("images.md", "![" * 10_000 + "\n\nHello world, this is a text."),
        ("rules.rst", "Title\n=====\n\n.. note:: Text\n\n.. _a:\n\n" + "---\n" * 5_000),
        ("escapes.js", 'x = "' + '\\"' * 20_000 + "\n"),
    ],
)
def test_small_files_that_stopped_the_gateway_are_read_soon(name, text):
    """One of them took 14 s, another one over 100 s."""
    begun = time.process_time()
    read(name[name.rindex(".") :])(text)
    assert time.process_time() - begun < CALL_S
