"""What each route does: one entry for each method and path, grouped as the doors are. A test finds a route without one."""

from __future__ import annotations

from collections.abc import Mapping

from gateway import slots
from gateway.errors import (
    CursorAhead,
    IdempotencyMismatch,
    InvalidField,
    MalformedCursor,
    NotFound,
    Refusal,
    RoundLimitReached,
    SessionExpired,
    TurnRunning,
    Unavailable,
    UnknownHost,
    UpstreamError,
    UpstreamRefused,
    UpstreamTimeout,
)
from gateway.http.bodies import FILLED_LINE, ON_ONE_LINE
from gateway.http.openapi.access import ABOUT_ACCESS, ACCESS
from gateway.http.openapi.building_blocks import (
    BODY,
    BROKEN,
    JSON,
    SSE,
    Operation,
    as_json,
    body,
    header,
    in_header,
    path,
    query,
    response,
)
from gateway.http.openapi.events_schema import EVENT_ID, TEXT, UUID, Schema, many, named, one_of, or_null, record
from gateway.http.openapi.legacy_operations import ABOUT_LEGACY, LEGACY, LEGACY_TAG
from gateway.http.openapi.memory_operations import ABOUT_MEMORY, MEMORY
from gateway.http.openapi.query_operations import about_queries
from gateway.http.openapi.session_operations import ABOUT_SESSIONS, SESSIONS, SESSIONS_TAG
from gateway.store.knowledge.stored_documents import MOST_PER_PAGE

DIALECTS = slots.names("wire")
ANSWERS, DOCUMENTS, OPENAI, TOOLS, HEALTH = (
    "Answers", "Documents", "OpenAI clients", "MCP clients", "Health and description",
)  # fmt: skip
TAGS = {
    ANSWERS: "Ask, follow, read and stop answers whose paragraphs carry citations.",
    DOCUMENTS: "What answers are made from.",
    SESSIONS: SESSIONS_TAG,
    OPENAI: "Chat completions; errors have OpenAI's shape.",
    TOOLS: "The tool `query_knowledge_base`.",
    MEMORY: "Answers that are kept and served again: for other orchestrators, and for staff.",
    LEGACY: LEGACY_TAG,
    ACCESS: "Every call needs a key, except on loopback while none exists; pages sign in with one. Which role may what: "
    "docs/access.md.",
    HEALTH: "For orchestrators, people and programs.",
}
QUESTION = "How long may a book be borrowed?"
EXAMPLE_UUID = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728"

UPSTREAM = (UpstreamError, UpstreamRefused, UpstreamTimeout)

ANSWER_UUID = path("uuid", {**UUID, "examples": [EXAMPLE_UUID]}, "The answer's uuid.")
DOCUMENT_ID = path("id", {"type": "string", "format": "uuid"}, "The document's id.")
DIALECT = query("dialect", one_of(*DIALECTS), "The encoding of the answer; without it `Accept` decides.")
LANGUAGE_TAG = {"type": "string", "pattern": "^([A-Za-z]{2,3})?$"}
LOCATION = {"Location": header("The answer's address.", {"type": "string", "pattern": "^/v1/answers/[0-9a-f]{32}$"})}
SAID = response(
    "The answer, in the encoding asked for.",
    {
        SSE: {"itemSchema": named("DialectEvent")},
        "application/jsonl": {"itemSchema": named("Line")},
        JSON: {"schema": named("Answer")},
    },
)

