-- Knowledge, answers and their events. Every table leads with the tenant; document text lives in documents, passages,
-- answers and their snapshots and nowhere else. Runs on PostgreSQL 15 and later, with pgvector or without.

create table tenant (
    tenant_id  text primary key check (tenant_id ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    created_at timestamptz not null default now()
);
insert into tenant (tenant_id) values ('default');

-- Knowledge -----------------------------------------------------------------------------------------------------------

create table document (
    tenant_id    text not null references tenant,
    document_id  uuid not null,
    external_id  text not null,          -- what makes it the same document again: given id, else source, else content
    workspace    text not null default 'default',
    source_app   text,
    title        text not null check (length(title) <= 300),
    source       text not null default '',
    language     text,
    media_type   text not null,
    content_hash text not null,          -- sha256 of what was sent
    fingerprint  text not null,          -- content, fields and what made the passages: equal means nothing to do
    text         text not null,          -- what passage offsets point into
    passages     integer not null,
    version      integer not null default 1,
    metadata     jsonb not null default '{}',
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    primary key (tenant_id, document_id),
    unique (tenant_id, workspace, external_id)
);
create index document_newest on document (tenant_id, created_at desc, document_id desc);

-- Rows stay inline and uncompressed: reading term counts of many passages is three times as fast as with the default.
create table passage (
    tenant_id   text not null,
    passage_id  uuid not null,
    document_id uuid not null,
    position    integer not null,
    heading     text not null default '',
    page        integer,
    start_at    integer not null,        -- code points into document.text
    end_at      integer not null,
    text        text not null,
    chunk_hash  text not null,
    language    text,                    -- the document's; here because every search reads it
    length      integer not null,        -- terms, for BM25
    terms       tsvector not null,       -- folded, stemmed, CJK uni- and bigrams; and the scopes: /tenant, /tenant/workspace
    primary key (tenant_id, passage_id),
    foreign key (tenant_id, document_id) references document on delete cascade
) with (toast_tuple_target = 8160);
create index passage_of_document on passage (tenant_id, document_id, position);
create index passage_terms on passage using gin (terms);

-- Vectors have a table of their own: an exact scan reads them alone, a quarter of the time.
do $$
begin
    create extension if not exists vector;
    create table passage_vector (
        tenant_id   text not null,
        passage_id  uuid not null,
        document_id uuid not null,
        embedder    text not null,       -- the vector space; never mixed in one search
        embedding   vector not null,
        primary key (tenant_id, passage_id),
        foreign key (tenant_id, passage_id) references passage on delete cascade
    ) with (toast_tuple_target = 8160);
exception when others then
    raise notice 'pgvector is not available (%): full text alone serves', sqlerrm;
end $$;

-- Real corpus statistics for BM25 and the confidence gate, kept in the transactions that change passages.
create table corpus (
    tenant_id text not null references tenant,
    workspace text not null,
    passages  bigint not null default 0,
    terms     bigint not null default 0,
    primary key (tenant_id, workspace)
);

create table term_df (
    tenant_id text not null,
    workspace text not null,
    term      text collate "C" not null,
    df        integer not null,
    primary key (tenant_id, term, workspace)
) with (fillfactor = 80);

-- Turns ---------------------------------------------------------------------------------------------------------------

create table thread (
    tenant_id  text not null references tenant,
    caller_app text not null,
    thread_id  text not null,
    subject    text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, caller_app, thread_id)
);

create table message (
    tenant_id  text not null references tenant,
    message_id uuid not null,
    seq        bigint generated always as identity,
    caller_app text not null,
    thread_id  text,
    session_id text,
    turn_id    uuid not null,
    role       text not null check (role in ('user', 'assistant')),
    type       text not null check (type in ('user_request', 'follow_up', 'response', 'cached_response', 'clarification')),
    content    text not null,
    status     text not null check (status in ('complete', 'interrupted', 'failed')),
    answer_id  uuid,
    created_at timestamptz not null default now(),
    primary key (tenant_id, message_id)
);
create index message_of_thread on message (tenant_id, caller_app, thread_id, seq) where thread_id is not null;
create index message_of_answer on message (tenant_id, answer_id) where answer_id is not null;

