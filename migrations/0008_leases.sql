-- Who is producing which answer, so that another process can go on where one died.

-- What a successor needs: the question as it was admitted, and the decisions that were frozen with the candidates.
alter table answer
    add column turn_id uuid,
    add column request jsonb,
    add column frozen  jsonb;

-- One row per running answer. Ids and times only: takeover finds its next batch across tenants. The thread and session
-- are here because at most one answer of each may run.
create table turn_lease (
    answer_id      uuid primary key,
    tenant_id      text not null,
    caller_app     text not null,
    thread_id      text,
    session_id     text,
    owner          text not null,
    epoch          integer not null default 1,
    expires_at     timestamptz not null,
    read_at        timestamptz not null default now(), -- when its owner last saw a reader, or it began
    stop_requested boolean not null default false,
    attempts       integer not null default 0, -- takeovers since the last new paragraph
    paragraphs     integer not null default 0, -- at the last takeover
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
create unique index turn_lease_thread on turn_lease (tenant_id, caller_app, thread_id) where thread_id is not null;
create unique index turn_lease_session on turn_lease (tenant_id, session_id) where session_id is not null;
create index turn_lease_expiry on turn_lease (expires_at);
create index turn_lease_owner on turn_lease (owner);

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

-- Answers that were running when their process of an earlier version died: nobody can go on with them.
update answer set state = 'aborted', finished_at = now() where state = 'streaming';
