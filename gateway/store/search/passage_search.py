"""Search over the passages of a tenant: the pool from the full-text index, exact BM25 on it, vectors beside it.

PostgreSQL's own ranking knows no document frequencies, so it only counts: `ts_rank` of a single word with equal
weights is the sum of 1/j² over its occurrences j = 1…n, divided by 1.64493406685. That number tells n, at a tenth of
the cost of unpacking the `tsvector`. BM25 is summed up beside it, and only the best passages come over: reading the
counts of a thousand passages here would cost more than counting them.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from sys import intern

import asyncpg

from gateway import words
from gateway.answer.meta import rfc3339
from gateway.answer.references import PassageSnapshot, ReferencePosition
from gateway.errors import InvalidField
from gateway.knowledge.search.character_grams import agreements
from gateway.knowledge.search.hybrid import Languages, beyond_neighbours, fuse
from gateway.knowledge.search.index import RECIPE, counting
from gateway.knowledge.search.pool import MOST, Alternative, Pool, pool
from gateway.knowledge.search.query import SearchTerms, lookup
from gateway.knowledge.search.ranking import FIXED, OTHER_LANGUAGE, Statistics
from gateway.knowledge.search.same_text import told_once
from gateway.retrieval.ports import Hit, Query, Retrieval
from gateway.store.database.statements import Rows, load
from gateway.store.database.tenancy import TenantConnection
from gateway.store.database.tsvector import any_of, quoted, scope_lexemes
from gateway.store.search import nearest, plain_vectors
from gateway.store.search.sample import left_out

SQL = load("search/passage_search.sql")
NEIGHBOURS = 64
"""Nearest passages by vector that take part in a fused ranking."""
WIDEST = 1000
"""Passages that a search looks at if the best ones have so many texts in common that too few are left."""
NARROWING = 0.25
"""Share of all passages below which the index narrows a search to its tenant or workspace. The index keeps a list of
all passages of each, and to walk the list of nearly everything takes longer than to look at what the words find: at
1,000,000 passages 10 to 20 ms of a search."""
SCANNED_UP_TO = 50_000
"""Passages of a database in which vectors without calibration look for what words do not find. They are scanned, some
50 ms for so many and a second for 1,000,000, and what they add comes last."""

PARTS = 4
"""Conditions come in fours, the last ones empty, so that there are few statements to prepare."""

_COUNTED = [0.0, *accumulate(1 / (n * n) / 1.64493406685 for n in range(1, 257))]
BETWEEN = [(low + high) / 2 for low, high in pairwise(_COUNTED)]
"""Ranks between those of n - 1 and n occurrences, for n = 1 to 256."""
_RANKS = re.compile(r"(?<=/\* ranks \*/ ')[^']*")
_EACH = re.compile(r"/\* each \*/(.*?)/\* (term|part) \*/", re.DOTALL)
_JOINED = {"term": " + ", "part": " or "}

REREAD = 24
"""Passages, best first, whose texts are read for pieces of the question's words, however many are wanted. On labelled
questions any number from 12 to 150 does as well."""
GRAM_SHARE = 0.5
"""Share of these pieces in a score; the rest is BM25 of the stems. From a third to two thirds, any does as well."""

Scores = dict[str, float]
Near = Callable[
    [TenantConnection, Query, Sequence[str] | None, nearest.Neighbourhood, int], Awaitable[dict[str, float]]
]


class PassageSearch(Rows):
    """Searches the passages of a tenant."""

    async def search(
        self,
        query: Query,
        vector: Sequence[float] | None = None,
        embedder: str = "",
        calibration: tuple[float, float] | None = None,
    ) -> Retrieval:
        """Returns the best `query.limit` passages, best first, and the weights of the question's words.

        `vector` is the question in the space of `embedder`; None: full text alone.
        Raises `InvalidField` for a malformed document id, `Unavailable` when the database is away.
        """
        _Filters(query)  # what is malformed is refused before anything is looked for
        near = nearest.cosines if self._database.has_vectors else plain_vectors.cosines
        return await self._database.read(
            query.tenant, lambda connection: _passages(connection, query, vector, embedder, calibration, near)
        )


async def _passages(
    connection: TenantConnection,
    query: Query,
    vector: Sequence[float] | None,
    embedder: str,
    calibration: tuple[float, float] | None,
    near: Near,
    limit: int | None = None,
) -> Retrieval:
    """Returns the best `query.limit` passages, each text once; of a search that is widened to so many, the best
    `limit`. `near`: compares vectors."""
    wanted = lookup(query.text, query.language)
    asked = query
    query, corpus, everywhere = await _known(connection, query, wanted)
    filters = _Filters(query)
    filters.narrow(corpus.count, everywhere)
    lexical = await _lexical(connection, query, wanted, corpus, filters)
    cosines: Mapping[str, float] = {}
    # Without calibration a vector only adds what BM25 did not find, so there is nothing to look for above the
    # limit.
    missing = len(lexical) < query.limit and everywhere <= SCANNED_UP_TO
    if vector and (calibration is not None or missing):
        around = nearest.Neighbourhood(vector, embedder, NEIGHBOURS, list(lexical))
        cosines = await near(connection, query, filters.document_ids, around, corpus.count)
    hits = await _hits(connection, query, list(lexical)[:REREAD])
    lexical = _reread(query, lexical, hits)
    languages = Languages()
    if calibration is not None and cosines:
        spoken = words.spoken(query.text, query.language)
        rows = await connection.fetch(SQL["foreign"], query.tenant, list({*lexical, *cosines}), spoken)
        languages = Languages({str(row["passage_id"]) for row in rows}, wanted.known(corpus))
    ranked = fuse(lexical, cosines, calibration, languages)
    found, reach, most = tuple[Hit, ...](), 0, limit or query.limit
    while len(found) < most and reach < len(ranked):  # what is behind a text that was there already moves up
        reach += most
        hits |= await _hits(connection, query, [key for key, _ in ranked[:reach] if key not in hits])
        found = _found([(key, score) for key, score in ranked if key in hits], hits, cosines)
    if len(found) < most and query.limit < WIDEST and len(lexical) >= max(query.limit, NEIGHBOURS):
        return await _passages(connection, replace(asked, limit=WIDEST), vector, embedder, calibration, near, most)
    if calibration is not None:
        calibration = beyond_neighbours(cosines, calibration)
    excluded = left_out(asked) is not None and query.scope.workspaces != asked.scope.workspaces
    return Retrieval(found[:most], wanted.asked_weights(corpus), calibration, corpus.count, excluded)


def _found(
    ranked: Sequence[tuple[str, float]], hits: Mapping[str, asyncpg.Record], cosines: Mapping[str, float]
) -> tuple[Hit, ...]:
    """Returns the passages of a ranking, each text at its best place alone."""
    once = told_once(_reference(hits[key]) for key, _ in ranked)
    best = [(*ranked[at], reference) for at, reference in once]
    return tuple(
        Hit("embedding", reference, min(score, 1.0), hits[key]["language"], cosines.get(key))
        for key, score, reference in best
    )


class _Filters:
    """Where to look: the scopes every passage must hold, and the documents it must belong to."""

    def __init__(self, query: Query) -> None:
        self.tenant = query.tenant
        self.workspaces = parse_names(query.within)
        self.source_app = parse_name(query.scope.source_app, "source_app")
        self.document_ids = [parse_id(text, "document_ids") for text in query.scope.document_ids] or None
        self.languages = list(query.scope.languages) or None
        self._tenant, *self._within = map(quoted, scope_lexemes(query.tenant, None, query.scope.source_app))
        if self.workspaces is not None:
            places = [quoted(scope_lexemes(query.tenant, workspace, None)[1]) for workspace in self.workspaces]
            self._within.append(f"({' | '.join(places)})")
        self.check: str | None = None
        """What the rows found must hold."""
        self._narrowing: list[str] = []

    def narrow(self, passages: int, everywhere: int) -> None:
        """Lets the index narrow the search if an application, or a tenant or workspace with few passages, is
        asked for."""
        if self.source_app is not None or passages < NARROWING * everywhere:
            self._narrowing = [self._tenant, *self._within]
        elif self._within:
            self.check = " & ".join(self._within)

    def scoped(self, condition: Sequence[Alternative]) -> str:
        """Returns a condition on the words, narrowed by what the index should narrow it by."""
        return " & ".join([*self._narrowing, f"({any_of(condition)})"])


async def _known(connection: TenantConnection, query: Query, wanted: SearchTerms) -> tuple[Query, Statistics, int]:
    """Returns the query with the workspaces that are searched; what the corpus knows of the question's words, and of
    what those may have been meant to be that it does not know; and about how many passages all tenants have."""
    rows = await connection.fetch(SQL["corpus_of"], query.tenant, query.within, list(wanted.all_terms), left_out(query))
    whole = next(row for row in rows if row["term"] is None)
    if query.scope.workspace is None:
        query = replace(query, scope=replace(query.scope, workspaces=tuple(whole["workspaces"] or ())))
    # Whether all documents of the tenant were counted as now, their strong words marked.
    marked = counting(whole["first"]) == counting(whole["last"]) == counting(RECIPE)
    corpus = replace(_statistics(rows), marked=marked)
    wanted.narrow(corpus)
    if unknown := wanted.unknown(corpus):
        guesses = list(wanted.guesses(unknown))
        more = _statistics(await connection.fetch(SQL["statistics"], query.tenant, query.within, guesses))
        corpus = replace(corpus, df={**corpus.df, **more.df})
        wanted.mend(unknown, corpus)
    return query, corpus, whole["everywhere"]


def _statistics(rows: Sequence[asyncpg.Record]) -> Statistics:
    """Returns figures of the workspaces asked for, else of all the tenant has."""
    count, length, df = 0, 0, {}
    for row in rows:
        if row["term"] is None:
            count, length = row["passages"], row["length"]
        else:
            df[row["term"]] = row["passages"]
    return Statistics(count, length / count if count else 0.0, df)


async def _lexical(
    connection: TenantConnection, query: Query, wanted: SearchTerms, corpus: Statistics, filters: _Filters
) -> Scores:
    """Returns the passages that speak of the question, best first."""
    weights = wanted.weights(corpus)
    selection = pool(weights, corpus, wanted.doubled(weights))
    return await _best(connection, query, selection, corpus, filters) if selection else {}


async def _best(
    connection: TenantConnection, query: Query, selection: Pool, corpus: Statistics, filters: _Filters
) -> Scores:
    """Returns exact BM25 scores, other languages than the question's lowered, of all that can be among the best; best
    first."""
    # A handful of named documents is a pool already.
    threshold = 0.0 if filters.document_ids else selection.first()
    limit = max(query.limit, REREAD)
    scores = await _score(connection, selection.conditions(threshold), query, selection, corpus, filters)
    best = sorted(scores.values(), reverse=True)
    kth = best[limit - 1] if len(best) >= limit else 0.0
    lower = selection.second(threshold, kth)
    if lower is not None:
        # Those of the first round are few: scored again sooner than kept out by the index.
        scores |= await _score(connection, selection.conditions(lower), query, selection, corpus, filters)
    return _ranked(scores, max(limit, NEIGHBOURS))


async def _score(
    connection: TenantConnection,
    conditions: Sequence[Sequence[Alternative]],
    query: Query,
    selection: Pool,
    corpus: Statistics,
    filters: _Filters,
) -> Scores:
    """Returns the best scores under any of the conditions: no more than can still be among the best."""
    parts = [filters.scoped(condition) for condition in conditions]
    parts += [""] * (-len(parts) % PARTS if len(parts) > 1 else 0)
    rows = await connection.fetch(
        _statement(SQL["pool"], term=len(selection.terms), part=len(parts)),
        filters.tenant,
        parts,
        filters.document_ids,
        filters.languages,
        MOST,
        max(query.limit, NEIGHBOURS),
        selection.weights,
        list(map(quoted, selection.terms)),
        FIXED,
        corpus.per_length,
        query.language,
        OTHER_LANGUAGE,
        filters.check,
    )
    return _scores(rows)


async def _hits(connection: TenantConnection, query: Query, keys: Sequence[str]) -> dict[str, asyncpg.Record]:
    rows = await connection.fetch(SQL["hits"], query.tenant, keys) if keys else []
    return {str(row["passage_id"]): row for row in rows}


async def found_in(connection: TenantConnection, tenant: str, keys: Sequence[str]) -> tuple[Hit, ...]:
    """Returns passages by their ids, in the order of these; those that are gone are left out."""
    rows = {str(row["passage_id"]): row for row in await connection.fetch(SQL["hits"], tenant, keys)} if keys else {}
    return tuple(Hit("embedding", _reference(rows[key]), 1.0, rows[key]["language"]) for key in keys if key in rows)


def _reread(query: Query, scores: Scores, hits: Mapping[str, asyncpg.Record]) -> Scores:
    """Returns the scores with what the texts of the best passages say beside their stems; the others stay below
    them."""
    agreed = agreements(query.text, [_read(row) for row in hits.values()])
    found = {}
    for (key, row), agreement in zip(hits.items(), agreed, strict=True):
        foreign = row["language"] and query.language and row["language"] != query.language
        found[key] = (1 - GRAM_SHARE) * scores[key] + GRAM_SHARE * agreement * (OTHER_LANGUAGE if foreign else 1.0)
    lowest = min(found.values(), default=0.0)
    rest = {key: min(score, lowest) for key, score in scores.items() if key not in found}
    return _ranked(found | rest, len(scores))


def _read(row: asyncpg.Record) -> str:
    return f"{row['title']} {row['heading'] or ''} {row['text']}"


@lru_cache(maxsize=256)
def _statement(text: str, **counts: int) -> str:
    """Returns a statement that scores by so many terms, under so many parts of a condition. Written out it takes half
    the time of a loop over an array of them."""

    def each(found: re.Match[str]) -> str:
        part, what = found.groups()
        return _JOINED[what].join(part.replace("[1]", f"[{number}]") for number in range(1, counts[what] + 1))

    return _RANKS.sub(f"{{{','.join(map(repr, BETWEEN))}}}", _EACH.sub(each, text))


def _scores(rows: Sequence[asyncpg.Record]) -> Scores:
    return {str(passage_id): score for passage_id, score in rows}


def _ranked(scores: Scores, most: int) -> Scores:
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:most])


def parse_id(text: str, field: str) -> str:
    """Returns a UUID in canonical form. Raises `InvalidField`, which names the field, when it is none."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        detail = f"{field}: {text[:80]!r} is not a document id."
        raise InvalidField(detail, [{"field": field, "message": "must be a UUID"}]) from None


