"""What the doors answer, in JSON Schema: problems, the document of an answer, documents, OpenAI's and the old system's shapes."""

from __future__ import annotations

from typing import Any, get_args

from gateway.answer.answer import ReferenceType
from gateway.conversation.followups.resolve import RefType
from gateway.http.openapi.events_schema import (
    CITATION_ID,
    COUNT,
    FLAG,
    META,
    REASON,
    TEXT,
    TIME,
    UUID,
    Schema,
    citation,
    many,
    named,
    one_of,
    or_null,
    record,
)

ID: Schema = {"type": "string", "format": "uuid"}
NUMBER: Schema = {"type": "number"}
OBJECT: Schema = {"type": "object"}

PROBLEM = record(
    {
        "type": {"type": "string", "format": "uri", "pattern": "^urn:citestream:problem:"},
        "title": TEXT,
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": TEXT,
        "detail": {"type": "string", "description": "What happened, where, and how to mend it."},
        "errors": many(record({"field": TEXT, "message": TEXT})),
        "answer_uuid": {**UUID, "description": "The answer that is still running (`turn_running`)."},
        "new_session_id": {**TEXT, "description": "The session to go on in."},
        "previous_session_id": {**TEXT, "description": "The session that was named, and is over."},
        "version": {**COUNT, "description": "The session's version (`version_conflict`)."},
    },
    optional=("errors", "answer_uuid", "new_session_id", "previous_session_id", "version"),
    description="A refusal (RFC 9457). Branch on `code`.",
)
PARAGRAPH = record(
    {
        "index": COUNT,
        "text": TEXT,
        "citation_ids": many(CITATION_ID),
        "citations": many(citation({"citationId": "citation_id", "originalId": "original_id"})),
        "degraded": REASON,
    }
)
REFERENCE = record(
    {"citation_id": CITATION_ID, "type": one_of(*get_args(ReferenceType)), "payload": named("Payload")},
    description="A cited source as it was when it was cited.",
)
ANSWER = record(
    {
        "answer_uuid": UUID,
        "question_uuid": or_null(UUID),
        "thread_id": or_null(TEXT),
        "session_id": or_null(TEXT),
        "state": one_of("running", "done", "failed"),
        "question": TEXT,
        "created_at": TIME,
        "answer": TEXT,
        "paragraphs": many(named("Paragraph")),
        "refs": many(named("Reference")),
        "outline": many(record({"id": TEXT, "title": TEXT})),
        "no_context": {"type": "boolean", "description": "The knowledge base holds nothing about this."},
        "followup": record(
            {"resolved": FLAG, "section_ids": many(TEXT), "ref_type": one_of(*get_args(RefType))},
            description="What the question pointed at; known when the answer has ended.",
        ),
        "meta": {**META, "required": [], "description": "As behind `[DONE]`; empty while the answer runs."},
    },
    description="An answer as one document.",
)
SAVED = record(
    {
        "document_id": or_null(TEXT),
        "title": TEXT,
        "status": one_of("ready", "unchanged", "failed"),
        "passages": COUNT,
        "error": TEXT,
    },
    optional=("error",),
)
DOCUMENT = record(
    {
        "document_id": ID, "title": TEXT, "status": {"const": "ready"}, "passages": COUNT, "source": TEXT,
        "external_id": or_null(TEXT), "workspace": TEXT, "source_app": or_null(TEXT), "language": or_null(TEXT),
        "media_type": TEXT, "metadata": OBJECT, "version": COUNT, "created_at": TIME, "updated_at": TIME,
    }
)  # fmt: skip
BOX = record({"page": COUNT, "left": NUMBER, "bottom": NUMBER, "right": NUMBER, "top": NUMBER})
PASSAGE = record(
    {
        "passage_id": TEXT, "position": COUNT, "heading": or_null(TEXT), "page": or_null(COUNT),
        "page_end": or_null(COUNT),        "start": COUNT, "end": COUNT, "text": TEXT, "boxes": many(BOX),
    },
    description="`start` and `end` count code points of the document's `text`.",
)  # fmt: skip
STATUS = record(
    {
        "version": TEXT, "provider": TEXT, "model": TEXT, "model_problem": or_null(TEXT), "embedder": TEXT,
        "documents": COUNT, "passages": COUNT,
        "reindexing": record(
            {"state": one_of("idle", "running", "waiting", "paused"), "done": COUNT, "total": COUNT, "problem": or_null(TEXT)}
        ),
        "suggestions": {"type": "object", "additionalProperties": many(TEXT)},
        "signed_in": {"type": "boolean"},
    }
)  # fmt: skip

