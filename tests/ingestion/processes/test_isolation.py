"""A reader in a process of its own: its crash, its hanging, its hunger and its absence are one sentence."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from gateway.ingestion.processes import isolation as module
from gateway.ingestion.processes.document_frames import ReadingTask, Task, fields, read
from gateway.ingestion.processes.isolation import Apart
from gateway.ingestion.processes.spool import TEXT
from gateway.ingestion.source_file import Source
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import DOCX, PDF, READERS
from gateway.store.database.copy_rows import pack
from tests.support.files import docx, p, pdf
from tests.support.hungry import busy, half, hungry, lingering, talkative
from tests.support.leftovers import is_alive
from tests.support.postgres import ROOT, eventually

linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="a limit of Linux")


def reading(name: str, kind: str) -> ReadingTask:
    task = Task("default", "none", pack)
    return ReadingTask(task, Source(b"", name), READERS.get(kind, ""), kind)


async def text_of(apart: Apart, data: bytes, name: str, kind: str) -> str:
    async with apart.run(read, data, reading(name, kind), name) as (spool, _):
        return b"".join(spool.contents(TEXT)).decode()


async def test_files_are_read_several_at_a_time_while_the_loop_goes_on() -> None:
    apart = Apart()
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0)

    beating = asyncio.create_task(beat())
    reads = [text_of(apart, pdf([f"Number {n}."]), "a.pdf", PDF) for n in range(3)]
    found = await asyncio.gather(*reads, text_of(apart, docx(p("Word.")), "b.docx", DOCX))
    beating.cancel()
    assert found == ["Number 0.", "Number 1.", "Number 2.", "Word."]
    assert beats > 100


async def test_the_sentence_begins_with_the_name() -> None:
    with pytest.raises(Unreadable, match=r"^docs/a\.pdf is damaged.*\.$"):
        await text_of(Apart(), b"%PDF", "docs/a.pdf", PDF)


@pytest.mark.parametrize("kind", [PDF, DOCX])
async def test_an_empty_file_is_said_to_be_empty(kind: str) -> None:
    with pytest.raises(Unreadable, match=r"^scan is empty"):
        await text_of(Apart(), b"", "scan", kind)


async def test_a_reader_that_takes_too_long_is_ended() -> None:
    with pytest.raises(Unreadable, match=r"takes more than 0\.001 s"):
        await text_of(Apart(0.001), pdf(["x"]), "a.pdf", PDF)


async def test_a_reader_that_computes_too_long_is_ended_for_good(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 100)
    with pytest.raises(Unreadable, match=r"^a\.md takes more than 1 s to read; split it\.$") as caught:
        async with Apart(1).run(busy, b"x", str(tmp_path / "pid"), "a.md"):
            pass
    assert caught.value.lasting


@linux
async def test_a_reader_that_wants_more_memory_than_it_may_have_is_a_sentence_with_the_setting() -> None:
    with pytest.raises(Unreadable, match=r"^a\.md needs more than 100 MB of memory.*GATEWAY_READING_MB.*\.$") as caught:
        async with Apart(memory_mb=100).run(hungry, b"x", 200, "a.md"):
            pass
    assert caught.value.lasting
    async with Apart(memory_mb=100).run(hungry, b"x", 20, "a.md") as (_, end):
        assert end == {"held": 20}


async def test_where_the_system_sets_no_limit_memory_is_watched(tmp_path, monkeypatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import builtins, io\n"
        "def opened(file, *given, **named):\n"
        "    if str(file) == '/proc/self/statm': raise FileNotFoundError(file)\n"
        "    return io.open(file, *given, **named)\n"
        "builtins.open = opened\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unreadable, match=r"^a\.md needs more than 100 MB of memory"):
        async with Apart(memory_mb=100).run(lingering, b"x", 150, "a.md"):
            pass


@pytest.mark.skipif(os.name == "nt", reason="a limit of POSIX")
async def test_what_becomes_larger_than_the_disk_should_hold_is_a_sentence(monkeypatch) -> None:
    monkeypatch.setattr(module, "LARGEST_MB", 5)
    with pytest.raises(Unreadable, match=r"^a\.md becomes too large when it is read"):
        async with Apart().run(talkative, b"x", 20, "a.md"):
            pass


async def test_what_a_reader_left_unfinished_is_not_taken_for_the_whole() -> None:
    with pytest.raises(Unreadable, match="its reader stopped"):
        async with Apart().run(half, b"x", None, "a.md"):
            pass


OWNER = """
import asyncio
from gateway.ingestion.processes.isolation import Apart
from tests.support.hungry import busy

async def main():
    async with Apart().run(busy, b"x", {path!r}, "a.md"):
        pass

asyncio.run(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_reader_ends_with_the_process_that_started_it(tmp_path) -> None:
    path = tmp_path / "pid"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER.format(path=str(path)), env=environment, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        await eventually(path.exists, 60, "the reader is at work")
    finally:
        owner.kill()
        await owner.wait()
    pid = int(path.read_text())
    await eventually(lambda: not is_running(pid), 30, "the reader ends")


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return not Path("/proc").exists() and is_alive(pid)


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("raise ModuleNotFoundError('none')", r"pip install 'citestream\[ingest\]'"),
        ("import os; os.abort()", r"its reader stopped.*more than 280 MB of memory \(GATEWAY_READING_MB\)"),
        ("raise MemoryError", "needs more than 280 MB of memory"),
        ("raise RecursionError", "nested too deeply"),
        ("import sys; print('noise'); sys.exit(3)", "needs more than 280 MB|its reader stopped"),
    ],
    ids=["not installed", "crash", "memory", "depth", "exit"],
)
async def test_a_library_that_is_missing_or_breaks_is_said(tmp_path, monkeypatch, module: str, words: str) -> None:
    (tmp_path / "pypdfium2.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unreadable, match=words):
        await text_of(Apart(), pdf(["x"]), "a.pdf", PDF)


async def test_what_a_library_prints_is_no_frame(tmp_path, monkeypatch) -> None:
    (tmp_path / "pypdfium2.py").write_text("print('noise'); raise ModuleNotFoundError('none')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unreadable, match="pip install"):
        await text_of(Apart(), pdf(["x"]), "a.pdf", PDF)


async def test_a_reader_is_given_no_keys(tmp_path, monkeypatch) -> None:
    (tmp_path / "pypdfium2.py").write_text(
        "import os\nfrom gateway.knowledge.extraction import Unreadable\nraise Unreadable(os.environ.get('OPENAI_API_KEY', 'nothing') + '.')"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with pytest.raises(Unreadable, match=r"nothing\."):
        await text_of(Apart(), pdf(["x"]), "a.pdf", PDF)


@pytest.mark.parametrize("memory_mb", [80, 120, 160])
async def test_json_that_does_not_fit_says_so_and_never_breaks_its_reader(memory_mb) -> None:
    """A reader that runs out of memory, wherever that is, has still a sentence to say."""
    reasons = []
    for megabytes in (8, 12):
        body = b'{"text": "\\ud83d\\ude00' + b" wine and bread" * (megabytes * 70_000) + b'"}'
        try:
            async with Apart(memory_mb=memory_mb).run(fields, body, None, "The body") as (_, end):
                reasons.append(end["wrong"])
        except Unreadable as error:
            reasons.append(str(error))
    assert all(reason is None or "GATEWAY_READING_MB" in reason for reason in reasons), reasons
