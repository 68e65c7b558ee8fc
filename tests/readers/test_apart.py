"""A reader in a process of its own: its crash, its hanging and its absence are one sentence."""

from __future__ import annotations

import asyncio

import pytest

from gateway.knowledge.formats import DOCX, PDF, Unreadable
from gateway.readers.apart import Apart
from tests.files import docx, p, pdf


async def test_files_are_read_several_at_a_time_while_the_loop_goes_on() -> None:
    apart = Apart()
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0)

    beating = asyncio.create_task(beat())
    reads = [apart.read(pdf([f"Number {n}."]), "a.pdf", PDF) for n in range(3)]
    found = await asyncio.gather(*reads, apart.read(docx(p("Word.")), "b.docx", DOCX))
    beating.cancel()
    assert [content.text for content in found] == ["Number 0.", "Number 1.", "Number 2.", "Word."]
    assert found[0].lines[0].page == 1
    assert beats > 100


async def test_the_sentence_begins_with_the_name() -> None:
    with pytest.raises(Unreadable, match=r"^docs/a\.pdf is damaged.*\.$"):
        await Apart().read(b"%PDF", "docs/a.pdf", PDF)


@pytest.mark.parametrize("kind", [PDF, DOCX])
async def test_an_empty_file_is_said_to_be_empty(kind: str) -> None:
    with pytest.raises(Unreadable, match=r"^scan is empty"):
        await Apart().read(b"", "scan", kind)


async def test_a_reader_that_takes_too_long_is_ended() -> None:
    with pytest.raises(Unreadable, match=r"takes more than 0\.001 s"):
        await Apart(0.001).read(pdf(["x"]), "a.pdf", PDF)


async def test_a_reader_that_computes_too_long_is_ended_for_good(tmp_path, monkeypatch) -> None:
    (tmp_path / "mammoth.py").write_text("while True: pass")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("gateway.readers.apart.PATIENCE", 100)
    with pytest.raises(Unreadable, match=r"takes more than 1 s") as caught:
        await Apart(1).read(docx(p("x")), "a.docx", DOCX)
    assert caught.value.lasting


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("raise ModuleNotFoundError('none')", r"pip install 'citestream\[ingest\]'"),
        ("import os; os.abort()", "its reader stopped"),
        ("raise MemoryError", "too much memory"),
        ("import sys; print('noise'); sys.exit(3)", "its reader stopped"),
    ],
    ids=["not installed", "crash", "memory", "exit"],
)
async def test_a_library_that_is_missing_or_breaks_is_said(tmp_path, monkeypatch, module: str, words: str) -> None:
    (tmp_path / "mammoth.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unreadable, match=words):
        await Apart().read(docx(p("x")), "a.docx", DOCX)


async def test_a_reader_is_given_no_keys(tmp_path, monkeypatch) -> None:
    (tmp_path / "mammoth.py").write_text(
        "import os\nfrom gateway.knowledge.formats import Unreadable\nraise Unreadable(os.environ.get('OPENAI_API_KEY', 'nothing') + '.')"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with pytest.raises(Unreadable, match=r"nothing\."):
        await Apart().read(docx(p("x")), "a.docx", DOCX)
