"""What endpoints answer, in JSON Schema: problems, the document of an answer, documents, sessions, and the shapes of
OpenAI and of the older system."""

from __future__ import annotations

from gateway.http.openapi import event_schemas
from gateway.http.openapi.shapes import Schema, named, shape, shapes

SHAPES = shapes(
    """
    citation: {
        citation_id: citation_id, status: citation_status, score: number | null, evidence: range[],
        original_id?: citation_id
    }
    Problem: {
        type: urn, title: text, status: status, code: text,
        detail: text, -- What happened, where, and how to mend it.
        errors?: {field: text, message: text}[],
        answer_uuid?: uuid, -- The answer that is still running (`turn_running`).
        new_session_id?: text, -- The session to go on in.
        previous_session_id?: text, -- The session that was named, and is over.
        version?: count, -- The session's version (`version_conflict`).
        limit?: text, -- Which limit is reached, as `/admin/limits` names it (`limit_reached`).
        of?: 'key' | 'tenant', -- Whose limit that is.
        documents?: SavedDocument[] -- Why each file could not be read (`unreadable_document`).
    } -- A refusal (RFC 9457). Branch on `code`.
    Answer: {
        answer_uuid: uuid, question_uuid: uuid | null, thread_id: text | null, session_id: text | null,
        state: 'running' | 'done' | 'failed', question: text, created_at: time, answer: text, paragraphs: Paragraph[],
        refs: Reference[], offered: Offered[], outline: {id: text, title: text}[],
        no_context: flag, -- The knowledge base holds nothing about this.
        confidence: Confidence | null, -- Null while the answer runs, and where the gate was not asked.
        followup: {resolved: flag, section_ids: text[], ref_type: pointer_type, question?: text},
            -- What the question pointed at, and as what it was understood; known when the answer has ended.
        meta: meta -- As behind `[DONE]`; empty while the answer runs.
    } -- An answer as one document.
    Paragraph: {
        index: count, text: text, citation_ids: citation_id[], citations: citation[], degraded: reason
    }
    Reference: {citation_id: citation_id, type: reference_type, payload: Payload}
        -- A source that a paragraph cites, or that supports an answer without paragraph citations, as it was then.
    Offered: {
        citation_id: citation_id, type: reference_type, title: text, heading: text, document_id?: text,
        passage_id?: text,
        text?: text -- Only where the answer is read by its uuid.
    } -- Something that the model was given, cited or not.
    Status: {
        version: text, provider: text, model: text, model_problem: text | null, embedder: text, documents: count,
        passages: count,
        reindexing: {
            state: 'idle' | 'running' | 'waiting' | 'paused', done: count, total: count, problem: text | null
        },
        suggestions: {[language]: text[]}, sample_left_out: flag, signed_in: flag,
        reader: text, -- Tells callers apart; 16 hexadecimal digits.
        role: 'user' | 'app' | 'staff' | 'qa' | 'admin', -- Of whoever asks.
        workspaces: text[], -- The only ones they may see; none: all.
        max_upload_mb: count
    }
    SavedDocument: {
        document_id: text | null, title: text, status: 'ready' | 'unchanged' | 'failed', passages: count, error?: text
    }
    Document: {
        document_id: id, title: text, status: 'ready', passages: count, source: text,
        file_name: text, -- The name it came under; empty for a text that was sent.
        external_id: text | null, workspace: text, source_app: text | null, language: text | null, media_type: text,
        kind: text, -- Its form: `markdown`, `text`, `html`, `pdf`, `word`, `table`, `code`, `slides`, `book`, `mail` or `notebook`.
        size: count | null, -- Bytes of what was sent.
        cited: count | null, -- How many answers cite it; up to 500 citations are counted.
        metadata: object, version: count, created_at: time, updated_at: time
    }
    FailedDocument: {
        document_id: id, -- Of the failure: it can be tried again or deleted.
        title: text, status: 'failed', error: text, file_name: text, workspace: text, source: text, external_id: text,
        size: count, -- Bytes of what was sent.
        can_retry: flag, -- Whether what was sent is still here.
        failed_at: time
    }
    Passage: {
        passage_id: text, position: count, heading: text | null, page: count | null, page_end: count | null,
        start: count, end: count, text: text,
        boxes: {
            page: count, left: number, bottom: number, right: number, top: number, start: count, end: count
        }[]
    } -- `start` and `end` count code points of the document's `text`; a box is a line of a page.
    Passages: {
        passages: FoundPassage[], confidence: Confidence,
        warnings?: text[] -- What did not work; the search was not whole.
    } -- Passages without an answer, best first.
    FoundPassage: {
        document_id: text | null, passage_id: text | null, title: text | null, source: text | null,
        heading: text | null,
        position: {start: count | null, end: count | null, page: count | null, page_end: count | null},
        text: text, score: number | null, language: text | null
    } -- `position` counts code points of the document's text.
    message: {role: 'user' | 'AI', content: text, timestamp: time, status?: 'interrupted' | 'failed', deleted?: true}
        -- `status`: the reply broke off, or there is none. `deleted`: its text is gone on request.
    session: {
        session_id: text, messages: message[], current_primary_workflow: text | null,
        current_secondary_workflow: text | null, workflow_stack: stack,
        workflow_state: object, -- The variables of both levels; the secondary's win.
        round: count, max_rounds: count, session_full: flag, notice: text | null, expires_at: time, version: count,
        previous_session_id: text | null,
    }
    Context: {...session, status: 'active' | 'full'} -- A session that takes input.
    Session: {
        ...session,
        status: 'active' | 'full' | 'expired' | 'ended', end_reason: 'timeout' | 'round_limit' | null,
        workflow_path: {op: 'enter' | 'switch' | 'end', level: 'primary' | 'secondary', name: text, at: time}[]
    } -- A session in whatever state, with the path of its workflows.
    Policies: {policies: {
        caller_app: text | null, user_segment: text | null, idle_timeout_s: positive | null,
        max_rounds: positive | null, on_depth: 'replace' | 'reject' | null, retention_days: positive | null, live: flag
    }[]}
    annotation: {
        type: 'url_citation', url_citation: {start_index: count, end_index: count, title: text, url: text}
    }
    extension: {answer_uuid: uuid, paragraphs: Paragraph[], refs: Reference[], offered: Offered[], meta: Meta}
        -- What OpenAI has no word for.
    usage: {prompt_tokens: count, completion_tokens: count, total_tokens: count}
    finish: 'stop' | 'length' | 'content_filter',
    content: text | {type: 'text' | 'input_text' | 'output_text', text: text}[], -- A text, or a list of its parts.
    model: text, -- One of `GET /v1/models`; the first one when absent.
    ChatMessage: {role: text, content?: content, parts?: {type: text, text?: text}[]} -- `system` and `developer` set
        -- the tone. The AI SDK says `parts` instead of `content`; those with text count.
    ChatRequest: {
        messages: messages, model?: model | null, stream?: flag | null,
        stream_options?: {include_usage?: flag | null} | null, n?: 1 | null, citestream?: CitestreamFields | null
    } -- OpenAI's request. The last message must be the user's. Sampling and length are decided by the gateway; tools
      -- and other forms of output are refused.
    Completion: {
        id: text, created: count, model: text, object: 'chat.completion',
        choices: {
            index: 0, message: {role: 'assistant', content: text, refusal: null, annotations: annotation[]},
            finish_reason: finish, logprobs: null
        }[],
        usage: usage, citestream: extension
    }
    Chunk: {
        id: text, created: count, model: text, object: 'chat.completion.chunk',
        choices: {
            index: 0, delta: {role?: text, content?: text, reasoning_content?: text, annotations?: annotation[]},
            finish_reason: finish | null, logprobs: null
        }[],
        usage?: usage | null, citestream?: extension
    }
    OpenAIError: {error: {message: text, type: text, param: text | null, code: text | null}}
        -- A refusal in OpenAI's shape.
    url_citation: {type: 'url_citation', start_index: count, end_index: count, title: text, url: text}
    progress: 'in_progress' | 'completed' | 'incomplete',
    summary: {type: 'summary_text', text: text}
    output_text: {type: 'output_text', text: text, annotations: url_citation[], logprobs: any[]}
    output_item: {
        id: text, type: 'message', role: 'assistant', status: progress, content: output_text[]
    } | {id: text, type: 'reasoning', status: progress, summary: summary[]}
    InputItem: {role: text, content: content, type?: 'message'} -- `system` and `developer` set the tone.
    ResponseRequest: {
        input: text | InputItem[], -- A question, or messages, the last of which is the user's question.
        model?: model | null,
        instructions?: text | null, -- The tone of the answer.
        stream?: flag | null,
        background?: flag | null, -- It goes on without its reader; without `stream` it is returned as it begins.
        store?: flag | null, -- `false` opens no conversation.
        previous_response_id?: text | null, -- The question follows this response.
        conversation?: text | {id: text} | null, -- Its thread; it need not exist yet.
        metadata?: metadata | null, -- Told again with the response.
        citestream?: CitestreamFields | null
    } -- OpenAI's request. Sampling and length are decided by the gateway; tools and other forms of output are refused.
    Response: {
        id: response_id, object: 'response', created_at: count, model: text,
        status: 'in_progress' | 'completed' | 'incomplete' | 'cancelled' | 'failed',
        output: output_item[], error: {code: text, message: text} | null, incomplete_details: {reason: text} | null,
        usage: {
            input_tokens: count, input_tokens_details: {cache_write_tokens: count, cached_tokens: count},
            output_tokens: count, output_tokens_details: {reasoning_tokens: count}, total_tokens: count
        } | null,
        citestream?: extension, -- When it has ended.
        background: flag, conversation: {id: text} | null, instructions: text | null, metadata: metadata,
        previous_response_id: response_id | null, max_output_tokens: null, parallel_tool_calls: flag,
        reasoning: {effort: null, summary: null}, store: flag, temperature: null, text: {format: {type: 'text'}},
        tool_choice: 'none', tools: any[], top_p: null, truncation: 'disabled'
    }
    Model: {id: text, object: 'model', created: count, owned_by: text}
    legacy_message: {
        uuid: uuid, remark: text, messageRole: count, contentType: count, createTime: text, aiModelId: text,
        attachmentUrls: text[], isRefEmbedding: flag, isRefGraph: flag, parentMessageId: text, tokens: count,
        audioUuid?: text, audioUrl?: text, audioDuration?: count,
    }
    LegacyFailure: {success: false, code: text, message: text, data: any} -- A failure; its status is 200 too.
    LegacyConversation: {
        id: text, uuid: uuid, title: text, tokens: count, createTime: text, updateTime: text, remark: text,
        aiSystemMessage: text, understandContextEnable: flag, mcpIds: text[], kbIds: text[], convKnowledgeList: any[],
        answerContentType: count, isAutoplayAnswer: flag, isEnableThinking: flag, isEnableWebSearch: flag,
        audioConfig: object
    }
    LegacyQuestion: {
        ...legacy_message,
        children: {...legacy_message, children: any[], thinkingContent?: text, aiModelPlatform?: text}[]
    }
    LegacyModel: {id: text, modelName: text, modelTitle: text, modelPlatform: text, enable: flag, isFree: flag}
    LegacyConfig: {asrSetting: object, ttsSetting: object, availableVoices: any[]}
    """,
    urn={"type": "string", "format": "uri", "pattern": "^urn:citestream:problem:"},
    status={"type": "integer", "minimum": 400, "maximum": 599},
    meta={**event_schemas.SCHEMAS["Meta"], "required": []},
    range=event_schemas.DATA["range"],
    stack={**shape("text[]"), "maxItems": 2},
    metadata={
        "type": "object",
        "maxProperties": 16,
        "propertyNames": {"maxLength": 64},
        "additionalProperties": {"type": "string", "maxLength": 512},
    },
    response_id={"type": "string", "pattern": "^resp_[0-9a-f]{32}$"},
    messages={"type": "array", "minItems": 1, "items": named("ChatMessage")},
)
CHUNK_DATA = {**event_schemas.json_text(shape("Chunk | OpenAIError")), "pattern": r"^\{"}
CHUNK_EVENT: Schema = {
    **shape("{event?: 'message', data: text, id?: text, retry?: count}", "One chunk, an error, or `[DONE]`."),
    "anyOf": [{"properties": {"data": data}} for data in ({"const": "[DONE]"}, CHUNK_DATA)],
}
TOLD = {**shape("{type: text, sequence_number: count}"), "additionalProperties": True}
RESPONSE_EVENT = shape(
    "{event?: text, data: told, id?: text, retry?: count}",
    "One event of OpenAI's Responses API; `sequence_number` counts them from 0 on.",
    told=event_schemas.json_text(TOLD),
)
COMPONENTS = {**event_schemas.SCHEMAS, **SHAPES, "ChunkEvent": CHUNK_EVENT, "ResponseEvent": RESPONSE_EVENT}
SCHEMAS = {name: schema for name, schema in COMPONENTS.items() if name[0].isupper()}