ABOUT_ANSWERS = {
    ("POST", "/v1/answers"): Operation(
        ANSWERS, "ask", "Ask a question",
        "Streams the answer as it is written; `Accept: application/json` waits and gives one document. It goes on being "
        "written and is stored when its reader leaves.",
        (
            DIALECT,
            in_header("Idempotency-Key", {"type": "string", "pattern": "^[ -~]{1,255}$"},
                      "The same key with the same body joins the first request's answer."),
        ),
        body(named("AskRequest"), {"question": QUESTION, "language": "en"}),
        {"200": {**SAID, "headers": LOCATION}},
        (*BODY, IdempotencyMismatch, TurnRunning, NotFound, SessionExpired, RoundLimitReached, *UPSTREAM, *BROKEN),
    ),
    ("GET", "/v1/answers/{uuid}"): Operation(
        ANSWERS, "readAnswer", "Read an answer", "Finished or still running.", (ANSWER_UUID,), None,
        {"200": as_json(named("Answer"), "The document of the answer.")}, (NotFound, *BROKEN),
    ),
    ("GET", "/v1/answers/{uuid}/events"): Operation(
        ANSWERS, "followAnswer", "Follow an answer from any event on",
        "Stored events, then live ones, until the terminal event. A reader that has seen the terminal event gets it "
        "again, or 204 when it said so in `Last-Event-ID`.",
        (
            ANSWER_UUID, DIALECT,
            query("after", EVENT_ID, "The last event that was read; without it: from the first."),
            in_header("Last-Event-ID", EVENT_ID, "The same, as browsers send it. It wins over `after`."),
            query("pace", {"type": "string", "pattern": "^(recorded|fast|[0-9.]{1,9})$"},
                  "Replay of a finished answer: as fast as it was written, at once, or so many times as fast."),
        ),
        None,
        {"200": SAID, "204": response("Nothing comes after this event.")},
        (MalformedCursor, CursorAhead, InvalidField, NotFound, TurnRunning, *UPSTREAM, *BROKEN),
    ),
    ("POST", "/v1/answers/{uuid}/stop"): Operation(
        ANSWERS, "stopAnswer", "Stop an answer", "It ends with what was said, on whichever process it runs.",
        (ANSWER_UUID,), None,
        {"200": as_json(record({"answer_uuid": UUID, "state": one_of("done", "failed", "running")}), "It has ended.",
                        {"answer_uuid": EXAMPLE_UUID, "state": "done"})},
        (NotFound, *BROKEN),
    ),
    ("GET", "/v1/answers/{uuid}/recording"): Operation(
        ANSWERS, "readRecording", "Read the recording of an answer",
        "Request, candidates, what the model sent, decisions and events, for `citestream replay`.",
        (ANSWER_UUID,), None,
        {"200": response("One JSON object per line.", {"application/jsonl": {"itemSchema": {
            "type": "object", "required": ["kind"],
            "properties": {"kind": one_of("request", "candidates", "upstream", "piece", "decision", "event")},
        }}})},
        (NotFound, *BROKEN),
    ),
    ("DELETE", "/v1/answers/{uuid}"): Operation(
        ANSWERS, "deleteAnswer", "Delete an answer", "With all that was made with it; one that runs is stopped first.",
        (ANSWER_UUID,), None, {"204": response("It is gone.")}, (NotFound, *BROKEN),
    ),
}  # fmt: skip
PAGE_SIZE = {"type": "integer", "minimum": 1, "maximum": MOST_PER_PAGE}
PASSAGES = record({"passages": many(named("Passage")), "next_cursor": or_null(TEXT)})
PAGE = record({"documents": many(named("Document")), "next_cursor": or_null(TEXT)})
WITH_TEXT: Schema = {"allOf": [named("Document"), record({"text": TEXT})]}
WORKSPACE = {"type": "string", "maxLength": 200, "pattern": ON_ONE_LINE}
ABOUT_DOCUMENTS = {
    ("POST", "/v1/documents"): Operation(
        DOCUMENTS, "saveDocuments", "Save documents",
        "A text as JSON, or files as a form. The same workspace with the same `external_id` (else `source`) replaces. "
        "Searchable when the call returns.",
        (),
        {
            "required": True,
            "content": {
                JSON: {
                    "schema": named("TextDocument"),
                    "example": {"title": "Loans", "text": "A book may be borrowed for three weeks.", "source": "loans.md"},
                },
                "multipart/form-data": {"schema": named("FileDocuments")},
            },
        },
        {"201": as_json(record({"documents": many(named("SavedDocument"))}), "What became of each document.")},
        (*BODY, *BROKEN),
    ),
    ("GET", "/v1/documents"): Operation(
        DOCUMENTS, "listDocuments", "List documents", "Newest first.",
        (
            query("workspace", WORKSPACE, "Only of this workspace."),
            query("source_app", WORKSPACE, "Only from this application."),
            query("language", LANGUAGE_TAG, "Only in this language (primary subtag)."),
            query("cursor", TEXT, "`next_cursor` of the page before."),
            query("limit", {**PAGE_SIZE, "default": 50}, "Size of a page."),
        ),
        None, {"200": as_json(PAGE, "One page; the last one's `next_cursor` is null.")}, (InvalidField, *BROKEN),
    ),
    ("DELETE", "/v1/documents"): Operation(
        DOCUMENTS, "emptyWorkspace", "Empty a workspace", "Deletes all documents of the workspace named.",
        (query("workspace", {**WORKSPACE, "pattern": FILLED_LINE}, "The workspace; nothing is deleted without it.", required=True),),
        None, {"204": response("It is empty.")}, (InvalidField, *BROKEN),
    ),
    ("GET", "/v1/documents/{id}"): Operation(
        DOCUMENTS, "readDocument", "Read a document", "", (DOCUMENT_ID,), None,
        {"200": as_json(WITH_TEXT, "The document with the text that offsets count in.")}, (NotFound, *BROKEN),
    ),
    ("DELETE", "/v1/documents/{id}"): Operation(
        DOCUMENTS, "deleteDocument", "Delete a document", "Answers keep what they cited.", (DOCUMENT_ID,), None,
        {"204": response("It is deleted.")}, (NotFound, *BROKEN),
    ),
    ("GET", "/v1/documents/{id}/passages"): Operation(
        DOCUMENTS, "readPassages", "Read a document's passages", "In reading order.",
        (
            DOCUMENT_ID,
            query("cursor", TEXT, "`next_cursor` of the page before."),
            query("limit", {**PAGE_SIZE, "default": MOST_PER_PAGE}, "Size of a page."),
        ),
        None, {"200": as_json(PASSAGES, "What searches find; the last page's `next_cursor` is null.")},
        (NotFound, InvalidField, *BROKEN),
    ),
    ("GET", "/v1/documents/{id}/content"): Operation(
        DOCUMENTS, "readContent", "Download what was sent", "Byte for byte, to be saved and never to be run; a PDF can be shown.",
        (DOCUMENT_ID, query("disposition", one_of("attachment", "inline"), "`inline`: a PDF opens in the browser's viewer."),
         in_header("If-None-Match", TEXT, "The `ETag` one has.")), None,
        {"200": response("The original file.", {"*/*": {}}, {"ETag": header("Hash of the content.", TEXT)}),
         "304": response("One has it already.")},
        (NotFound, InvalidField, *BROKEN),
    ),
}  # fmt: skip