# OpenAI's shapes ------------------------------------------------------------------------------------------------------

ANNOTATION = record(
    {
        "type": {"const": "url_citation"},
        "url_citation": record({"start_index": COUNT, "end_index": COUNT, "title": TEXT, "url": TEXT}),
    }
)
EXTENSION = record(
    {
        "answer_uuid": UUID,
        "paragraphs": many(named("Paragraph")),
        "refs": many(named("Reference")),
        "meta": named("Meta"),
    },
    description="What OpenAI has no word for.",
)
USAGE = record({"prompt_tokens": COUNT, "completion_tokens": COUNT, "total_tokens": COUNT})
HEAD: dict[str, Any] = {"id": TEXT, "created": COUNT, "model": TEXT}
FINISH = one_of("stop", "length", "content_filter")
MESSAGE = record(
    {
        "role": {"const": "assistant"},
        "content": TEXT,
        "refusal": {"type": "null"},
        "annotations": many(ANNOTATION),
    }
)
DELTA_FIELDS = {"role": TEXT, "content": TEXT, "reasoning_content": TEXT, "annotations": many(ANNOTATION)}


def _choice(said: Schema) -> Schema:
    return record({"index": {"const": 0}, **said, "logprobs": {"type": "null"}})


CONTENT: Schema = {
    "description": "A text, or a list of its parts.",
    "anyOf": [TEXT, many(record({"type": one_of("text", "input_text", "output_text"), "text": TEXT}))],
}
CHAT_MESSAGE = record({"role": TEXT, "content": CONTENT}, description="Roles `user` and `assistant` count.")
CHAT: Schema = record(
    {
        "messages": {"type": "array", "minItems": 1, "items": named("ChatMessage")},
        "model": or_null({"type": "string", "description": "One of `GET /v1/models`; the first one when absent."}),
        "stream": or_null(FLAG),
        "stream_options": or_null(record({"include_usage": or_null(FLAG)}, optional=("include_usage",))),
        "n": or_null({"const": 1}),
        "citestream": or_null(
            {"type": "object", "description": "Fields of `POST /v1/answers`: scope, language, thread."}
        ),
    },
    optional=("model", "stream", "stream_options", "n", "citestream"),
    description="OpenAI's request. The last message must be the user's. Sampling and length are decided by the gateway; "
    "tools and other forms of output are refused.",
)
COMPLETION = record(
    {
        **HEAD,
        "object": {"const": "chat.completion"},
        "choices": many(_choice({"message": MESSAGE, "finish_reason": FINISH})),
        "usage": USAGE,
        "citestream": EXTENSION,
    }
)
CHUNK = record(
    {
        **HEAD,
        "object": {"const": "chat.completion.chunk"},
        "choices": many(
            _choice({"delta": record(DELTA_FIELDS, optional=tuple(DELTA_FIELDS)), "finish_reason": or_null(FINISH)})
        ),
        "usage": or_null(USAGE),
        "citestream": EXTENSION,
    },
    optional=("usage", "citestream"),
)
CHUNK_EVENT: Schema = {
    "description": "One chunk, an error, or `[DONE]`.",
    "type": "object",
    "required": ["data"],
    "properties": {"event": {"const": "message"}, "data": TEXT, "id": TEXT, "retry": COUNT},
    "anyOf": [
        {"properties": {"data": {"const": "[DONE]"}}},
        {
            "properties": {
                "data": {
                    "type": "string",
                    "pattern": r"^\{",
                    "contentMediaType": "application/json",
                    "contentSchema": {"anyOf": [named("Chunk"), named("OpenAIError")]},
                }
            }
        },
    ],
}
OPENAI_ERROR = record(
    {"error": record({"message": TEXT, "type": TEXT, "param": or_null(TEXT), "code": or_null(TEXT)})},
    description="A refusal in OpenAI's shape.",
)
MODEL = record({"id": TEXT, "object": {"const": "model"}, "created": COUNT, "owned_by": TEXT})

