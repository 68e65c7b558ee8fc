"""Scanned pages are read by the program of a setting: its limits, its failures, and that nothing of it stays behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from gateway.ingestion.processes import document_frames, isolation, scans
from gateway.ingestion.processes.document_frames import ReadingTask, Task
from gateway.ingestion.processes.isolation import Apart
from gateway.ingestion.processes.scans import Scanned, with_recognition
from gateway.ingestion.processes.spool import TEXT
from gateway.ingestion.processes.text_recognition import OcrCommand, ocr_command
from gateway.ingestion.readers.pdf import read
from gateway.ingestion.source_file import Source
from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import PDF
from gateway.store.database.copy_rows import pack
from tests.support.files import drawn, pdf
from tests.support.waiting import until

SCAN = drawn([], [])
MIXED = drawn([(100, 700, "Wine is kept cold.")], [], [(100, 700, "Corks are kept wet.")])


def program(folder: Path, code: str, *words: str, seconds: float = 20, memory_mb: int = 512) -> OcrCommand:
    """A program of a few lines of Python, called with the words behind it."""
    path = folder / "ocr.py"
    path.write_text(code, encoding="utf-8")
    return OcrCommand((sys.executable, str(path), *(words or ("{in}",))), seconds, memory_mb)


def writes(folder: Path, made: bytes) -> OcrCommand:
    """A program that writes a PDF."""
    (folder / "made.pdf").write_bytes(made)
    code = f"import shutil, sys\nshutil.copy({str(folder / 'made.pdf')!r}, sys.argv[2])\n"
    return program(folder, code, "{in}", "{out}")


def test_a_scan_is_refused_with_what_to_do() -> None:
    with pytest.raises(Scanned, match=r"scanned pages need text recognition \(OCR\).*GATEWAY_OCR_COMMAND\.$"):
        read(SCAN, Omissions())


def test_a_file_with_text_is_never_given_to_the_program(tmp_path: Path) -> None:
    command = program(tmp_path, "raise SystemExit(3)")
    assert with_recognition(read, pdf(["Kept cold."]), Omissions(), command).text == "Kept cold."


def test_the_pdf_that_a_program_makes_is_read_with_its_pages_and_boxes(tmp_path: Path) -> None:
    found = with_recognition(
        read, SCAN, Omissions(), writes(tmp_path, drawn([(100, 700, "Kept cold.")], [(100, 700, "Kept wet.")]))
    )
    assert "Kept cold." in found.text and "Kept wet." in found.text
    assert {line.page for line in found.lines} == {1, 2} and found.lines[0].right > found.lines[0].left
    assert found.note == ""


def test_the_text_that_a_program_gives_belongs_to_its_pages(tmp_path: Path) -> None:
    code = "import sys\nassert open(sys.argv[1], 'rb').read(5) == b'%PDF-'\nprint('Kept cold.\\fKept wet.\\f', end='')"
    found = with_recognition(read, SCAN, Omissions(), program(tmp_path, code))
    assert found.text == "Kept cold.\n\nKept wet."
    assert [(line.page, found.text[line.start : line.end]) for line in found.lines] == [
        (1, "Kept cold."),
        (2, "Kept wet."),
    ]


def test_only_pages_that_are_pictures_are_taken_from_it(tmp_path: Path) -> None:
    code = "print('one\\fLabels are kept dry.\\fthree', end='')"
    found = with_recognition(
        lambda data, omissions: _with_picture(read(data, omissions)), MIXED, Omissions(), program(tmp_path, code)
    )
    assert found.text == "Wine is kept cold.\n\nLabels are kept dry.\n\nCorks are kept wet."
    for line in found.lines:
        words = found.text[line.start : line.end]
        assert words == ["Wine is kept cold.", "Labels are kept dry.", "Corks are kept wet."][line.page - 1]
    assert found.note == ""


def _with_picture(content: Content) -> Content:
    return replace(content, pictures=(2,), note="shows only pictures on page 2.")


def test_the_text_of_a_garbled_page_is_replaced_and_comments_stay(tmp_path: Path) -> None:
    garbled = Content(
        None,
        "Wine.\n\n:LQH\n\n.HOOHU\n\n## Comment by Ann\n\nWhich?",
        lines=tuple(
            LayoutLine(start, end, page, 0, 0, 9, 9)
            for start, end, page in ((0, 5, 1), (7, 11, 2), (13, 19, 2), (21, 46, 2))
        ),
        pictures=(2,),
    )
    found = with_recognition(
        lambda _, __: garbled, MIXED, Omissions(), program(tmp_path, "print('one\\fCellar.', end='')")
    )
    assert found.text == "Wine.\n\nCellar.\n\n## Comment by Ann\n\nWhich?"
    assert [found.text[line.start : line.end].split()[0] for line in found.lines] == ["Wine.", "Cellar.", "##"]


def test_where_the_program_fails_the_text_that_there_is_stays(tmp_path: Path) -> None:
    found = with_recognition(
        lambda data, omissions: _with_picture(read(data, omissions)),
        MIXED,
        Omissions(),
        program(tmp_path, "raise SystemExit(3)"),
    )
    assert "Wine is kept cold." in found.text and "Corks are kept wet." in found.text
    assert (
        found.note.startswith("shows only pictures on page 2; it was not recognised") and "ended with 3" in found.note
    )


def test_pages_without_any_text_are_told(tmp_path: Path) -> None:
    found = with_recognition(
        lambda data, omissions: _with_picture(read(data, omissions)),
        MIXED,
        Omissions(),
        program(tmp_path, "print('a\\f\\fb')"),
    )
    assert found.note.endswith("recognised no text, on pages 2.")


@pytest.mark.parametrize(
    ("code", "words", "lasting"),
    [
        ("import sys\nsys.exit('The language is missing.')", r"ended with 1: The language is missing\.", False),
        ("pass", "recognised no text in them", True),
        ("print('  \\f  ')", "recognised no text in them", True),
        ("import time\ntime.sleep(60)", r"more than 1 s to recognise;", True),
        ("x = bytearray(900 << 20)", "ended with 1: MemoryError", False),
    ],
)
def test_what_goes_wrong_is_said(tmp_path: Path, code: str, words: str, lasting: bool) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        with_recognition(read, SCAN, Omissions(), program(tmp_path, code, seconds=1 if "sleep" in code else 20))
    assert caught.value.lasting is lasting and str(caught.value).endswith(".")


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(Unreadable, match=r"no-such-ocr \(GATEWAY_OCR_COMMAND\) does not start: No such file") as caught:
        with_recognition(read, SCAN, Omissions(), OcrCommand(("/no-such-ocr", "{in}"), 5, 512))
    assert not caught.value.lasting


def test_too_much_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scans, "MOST_TEXT", 100)
    with pytest.raises(Unreadable, match="becomes too large"):
        with_recognition(read, SCAN, Omissions(), program(tmp_path, "print('x' * 200)"))


def test_no_shell_reads_the_command_and_its_names(tmp_path: Path) -> None:
    command = ocr_command(f"'{sys.executable}' {tmp_path}/ocr.py '$(touch {tmp_path}/x); `id`' {{in}}")
    assert command and not command.makes_file and command.words[2].startswith("$(touch")
    (tmp_path / "ocr.py").write_text("import sys\nprint(sys.argv[1])")
    assert with_recognition(read, SCAN, Omissions(), command).text.startswith("$(touch")
    assert not (tmp_path / "x").exists()
    assert ocr_command(None) is None and ocr_command("") is None


def test_it_has_a_home_of_its_own_that_goes(tmp_path: Path) -> None:
    code = "import os\nopen('rest', 'w').close()\nprint(os.environ['HOME'], os.environ['TMPDIR'], os.getcwd())"
    homes = set(with_recognition(read, SCAN, Omissions(), program(tmp_path, code)).text.split())
    assert len(homes) == 1 and not os.path.exists(homes.pop())


def task(command: OcrCommand) -> ReadingTask:
    return ReadingTask(Task("t", "none", pack), Source(b"", "scan.pdf"), "pdf", PDF, command)


CHILD = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
open({path!r}, "w").write(f"{{os.getpid()}} {{child.pid}} {{os.environ.get('CITESTREAM_SECRET')}} {{os.getcwd()}}")
time.sleep(120)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are POSIX")
@pytest.mark.parametrize("way", ["time", "cancelled"])
async def test_it_ends_with_its_children_where_the_reading_ends(tmp_path: Path, monkeypatch, way: str) -> None:
    monkeypatch.setenv("CITESTREAM_SECRET", "key")
    path = tmp_path / "pids"
    command = program(tmp_path, CHILD.format(path=str(path)), seconds=2 if way == "time" else 60)

    async def reading() -> None:
        async with Apart().run(document_frames.read, SCAN, task(command), "scan.pdf", 0, command.seconds) as (spool, _):
            list(spool.contents(TEXT))

    running = asyncio.create_task(reading())
    await until(lambda: path.exists() and len(path.read_text().split()) == 4, 30)
    program_id, child_id, secret, folder = path.read_text().split()
    assert secret == "None"
    if way == "time":
        with pytest.raises(Unreadable, match=r"^scan\.pdf takes .* more than 2 s to recognise"):
            await running
    else:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
    await until(lambda: not _runs(program_id) and not _runs(child_id), 10)
    await until(lambda: not os.path.exists(folder), 10)


def _runs(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_scan_becomes_a_document_by_way_of_the_readers_process(tmp_path: Path) -> None:
    command = program(tmp_path, "print('The wine of the house is kept cold.', end='')")
    started = time.monotonic()
    async with Apart().run(document_frames.read, SCAN, task(command), "scan.pdf", 0, 20) as (spool, end):
        assert b"".join(spool.contents(TEXT)) == b"The wine of the house is kept cold."
        assert end["passages"] == 1
    assert time.monotonic() - started < isolation.LONGEST_S
