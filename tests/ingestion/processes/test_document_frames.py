"""What a reader's process makes of bytes: frames that together are the document."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict
from dataclasses import replace

import orjson
import pytest

from gateway.ingestion.ports import Packed
from gateway.ingestion.processes import document_frames
from gateway.ingestion.processes.document_frames import AT_ONCE, ReadingTask, Recount, Task, fields, read, recount
from gateway.ingestion.processes.spool import END, HEAD, LAYOUT, ROWS, TEXT, Spool, write
from gateway.ingestion.source_file import Source, packed
from gateway.knowledge.documents.corpus import Document, LayoutLine
from gateway.knowledge.extraction import Opened, Unreadable
from gateway.knowledge.format_table import PDF
from gateway.knowledge.search.index import IndexedDocument
from gateway.store.database.copy_rows import pack
from tests.support.files import pdf

TEXT_OF_MANY = "# Rules\n\n" + "".join(f"## Part {n}\n\nRule {n}: books come back.\n\n" for n in range(AT_ONCE + 50))


def task(most: int = 0) -> Task:
    return Task("default", "none", pack, most)


def made(frames) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = defaultdict(list)
    for kind, content in frames:
        found[kind].append(content)
    return found


def rows(found, kind: bytes) -> list[bytes]:
    spool = Spool()
    for content in found[kind]:
        write(spool.file, (kind, content))
    write(spool.file, (END, b"{}"))
    spool.seal()
    try:
        return [row for some in spool.rows(kind) for row in some]
    finally:
        spool.close()


@pytest.mark.parametrize("is_text", [True, False], ids=["text", "file"])
def test_frames_are_the_document_that_is_made_at_once(is_text: bool) -> None:
    data = TEXT_OF_MANY.encode()
    source = Source(data, "" if is_text else "rules.md", title="Rules" if is_text else None, is_text=is_text)
    found = made(read(data, ReadingTask(task(), source, "", "text/markdown")))
    whole = packed(pack, "default", source, "id", "-", "none")
    assert b"".join(found[TEXT]) == data
    head = orjson.loads(found[HEAD][0])
    assert (head["title"] if not is_text else "Rules", head["language"]) == (
        whole.document.title,
        whole.document.language,
    )
    end = orjson.loads(found[END][0])
    assert end == {"passages": len(whole.passages), "length": whole.length, "is_same": True, "left_out": []}
    assert len(found[ROWS]) == 2
    # A row begins with the size and the 16 bytes of its id.
    assert [row[20:] for row in rows(found, ROWS)] == [row[20:] for row in whole.passages]


def test_a_file_whose_text_is_another_is_not_the_same() -> None:
    for data, is_same in (
        (b"a\r\nb", False),
        (b"a\nb", True),
        (b"a\nb" * 99 + b"\0", False),
        ("été".encode("latin-1"), False),
    ):
        end = orjson.loads(made(read(data, ReadingTask(task(), Source(b"", "a.txt"), "", "text/plain")))[END][0])
        assert end["is_same"] == is_same


def test_too_many_passages_are_a_sentence_with_the_setting() -> None:
    source = Source(b"", "rules.md")
    with pytest.raises(Unreadable, match=r"^rules\.md is cut into more than 200 passages; split it\.$"):
        made(read(TEXT_OF_MANY.encode(), ReadingTask(task(200), source, "", "text/markdown")))
    assert made(read(TEXT_OF_MANY.encode(), ReadingTask(task(AT_ONCE + 50), source, "", "text/markdown")))[END]


def test_a_text_without_a_passage_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"^a\.csv holds no text\.$"):
        made(read(b",,\n,,\n", ReadingTask(task(), Source(b"", "a.csv"), "", "text/csv")))


def test_a_format_that_needs_a_library_is_read_by_its_reader_with_its_layout() -> None:
    found = made(read(pdf(["Wine."]), ReadingTask(task(), Source(b"", "a.pdf"), "pdf", PDF)))
    (line,) = orjson.loads(b"".join(found[LAYOUT]))
    assert b"".join(found[TEXT])[line[0] : line[1]] == b"Wine."
    with pytest.raises(Unreadable, match=r"^a\.pdf is damaged"):
        made(read(b"%PDF", ReadingTask(task(), Source(b"", "a.pdf"), "pdf", PDF)))


@pytest.mark.parametrize("count", [1, 9_999, 10_000, 25_001])
def test_a_layout_is_one_list_however_many_lines_it_has(count: int) -> None:
    lines = tuple(LayoutLine(n, n + 1, 1, 0.5, 1.0, 2.0, 3.0) for n in range(count))
    found = b"".join(content for _, content in document_frames._layout(Opened("T", PDF, None, lines, lambda: iter(()))))
    assert orjson.loads(found) == [list(line) for line in lines]


def test_counting_anew_yields_the_rows_of_a_stored_text() -> None:
    data = TEXT_OF_MANY.encode()
    document = Document("0190c0de-0000-7000-8000-000000000000", "Rules", "", "", media_type="text/markdown")
    found = made(recount(data, Recount(task(), document)))
    assert set(found) == {ROWS, END}
    places = [int.from_bytes(row[24:28]) for row in rows(found, ROWS)]
    assert places == list(range(AT_ONCE + 50))


@pytest.mark.parametrize(
    ("body", "text", "shown"),
    [
        (b'{"title": "T", "text": "caf\\u00e9"}', "café".encode(), {"title": "T", "text": "."}),
        (b'{"text": " \\u0000\\n"}', b" \0\n", {"text": ""}),
        (b'{"text": "a \\ud800"}', b"a \xed\xa0\x80", {"text": "."}),
        (b'{"text": 7, "title": null}', b"", {"text": 7, "title": None}),
        (b'{"title": "T"}', b"", {"title": "T"}),
    ],
)
def test_a_json_body_is_its_text_and_its_other_fields(body: bytes, text: bytes, shown: dict[str, object]) -> None:
    found = made(fields(body, None))
    assert b"".join(found[TEXT]) == text
    assert orjson.loads(found[HEAD][0]) == shown
    assert orjson.loads(found[END][0]) == {"wrong": None}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (b'{"a": \n x}', "is not valid JSON (line 2, column 2)"),
        (b"\xff", "is not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b"[" * 100_000, "is not valid JSON"),
    ],
)
def test_what_is_no_json_object_is_said_as_for_a_short_body(body: bytes, wrong: str) -> None:
    assert orjson.loads(made(fields(body, None))[END][0]) == {"wrong": wrong}


def test_rows_are_not_gathered() -> None:
    """Each row is made as long as that of a passage with many words, so that rows are most of the memory."""

    def pack_long(found: IndexedDocument) -> Packed:
        packed = pack(found)
        return replace(packed, passages=[row + bytes(20_000) for row in packed.passages])

    data = b"".join(b"## s%d\n\nx%d\n\n" % (n, n) for n in range(2000))
    frames = read(data, ReadingTask(replace(task(), pack=pack_long), Source(b"", "a.md"), "", "text/markdown"))
    tracemalloc.start()
    try:
        size = sum(len(content) for _, content in frames)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert size > 40_000_000
    assert peak < 25_000_000
