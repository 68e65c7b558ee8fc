"""What was sent with a stored document, told by its fingerprint."""

from dataclasses import replace

import pytest

from gateway.ingestion.ports import Packed
from gateway.ingestion.sent_fields import KEPT, as_sent, is_stored
from gateway.ingestion.source_file import Source, document_of, open_source, reading_of

EMBEDDER = "none"
PAGE = b"<html><head><title>Tanks</title></head><body><p>A tank holds 300 litres.</p></body></html>"
MATTER = b"---\nauthor: Anna\n---\n# Tanks\n\nA tank holds 300 litres.\n"


def row(source, version=None, **changed):
    """The row of a stored source, as a version of its format made it."""
    document = replace(document_of(source, source.identity, open_source(source)), **changed)
    mark = source.fingerprint_as(EMBEDDER, source.content_hash, version, hidden=source.read_hidden)
    return Packed(document, mark, 1).row


@pytest.mark.parametrize(
    "source",
    [
        Source(PAGE, "tanks.html", source="tanks.html"),
        Source(PAGE, "docs/tanks.html", source="docs/tanks.html", external_id="/home/anna/docs/tanks.html"),
        Source(
            PAGE, "tanks.html", title="About tanks", source="https://example.org/a", language="fr", source_app="wiki"
        ),
        Source(PAGE, "a/tanks.html", source="s3://bucket/x/a/tanks.html", external_id="s3://bucket/x/a/tanks.html"),
        Source(PAGE, "tanks", source="tanks", media_type="text/html", metadata={"shelf": 7}),
        Source(MATTER, "tanks.md", source="tanks.md"),
        Source("A tank holds 300 litres.", title="Tanks", media_type="text/markdown", language="en"),
    ],
)
@pytest.mark.parametrize("version", [None, 1, 4])
def test_the_fields_are_those_that_were_sent(source, version):
    stored = row(replace(source, read_hidden=True), version)
    found = as_sent(stored, source.sent, read_hidden=False)
    same = ("name", "title", "source", "source_app", "language", "metadata", "workspace")
    assert [getattr(found, name) for name in same] == [getattr(source, name) for name in same]
    assert found.is_file == source.is_file and found.identity == source.identity and found.sent == source.sent
    assert not found.read_hidden


def test_a_title_that_may_have_been_sent_stays_but_for_the_name_of_the_file():
    source = Source(PAGE, "tanks.html", source="tanks.html")
    for title, expected in (("Perhaps sent", "Perhaps sent"), ("tanks", None)):
        unknown = replace(
            row(source), title=title, fingerprint="6.2/none/" + "0" * 64, metadata={"a": 1}, language="en"
        )
        found = as_sent(unknown, PAGE, read_hidden=True)
        assert (found.title, found.metadata, found.language, found.read_hidden) == (expected, {"a": 1}, "en", True)


def test_a_document_is_stored_if_it_was_sent_so_and_read_as_it_would_be_now():
    source = Source(PAGE, "tanks.html", source="tanks.html")
    now, mark = reading_of("text/html", read_hidden=False), source.fingerprint(EMBEDDER)
    other = Source(PAGE.replace(b"300", b"400"), "tanks.html", source="tanks.html")
    assert is_stored(row(source, 1, reading=now), source, mark, EMBEDDER)  # read again since
    assert not is_stored(row(source, 1, reading=""), source, mark, EMBEDDER)
    assert not is_stored(row(source, 1, reading=now), source, mark, "another")
    assert not is_stored(row(source, 1, reading=now, note=f"tanks.html {KEPT}."), source, mark, EMBEDDER)
    assert not is_stored(row(other, 1, reading=now), source, mark, EMBEDDER)
    stored = replace(row(source, 1), fingerprint=mark)
    for reading, expected in ((now, True), ("", True), (reading_of("text/html", read_hidden=True), False)):
        assert is_stored(replace(stored, reading=reading), source, mark, EMBEDDER) is expected
