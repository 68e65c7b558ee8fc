"""What the doors beside `POST /v1/answers` do: the same but for how the answer is sent."""

from __future__ import annotations

from dataclasses import replace

from gateway.http.openapi.building_blocks import JSON, SSE, Operation, body
from gateway.http.openapi.events_schema import Schema, named
from gateway.http.queries import Wanted

QUERY = named("QueryRequest")


def with_stream(ask: Schema) -> Schema:
    """`AskRequest` with the field that only these doors have."""
    fields = Wanted.model_json_schema()["properties"]
    description = "The body of `POST /query` and of `POST /api/query`."
    properties = {**ask["properties"], **fields}
    return {**ask, "title": "QueryRequest", "description": description, "properties": properties}


def about_queries(ask: Operation) -> dict[tuple[str, str], Operation]:
    """`ask`: the operation that these repeat."""
    said = {
        **ask.responses["200"],
        "description": "The document of the answer, or its events.",
        "content": {JSON: {"schema": named("Answer")}, SSE: {"itemSchema": named("Event")}},
    }
    parameters = tuple(one for one in ask.parameters if one["name"] != "dialect")
    shared = replace(ask, parameters=parameters, responses={"200": said})
    again = [
        {"role": "user", "content": "What topics are there?"},
        {"role": "assistant", "content": "1. Loans\n2. Films"},
    ]
    return {
        ("POST", "/query"): replace(
            shared, name="query", summary="Ask in a console",
            description="`POST /v1/answers` that gives the document, and the event stream only when asked for it. The "
            "console sends the conversation along each time; nothing of it is kept.",
            body=body(QUERY, {"question": "What is so great about #1?", "conversation_history": again}),
        ),
        ("POST", "/api/query"): replace(
            shared, name="apiQuery", summary="Ask from an application",
            description="The same. A summary's sections are said once more behind the text as a `SUIVI` block, in the "
            "stream as an event without id before `[OUTLINE]` (`GATEWAY_SUIVI_IN_TEXT`).",
            body=body(QUERY, {"query": "Détaille S2", "caller_app": "intranet", "thread_id": "thread-123"}),
        ),
    }  # fmt: skip
