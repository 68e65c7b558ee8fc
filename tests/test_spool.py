"""The file between the process that reads a document and the one that stores it."""

import pytest

from gateway.spool import END, HEAD, REFUSED, ROWS, TEXT, Spool, joined, write

FRAMES = [(HEAD, b'{"title":"Loans"}'), (TEXT, b"One "), (ROWS, joined([b"a", b"", b"ccc"])), (TEXT, "två".encode())]


@pytest.fixture
def spool():
    made = Spool()
    yield made
    made.close()


def test_what_was_written_is_read_by_kind_and_in_order(spool):
    for frame in (*FRAMES, (END, b'{"passages":3}')):
        write(spool.file, frame)
    assert spool.seal() == {"passages": 3}
    assert spool.head == {"title": "Loans"}
    assert b"".join(spool.contents(TEXT)).decode() == "One två"
    assert list(spool.rows(ROWS)) == [[b"a", b"", b"ccc"]]
    assert spool.has(ROWS) and not spool.is_refused


@pytest.mark.parametrize("lost", [1, 4, 9])
def test_a_file_whose_writer_was_killed_is_known_by_its_end(spool, lost):
    for frame in (*FRAMES, (END, b"{}")):
        write(spool.file, frame)
    spool.file.truncate(spool.file.tell() - lost)
    assert spool.seal() is None


def test_frames_without_an_end_were_not_finished_and_an_empty_file_neither(spool):
    assert spool.seal() is None
    for frame in FRAMES:
        write(spool.file, frame)
    assert spool.seal() is None


def test_a_refusal_is_an_end_with_its_reason(spool):
    write(spool.file, (REFUSED, b'{"sentence":"a.md holds no text."}'))
    assert spool.seal() == {"sentence": "a.md holds no text."}
    assert spool.is_refused
