"""A knowledge source behind one HTTP address: any service that keeps the contract in `docs/retriever.md`.

The models below are that contract; `docs/retriever.schema.json` is made from them. What the service sends is data of
somebody else: every result is checked and cleaned by itself, wrong ones are left out and logged, the rest is used.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.json_schema import models_json_schema

from gateway import words
from gateway.answer.references import Graph, GraphEdge, GraphVertex, PassageSnapshot, ReferencePosition
from gateway.knowledge.extraction import clean_text, clean_title
from gateway.knowledge.splitting.splitter import LIMIT
from gateway.models.services.json_service import KB, JsonService
from gateway.retrieval.ports import Hit, Query, Retrieval
from gateway.settings import Settings
from gateway.words.languages import LANGUAGES

log = logging.getLogger(__name__)

MOST_RESULTS = 200
"""Results that are looked at; a question needs at most 60."""
MOST_REASONS = 5
"""Wrong results that a log line describes."""
MOST_WEIGHTS, LONGEST_WORD = 1000, 100
MOST_PAGES = 100
"""Of one passage."""


def _line(text: str) -> str:
    """Returns an id on one line."""
    text = " ".join(clean_text(text).split())
    if not text:
        raise ValueError("must not be empty")
    return text


def _filled(text: str) -> str:
    text = clean_text(text)
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _rising(pair: tuple[float, float]) -> tuple[float, float]:
    if pair[0] >= pair[1]:
        raise ValueError("must rise")
    return pair


Cosine = Annotated[float, Field(ge=-1, le=1)]
Weight = Annotated[float, Field(gt=0, le=1000)]
Calibration = Annotated[tuple[Cosine, Cosine], AfterValidator(_rising), Field(strict=False)]
Language = Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", max_length=35)]
Score = Annotated[float, Field(ge=0, le=1)]
Id = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_line)]
Title = Annotated[str, Field(max_length=10_000), AfterValidator(clean_title)]
Address = Annotated[str, Field(max_length=2000), AfterValidator(lambda text: "".join(clean_text(text).split("\n")))]
Prose = Annotated[str, Field(max_length=LIMIT), AfterValidator(clean_text)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Integer = Annotated[int, Field(ge=-(2**53), le=2**53)]
Metadata = Annotated[dict[Title, Integer | float | bool | Prose | None], Field(max_length=50)]


class Model(BaseModel):
    """Unknown fields are ignored; numbers are numbers and finite, text is text."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class Filters(Model):
    """Where to look; absent filters mean everything, given ones must all hold."""

    workspace: str | None = None
    source_app: str | None = None
    document_ids: list[str] | None = None
    languages: list[str] | None = Field(None, description="primary subtags, lower case")


class RemoteRequest(Model):
    """What the gateway asks."""

    tenant: str = Field(description="whose knowledge; never answer with another one's")
    query: str = Field(min_length=1)
    language: str = Field(description="of the question: en, fr or zh")
    limit: int = Field(ge=1, description="more results are of no use")
    filters: Filters


class PageStart(Model):
    page: Count
    start: Count = Field(description="code points into the text of the passage")


def _in_order(pages: list[PageStart]) -> list[PageStart]:
    if any(page.page >= later.page or page.start >= later.start for page, later in pairwise(pages)):
        raise ValueError("must be in order")
    return pages


class Position(Model):
    page: Count | None = Field(None, description="that the text begins on")
    pageEnd: Count | None = Field(None, description="that the text ends on")
    pages: Annotated[list[PageStart], AfterValidator(_in_order)] = Field(
        [], max_length=MOST_PAGES, description="where each page begins, when there are several; absent: unknown"
    )
    heading: Title | None = None
    start: Count = Field(0, description="code points into the document")
    end: Count | None = Field(None, description="absent: start and the length of the text")


class RemotePassage(Model):
    embeddingId: Id = Field(description="of the passage, the same one every time")
    documentId: Id
    title: Title = ""
    source: Address = ""
    mediaType: Annotated[str, Field(pattern=r"^[\w.+-]+/[\w.+-]+$", max_length=200)] | None = None
    text: Annotated[str, Field(min_length=1, max_length=LIMIT), AfterValidator(_filled)]
    position: Position = Position()


class RemoteVertex(Model):
    id: Id
    label: Title = ""
    name: Title
    description: Prose = ""
    metadata: Metadata = {}


