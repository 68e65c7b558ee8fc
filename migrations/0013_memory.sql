-- Remembered answers: what was answered once may be served again for the same question, as long as its sources stand.

create table responses (
    tenant_id         text not null references tenant,
    id                bigint generated always as identity,
    key_hash          text not null,              -- sha256 of phase, projet and the normalised question
    question          text not null,              -- as resolved: readable without the conversation around it
    answer            text not null,
    metadata          jsonb not null default '{}', -- phase, projet, auteurs, tags, score
    embedding         bytea,                      -- little-endian 32-bit floats
    created_at        timestamptz not null default now(),
    usage_count       integer not null default 0, -- 2 for a use at a similarity of 0.95 or more, else 1
    scope_hash        text not null,              -- all that must be equal for the answer to be served
    language          text not null,
    original_question text not null,              -- as it was asked
    facets            jsonb not null default '{}',
    embed_model       text,
    embed_dims        integer,
    sign_code         bit varying,                -- one bit for each number of the embedding: whether it is positive
    status            text not null check (status in ('pending', 'validated', 'stale', 'obsolete')),
    source_answer_id  uuid,                       -- where paragraphs, references and outline are; null: came as a message
    gate_score        real,
    hit_count         integer not null default 0,
    agreed_count      integer not null default 0, -- fresh answers of a model that agreed with it
    wrong_count       integer not null default 0, -- and those that did not
    last_used_at      timestamptz,
    expires_at        timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, source_answer_id) references answer on delete cascade
);
create index idx_responses_key_hash on responses (key_hash);
create index idx_responses_created_at on responses (created_at);
create unique index responses_alive on responses (tenant_id, scope_hash, key_hash) where status in ('pending', 'validated');
create index responses_codes on responses (tenant_id, scope_hash, embed_model) include (id, sign_code)
    where status in ('pending', 'validated') and sign_code is not null;
create index responses_of_answer on responses (tenant_id, source_answer_id) where source_answer_id is not null;
create index responses_expiry on responses (tenant_id, expires_at);

-- The passages that an answer cites, as they were.
create table response_source (
    tenant_id   text not null,
    response_id bigint not null,
    doc_id      uuid not null,
    chunk_id    uuid not null,
    chunk_hash  text not null,
    primary key (tenant_id, response_id, chunk_id),
    foreign key (tenant_id, response_id) references responses on delete cascade
);
create index response_source_of_document on response_source (tenant_id, doc_id);

-- What happened to entries, for audit: it outlives them, and holds no text of theirs.
create table response_event (
    tenant_id   text not null references tenant,
    id          bigint generated always as identity,
    response_id bigint not null,
    kind        text not null check (kind in ('stored', 'served', 'refused', 'agreed', 'disagreed', 'validated', 'stale',
                                              'obsolete', 'deleted')),
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

-- Whatever changes or deletes a document, answers that cite it are not served from then on.
create function mark_responses_stale() returns trigger language plpgsql as $$
begin
    with gone as (
        update responses r set status = 'stale'
        from response_source s
        where s.tenant_id = old.tenant_id and s.doc_id = old.document_id
          and r.tenant_id = s.tenant_id and r.id = s.response_id and r.status in ('pending', 'validated')
        returning r.id
    )
    insert into response_event (tenant_id, response_id, kind, reason, detail)
    select distinct old.tenant_id, id, 'stale', 'document', jsonb_build_object('document_id', old.document_id) from gone;
    return null;
end $$;
create trigger document_changed after update on document for each row
    when (old.content_hash is distinct from new.content_hash or new.passages < old.passages)
    execute function mark_responses_stale();
create trigger document_deleted after delete on document for each row execute function mark_responses_stale();

alter table queries_log
    add column memory_decision    text,   -- `hit`, or why the memory did not answer
    add column memory_score       real,
    add column memory_response_id bigint,
    add column memory_veto        text;