def parse_name(name: str | None, field: str) -> str | None:
    """Returns a name as it is. Raises `InvalidField` for one that PostgreSQL could not even compare."""
    if name is not None and re.search("[\0\ud800-\udfff]", name):
        raise InvalidField(f"{field}: no name contains such characters.", [{"field": field, "message": "is not text"}])
    return name


def parse_names(workspaces: Sequence[str] | None) -> list[str] | None:
    """Does the same for workspaces; None: all."""
    for name in workspaces or ():
        parse_name(name, "workspace")
    return None if workspaces is None else list(workspaces)


def _reference(row: asyncpg.Record) -> PassageSnapshot:
    """Returns the reference of a passage. Running answers that found the same passage have its words in memory once."""
    position: ReferencePosition = {"start": row["start_at"], "end": row["end_at"]}
    if row["heading"]:
        position["heading"] = intern(row["heading"])
    if row["page"] is not None:
        new_pages = row["new_pages"] or []
        position |= {"page": row["page"], "pageEnd": new_pages[-1][1] if new_pages else row["page"]}
        if new_pages:
            position["pages"] = [{"start": start, "page": page} for start, page in [[0, row["page"]], *new_pages]]
    loaded = intern(rfc3339(row["updated_at"]))
    found: PassageSnapshot = {
        "embeddingId": intern(str(row["passage_id"])),
        "documentId": intern(str(row["document_id"])),
        "title": intern(row["title"]),
        "source": intern(row["source"]),
        "mediaType": intern(row["media_type"]),
        "text": intern(row["text"]),
        "position": position,
        "date": intern(row["date_text"] or loaded),
        "dateFrom": row["date_from"],
        "loadedAt": loaded,
    }
    if row["source_app"]:
        found["sourceApp"] = intern(row["source_app"])
    if row["author"]:
        found["author"] = intern(row["author"])
    return found
