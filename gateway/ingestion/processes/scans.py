"""Pages that are only pictures, read by the program for text recognition (OCR) that the settings name.

It runs beside the reader's process, with limits of its own and never through a shell: it sees a folder with the file,
no keys, and is ended with its children when its time is over or the gateway ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from gateway.ingestion.processes.text_recognition import RESULT, SOURCE, OcrCommand
from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, clean_text

MB = 1024 * 1024
MOST_TEXT = 40 * MB
"""Bytes of text that a program may give."""
LARGEST_MB = 1024
"""What it may write into one file."""
MOST_NAMED = 12
_MOST_TOLD = 200
_running: list[tuple[subprocess.Popen[bytes], Path]] = []


class Scanned(Unreadable):
    """This file has pages, but no text that could be read without text recognition."""


def with_recognition(
    read: Callable[[bytes, Omissions], Content], data: bytes, omissions: Omissions, command: OcrCommand
) -> Content:
    """Returns what a reader finds in a file, pages that are only pictures read by a program. Raises `Unreadable`."""
    content: Content | None = None
    with contextlib.suppress(Scanned):
        content = read(data, omissions)
        if not content.pictures:
            return content
    try:
        found = _read_again(read, data, omissions, command, content)
    except Unreadable as error:
        if content is None:
            raise
        return replace(content, note=f"{content.note.rstrip('.')}; it {error}")
    if not found.pictures:
        return replace(found, note="")
    shown = ", ".join(map(str, found.pictures[:MOST_NAMED])) + ", …" * (len(found.pictures) > MOST_NAMED)
    return replace(found, note=f"holds pictures in which {command.program} recognised no text, on pages {shown}.")


def _read_again(
    read: Callable[[bytes, Omissions], Content],
    data: bytes,
    omissions: Omissions,
    command: OcrCommand,
    content: Content | None,
) -> Content:
    """Returns what is found where the program has been, `content` being what was found before."""
    try:
        result = recognised(data, command)
        if command.makes_file:
            omissions.clear()
            return read(result, omissions)
        pages = [clean_text(page).strip() for page in result.decode("utf-8", "replace").split("\f")]
        return _with_pages(content, pages)
    except Scanned:
        raise Unreadable(f"holds only pictures, and {command.program} recognised no text in them.") from None


def recognised(data: bytes, command: OcrCommand) -> bytes:
    """Runs the program and returns what it made: a PDF, or text. Raises `Unreadable`."""
    folder = Path(tempfile.mkdtemp(prefix="citestream-ocr-"))
    try:
        source, result, told = folder / "in.pdf", folder / "out.pdf", folder / "stderr"
        source.write_bytes(data)
        words = [word.replace(SOURCE, str(source)).replace(RESULT, str(result)) for word in command.words]
        written = result if command.makes_file else folder / "stdout"
        with open(folder / "stdout", "wb") as out, open(told, "wb") as errors:
            code = _run(words, folder, (out.fileno(), errors.fileno()), command)
        if code:
            last = told.read_bytes()[-4000:].decode("utf-8", "replace").strip().rpartition("\n")[2]
            last = last.replace(str(folder), "").strip()[:_MOST_TOLD]
            sentence = f"was not recognised: {command.program} (GATEWAY_OCR_COMMAND) ended with {code}"
            raise Unreadable(f"{sentence}{': ' * bool(last)}{last.rstrip('.')}.", lasting=False)
        if not written.is_file() or not written.stat().st_size:
            raise Scanned("holds no text.")
        if written.stat().st_size > (LARGEST_MB * MB if command.makes_file else MOST_TEXT):
            raise Unreadable(f"becomes too large when {command.program} recognises its text; split it.")
        return written.read_bytes()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stop() -> None:
    """Ends the programs that run, with their children, and removes their files."""
    for process, folder in _running:
        _end(process)
        shutil.rmtree(folder, ignore_errors=True)


def _run(words: list[str], folder: Path, outputs: tuple[int, int], command: OcrCommand) -> int:
    """Returns the exit code of the program."""
    environment = {**os.environ, "HOME": str(folder), "TMPDIR": str(folder)}
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=outputs[0],
            stderr=outputs[1],
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=None if sys.platform == "win32" else lambda: _bound(command),
        )
    except OSError as error:
        sentence = f"needs text recognition, but {command.program} (GATEWAY_OCR_COMMAND) does not start"
        raise Unreadable(f"{sentence}: {error.strerror}.", lasting=False) from None
    _running.append((process, folder))
    try:
        return process.wait(command.seconds)
    except subprocess.TimeoutExpired:
        raise Unreadable(f"takes {command.program} more than {command.seconds:g} s to recognise; split it.") from None
    finally:
        _end(process)
        _running.remove((process, folder))


def _bound(command: OcrCommand) -> None:
    """Sets the limits of the program, in its process. Each is at most what the reader may give away."""
    if sys.platform != "win32":
        import resource

        for limit, most in (
            (resource.RLIMIT_AS, command.memory_mb * MB),
            (resource.RLIMIT_FSIZE, LARGEST_MB * MB),
        ):
            _, highest = resource.getrlimit(limit)
            most = most if highest == resource.RLIM_INFINITY else min(most, highest)
            resource.setrlimit(limit, (most, most))
        _, highest = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (highest, highest))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and what it has started: they are a group of their own."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _with_pages(content: Content | None, pages: list[str]) -> Content:
    """Returns a content with the texts of pages that are only pictures, each where it belongs."""
    wanted = range(1, len(pages) + 1) if content is None else content.pictures
    found = [(number, pages[number - 1]) for number in wanted if number <= len(pages) and pages[number - 1]]
    if content is None:
        if not found:
            raise Scanned("holds no text.")
        content = Content(None, "")
    text, lines = content.text, list(content.lines)
    for number, page in found:
        text, lines = _without_page(text, lines, number)
        at = next((at for at, line in enumerate(lines) if line.page > number or _is_comment(text, line)), len(lines))
        start = lines[at].start if at < len(lines) else len(text)
        above = text[:start]
        before = "\n\n"[len(above) - len(above.rstrip("\n")) :] if above.strip() else ""
        behind = "\n\n" * bool(text[start:].strip())
        text = f"{text[:start]}{before}{page}{behind}{text[start:]}"
        shift = len(before) + len(page) + len(behind)
        first = start + len(before)
        lines[at:] = [
            LayoutLine(first, first + len(page), number, 0, 0, 0, 0),
            *_shifted(lines[at:], shift),
        ]
    read = {number for number, _ in found}
    return replace(
        content, text=text, lines=tuple(lines), pictures=tuple(page for page in content.pictures if page not in read)
    )


def _without_page(text: str, lines: list[LayoutLine], number: int) -> tuple[str, list[LayoutLine]]:
    """Returns a text without the garbled one of a page that a program has read. Comments on the page stay."""
    first = next((at for at, line in enumerate(lines) if line.page == number), len(lines))
    end = next(
        (at for at in range(first, len(lines)) if lines[at].page != number or _is_comment(text, lines[at])), None
    )
    if first == len(lines) or end == first:
        return text, lines
    start = lines[first].start
    stop = len(text) if end is None else lines[end].start
    rest = [] if end is None else lines[end:]
    return text[:start] + text[stop:], [*lines[:first], *_shifted(rest, start - stop)]


def _is_comment(text: str, line: LayoutLine) -> bool:
    return text.startswith("## Comment by ", line.start)


def _shifted(lines: Iterable[LayoutLine], shift: int) -> Iterable[LayoutLine]:
    return (line._replace(start=line.start + shift, end=line.end + shift) for line in lines)
