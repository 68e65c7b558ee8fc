-- What a follow-up can point at: sections and list items of earlier answers by id and title, and the documents cited last.
-- Titles and ids only, never text of a document. It is no source; it says what is meant.

alter table thread add column next_turn_seq bigint not null default 1;
alter table answer add column turn_seq bigint; -- its place among the turns of its thread

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

alter table queries_log rename column retrieval_query to retrieval_query_1;
alter table queries_log
    add column retrieval_query_2   text,
    add column passes              integer,
    add column resolved_question   text,  -- the question as it can be understood by itself; null: as asked
    add column followup_detected   boolean not null default false,
    add column followup_resolved   boolean not null default false,
    add column followup_section_id text,  -- several: "S2,S4"
    add column followup_ref_type   text not null default 'none';
