"""A retriever service over our own library, the contract's schema, and scripted answers."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gateway.errors import InvalidField
from gateway.retrieval.ports import Retriever
from gateway.settings.service_timeouts import ServiceTimeouts
from tests.fakes.upstream import Behaviour, Exchange, FakeUpstream, body, status
from tests.support.questions import query_of

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "retriever.schema.json").read_text(encoding="utf-8"))


def part(name: str) -> dict[str, Any]:
    """The schema of `Request` or `Answer`."""
    return {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}"}


def answer(value: Any) -> Behaviour:
    return body(json.dumps(value).encode(), content_type="application/json")


def passage(text: str, score: float = 0.5, /, **payload: Any) -> dict[str, Any]:
    """A result as the contract wants it."""
    fields = {"embeddingId": f"id {text[:40]}", "documentId": "d", "title": "Remote", "source": "r", "text": text}
    return {"type": "embedding", "score": score, "payload": {**fields, **payload}}


def results(*found: Any) -> Behaviour:
    return answer({"results": list(found)})


def serving(retriever: Retriever) -> Behaviour:
    """Answers every question with what a retriever of ours finds."""

    async def behave(exchange: Exchange) -> None:
        asked = exchange.request.body
        filters = {name: tuple(value) if isinstance(value, list) else value for name, value in asked["filters"].items()}
        query = query_of(asked["tenant"], asked["query"], asked["language"], asked["limit"], **filters)
        try:
            got = await retriever.search(query)
        except InvalidField as error:
            await status(error.status)(exchange)
            return
        found = [
            {"type": hit.type, "payload": dict(hit.reference), "score": hit.score, "language": hit.language}
            for hit in got.found
        ]
        await answer({"results": found, "weights": dict(got.weights)})(exchange)

    return behave


def settings_for(service: FakeUpstream, **changes: Any) -> SimpleNamespace:
    """What `create` reads of the settings, pointing at the service."""
    return SimpleNamespace(**{"retriever_url": service.url, "service_timeouts": ServiceTimeouts(5), **changes})