# The old system's envelope --------------------------------------------------------------------------------------------

FAILED = record(
    {"success": {"const": False}, "code": TEXT, "message": TEXT, "data": {}},
    description="A failure; its status is 200 too.",
)
LEGACY_CONVERSATION = record(
    {
        "id": TEXT, "uuid": UUID, "title": TEXT, "tokens": COUNT, "createTime": TEXT, "updateTime": TEXT, "remark": TEXT,
        "aiSystemMessage": TEXT, "understandContextEnable": FLAG, "mcpIds": many(TEXT), "kbIds": many(TEXT),
        "convKnowledgeList": many({}), "answerContentType": COUNT, "isAutoplayAnswer": FLAG, "isEnableThinking": FLAG,
        "isEnableWebSearch": FLAG, "audioConfig": OBJECT,
    }
)  # fmt: skip
LEGACY_MESSAGE_FIELDS: Schema = {
    "uuid": UUID, "remark": TEXT, "messageRole": COUNT, "contentType": COUNT, "createTime": TEXT, "aiModelId": TEXT,
    "attachmentUrls": many(TEXT), "isRefEmbedding": FLAG, "isRefGraph": FLAG, "parentMessageId": TEXT, "tokens": COUNT,
}  # fmt: skip
LEGACY_ANSWER = record(
    {**LEGACY_MESSAGE_FIELDS, "children": many({}), "thinkingContent": TEXT, "aiModelPlatform": TEXT},
    optional=("thinkingContent", "aiModelPlatform"),
)
LEGACY_MODEL = record(
    {"id": TEXT, "modelName": TEXT, "modelTitle": TEXT, "modelPlatform": TEXT, "enable": FLAG, "isFree": FLAG}
)
LEGACY_CONFIG = record({"asrSetting": OBJECT, "ttsSetting": OBJECT, "availableVoices": many({})})

SCHEMAS: dict[str, Schema] = {
    "Problem": PROBLEM,
    "Paragraph": PARAGRAPH,
    "Reference": REFERENCE,
    "Answer": ANSWER,
    "SavedDocument": SAVED,
    "Document": DOCUMENT,
    "Passage": PASSAGE,
    "Status": STATUS,
    "Completion": COMPLETION,
    "ChatRequest": CHAT,
    "ChatMessage": CHAT_MESSAGE,
    "Chunk": CHUNK,
    "ChunkEvent": CHUNK_EVENT,
    "OpenAIError": OPENAI_ERROR,
    "Model": MODEL,
    "LegacyFailure": FAILED,
    "LegacyConversation": LEGACY_CONVERSATION,
    "LegacyQuestion": record({**LEGACY_MESSAGE_FIELDS, "children": many(LEGACY_ANSWER)}),
    "LegacyModel": LEGACY_MODEL,
    "LegacyConfig": LEGACY_CONFIG,
}

MEANINGS: dict[str, str] = {
    "question": "In any language; blanks around it do not count.",
    "caller_app": "With `thread_id` the key of a conversation.",
    "thread_id": "The conversation the question belongs to, and what it can point at; one answer at a time.",
    "session_id": "A session of `/context`: the question is its next round, and its messages are the history.",
    "user_segment": "The group of users that user belongs to.",
    "workspace": "Only documents of this workspace.",
    "source_app": "Only documents from this application.",
    "document_ids": "Only these documents; an empty list is refused.",
    "languages": "Only passages in these languages (primary subtags).",
    "language": "Of labels and refusals; recognised when absent. It filters nothing.",
    "phase": "The stage of a project; answers of one are not remembered for another.",
    "citation_mode": "Where citations stand.",
    "memory": "`skip` asks afresh, `only` takes nothing but a remembered answer.",
    "user_ref": "For which user a key of the role `app` asks; else passed over.",
    "provider": "Must be the configured one.",
    "model": "Must be the configured one.",
    "deliverable": "Whether an outline is wanted; recognised when absent.",
    "strict": "Show text only after validation.",
    "rollback": "Whether shown text may be withdrawn.",
    "conversation_history": "Earlier messages, oldest first.",
    "on_disconnect": "`cancel` ends the answer with the connection.",
}
"""What the fields of `AskRequest` mean."""
