"""What a reader's process does: a file or text of any length becomes frames (`processes/spool.py`), a few passages at a
time.

Every function here takes bytes and what to do, gives frames and raises `Unreadable`.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import orjson

from gateway.ingestion.processes.scans import with_recognition
from gateway.ingestion.processes.spool import END, HEAD, LAYOUT, ROWS, TEXT, SpoolFrame, joined
from gateway.ingestion.processes.text_recognition import OcrCommand
from gateway.ingestion.source_file import Pack, Source, cut, document_of, open_source
from gateway.knowledge.documents.corpus import Content, Document, Passage
from gateway.knowledge.documents.encodings import PIECE
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import (
    Opened,
    Unreadable,
    clean_text,
    finished,
    stored_pieces,
)
from gateway.knowledge.format_table import PDF
from gateway.knowledge.search.index import index

AT_ONCE = 200
"""Passages of one frame."""
_Totals = Generator[SpoolFrame, None, dict[str, int]]


EXTRA = "needs the formats of the extra `ingest`: run `pip install 'citestream[ingest]'`."
FULL, NO_ROOM = 73, 74
"""How the process ends when it holds too much memory, where the system sets no limit, and when the disk is full."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a process is to do, and what it may cost.

    run: `run(data, task)` gives the frames of `size` bytes of data.
    memory_mb, seconds, largest_mb: the memory and processor time that it may take, and what it may write.
    waits_s: seconds that it may wait for a program that it starts.
    """

    run: Callable[[bytes, Any], Iterator[SpoolFrame]]
    task: Any
    name: str
    size: int
    memory_mb: int
    seconds: float
    largest_mb: int
    waits_s: float = 0


def too_large(name: str, memory_mb: int) -> str:
    return f"{name} needs more than {memory_mb} MB of memory to be read (GATEWAY_READING_MB); split it."


@dataclass(frozen=True, slots=True)
class Task:
    """How the words of a document are counted and its rows made. `most`: the passages that it may have; 0 for any
    number.
    """

    tenant: str
    embedder: str
    pack: Pack
    most: int = 0


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A file or text, whose bytes are sent apart from it. `reader`: the file in `readers/` that its format needs, or
    empty. `ocr`: what reads pages of a PDF that are only pictures.
    """

    task: Task
    source: Source
    reader: str
    media_type: str
    ocr: OcrCommand | None = None


@dataclass(frozen=True, slots=True)
class Recount:
    """A stored document, whose text is sent apart from it."""

    task: Task
    document: Document


def read(data: bytes, reading: ReadingTask) -> Iterator[SpoolFrame]:
    """Yields the whole document: what is known of it, its text, its rows."""
    source = replace(reading.source, content=data)
    found = _opened(data, source, reading)
    document = document_of(replace(source, content=b""), "", found)
    head = {"title": found.title, "language": found.language, "media_type": found.media_type, "note": found.note}
    yield HEAD, orjson.dumps({**head, "metadata": dict(found.metadata), "origin": list(found.origin)})
    at, is_same = 0, True
    for piece in found.pieces():
        encoded = piece.encode()
        is_same = is_same and data[at : at + len(encoded)] == encoded
        at += len(encoded)
        yield TEXT, encoded
    if found.lines:
        yield from _layout(found)
    passages = cut(document, found.pieces())
    totals = yield from _rows(passages, document, reading.task, source.label)
    if not totals["passages"]:
        raise Unreadable(f"{source.label} holds no text.")
    is_same = is_same and at == len(data)
    yield END, orjson.dumps({**totals, "is_same": is_same, "left_out": found.omissions.left_out})


def recount(data: bytes, again: Recount) -> Iterator[SpoolFrame]:
    """Yields the rows of a stored text."""
    passages = cut(again.document, stored_pieces(data)())
    totals = yield from _rows(passages, again.document, again.task, again.document.title)
    yield END, orjson.dumps(totals)


def fields(data: bytes, _: None) -> Iterator[SpoolFrame]:
    """Yields a JSON object in two parts: what it has as `text`, and the object with `.` in place of that text, or with
    an empty one when the text is blank. The last frame says in `wrong` what is the matter with data that is no JSON
    object.
    """
    wrong = found = None
    try:
        found = json.loads(data)  # orjson crashes where memory runs out, instead of saying so
    except json.JSONDecodeError as error:
        wrong = f"is not valid JSON (line {error.lineno}, column {error.colno})"
    except (ValueError, RecursionError):
        wrong = "is not valid JSON"
    if wrong is None and not isinstance(found, dict):
        wrong = "must be a JSON object"
    elif isinstance(found, dict) and isinstance(text := found.get("text"), str):
        parts = [slice(at, at + PIECE) for at in range(0, len(text), PIECE)]
        found["text"] = "." if any(clean_text(text[part]).strip() for part in parts) else ""
        for part in parts:
            yield TEXT, text[part].encode("utf-8", "surrogatepass")
    yield HEAD, json.dumps(None if wrong else found).encode()
    yield END, orjson.dumps({"wrong": wrong})


def _opened(data: bytes, source: Source, reading: ReadingTask) -> Opened:
    if not reading.reader:
        return open_source(source)
    omissions = Omissions(read_hidden=source.read_hidden)
    try:
        read_format = importlib.import_module(f"gateway.ingestion.readers.{reading.reader}").read
        content = _content(read_format, data, omissions, reading)
    except Unreadable as error:
        raise Unreadable(f"{source.label} {error}", lasting=error.lasting) from None
    return finished(content, source.label, reading.media_type, omissions)


def _content(
    read: Callable[[bytes, Omissions], Content], data: bytes, omissions: Omissions, reading: ReadingTask
) -> Content:
    if reading.ocr is None or reading.media_type != PDF:
        return read(data, omissions)
    return with_recognition(read, data, omissions, reading.ocr)


def _layout(found: Opened) -> Iterator[SpoolFrame]:
    """Yields a JSON list of lists, cut anywhere."""
    lines = iter(found.lines)
    opening = b"["
    while some := list(islice(lines, 10_000)):
        yield LAYOUT, opening + orjson.dumps([list(line) for line in some])[1:-1]
        opening = b","
    yield LAYOUT, b"]"


def _rows(passages: Iterable[Passage], document: Document, task: Task, label: str) -> _Totals:
    """Yields the rows of the passages, and returns how many there are and how long they are together."""
    passages, count, length = iter(passages), 0, 0
    while some := list(islice(passages, AT_ONCE)):
        count += len(some)
        if task.most and count > task.most:
            sentence = f"{label} is cut into more than {task.most:,} passages; split it."
            raise Unreadable(sentence)
        packed = task.pack(index(task.tenant, document, some, task.embedder, "-"))
        length += packed.length
        yield ROWS, joined(packed.passages)
    return {"passages": count, "length": length}