def _openai_refusals(*statuses: int) -> dict[str, Schema]:
    return {
        str(status): as_json(named("OpenAIError"), "The request was refused.")
        for status in (401, 403, *statuses, 405, 421, 500)
    }


MODEL_NOT_FOUND = _openai_refusals(404)
ABOUT_OPENAI = {
    ("POST", "/v1/chat/completions"): Operation(
        OPENAI, "completeChat", "Complete a chat",
        "The last message asks, those before it are the history. Closing the connection stops the answer.",
        (), body(named("ChatRequest"), {"messages": [{"role": "user", "content": QUESTION}]}),
        {
            "200": response("The completion, or its chunks with `stream: true`.",
                            {JSON: {"schema": named("Completion")}, SSE: {"itemSchema": named("ChunkEvent")}}, LOCATION),
            **_openai_refusals(400, 404, 408, 409, 413, 415, 502, 503, 504),
        },
    ),
    ("GET", "/v1/models"): Operation(
        OPENAI, "listModels", "List models", "", (), None,
        {"200": as_json(record({"object": {"const": "list"}, "data": many(named("Model"))}), "The models one may name."),
         **_openai_refusals()},
    ),
    ("GET", "/v1/models/{id}"): Operation(
        OPENAI, "readModel", "Read a model", "", (path("id", {"type": "string", "pattern": ON_ONE_LINE}, "The model's name."),), None,
        {"200": as_json(named("Model"), "The model."), **MODEL_NOT_FOUND},
    ),
}  # fmt: skip