class RemoteEdge(Model):
    id: Id | None = Field(None, description="absent: made from its ends and its label")
    label: Title = ""
    weight: float = 1.0
    description: Prose = ""
    metadata: Metadata = {}
    startId: Id
    sourceName: Title | None = Field(None, description="absent: the name of the vertex")
    endId: Id
    targetName: Title | None = None


class RemoteGraph(Model):
    entitiesFromQuestion: Annotated[list[Title], Field(max_length=50)] = []
    vertices: Annotated[list[RemoteVertex], Field(min_length=1, max_length=50)]
    edges: Annotated[list[RemoteEdge], Field(max_length=100)] = Field(
        [], description="those without both ends are dropped"
    )


class RemoteResult(Model):
    """What both kinds of results have. Scores rank the results of one answer and are compared with nothing else."""

    score: Score
    language: Language | None = Field(None, description="absent: recognised from the text")
    cosine: Cosine | None = Field(None, description="of question and passage")


class RemotePassageResult(RemoteResult):
    type: Literal["embedding"] = "embedding"
    payload: RemotePassage


class RemoteGraphResult(RemoteResult):
    type: Literal["graph"]
    payload: RemoteGraph


class RemoteAnswer(Model):
    """What the service answers, in any order."""

    results: list[RemotePassageResult | RemoteGraphResult]
    weights: dict[str, Weight] = Field({}, description="inverse document frequency of the question's words")
    calibration: Calibration | None = Field(
        None, description="cosine of unrelated and of matching text; without it a cosine is not used"
    )


def schema() -> dict[str, Any]:
    """Returns the JSON Schema of both, published under `$defs` as `Request` and `Answer`, without the prefix of the
    models."""
    _, shared = models_json_schema([(RemoteRequest, "validation"), (RemoteAnswer, "validation")])
    plain: dict[str, Any] = json.loads(json.dumps(shared).replace('"Remote', '"').replace("/Remote", "/"))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Retriever service", **plain}


_RESULTS: Mapping[str, TypeAdapter[Any]] = {
    "embedding": TypeAdapter(RemotePassageResult),
    "graph": TypeAdapter(RemoteGraphResult),
}
_WEIGHT: TypeAdapter[float] = TypeAdapter(Weight, config=Model.model_config)
_CALIBRATION: TypeAdapter[tuple[float, float]] = TypeAdapter(Calibration, config=Model.model_config)


class Remote(JsonService):
    """See `ports.Retriever`."""

    service, title, largest = "retriever", "remote retriever", 2048 * KB

    async def search(self, query: Query) -> Retrieval:
        """Returns the service's best results that keep the contract and the filters, each once.

        A caller who is limited to several workspaces looks in each: the contract knows one at a time.
        """
        places = [
            replace(query, scope=replace(query.scope, workspace=workspace)) for workspace in query.within or (None,)
        ]
        results = await asyncio.gather(*map(self._search, places))
        return results[0] if len(results) == 1 else _together(results, query.limit)

    async def _search(self, query: Query) -> Retrieval:
        scope = query.scope
        filters = Filters(
            workspace=scope.workspace,
            source_app=scope.source_app,
            document_ids=list(scope.document_ids) or None,
            languages=list(scope.languages) or None,
        )
        asked = RemoteRequest(
            tenant=query.tenant, query=query.text, language=query.language, limit=query.limit, filters=filters
        )
        return await self._endpoint.ask(asked.model_dump(exclude_none=True), lambda body: _retrieval(body, query))


def create(library: Any, embedder: Any, settings: Settings) -> Remote:
    """Makes the retriever of `GATEWAY_RETRIEVER_URL`; library and embedder are for others."""
    return Remote(settings)


def _together(results: Sequence[Retrieval], limit: int) -> Retrieval:
    """Returns several answers of one service as one. Its scores rank what it finds, wherever that lies."""
    found = sorted((hit for result in results for hit in result.found), key=lambda hit: -hit.score)
    weights = {word: weight for result in reversed(results) for word, weight in result.weights.items()}
    return Retrieval(tuple(found[:limit]), weights, results[0].calibration)


