-- Everything that the first release stores, by capability:
--
--   1. Tenants and keys     who may call, and who did what
--   2. Knowledge            documents, their original files, passages, vectors, the statistics of the corpus
--   3. Graph                entities, relations, and the passages that speak of them
--   4. Conversations        threads, messages, the log of questions
--   5. Answers              candidates, paragraphs, references, outlines
--   6. Events               of running answers and of ended ones; recordings of what models sent
--   7. Running answers      leases and idempotency keys
--   8. Sessions             of business systems, with their workflows
--   9. Answer memory        remembered answers, and the triggers that make them stale
--  10. Limits and use       how much keys and tenants use, and may use
--  11. Erasures             what was erased on request
--  12. Tenants apart        who sees which rows: policies and rights; new tables go before it
--
-- Every row belongs to a tenant, and the tenant leads every primary key but those of leases and viewers. The text of a document
-- lies in documents, passages, answers and the snapshots of answers, and nowhere else. This file runs on PostgreSQL 15
-- and later, with pgvector or without it.
--
-- From the first release on, no migration is ever edited: a change is a new file beside this one.


-- 1. Tenants and keys -------------------------------------------------------------------------------------------------

create table tenant (
    tenant_id  text primary key check (tenant_id ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    created_at timestamptz not null default now(),
    allowance  jsonb not null default '{}', -- limits that the operator sets, by name; one that is not there: the setting's
    limits     jsonb not null default '{}', -- its own ones, which only tighten them
    retention  jsonb not null default '{}'  -- its own days, by name, where they are fewer than the settings'
);
insert into tenant (tenant_id) values ('default');

-- Every statement of the gateway has one parameter of this type: the tenants whose rows it is about, with commas between
-- them, or `*`. Reading the parameter sets them for the transaction, before the statement is planned, and takes the role
-- that policies hold for: so it works behind a pooler, and takes no statement of its own (12).
create function every_tenant() returns text language sql stable as $$
    select coalesce(string_agg(tenant_id, ','), '') from tenant
$$;
create domain tenant_names as text check (
    set_config('citestream.tenant', case value when '*' then every_tenant() else value end, true) is not null
    and set_config('role', 'citestream_app', true) is not null);

-- Of a key, only its hash is stored, and enough of its beginning to name it.
create table api_key (
    tenant_id  text not null references tenant,
    key_hash   text not null check (key_hash ~ '^[0-9a-f]{64}$'), -- SHA-256
    prefix     text not null,
    role       text not null check (role in ('user', 'app', 'staff', 'qa', 'admin', 'metrics')),
    workspaces text[] not null default '{}', -- the only ones it may see; empty: all
    label      text not null default '',
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used  timestamptz,              -- to the minute
    limits     jsonb not null default '{}', -- by name; a name that is not there: the setting's
    primary key (tenant_id, key_hash)
);
-- A caller is known by the key alone: the tenant comes from it.
create unique index api_key_hash on api_key (key_hash);

-- A browser signs in with a key once and holds the secret of a session afterwards, never the key.
create table key_session (
    tenant_id    text not null,
    session_hash text not null check (session_hash ~ '^[0-9a-f]{64}$'),
    key_hash     text not null,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null,
    primary key (tenant_id, session_hash),
    foreign key (tenant_id, key_hash) references api_key on delete cascade
);
create unique index key_session_hash on key_session (session_hash);
create index key_session_expiry on key_session (expires_at);

-- Who did what to keys, limits, documents, the memory and settings: one row in the transaction of the deed. Names and
-- numbers only, never a text. Rows are added and read, by anybody, and never changed or deleted, but for the name of a
-- user who is erased.
create table audit_event (
    tenant_id text not null references tenant,
    event_id  bigint generated always as identity,
    at        timestamptz not null default now(),
    actor     text not null,             -- `key:…` as owners are named, `local`, `command`, `server`
    role      text not null default '',
    user_ref  text,                      -- for whom a business back end did it
    action    text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
    target    text not null default '',  -- the id of what it was done to
    detail    jsonb not null default '{}',
    primary key (tenant_id, event_id)
);
create index audit_event_action on audit_event (tenant_id, action, event_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger audit_event_stays before delete on audit_event for each statement execute function refuse_change();
create trigger audit_event_is_so before update on audit_event for each row
    when (new.user_ref is not null or to_jsonb(old) - 'user_ref' is distinct from to_jsonb(new) - 'user_ref')
    execute function refuse_change();


-- 2. Knowledge --------------------------------------------------------------------------------------------------------

create table document (
    tenant_id    text not null references tenant,
    document_id  uuid not null,
    external_id  text not null,          -- what makes it the same again: given id, else source, else content
    workspace    text not null default 'default',
    source_app   text,
    title        text not null check (length(title) <= 300),
    source       text not null default '',
    file_name    text not null default '', -- the name it came under; empty for a sent text
    language     text,
    media_type   text not null,
    content_hash text not null,          -- SHA-256 of what was sent
    fingerprint  text not null,          -- recipe, embedder, content and fields: equal means nothing to do
    text         text not null,          -- what passage offsets point into
    layout       jsonb,                  -- lines of a PDF: [start, end, page, left, bottom, right, top]
    passages     integer not null,
    version      integer not null default 1,
    metadata     jsonb not null default '{}',
    key_hash     text not null default '', -- the key that sent it; empty: a command did
    sent_bytes   bigint not null default 0, -- of what was sent, counted when it is stored
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    primary key (tenant_id, document_id),
    unique (tenant_id, workspace, external_id)
);
-- Texts are read in parts and written once: compressing them took a tenth of the time of storing a document.
alter table document alter column text set storage external;
create index document_newest on document (tenant_id, created_at desc, document_id desc);
-- Search asks for every question whether all documents of a tenant were counted by one recipe: the index tells it from
-- the first and the last.
create index document_recipe on document (tenant_id, (split_part(fingerprint, '/', 1) collate "C"));

-- Original files: served again byte for byte by every process, copied by every backup, gone with their document. Only
-- where `document.text` in UTF-8 is not itself what was sent. In parts, so that neither way takes much memory.
create table original (
    tenant_id   text not null,
    document_id uuid not null,
    part        integer not null,        -- 0, 1, 2, …
    data        bytea not null,
    primary key (tenant_id, document_id, part),
    foreign key (tenant_id, document_id) references document on delete cascade
);
-- Most originals are compressed formats: trying again costs time and saves nothing.
alter table original alter column data set storage external;

-- Files that could not be read, so that the same ones are not tried again at every run.
create table unread (
    tenant_id   text not null references tenant,
    workspace   text not null,
    external_id text not null,
    fingerprint text not null,                    -- of what was sent and how it would have been read
    reason      text not null,                    -- the sentence for the person who sent it
    primary key (tenant_id, workspace, external_id)
);

-- Pages and objects that were fetched, so that what has not changed is not fetched again. Gone with their document.
create table fetched (
    tenant_id     text not null,
    workspace     text not null,
    address       text not null,                  -- that was asked for; a long one as its hash
    listing       text not null,                  -- the sitemap, list or bucket that named it; empty: a person did
    external_id   text not null,                  -- of the document that it became
    etag          text not null default '',
    last_modified text not null default '',       -- as the server spelt it
    reader        text not null,                  -- how the bytes were read
    fetched_at    timestamptz not null default now(),
    primary key (tenant_id, workspace, address),
    foreign key (tenant_id, workspace, external_id) references document (tenant_id, workspace, external_id)
        on delete cascade
);
create index fetched_document on fetched (tenant_id, workspace, external_id);
create index fetched_listing on fetched (tenant_id, workspace, listing);

-- What failed when it came last, for people: until it is read, dismissed, or one behind many newer ones.
create table failed_source (
    tenant_id   text not null references tenant,
    failure_id  uuid not null default gen_random_uuid(),
    workspace   text not null,
    external_id text not null,
    title       text not null,
    file_name   text not null,
    size        bigint not null,                  -- bytes
    fields      jsonb not null,                   -- what was sent beside the content
    content     bytea,                            -- what was sent; null: it was not stored
    reason      text not null,
    failed_at   timestamptz not null default now(),
    primary key (tenant_id, failure_id),
    unique (tenant_id, workspace, external_id)
);
alter table failed_source alter column content set storage external;
create index failed_source_newest on failed_source (tenant_id, failed_at desc, failure_id desc);

-- Rows stay inline and uncompressed: reading the term counts of many passages is three times as fast as with the
-- default.
create table passage (
    tenant_id   text not null,
    passage_id  uuid not null,
    document_id uuid not null,
    position    integer not null,
    heading     text not null default '',
    page        integer,
    new_pages   jsonb,                   -- where further pages begin: [[code points, page], …]; null: on one page
    start_at    integer not null,        -- code points into document.text
    end_at      integer not null,
    text        text not null,
    chunk_hash  text not null,
    language    text,                    -- the document's; here because every search reads it
    length      integer not null,        -- terms, for BM25
    terms       tsvector not null,       -- folded, stemmed, CJK uni- and bigrams; and scopes: /tenant/workspace
    primary key (tenant_id, passage_id),
    foreign key (tenant_id, document_id) references document on delete cascade
) with (toast_tuple_target = 8160);
-- Search reads the terms of hundreds of passages for one question, and the text of eight. So it is the text that leaves
-- a row too long for its page; terms outside of their row cost five times as much to read.
alter table passage alter column terms set storage main;
create index passage_of_document on passage (tenant_id, document_id, position);
create index passage_terms on passage using gin (terms);

-- Vectors have a table of their own: an exact scan reads them alone, in a quarter of the time.
do $$
begin
    create extension if not exists vector;
    create table passage_vector (
        tenant_id   text not null,
        passage_id  uuid not null,
        document_id uuid not null,
        embedder    text not null,       -- the vector space; two while one embedder takes over from another
        embedding   vector not null,
        primary key (tenant_id, passage_id, embedder),
        foreign key (tenant_id, passage_id) references passage on delete cascade
    ) with (toast_tuple_target = 8160);
exception when others then
    raise notice 'pgvector is not available (%): full text alone serves', sqlerrm;
end $$;

-- Real statistics of the corpus for BM25 and the confidence gate, changed in the transactions that change passages.
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


-- 3. Graph ------------------------------------------------------------------------------------------------------------
-- Ids are unique inside a workspace, as the files that bring them know no other. An application or a document narrows
-- the graph through the links to passages, so that there is one truth about who may see what.

create table vertex (
    tenant_id   text not null references tenant,
    workspace   text not null default 'default',
    vertex_id   text collate "C" not null,
    label       text not null,           -- what kind of thing it is
    name        text not null,
    description text not null default '',
    aliases     text[] not null default '{}',
    metadata    jsonb not null default '{}',
    source      text,                    -- names the document it comes from; null: any that mentions it
    extracted   boolean not null default false, -- a model found it: it goes with the last passage it was found in
    primary key (tenant_id, workspace, vertex_id)
);
create index vertex_of_source on vertex (tenant_id, workspace, source) where source is not null;

-- A vertex under each of its folded names (`gateway/knowledge/graph/entity_names.py`). A text is looked up by the first
-- two words of a name: that is as many lookups as it has words, however long names are.
create table vertex_name (
    tenant_id text not null,
    workspace text not null,
    vertex_id text collate "C" not null,
    key       text collate "C" not null,
    head      text collate "C" not null, -- first two words of the key
    surface   text not null,             -- as it is written
    primary key (tenant_id, workspace, vertex_id, key),
    foreign key (tenant_id, workspace, vertex_id) references vertex on delete cascade
);
create index vertex_name_of_head on vertex_name (tenant_id, head);

create table edge (
    tenant_id   text not null,
    workspace   text not null default 'default',
    edge_id     text collate "C" not null,
    label       text not null,
    start_id    text collate "C" not null,
    end_id      text collate "C" not null,
    weight      real not null default 1 check (weight >= 0),
    description text not null default '',
    metadata    jsonb not null default '{}',
    source      text,
    extracted   boolean not null default false,
    terms       tsvector not null,       -- words of label and description: which of a hub's edges a question is about
    primary key (tenant_id, workspace, edge_id),
    foreign key (tenant_id, workspace, start_id) references vertex on delete cascade,
    foreign key (tenant_id, workspace, end_id) references vertex on delete cascade
);
create index edge_of_start on edge (tenant_id, workspace, start_id);
create index edge_of_end on edge (tenant_id, workspace, end_id);
create index edge_of_source on edge (tenant_id, workspace, source) where source is not null;

create table passage_vertex (
    tenant_id  text not null,
    passage_id uuid not null,
    workspace  text not null,
    vertex_id  text collate "C" not null,
    primary key (tenant_id, passage_id, workspace, vertex_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade,
    foreign key (tenant_id, workspace, vertex_id) references vertex on delete cascade
);
create index passage_vertex_of_vertex on passage_vertex (tenant_id, workspace, vertex_id);

create table passage_edge (
    tenant_id  text not null,
    passage_id uuid not null,
    workspace  text not null,
    edge_id    text collate "C" not null,
    primary key (tenant_id, passage_id, workspace, edge_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade,
    foreign key (tenant_id, workspace, edge_id) references edge on delete cascade
);
create index passage_edge_of_edge on passage_edge (tenant_id, workspace, edge_id);

-- Passages that a model has read for entities and relations, so that it is paid once for each.
create table passage_extracted (
    tenant_id  text not null,
    passage_id uuid not null,
    primary key (tenant_id, passage_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade
);


-- 4. Conversations ----------------------------------------------------------------------------------------------------

-- Conversations of the older system's page are threads of the caller app `legacy`: they have the page's settings, and
-- a number, since that page knows rows by 64-bit ids. A deleted thread can come back for a while; then it is emptied, and
-- stays as an empty row, so that it is not made anew.
create table thread (
    tenant_id     text not null references tenant,
    caller_app    text not null,
    thread_id     text not null,
    number        bigint generated always as identity,
    subject       text not null,
    title         text not null default '', -- as somebody named it; empty: its first question
    settings      jsonb not null default '{}',
    next_turn_seq bigint not null default 1,
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(), -- when it was last asked in
    deleted_at    timestamptz,
    emptied       boolean not null default false, -- nothing is left of it but this row
    follows       text,                           -- the thread of the same application that this one branches off,
    follows_seq   bigint,                         -- behind this turn of it
    primary key (tenant_id, caller_app, thread_id),
    check ((follows is null) = (follows_seq is null))
);
create index thread_of_subject on thread (tenant_id, caller_app, subject, number desc) where deleted_at is null;
create index thread_newest on thread (tenant_id, subject, updated_at desc, number desc);
create index thread_deleted on thread (deleted_at) where deleted_at is not null and not emptied;

-- The threads whose turns led to a thread's next one: itself, and those that it branches off, each up to a turn (null:
-- all). A deleted one, and what is behind it, is unknown.
create function thread_line(of_tenant text, of_app text, of_thread text, of_subject text)
returns table (thread_id text, last_seq bigint) language sql stable as $$
    with recursive line as (
        select t.thread_id, null::bigint as last_seq, t.follows, t.follows_seq
        from thread t
        where t.tenant_id = of_tenant and t.caller_app = of_app and t.thread_id = of_thread and t.subject = of_subject
          and t.deleted_at is null
        union all
        select t.thread_id, line.follows_seq, t.follows, t.follows_seq
        from line join thread t
          on t.tenant_id = of_tenant and t.caller_app = of_app and t.thread_id = line.follows and t.subject = of_subject
             and t.deleted_at is null
    )
    select thread_id, last_seq from line
$$;

-- What a follow-up can point at: sections and list items of earlier answers by id and title, and the documents cited
-- last. Titles and ids only, never text of a document. It is no source; it says what is meant.
create table thread_state (
    tenant_id           text not null,
    caller_app          text not null,
    thread_id           text not null,
    last_outline        jsonb not null default '[]',
    last_doc_ids        jsonb not null default '[]' check (jsonb_typeof(last_doc_ids) = 'array'),
    last_titles         jsonb not null default '[]' check (jsonb_typeof(last_titles) = 'array'),
    updated_at          timestamptz not null default now(),
    parent_outline      jsonb not null default '[]',
    list_outline        jsonb not null default '[]',
    list_newer          boolean not null default false,
    outline_answer_id   uuid,            -- the answers that these came from: they go together
    parent_answer_id    uuid,
    list_answer_id      uuid,
    documents_answer_id uuid,
    turn_seq            bigint not null, -- of the newest turn that wrote it: an older one changes nothing
    version             integer not null default 1,
    primary key (tenant_id, caller_app, thread_id),
    check (jsonb_array_length(last_outline) <= 8 and jsonb_array_length(parent_outline) <= 8
           and jsonb_array_length(list_outline) <= 8),
    -- Titles have one line of at most 120 characters.
    check (not jsonb_path_exists(last_outline || parent_outline || list_outline || last_titles,
                                 '$[*] ? (@ like_regex "^.{121}|[\\n\\r]" flag "s" || @.title like_regex "^.{121}|[\\n\\r]" flag "s")')),
    foreign key (tenant_id, caller_app, thread_id) references thread on delete cascade
);

create table message (
    tenant_id     text not null references tenant,
    message_id    uuid not null,
    seq           bigint generated always as identity,
    caller_app    text not null,
    thread_id     text,
    session_id    text,
    session_index integer,               -- in a session, messages are numbered without gaps,
    round         integer,               -- and each belongs to a round
    turn_id       uuid not null,
    role          text not null check (role in ('user', 'assistant')),
    type          text not null check (type in ('user_request', 'follow_up', 'response', 'cached_response', 'clarification')),
    content       text not null,
    status        text not null check (status in ('complete', 'interrupted', 'failed')),
    answer_id     uuid,
    deleted       boolean not null default false,
    created_at    timestamptz not null default now(),
    primary key (tenant_id, message_id)
);
create index message_of_thread on message (tenant_id, caller_app, thread_id, seq) where thread_id is not null;
create index message_of_answer on message (tenant_id, answer_id) where answer_id is not null;
create unique index message_of_session on message (tenant_id, session_id, session_index) where session_index is not null;

-- One row for each question, for people who ask the database. Answers that are deleted leave their figures here.
create table queries_log (
    tenant_id           text not null references tenant,
    id                  uuid not null,
    created_at          timestamptz not null default now(),
    caller_app          text not null,
    thread_id           text,
    session_id          text,
    question            text not null,
    resolved_question   text,            -- the question as it can be understood by itself; null: as asked
    followup_detected   boolean not null default false,
    followup_resolved   boolean not null default false,
    followup_section_id text,            -- several: "S2,S4"
    followup_ref_type   text not null default 'none',
    retrieval_query_1   text,
    retrieval_query_2   text,
    passes              integer,
    top_score           real,
    confidence          real,
    gate_threshold      real,
    gate_decision       text check (gate_decision in ('confident', 'doubtful', 'refused', 'off')),
    memory_decision     text,            -- `hit`, or why the memory did not answer
    memory_score        real,
    memory_response_id  bigint,
    memory_veto         text,
    answer_id           uuid not null,
    provider            text,
    model               text,
    question_tokens     integer,
    answer_tokens       integer,
    ttft_ms             integer,
    total_ms            integer,
    primary key (tenant_id, id)
);
create index queries_log_newest on queries_log (tenant_id, created_at desc);
create index queries_log_of_thread on queries_log (caller_app, thread_id, created_at desc);
create index queries_log_of_answer on queries_log (tenant_id, answer_id);


-- 5. Answers ----------------------------------------------------------------------------------------------------------

create table answer (
    tenant_id           text not null references tenant,
    answer_id           uuid not null,
    question_message_id uuid not null,
    turn_id             uuid not null,
    turn_seq            bigint,          -- its place among the turns of its thread
    subject             text not null,
    question            text not null,
    language            text not null,
    thread_id           text,
    session_id          text,
    request             jsonb not null,  -- the question as it was admitted: a successor goes on with it
    frozen              jsonb,           -- what was decided together with the candidates
    state               text not null default 'streaming'
                        check (state in ('streaming', 'done', 'aborted', 'failed', 'no_context')),
    text                text not null default '',
    source              text not null default 'model'
                        check (source in ('model', 'memory', 'gate', 'clarification', 'about')),
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
create index answer_of_question on answer (tenant_id, question_message_id, created_at desc);
create index answer_age on answer (tenant_id, created_at);

-- What was deleted on request. Nothing of it is left but that.
create table answer_tombstone (
    tenant_id  text not null references tenant,
    answer_id  uuid not null,
    deleted_at timestamptz not null default now(),
    primary key (tenant_id, answer_id)
);

-- What a candidate is in itself, under a name made from its content: it never changes, is shared by all answers that
-- were given it, and goes with the last of them. Its document may change or go; this stays.
create table candidate_snapshot (
    tenant_id   text not null,
    snapshot_id uuid not null,
    type        text not null check (type in ('embedding', 'graph')),
    language    text,
    payload     jsonb not null,          -- without rank and score
    document_id text generated always as (payload ->> 'documentId') stored,
    primary key (tenant_id, snapshot_id)
);

create table candidate (
    tenant_id   text not null,
    answer_id   uuid not null,
    snapshot_id uuid not null,
    rank        integer not null,
    score       real not null,
    citation_id text not null check (citation_id ~ '^[EG][1-9][0-9]*$'),
    shown_rank  numeric,                 -- as they are in the payload; null where they are not in it
    shown_score numeric,
    primary key (tenant_id, answer_id, citation_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade,
    foreign key (tenant_id, snapshot_id) references candidate_snapshot
);
create index candidate_of_snapshot on candidate (tenant_id, snapshot_id);
create index candidate_snapshot_of_document on candidate_snapshot (tenant_id, document_id) where type = 'embedding';

create function shared_payload(payload jsonb) returns jsonb language sql immutable as $$
    select payload - array(select k from unnest('{score,rank}'::text[]) k where jsonb_typeof(payload -> k) = 'number')
$$;
create function own_number(payload jsonb, key text) returns numeric language sql immutable as $$
    select case when jsonb_typeof(payload -> key) = 'number' then (payload ->> key)::numeric end
$$;
create function snapshot_id(type text, language text, shared jsonb) returns uuid language sql stable as $$
    select encode(substring(sha256(convert_to(
        jsonb_build_array(type, language, shared)::text, 'UTF8')) for 16), 'hex')::uuid
$$;

-- The frozen candidates as everybody reads and writes them: the input of validation and replay, and the snapshot that
-- old answers have for ever.
create view answer_candidate with (security_invoker) as
    select c.tenant_id, c.answer_id, c.citation_id, s.type, c.rank, c.score, s.language,
           s.payload || jsonb_strip_nulls(jsonb_build_object('rank', c.shown_rank, 'score', c.shown_score)) as payload
    from candidate c join candidate_snapshot s using (tenant_id, snapshot_id);

create function freeze_candidate() returns trigger language plpgsql as $$
declare
    shared jsonb := shared_payload(new.payload);
    id uuid := snapshot_id(new.type, new.language, shared);
begin
    loop
        -- Locked, so that it does not go with another answer that is deleted now.
        perform from candidate_snapshot s where s.tenant_id = new.tenant_id and s.snapshot_id = id for key share;
        exit when found;
        insert into candidate_snapshot (tenant_id, snapshot_id, type, language, payload)
        values (new.tenant_id, id, new.type, new.language, shared)
        on conflict do nothing;
    end loop;
    insert into candidate (tenant_id, answer_id, snapshot_id, rank, score, citation_id, shown_rank, shown_score)
    values (new.tenant_id, new.answer_id, id, new.rank, new.score, new.citation_id,
            own_number(new.payload, 'rank'), own_number(new.payload, 'score'))
    on conflict do nothing;
    return new;
end $$;
create trigger freeze_candidate instead of insert on answer_candidate for each row execute function freeze_candidate();

-- Snapshots are locked first and looked at afterwards, when nobody can begin to use one of them.
create function forget_snapshots() returns trigger language plpgsql as $$
begin
    perform from candidate_snapshot s join (select distinct tenant_id, snapshot_id from gone) as left_over
        using (tenant_id, snapshot_id)
        order by s.tenant_id, s.snapshot_id for update of s;
    delete from candidate_snapshot s using (select distinct tenant_id, snapshot_id from gone) as left_over
    where (s.tenant_id, s.snapshot_id) = (left_over.tenant_id, left_over.snapshot_id)
      and not exists (select from candidate c where c.tenant_id = s.tenant_id and c.snapshot_id = s.snapshot_id);
    return null;
end $$;
create trigger candidates_deleted after delete on candidate referencing old table as gone
    for each statement execute function forget_snapshots();

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
    foreign key (tenant_id, answer_id, citation_id) references candidate on delete cascade
);

-- How many answers cite a document, which may have been changed since; of at most 500 citations, for a list asks about
-- many documents.
create function times_cited(of_tenant text, of_document uuid) returns bigint language sql stable as $$
    select count(distinct answer_id)
    from (
        select r.answer_id
        from candidate_snapshot s
        join candidate c on c.tenant_id = s.tenant_id and c.snapshot_id = s.snapshot_id
        join answer_ref r on r.tenant_id = c.tenant_id and r.answer_id = c.answer_id and r.citation_id = c.citation_id
        where s.tenant_id = of_tenant and s.type = 'embedding' and s.document_id = of_document::text
        limit 500
    ) as found
$$;

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

-- What readers think of answers. Question, paragraph and citation are read where they are stored; it goes with them.
create table feedback (
    tenant_id       text not null,
    feedback_id     bigint generated always as identity,
    answer_id       uuid not null,
    subject         text not null,
    paragraph_index integer,             -- null: the whole answer
    citation_id     text,
    verdict         text not null check (verdict in ('helpful', 'not_helpful', 'wrong_citation')),
    comment         text not null default '' check (length(comment) <= 2000),
    state           text not null default 'open' check (state in ('open', 'handled')),
    note            text not null default '',      -- of whoever handled it
    handled_at      timestamptz,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, feedback_id),
    unique nulls not distinct (tenant_id, answer_id, subject, paragraph_index, citation_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade,
    check ((verdict = 'wrong_citation') = (citation_id is not null) and (citation_id is null) = (paragraph_index is null))
);
create index feedback_newest on feedback (tenant_id, feedback_id desc);
create index feedback_open on feedback (tenant_id, feedback_id desc) where state = 'open';

-- Spoken questions, and what was understood of them. One that no answer was asked with goes after a day; the others go
-- with their answer. What is said of an answer is among its events.
create table voice_question (
    tenant_id  text not null references tenant,
    voice_id   uuid not null,
    subject    text not null,
    answer_id  uuid,                     -- the last answer that was asked with it
    media_type text not null,
    data       bytea not null,
    text       text not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, voice_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
alter table voice_question alter column data set storage external;
create index voice_question_of_answer on voice_question (tenant_id, answer_id) where answer_id is not null;
create index voice_question_of_subject on voice_question (tenant_id, subject, created_at desc);
create index voice_question_unasked on voice_question (created_at) where answer_id is null;

-- The paragraphs under the name that readers of the older system's database know.
create view adi_conversation_message_citation_paragraph with (security_invoker) as
    select p.tenant_id,
           p.answer_id as message_id,
           p.paragraph_index,
           p.text,
           (select coalesce(jsonb_agg(c -> 'citationId'), '[]') from jsonb_array_elements(p.citations) c)::text
               as citation_ids_json,
           p.created_at
    from answer_paragraph p;


-- 6. Events and recordings --------------------------------------------------------------------------------------------

-- The events of an answer while it runs, and for a while after its end; with them, what was recorded since the event
-- before: what a model sent, piece by piece, and what the answer core decided about it, as JSON lines. Rows come by the
-- thousand a second, each under the lock of its answer's lease, and a lease cannot outlive its answer: a foreign key would
-- lock and look up the answer for each once more. Its other half is `forget_events`.
create table stream_event (
    tenant_id text not null,
    answer_id uuid not null,
    seq       integer not null,
    epoch     integer not null,
    t_ms      integer not null,
    type      text not null,
    data      jsonb not null,
    heard     bytea,
    primary key (tenant_id, answer_id, seq)
);
alter table stream_event alter column heard set storage external; -- it stays for minutes

-- Runs behind what `answer` cascades to, the leases among it: an event that came meanwhile is seen here, and none comes
-- any more.
create function forget_events() returns trigger language plpgsql as $$
begin
    delete from stream_event e using gone where e.tenant_id = gone.tenant_id and e.answer_id = gone.answer_id;
    return null;
end $$;
create trigger answers_deleted after delete on answer referencing old table as gone
    for each statement execute function forget_events();

-- Up to 1,000 events of an ended answer (`gateway/store/answers/pack_format.py`).
create table event_pack (
    tenant_id text not null,
    answer_id uuid not null,
    first_seq integer not null,
    last_seq  integer not null,
    thinking  boolean not null,          -- whether a model's thoughts are among them
    data      bytea not null,
    primary key (tenant_id, answer_id, first_seq),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
alter table event_pack alter column data set storage external; -- what is deflated already gains nothing

-- All that was recorded of an ended answer, deflated: enough to run its turn again. Until it is here, the lines stand
-- beside the events; where both are, they are the same.
create table answer_recording (
    tenant_id  text not null,
    answer_id  uuid not null,
    created_at timestamptz not null,     -- when the answer was asked for
    data       bytea not null,
    primary key (tenant_id, answer_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
alter table answer_recording alter column data set storage external;
create index answer_recording_age on answer_recording (tenant_id, created_at);


-- 7. Running answers --------------------------------------------------------------------------------------------------

-- Who is producing which answer, so that another process can go on where one died: one row for each running answer. Ids
-- and times only, since takeover finds its next batch across tenants. The thread and the session are here because at
-- most one answer of each may run. All of a process's are renewed again and again: no index has a column that a renewal
-- changes, and pages have room for the next version, so that it stays in its page and the old one makes room by itself.
create table turn_lease (
    answer_id      uuid primary key,
    tenant_id      text not null,
    caller_app     text not null,
    thread_id      text,
    session_id     text,
    key_hash       text not null default '', -- the key that asked; empty where none was needed
    owner          text not null,
    epoch          integer not null default 1,
    expires_at     timestamptz not null,
    read_at        timestamptz not null default now(), -- when its owner last saw a reader, or when it began
    stop_requested boolean not null default false,
    attempts       integer not null default 0, -- takeovers since the last new paragraph
    paragraphs     integer not null default 0, -- at the last takeover
    request_ids    jsonb not null default '{}', -- the headers by which the request that asked is known elsewhere
    foreign key (tenant_id, answer_id) references answer on delete cascade
) with (fillfactor = 40);
create unique index turn_lease_thread on turn_lease (tenant_id, caller_app, thread_id) where thread_id is not null;
create unique index turn_lease_session on turn_lease (tenant_id, session_id) where session_id is not null;
create index turn_lease_owner on turn_lease (owner);
create index turn_lease_key on turn_lease (tenant_id, key_hash);

-- One key, one turn: a repeated request joins the answer of the first.
create table idempotency (
    tenant_id    text not null references tenant,
    subject      text not null,
    key          text not null check (length(key) between 1 and 255),
    request_hash text not null,
    answer_id    uuid not null,
    expires_at   timestamptz not null,
    primary key (tenant_id, subject, key),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
create index idempotency_expiry on idempotency (expires_at);
create index idempotency_of_answer on idempotency (tenant_id, answer_id);


-- 8. Sessions ---------------------------------------------------------------------------------------------------------
-- Messages and a two-level workflow for callers that store neither, with a time limit and a number of rounds.

create table session (
    tenant_id       text not null references tenant,
    session_id      text not null,
    subject         text not null,
    caller_app      text not null,
    user_ref        text,
    user_segment    text,
    language        text,                    -- of its notices; which codes may be asked for is said where requests are read
    workflow_stack  jsonb not null default '[]'
                    check (jsonb_typeof(workflow_stack) = 'array' and jsonb_array_length(workflow_stack) <= 2),
    workflow_state  jsonb not null default '[]', -- one object for each level of the stack
    current_primary_workflow   text generated always as (workflow_stack ->> 0) stored,
    current_secondary_workflow text generated always as (workflow_stack ->> 1) stored,
    context_epoch   integer not null default 0,  -- messages up to this index are of a primary workflow that has ended
    message_count   integer not null default 0,
    round_count     integer not null default 0,
    -- Limits: from the policy at creation, or from a live one since.
    idle_timeout_s  integer not null check (idle_timeout_s between 1 and 2592000),
    max_rounds      integer not null check (max_rounds between 1 and 10000),
    on_depth        text not null check (on_depth in ('replace', 'reject')),
    retention_days  integer check (retention_days >= 1), -- null: as long as answers
    last_input_at   timestamptz not null default now(),
    expires_at      timestamptz not null,
    status          text not null default 'active' check (status in ('active', 'full', 'expired', 'ended')),
    end_reason      text check (end_reason in ('timeout', 'round_limit')),
    previous_session_id text,
    new_session_id  text,
    version         integer not null default 1,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, session_id),
    check (jsonb_typeof(workflow_state) = 'array' and jsonb_array_length(workflow_state) = jsonb_array_length(workflow_stack)),
    check (round_count <= message_count and context_epoch <= message_count),
    check ((status in ('expired', 'ended')) = (end_reason is not null))
);
create index session_expiry on session (expires_at) where status in ('active', 'full');
create index session_age on session (expires_at);

-- The path of switches, and what ended with each.
create table workflow_event (
    tenant_id    text not null,
    session_id   text not null,
    seq          integer not null,
    op           text not null check (op in ('enter', 'switch', 'end')),
    level        text not null check (level in ('primary', 'secondary')),
    name         text not null,
    stack_before jsonb not null,
    stack_after  jsonb not null,
    archived     jsonb not null default '[]', -- names and states of the levels that ended
    request_id   text,
    at           timestamptz not null default now(),
    primary key (tenant_id, session_id, seq),
    foreign key (tenant_id, session_id) references session on delete cascade
);

-- One request, one update: what was answered to it, without the messages, which are rows.
create table session_request (
    tenant_id    text not null,
    session_id   text not null,
    request_id   text not null,
    request_hash text not null,
    answered     jsonb not null,
    at           timestamptz not null default now(),
    primary key (tenant_id, session_id, request_id),
    foreign key (tenant_id, session_id) references session on delete cascade
);

-- Other limits for an application, a group of users, or both; '' means any.
create table session_policy (
    tenant_id      text not null references tenant,
    caller_app     text not null default '',
    user_segment   text not null default '',
    idle_timeout_s integer check (idle_timeout_s between 1 and 2592000),
    max_rounds     integer check (max_rounds between 1 and 10000),
    on_depth       text check (on_depth in ('replace', 'reject')),
    retention_days integer check (retention_days >= 1),
    live           boolean not null default false, -- also for sessions that exist already, from their next update on
    primary key (tenant_id, caller_app, user_segment)
);


-- 9. Answer memory ----------------------------------------------------------------------------------------------------
-- What was answered once may be served again for the same question, as long as its sources stand.

create table responses (
    tenant_id         text not null references tenant,
    id                bigint generated always as identity,
    key_hash          text not null,              -- SHA-256 of phase, projet and the normalised question
    question          text not null,              -- as resolved: readable without the conversation around it
    answer            text not null,
    metadata          jsonb not null default '{}', -- phase, projet, auteurs, tags, score
    embedding         bytea,                      -- little-endian 32-bit floats
    created_at        timestamptz not null default now(), -- when the answer was made; its age is counted from here
    usage_count       integer not null default 0, -- 2 for a use at a similarity of 0.95 or more, else 1
    scope_hash        text not null,              -- all that must be equal for the answer to be served
    language          text not null,
    original_question text not null,              -- as it was asked
    facets            jsonb not null default '{}',
    embed_model       text,
    embed_dims        integer,
    sign_code         bit(1024),                  -- on which side of so many planes the embedding lies
    alive_since       bigint not null default pg_current_xact_id()::text::bigint, -- transaction that made or revived it
    status            text not null check (status in ('pending', 'validated', 'stale', 'obsolete', 'deleted')),
    deleted_at        timestamptz,                -- by a person; it can come back for an hour
    source_answer_id  uuid,                       -- has the paragraphs, references and outline; null: came as a message
    gate_score        real,
    hit_count         integer not null default 0,
    agreed_count      integer not null default 0, -- fresh answers of a model that agreed with it
    wrong_count       integer not null default 0, -- and those that did not
    last_used_at      timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, source_answer_id) references answer on delete cascade
);
create index idx_responses_key_hash on responses (key_hash);
create index idx_responses_created_at on responses (created_at);
create unique index responses_alive on responses (tenant_id, scope_hash, key_hash) where status in ('pending', 'validated');
create index responses_codes on responses (tenant_id, scope_hash, embed_model, embed_dims, alive_since, id)
    include (created_at, sign_code)
    where status in ('pending', 'validated') and sign_code is not null;
create index responses_of_answer on responses (tenant_id, source_answer_id) where source_answer_id is not null;
create index responses_age on responses (tenant_id, created_at);
create index responses_deleted on responses (deleted_at) where deleted_at is not null;

-- The passages that an answer rests on, as they were.
create table response_source (
    tenant_id   text not null,
    response_id bigint not null,
    doc_id      uuid not null,
    chunk_id    uuid not null,
    chunk_hash  text not null,
    cited       boolean not null default true, -- false: a cited part of the graph is linked to this passage
    primary key (tenant_id, response_id, chunk_id),
    foreign key (tenant_id, response_id) references responses on delete cascade
);
create index response_source_of_document on response_source (tenant_id, doc_id);

-- The parts of the graph that an answer cites, as they were.
create table response_part (
    tenant_id   text not null,
    response_id bigint not null,
    kind        text not null check (kind in ('vertex', 'edge')),
    workspace   text not null,
    part_id     text collate "C" not null,
    part_hash   text not null,
    about       boolean not null,                 -- an entity that a cited reference is about
    primary key (tenant_id, response_id, kind, workspace, part_id),
    foreign key (tenant_id, response_id) references responses on delete cascade
);
create index response_part_of_graph on response_part (tenant_id, workspace, kind, part_id);

-- What happened to entries, for audit: it outlives them and has no text of theirs.
create table response_event (
    tenant_id   text not null references tenant,
    id          bigint generated always as identity,
    response_id bigint not null,
    kind        text not null check (kind in ('stored', 'served', 'refused', 'agreed', 'disagreed', 'validated', 'stale',
                                              'obsolete', 'deleted', 'restored')),
    reason      text not null default '',
    actor       text not null default '',          -- who did it, where a person did
    detail      jsonb not null default '{}',
    at          timestamptz not null default now(),
    primary key (tenant_id, id)
);
create index response_event_of_response on response_event (tenant_id, response_id, id);

-- How often what happened, by day.
create table memory_figure (
    tenant_id text not null references tenant,
    day       date not null default current_date,
    kind      text not null,
    reason    text not null default '',
    count     bigint not null default 0,
    primary key (tenant_id, day, kind, reason)
) with (fillfactor = 70);

-- A part of the graph as references show it, without what follows from other rows; weights only rank.
create function shown(part vertex) returns jsonb language sql stable strict as $$
    select jsonb_build_object('id', part.vertex_id, 'label', part.label, 'name', part.name,
                              'description', part.description, 'metadata', part.metadata)
$$;
create function shown(part edge) returns jsonb language sql stable strict as $$
    select jsonb_build_object('id', part.edge_id, 'label', part.label, 'startId', part.start_id, 'endId', part.end_id,
                              'description', part.description, 'metadata', part.metadata)
$$;

-- What an answer rests on, a row for each: passages by document, parts of the graph by name; and whether it is still
-- what it was. Cited are passages, relations and the entities that references are about; the rest is what these hang
-- on.
create function response_shown(of_tenant text, of_response bigint)
returns table (doc_id uuid, chunk_id uuid, title text, cited boolean, current boolean) language sql stable as $$
    select s.doc_id, s.chunk_id, d.title, s.cited, p.passage_id is not null
    from response_source s
    left join document d on d.tenant_id = s.tenant_id and d.document_id = s.doc_id
    left join passage p on p.tenant_id = s.tenant_id and p.passage_id = s.chunk_id and p.chunk_hash = s.chunk_hash
    where s.tenant_id = of_tenant and s.response_id = of_response
    union all
    select null, null, coalesce(v.name, a.name || ' —' || e.label || '→ ' || b.name), r.kind = 'edge' or r.about,
           coalesce(r.part_hash = md5(coalesce(shown(v), shown(e))::text), false)
    from response_part r
    left join vertex v on r.kind = 'vertex' and v.tenant_id = r.tenant_id and v.workspace = r.workspace
                       and v.vertex_id = r.part_id
    left join edge e on r.kind = 'edge' and e.tenant_id = r.tenant_id and e.workspace = r.workspace
                     and e.edge_id = r.part_id
    left join vertex a on a.tenant_id = e.tenant_id and a.workspace = e.workspace and a.vertex_id = e.start_id
    left join vertex b on b.tenant_id = e.tenant_id and b.workspace = e.workspace and b.vertex_id = e.end_id
    where r.tenant_id = of_tenant and r.response_id = of_response
$$;

-- Whatever changes or deletes a document or a part of the graph, answers that rest on it are not served from then on.
-- They are marked at the end of the transaction, in one transaction of a tenant at a time: whoever stores an answer
-- locks what it rests on first and entries afterwards, and two that mark entries would meet in any order.
create function make_responses_stale(of_tenant text, resting bigint[], why text, what jsonb) returns void
language plpgsql as $$
begin
    if resting is null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('memory of ' || of_tenant, 0));
    with gone as (
        update responses set status = 'stale'
        where tenant_id = of_tenant and id = any(resting) and status in ('pending', 'validated')
        returning id
    )
    insert into response_event (tenant_id, response_id, kind, reason, detail)
    select of_tenant, id, 'stale', why, what from gone;
end $$;

create function mark_responses_stale() returns trigger language plpgsql as $$
begin
    perform make_responses_stale(
        old.tenant_id,
        (select array_agg(distinct r.id) from response_source s join responses r on r.tenant_id = s.tenant_id and r.id = s.response_id
         where s.tenant_id = old.tenant_id and s.doc_id = old.document_id and r.status in ('pending', 'validated')),
        'document', jsonb_build_object('document_id', old.document_id));
    return null;
end $$;
create constraint trigger document_changed after update on document deferrable initially deferred for each row
    when (old.content_hash is distinct from new.content_hash or new.passages < old.passages)
    execute function mark_responses_stale();
create constraint trigger document_deleted after delete on document deferrable initially deferred for each row
    execute function mark_responses_stale();

create function mark_responses_of_graph_stale() returns trigger language plpgsql as $$
declare
    changed text;
begin
    if tg_table_name = 'vertex' then changed := old.vertex_id; else changed := old.edge_id; end if;
    perform make_responses_stale(
        old.tenant_id,
        (select array_agg(distinct r.id) from response_part p join responses r on r.tenant_id = p.tenant_id and r.id = p.response_id
         where p.tenant_id = old.tenant_id and p.workspace = old.workspace and p.kind = tg_table_name
           and p.part_id = changed and r.status in ('pending', 'validated')),
        'graph', jsonb_build_object('kind', tg_table_name, 'id', changed, 'workspace', old.workspace));
    return null;
end $$;
create constraint trigger vertex_changed after update on vertex deferrable initially deferred for each row
    when ((old.label, old.name, old.description, old.aliases, old.metadata, old.source)
          is distinct from (new.label, new.name, new.description, new.aliases, new.metadata, new.source))
    execute function mark_responses_of_graph_stale();
create constraint trigger vertex_deleted after delete on vertex deferrable initially deferred for each row
    execute function mark_responses_of_graph_stale();
create constraint trigger edge_changed after update on edge deferrable initially deferred for each row
    when ((old.label, old.start_id, old.end_id, old.description, old.metadata, old.source)
          is distinct from (new.label, new.start_id, new.end_id, new.description, new.metadata, new.source))
    execute function mark_responses_of_graph_stale();
create constraint trigger edge_deleted after delete on edge deferrable initially deferred for each row
    execute function mark_responses_of_graph_stale();


-- 10. Limits and use --------------------------------------------------------------------------------------------------
-- How much keys and tenants use. Running answers are counted where they are: in the leases.

-- One row for each key that has limits, and one for its tenant (key ''). Whoever is to be admitted locks it, so that of
-- all processes one decides at a time (`docs/adr/0032-exact-limits.md`).
create table allowance (
    tenant_id text not null references tenant,
    key_hash  text not null default '',
    second    bigint not null default 0,     -- Unix time that the last of the counts is for
    counts    integer[] not null default '{}', -- requests in each second of the window, the oldest first
    primary key (tenant_id, key_hash)
) with (fillfactor = 50);

-- Open streams of keys that may have so many, and the processes that serve them. A process that dies stops saying that
-- it lives. Ids and times only, as in the leases.
create table viewer_host (
    owner      text primary key,
    expires_at timestamptz not null
);
create table viewer (
    viewer_id uuid primary key,
    tenant_id text not null,
    key_hash  text not null,
    owner     text not null
);
create index viewer_of_key on viewer (tenant_id, key_hash);
create index viewer_of_owner on viewer (owner);

-- What answers cost: by day (UTC), key, application and model. Several rows for the same, so that answers that end at the
-- same time seldom wait for each other.
create table usage_day (
    tenant_id       text not null references tenant,
    day             date not null,
    key_hash        text not null,
    caller_app      text not null,
    model           text not null,
    slot            smallint not null,
    answers         bigint not null default 0,
    question_tokens bigint not null default 0,
    answer_tokens   bigint not null default 0,
    primary key (tenant_id, day, key_hash, caller_app, model, slot)
) with (fillfactor = 70);

-- Bytes of documents as they were sent, by the key that sent them ('' for commands).
create table stored_bytes (
    tenant_id text not null references tenant,
    key_hash  text not null,
    bytes     bigint not null default 0,
    primary key (tenant_id, key_hash)
) with (fillfactor = 50);

-- At the end of a transaction, in one transaction of a tenant at a time.
create function count_stored() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('bytes of ' || old.tenant_id, 0));
    insert into stored_bytes as s (tenant_id, key_hash, bytes) values (old.tenant_id, old.key_hash, -old.sent_bytes)
    on conflict (tenant_id, key_hash) do update set bytes = s.bytes + excluded.bytes;
    if tg_op = 'UPDATE' then
        insert into stored_bytes as s (tenant_id, key_hash, bytes) values (new.tenant_id, new.key_hash, new.sent_bytes)
        on conflict (tenant_id, key_hash) do update set bytes = s.bytes + excluded.bytes;
    end if;
    return null;
end $$;
create constraint trigger document_weighed after update on document deferrable initially deferred for each row
    when ((old.key_hash, old.sent_bytes) is distinct from (new.key_hash, new.sent_bytes)) execute function count_stored();
create constraint trigger document_gone after delete on document deferrable initially deferred for each row
    when (old.sent_bytes > 0) execute function count_stored();

-- The counts of so many seconds up to a moment.
create function window_until(counts integer[], last_second bigint, moment bigint, width integer) returns integer[]
language sql immutable as $$
    select case when cardinality(counts) <> width or moment - last_second >= width then array_fill(0, array[width])
                else counts[(moment - last_second)::integer + 1 : width]
                     || array_fill(0, array[(moment - last_second)::integer]) end
$$;

-- Whether a caller may begin something, which is counted if so. `asked`: what it begins (`requests`: how many, `answer`:
-- a uuid, `viewer`: a uuid with its `owner`), the `window` of requests in seconds, the tokens to `reserve` for each
-- running answer, and the `limits` of `tenant` and `key`, by name, where there are any. Returns what is `refused` (whose
-- limit, which, and when another try makes sense) or null, and how many `requests` are left to each.
--
-- Each statement of a volatile function sees what was committed before it began. So behind the locks nothing that others
-- were admitted to is overlooked.
create function admit(of_tenant text, of_key text, asked jsonb) returns jsonb language plpgsql volatile as $$
declare
    whose   text;
    owner   text;
    most    jsonb;
    width   integer := (asked ->> 'window')::integer + 1;
    moment  bigint;
    recent  integer[];
    running bigint;
    total   bigint;
    wait    integer;
    refused jsonb;
    states  jsonb := '[]';
begin
    if exists (select from turn_lease where answer_id = (asked ->> 'answer')::uuid) then
        return jsonb_build_object('refused', null, 'requests', states); -- a second try of a commit that went through
    end if;
    foreach whose in array array['tenant', 'key'] loop
        continue when asked -> 'limits' -> whose is null;
        owner := case whose when 'key' then of_key else '' end;
        perform from allowance a where a.tenant_id = of_tenant and a.key_hash = owner for update;
        if not found then
            insert into allowance (tenant_id, key_hash) values (of_tenant, owner) on conflict do nothing;
            perform from allowance a where a.tenant_id = of_tenant and a.key_hash = owner for update;
        end if;
    end loop;
    foreach whose in array array['tenant', 'key'] loop
        most := asked -> 'limits' -> whose;
        continue when most is null;
        owner := case whose when 'key' then of_key else '' end;
        if most ? 'requests_per_minute' then
            select greatest(a.second, floor(extract(epoch from clock_timestamp()))::bigint),
                   window_until(a.counts, a.second,
                                greatest(a.second, floor(extract(epoch from clock_timestamp()))::bigint), width)
            into moment, recent
            from allowance a where a.tenant_id = of_tenant and a.key_hash = owner;
            select sum(n) into total from unnest(recent) n;
            if total >= (most ->> 'requests_per_minute')::bigint then
                select min(seconds) into wait
                from (select seconds, sum(n) over (order by seconds) as gone
                      from unnest(recent) with ordinality as r (n, seconds)) as left_behind
                where total - gone < (most ->> 'requests_per_minute')::bigint;
                refused := coalesce(refused, jsonb_build_object('of', whose, 'limit', 'requests_per_minute', 'wait', wait));
            end if;
            states := states || jsonb_build_object(
                'of', whose, 'most', most -> 'requests_per_minute',
                'left', greatest(0, (most ->> 'requests_per_minute')::bigint - total),
                'reset', coalesce((select min(seconds) from unnest(recent) with ordinality as r (n, seconds) where n > 0), width));
        end if;
        if most ?| array['running_answers', 'tokens_per_day'] then
            select count(*) into running from turn_lease l
            where l.tenant_id = of_tenant and (whose = 'tenant' or l.key_hash = of_key);
            if running >= (most ->> 'running_answers')::bigint then
                refused := coalesce(refused, jsonb_build_object('of', whose, 'limit', 'running_answers', 'wait', 2));
            end if;
        end if;
        if most ? 'tokens_per_day' then
            select coalesce(sum(u.question_tokens + u.answer_tokens), 0) into total from usage_day u
            where u.tenant_id = of_tenant and u.day = (clock_timestamp() at time zone 'UTC')::date
              and (whose = 'tenant' or u.key_hash = of_key);
            if total >= (most ->> 'tokens_per_day')::bigint then
                wait := 86400 - floor(extract(epoch from clock_timestamp()))::bigint % 86400;
                refused := coalesce(refused, jsonb_build_object('of', whose, 'limit', 'tokens_per_day', 'wait', wait));
            elsif total + running * (asked ->> 'reserve')::bigint >= (most ->> 'tokens_per_day')::bigint then
                refused := coalesce(refused, jsonb_build_object('of', whose, 'limit', 'tokens_per_day', 'wait', 5));
            end if;
        end if;
        if most ? 'viewers' then
            select count(*) into total from viewer v join viewer_host h using (owner)
            where v.tenant_id = of_tenant and (whose = 'tenant' or v.key_hash = of_key)
              and h.expires_at > clock_timestamp();
            if total >= (most ->> 'viewers')::bigint then
                refused := coalesce(refused, jsonb_build_object('of', whose, 'limit', 'viewers', 'wait', 2));
            end if;
        end if;
    end loop;
    if refused is null then
        foreach whose in array array['tenant', 'key'] loop
            continue when not coalesce(asked -> 'limits' -> whose ? 'requests_per_minute', false);
            moment := floor(extract(epoch from clock_timestamp()))::bigint;
            update allowance a
            set counts = (select r[1 : width - 1] || (r[width] + (asked ->> 'requests')::integer)
                          from window_until(a.counts, a.second, greatest(a.second, moment), width) r),
                second = greatest(a.second, moment)
            where a.tenant_id = of_tenant and a.key_hash = case whose when 'key' then of_key else '' end;
        end loop;
        if asked ? 'viewer' then
            insert into viewer (viewer_id, tenant_id, key_hash, owner)
            values ((asked ->> 'viewer')::uuid, of_tenant, of_key, asked ->> 'owner')
            on conflict do nothing;
        end if;
    end if;
    return jsonb_build_object('refused', refused, 'requests', states);
end $$;


-- 11. Erasures -------------------------------------------------------------------------------------------------------
-- What is to be erased, and what was. What it is called is forgotten with it.

create table erasure (
    tenant_id  text not null references tenant,
    erasure_id uuid not null,
    kind       text not null check (kind in ('user', 'thread', 'session', 'document')),
    named      text,                     -- the subject, or an id
    caller_app text,                     -- of a thread
    asked_at   timestamptz not null default now(),
    done_at    timestamptz,
    removed    jsonb not null default '{}', -- how many, by kind
    primary key (tenant_id, erasure_id),
    check ((done_at is null) = (named is not null))
);
create index erasure_unfinished on erasure (asked_at) where done_at is null;


-- 12. Tenants apart ---------------------------------------------------------------------------------------------------
-- A row is seen, and taken, only for a tenant that the statement names: also where the statement forgets to ask for it.
-- The roles are made before (`gateway/store/roles.py`): `citestream_app`, as which the gateway works, and
-- `citestream_ops`, for people, which reads everything and changes nothing. The setting is read once for each statement.

do $$
declare
    named text;
begin
    for named in
        select format('%I.%I', current_schema(), c.relname)
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
          -- Names, ids and times: here work for all tenants finds whose is next.
          and c.relname not in ('tenant', 'turn_lease', 'viewer')
    loop
        execute format('alter table %s enable row level security, force row level security', named);
        execute format($policy$
            create policy tenant on %s
            using (tenant_id = any ((select string_to_array(nullif(current_setting('citestream.tenant', true), ''), ','))::text[]))
        $policy$, named);
        execute format('create policy ops on %s for select to citestream_ops using (true)', named);
    end loop;
end $$;

-- Passages by their words. The index on words serves no query that a policy may still narrow, as matching words could
-- tell of rows that are not shown. So the policy's own condition stands here, and the rows are those of `citestream_ops`.
create view passage_by_words as
    select * from passage
    where tenant_id = any ((select string_to_array(nullif(current_setting('citestream.tenant', true), ''), ','))::text[]);

-- PostgreSQL copies into no table that has policies; into these, row by row. Only the columns that are copied.
create view arriving_passage with (security_invoker) as
    select tenant_id, document_id, passage_id, position, start_at, end_at, length, page, new_pages, heading, text, chunk_hash,
           language, terms
    from passage;
create function store_passage() returns trigger language plpgsql as $$
begin
    insert into passage (tenant_id, document_id, passage_id, position, start_at, end_at, length, page, new_pages, heading,
                         text, chunk_hash, language, terms)
    values (new.*);
    return new;
end $$;
create trigger store_passage instead of insert on arriving_passage for each row execute function store_passage();

create view arriving_original with (security_invoker) as select tenant_id, document_id, part, data from original;
create function store_original() returns trigger language plpgsql as $$
begin
    insert into original (tenant_id, document_id, part, data) values (new.*);
    return new;
end $$;
create trigger store_original instead of insert on arriving_original for each row execute function store_original();

do $$
begin
    if to_regclass('passage_vector') is null then return; end if;
    create view arriving_vector with (security_invoker) as
        select tenant_id, document_id, passage_id, embedder, embedding from passage_vector;
    create function store_vector() returns trigger language plpgsql as $body$
    begin
        insert into passage_vector (tenant_id, document_id, passage_id, embedder, embedding) values (new.*);
        return new;
    end $body$;
    create trigger store_vector instead of insert on arriving_vector for each row execute function store_vector();
end $$;

do $$
begin
    execute format('grant usage on schema %I to citestream_app, citestream_ops', current_schema());
    execute format('grant select, insert, update, delete on all tables in schema %I to citestream_app', current_schema());
    execute format('grant select on all tables in schema %I to citestream_ops', current_schema());
    execute format('grant select on all sequences in schema %I to citestream_ops', current_schema());
    if to_regclass('citestream_migration') is not null then
        revoke insert, update, delete on citestream_migration from citestream_app;
    end if;
    execute format('grant create on schema %I to citestream_ops', current_schema());
    alter view passage_by_words owner to citestream_ops;
    execute format('revoke create on schema %I from citestream_ops', current_schema());
end $$;
