"""What a caller sent with a stored document, as far as its fingerprint tells.

The row of a document has its title and language, whether the caller or a reader chose them. The fingerprint is a hash
of the fields as they were sent, so a guess can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from gateway.ingestion.ports import DocumentRow
from gateway.ingestion.source_file import Source, reading_of
from gateway.knowledge.extraction import clean_title
from gateway.knowledge.format_table import VERSIONS
from gateway.knowledge.formats.file_titles import file_title
from gateway.knowledge.search.index import made_by, recipe_of

KEPT = "keeps the text that an earlier version read"
"""In the note of a document whose original could not be read again."""
_HASH = 64
"""Characters at the end of a fingerprint."""
_READINGS = [(version or None, hidden) for hidden in (False, True) for version in range(max(VERSIONS.values()), -1, -1)]


def as_sent(row: DocumentRow, data: bytes, *, read_hidden: bool) -> Source:
    """Returns the source of a stored document, to be read again. `data`: its original.

    Title and language are those of the caller, if there were any. If that is unknown they stay as they are, except for
    a title that is only the name of the file.
    """
    guesses = list(_guesses(row))
    sent = next((guess for guess in guesses if row.fingerprint[-_HASH:] in _hashes(guess, row.content_hash)), None)
    if sent is None:
        is_named = row.title == clean_title(file_title(None, guesses[0].name))
        title = None if is_named else row.title
        sent = replace(guesses[0], title=title, language=row.language, metadata=row.metadata)
    return replace(
        sent,
        content=data,
        external_id=row.external_id,
        workspace=row.workspace,
        media_type=sent.media_type or row.media_type,
        read_hidden=read_hidden,
        modified=row.date_text if row.date_from == "file" else "",
    )


def is_stored(row: DocumentRow, source: Source, mark: str, embedder: str) -> bool:
    """Returns whether a source is stored as it is and was read as it would be now. `mark`: its fingerprint. `embedder`:
    what must have made its vectors; empty: they do not matter.

    A document that was read again has the fingerprint of the version that read it first.
    """
    is_current = row.reading == reading_of(row.media_type, read_hidden=source.read_hidden)
    if KEPT in row.note or not row.fingerprint.startswith(made_by(embedder) if embedder else recipe_of()):
        return False
    if row.fingerprint[-_HASH:] == mark[-_HASH:]:
        return is_current or not row.reading
    return is_current and row.fingerprint[-_HASH:] in _hashes(source, source.content_hash)


def _guesses(row: DocumentRow) -> Iterator[Source]:
    """Yields what may have been sent, the most frequent first."""
    names = dict.fromkeys([*_paths(row), row.file_name])
    kinds = dict.fromkeys([None, row.media_type, "application/octet-stream"])
    fields = product([{}, row.metadata], [None, row.language], kinds, [None, row.title], names)
    for metadata, language, media_type, title, name in fields:
        yield Source(
            b"",
            name,
            title,
            row.source,
            source_app=row.source_app,
            language=language,
            media_type=media_type,
            metadata=metadata,
            is_text=not row.file_name,
        )


def _paths(row: DocumentRow) -> list[str]:
    """Returns the paths that the file may have had: its source, or the end of its address."""
    parts = row.source.partition("://")[2].split("/")[1:] if "://" in row.source else row.source.split("/")
    is_named = row.file_name and parts[-1:] == [row.file_name]
    return ["/".join(parts[at:]) for at in range(len(parts))] if is_named else []


def _hashes(source: Source, content_hash: str) -> Iterator[str]:
    """Yields the hashes that any version of any format gives a source."""
    return (source.fingerprint_as("", content_hash, version, hidden=hidden)[-_HASH:] for version, hidden in _READINGS)
