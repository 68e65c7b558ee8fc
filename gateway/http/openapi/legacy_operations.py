"""The doors of the older system in OpenAPI: its chat, its conversations, and what its page asks for at start."""

from __future__ import annotations

from gateway.errors import Refusal
from gateway.http.openapi.building_blocks import SSE, Operation, as_json, body, envelope, path, query, response
from gateway.http.openapi.events_schema import GRAPH, TEXT, Schema, many, named, record

LEGACY = "The older system's page"
LEGACY_TAG = (
    "Every path answers under `/api` too. Refusals have status 200 (those of strangers 403 or 421): an `[ERROR]` event or "
    "`success: false`. Any other GET below that system's prefixes answers an empty list."
)

ASKED = body(named("LegacyRequest"), {"prompt": "How long may a book be borrowed?"})
NO_KEY = {"401": response("The key is missing or wrong; the body is empty.")}
SAID_TO_STRANGERS = {
    "403": "A page of this origin may not call.", "421": "The gateway does not answer to this name.",
}  # fmt: skip
EVENTS_OF_OLD: Schema = {SSE: {"itemSchema": named("LegacyEvent")}}
STREAM = {
    "200": response("The answer, or an `[ERROR]` event.", EVENTS_OF_OLD), **NO_KEY,
    **{status: response(text, EVENTS_OF_OLD) for status, text in SAID_TO_STRANGERS.items()},
}  # fmt: skip
ANY_UUID = path("uuid", TEXT, "A uuid; an unknown one is empty or a failure.")
CONVERSATION = body(named("LegacyForm"), {"title": "Loans"})


def _legacy(name: str, summary: str, data: Schema, *parameters: Schema, asked: Schema | None = None) -> Operation:
    strangers = {status: as_json(named("LegacyFailure"), text) for status, text in SAID_TO_STRANGERS.items()}
    answers = {"200": as_json(envelope(data), "The envelope."), **NO_KEY, **strangers}
    return Operation(LEGACY, name, summary, "", parameters, asked, answers, (Refusal,))


def _process(name: str, summary: str) -> Operation:
    return Operation(LEGACY, name, summary, "", (), ASKED, STREAM, (Refusal,))


DONE: Schema = {"type": "boolean"}
MESSAGES = record({"minMsgUuid": TEXT, "msgList": many(named("LegacyQuestion"))})
GRAPH_PARTS = ("entitiesFromQuestion", "vertices", "edges")
ABOUT_LEGACY = {
    ("POST", "/conversation/message/process"): _process("process", "Ask; newlines are marker events"),
    ("POST", "/chat/process"): _process("processChat", "Ask; newlines are lines of data"),
    ("POST", "/character/message/process"): _process("processCharacter", "Ask; newlines are lines of data"),
    ("GET", "/conversation/message/embedding-ref/{uuid}"): _legacy(
        "embeddingReferences", "Passages an answer cites", many(record({"embeddingId": TEXT, "text": TEXT})), ANY_UUID
    ),
    ("GET", "/conversation/message/graph-ref/{uuid}"): _legacy(
        "graphReferences", "Graph results an answer cites",
        record({name: GRAPH["properties"][name] for name in GRAPH_PARTS}), ANY_UUID,
    ),
    ("GET", "/conversation/list"): _legacy("listConversations", "Conversations", many(named("LegacyConversation"))),
    ("GET", "/conversation/{uuid}"): _legacy(
        "readConversation", "One page of a conversation", MESSAGES, ANY_UUID,
        query("maxMsgUuid", TEXT, "Questions before this one."),
        query("pageSize", {"type": "integer", "minimum": 1, "maximum": 100}, "Questions of a page."),
    ),
    ("POST", "/conversation/add"): _legacy(
        "addConversation", "Make a conversation", named("LegacyConversation"), asked=CONVERSATION
    ),
    ("POST", "/conversation/edit/{uuid}"): _legacy(
        "editConversation", "Change a conversation", DONE, ANY_UUID, asked=CONVERSATION
    ),
    ("POST", "/conversation/del/{uuid}"): _legacy("deleteConversation", "Delete a conversation", DONE, ANY_UUID),
    ("POST", "/conversation/message/del/{uuid}"): _legacy("deleteMessage", "Delete a message", DONE, ANY_UUID),
    ("GET", "/conversation/message/text/{uuid}"): _legacy("spokenText", "Text of a recording", TEXT, ANY_UUID),
    ("GET", "/model/llms"): _legacy("legacyModels", "Models", many(named("LegacyModel"))),
    ("GET", "/model/imageModels"): _legacy("imageModels", "Image models: none", many({})),
    ("GET", "/auth/search-engine/list"): _legacy("searchEngines", "Search engines: none", many({})),
    ("GET", "/sys/config/public/info"): _legacy("publicInfo", "Speech settings: none", named("LegacyConfig")),
}  # fmt: skip