RPC = record({"jsonrpc": {"const": "2.0"}}, description="A JSON-RPC message of the Model Context Protocol.")
ABOUT_TOOLS = {
    ("POST", "/mcp"): Operation(
        TOOLS, "mcp", "MCP over streamable HTTP",
        "Use an MCP client. The tool `query_knowledge_base(question)` answers with text and structured content; its own "
        "schema comes from `tools/list`. Closing the connection stops the answer.",
        (), body(RPC, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        {
            "200": response("The reply.", {JSON: {"schema": RPC}, SSE: {}}),
            "202": response("Taken; there is no reply."),
            "4XX": response("The SDK's or our refusal.", {JSON: {}, "application/problem+json": {"schema": named("Problem")}}),
        },
        (Refusal,),
    ),
}  # fmt: skip


def _plain(description: str) -> dict[str, Schema]:
    return {"200": response(description, {"text/plain; charset=utf-8": {"schema": TEXT}})}


def _html(description: str) -> dict[str, Schema]:
    return {"200": response(description, {"text/html; charset=utf-8": {"schema": TEXT}})}


def _page(name: str, summary: str, responses: Mapping[str, Schema]) -> Operation:
    """What a browser loads; everybody may who calls the gateway by its name."""
    return Operation(HEALTH, name, summary, responses=responses, refusals=(Refusal, Unavailable, UnknownHost))


ABOUT_HEALTH = {
    ("GET", "/"): _page("page", "The page to ask on", _html("A web page.")),
    ("GET", "/staff/memory"): _page("memoryPage", "The staff page of the answer memory", _html("A web page.")),
    ("GET", "/favicon.ico"): _page("icon", "The icon of all pages", {"200": response("It.", {"image/x-icon": {}})}),
    ("GET", "/healthz"): Operation(
        HEALTH, "isAlive", "Is it alive?", responses=_plain("It answers."), refusals=(Refusal,)
    ),
    ("GET", "/readyz"): Operation(HEALTH, "isReady", "Is it ready?", responses=_plain("It is."), refusals=(Refusal, Unavailable)),
    ("GET", "/v1/status"): Operation(
        HEALTH, "status", "What is loaded and configured",
        responses={"200": as_json(named("Status"), "Versions, counts and suggestions.")}, refusals=BROKEN,
    ),
    ("GET", "/metrics"): Operation(
        HEALTH, "metrics", "Figures for Prometheus",
        responses={"200": response("Its text format.", {"text/plain; version=0.0.4; charset=utf-8": {"schema": TEXT}})},
        refusals=BROKEN,
    ),
    ("GET", "/openapi.json"): _page(
        "openapi", "This description", {"200": as_json({"type": "object", "required": ["openapi"]}, "OpenAPI 3.2.")}
    ),
    ("GET", "/docs"): _page("docs", "This description for people", _html("A web page.")),
    ("GET", "/docs/style.css"): _page(
        "docsStyle", "How that page looks", {"200": response("A style sheet.", {"text/css; charset=utf-8": {"schema": TEXT}})}
    ),
}  # fmt: skip

OPERATIONS: dict[tuple[str, str], Operation] = {
    **ABOUT_ANSWERS, **about_queries(ABOUT_ANSWERS["POST", "/v1/answers"]), **ABOUT_DOCUMENTS, **ABOUT_SESSIONS, **ABOUT_OPENAI, **ABOUT_TOOLS, **ABOUT_MEMORY, **ABOUT_LEGACY,
    **ABOUT_ACCESS, **ABOUT_HEALTH,
}  # fmt: skip