def _retrieval(body: Any, query: Query) -> Retrieval:
    """Returns the usable part of an answer; raises `ValueError` where there is no list of results at all."""
    results = body.get("results") if isinstance(body, dict) else None
    if not isinstance(results, list):
        raise ValueError("something that holds no results")
    found: dict[str, Hit] = {}
    wrong: list[str] = []
    for index, result in enumerate(results[:MOST_RESULTS]):
        try:
            hit = _found(result, query)
            name = hit.passage_id or f"graph {index}"
            if name in found:
                raise ValueError("payload.embeddingId: was there already")
            found[name] = hit
        except ValueError as error:
            wrong.append(f"results.{index}.{_reason(error)}")
    if len(results) > MOST_RESULTS:
        wrong.append(f"more than {MOST_RESULTS} results")
    if wrong:
        some = "; ".join(wrong[:MOST_REASONS])
        log.warning("%d wrong results of the remote retriever were left out: %s", len(wrong), some)
    best = sorted(found.values(), key=lambda hit: -hit.score)
    return Retrieval(tuple(best[: query.limit]), _weights(body.get("weights")), _calibration(body.get("calibration")))


def _found(result: Any, query: Query) -> Hit:
    """Returns one result, checked, cleaned and within the filters. Raises `ValueError` (pydantic's is one)."""
    kind = result.get("type", "embedding") if isinstance(result, dict) else "embedding"
    if not isinstance(kind, str) or kind not in _RESULTS:
        raise ValueError("type: must be embedding or graph")
    valid: RemotePassageResult | RemoteGraphResult = _RESULTS[kind].validate_python(result)
    if isinstance(valid, RemoteGraphResult):
        return Hit("graph", _graph(valid.payload), valid.score, valid.language)
    language = valid.language or words.told_language(valid.payload.text)
    if query.scope.document_ids and valid.payload.documentId not in query.scope.document_ids:
        raise ValueError("payload.documentId: is not among those asked for")
    if query.scope.languages and (language or "").partition("-")[0].lower() not in query.scope.languages:
        raise ValueError("language: is not among those asked for")
    return Hit("embedding", _passage(valid.payload), valid.score, language, valid.cosine)


def _passage(passage: RemotePassage) -> PassageSnapshot:
    position = passage.position.model_dump()
    if position["end"] is None:
        position["end"] = position["start"] + len(passage.text)
    if pages := position["pages"]:
        position |= {"page": pages[0]["page"], "pageEnd": pages[-1]["page"]}
    known = {name: value for name, value in position.items() if value not in (None, "", [])}
    reference: PassageSnapshot = {
        "embeddingId": passage.embeddingId,
        "documentId": passage.documentId,
        "title": passage.title,
        "source": passage.source,
        "mediaType": passage.mediaType or "",
        "text": passage.text,
        "position": cast(ReferencePosition, known),
    }
    if passage.mediaType is None:
        del reference["mediaType"]
    return reference


def _graph(graph: RemoteGraph) -> Graph:
    """Returns a graph with each vertex once, edges with both ends, names and ids filled in."""
    vertices: dict[str, GraphVertex] = {}
    for vertex in graph.vertices:
        vertices.setdefault(vertex.id, cast(GraphVertex, vertex.model_dump()))
    edges: list[GraphEdge] = []
    for edge in graph.edges:
        if edge.startId in vertices and edge.endId in vertices:
            filled = {
                "id": edge.id or f"{edge.startId} {edge.label} {edge.endId}",
                "sourceName": edge.sourceName or vertices[edge.startId]["name"],
                "targetName": edge.targetName or vertices[edge.endId]["name"],
            }
            edges.append(cast(GraphEdge, {**edge.model_dump(), **filled}))
    return {"entitiesFromQuestion": graph.entitiesFromQuestion, "vertices": list(vertices.values()), "edges": edges}


def _weights(body: Any) -> dict[str, float]:
    """Returns weights by term, as every language would stem it; the service knows words, not our stems."""
    weights: dict[str, float] = {}
    for word, weight in list(body.items())[:MOST_WEIGHTS] if isinstance(body, dict) else ():
        try:
            value = _WEIGHT.validate_python(weight)
        except ValidationError:
            continue
        for language in LANGUAGES:
            for term in words.terms(word[:LONGEST_WORD], language):
                weights.setdefault(term, value)
    return weights


def _calibration(body: Any) -> tuple[float, float] | None:
    try:
        return _CALIBRATION.validate_python(body)
    except ValidationError:
        return None


def _reason(error: ValueError) -> str:
    """Returns where a result is wrong and how, without the value: texts are not logged."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return clean_title(f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
    return str(error)
