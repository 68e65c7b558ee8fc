"""Terms as PostgreSQL reads them in a `tsvector` or a `tsquery`."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat

from gateway.knowledge.search.index import SCOPE, IndexedDocument
from gateway.knowledge.search.pool import Alternative

MOST_POSITIONS = 255
"""PostgreSQL keeps no more places of one word."""


class _Places(dict[int, bytes]):
    """What follows a word that occurs so often: a zero byte, how many positions, and 1, 2, 3 … of 16 bits each."""

    def __missing__(self, count: int) -> bytes:
        positions = min(count, MOST_POSITIONS) if count > 1 else 0
        return self.setdefault(count, struct.pack(f">xH{positions}H", positions, *range(1, positions + 1)))


_PLACES = _Places()


def passage_lexemes(indexed: IndexedDocument) -> Iterator[bytes]:
    """Yields what the index has of each passage: its terms, its marks, and where it is."""
    document = indexed.document
    scopes = scope_lexemes(indexed.tenant, document.workspace, document.source_app)
    return (lexemes(entry.terms, [*scopes, *entry.marks]) for entry in indexed.passages)


def scope_lexemes(tenant: str, workspace: str | None, source_app: str | None) -> list[str]:
    """Returns what every passage of a tenant, of a workspace and of an application in it holds beside its words.

    With them the full-text index itself narrows a search, whatever else the database holds.
    """
    scopes = [f"{SCOPE}{tenant}"]
    if workspace is not None:
        scopes.append(f"{SCOPE}{tenant}{SCOPE}workspace{SCOPE}{workspace}")
    if source_app is not None:
        scopes.append(f"{SCOPE}{tenant}{SCOPE}source_app{SCOPE}{source_app}")
    return scopes


def lexemes(counts: Mapping[str, int], scopes: Sequence[str] = ()) -> bytes:
    """Returns a `tsvector` as PostgreSQL receives it in binary: each term with as many positions as it occurs, at most
    255.

    A term without a position counts as one occurrence and takes half the room; nine in ten occur once.
    """
    names = "\n".join([*counts, *scopes]).encode().split(b"\n") if counts or scopes else []
    places = map(_PLACES.__getitem__, chain(counts.values(), repeat(1, len(scopes))))
    return struct.pack(">i", len(names)) + b"".join(chain.from_iterable(zip(names, places, strict=True)))


def quoted(term: str) -> str:
    """Returns a term as PostgreSQL reads it in a `tsvector` or `tsquery`."""
    if "'" in term or "\\" in term:
        term = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{term}'"


def any_of(alternatives: Iterable[Alternative]) -> str:
    """Returns a `tsquery` that finds what fulfils one of these (`pool.Alternative`)."""
    return " | ".join(
        quoted(found) if isinstance(found, str) else f"{quoted(found[0])} & ({any_of(found[1])})"
        for found in alternatives
    )


def all_of(needed: Iterable[Iterable[str]]) -> str:
    """Returns a `tsquery` that finds what has at least one term of each of these."""
    return " & ".join(f"({any_of(terms)})" for terms in needed)