create table queries_log (
    tenant_id       text not null references tenant,
    id              uuid not null,
    created_at      timestamptz not null default now(),
    caller_app      text not null,
    thread_id       text,
    session_id      text,
    question        text not null,
    retrieval_query text,
    top_score       real,
    confidence      real,
    gate_threshold  real,
    gate_decision   text check (gate_decision in ('confident', 'refused', 'off')),
    answer_id       uuid not null,
    provider        text,
    model           text,
    question_tokens integer,
    answer_tokens   integer,
    ttft_ms         integer,
    total_ms        integer,
    primary key (tenant_id, id)
);
create index queries_log_newest on queries_log (tenant_id, created_at desc);
create index queries_log_of_thread on queries_log (caller_app, thread_id, created_at desc);

-- Answers -------------------------------------------------------------------------------------------------------------

create table answer (
    tenant_id           text not null references tenant,
    answer_id           uuid not null,
    question_message_id uuid not null,
    subject             text not null,
    question            text not null,
    language            text not null,
    thread_id           text,
    session_id          text,
    state               text not null default 'streaming'
                        check (state in ('streaming', 'done', 'aborted', 'failed', 'no_context')),
    text                text not null default '',
    source              text not null default 'model' check (source in ('model', 'memory', 'gate', 'clarification')),
    complete            boolean not null default false,
    citation_mode       text not null default 'paragraph' check (citation_mode in ('paragraph', 'answer', 'none')),
    paragraph_count     integer not null default 0,
    ref_count           integer not null default 0,
    has_citation_error  boolean not null default false,
    degraded_reason     text,
    is_ref_embedding    boolean not null default false,
    is_ref_graph        boolean not null default false,
    gate_score          real,
    provider            text,
    model               text,
    prompt_version      text,
    question_tokens     integer,
    answer_tokens       integer,
    meta                jsonb,
    created_at          timestamptz not null default now(),
    finished_at         timestamptz,
    primary key (tenant_id, answer_id)
);
create index answer_of_thread on answer (tenant_id, thread_id, created_at) where thread_id is not null;

-- The frozen candidate set: input of validation and replay, and the snapshot old answers keep for ever.
create table answer_candidate (
    tenant_id   text not null,
    answer_id   uuid not null,
    citation_id text not null check (citation_id ~ '^[EG][1-9][0-9]*$'),
    type        text not null check (type in ('embedding', 'graph')),
    rank        integer not null,
    score       real not null,
    language    text,
    payload     jsonb not null,
    primary key (tenant_id, answer_id, citation_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);

create table answer_paragraph (
    tenant_id       text not null,
    answer_id       uuid not null,
    paragraph_index integer not null,
    revision        integer not null default 0,
    text            text not null,
    citations       jsonb not null,
    degraded        text,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, answer_id, paragraph_index),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);

create table answer_ref (
    tenant_id   text not null,
    answer_id   uuid not null,
    citation_id text not null,
    position    integer not null,
    primary key (tenant_id, answer_id, citation_id),
    foreign key (tenant_id, answer_id, citation_id) references answer_candidate on delete cascade
);

create table answer_outline (
    tenant_id  text not null,
    answer_id  uuid not null,
    section_id text not null,
    position   integer not null,
    title      text not null check (length(title) <= 120),
    paragraphs integer[] not null,
    primary key (tenant_id, answer_id, section_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);

create table stream_event (
    tenant_id text not null,
    answer_id uuid not null,
    seq       integer not null,
    epoch     integer not null,
    t_ms      integer not null,
    type      text not null,
    data      jsonb not null,
    primary key (tenant_id, answer_id, seq),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);

-- The paragraph table under the name its first readers know.
create view adi_conversation_message_citation_paragraph as
    select p.tenant_id,
           p.answer_id as message_id,
           p.paragraph_index,
           p.text,
           (select coalesce(jsonb_agg(c -> 'citationId'), '[]') from jsonb_array_elements(p.citations) c)::text
               as citation_ids_json,
           p.created_at
    from answer_paragraph p;
