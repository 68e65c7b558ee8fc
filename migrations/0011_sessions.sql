-- Sessions: messages and a two-level workflow for callers that keep neither, with a time limit and a number of rounds.

create table session (
    tenant_id       text not null references tenant,
    session_id      text not null,
    subject         text not null,
    caller_app      text not null,
    user_ref        text,
    user_segment    text,
    language        text check (language in ('en', 'fr', 'zh')),
    workflow_stack  jsonb not null default '[]'
                    check (jsonb_typeof(workflow_stack) = 'array' and jsonb_array_length(workflow_stack) <= 2),
    workflow_state  jsonb not null default '[]', -- one object for each level of the stack
    current_primary_workflow   text generated always as (workflow_stack ->> 0) stored,
    current_secondary_workflow text generated always as (workflow_stack ->> 1) stored,
    context_epoch   integer not null default 0,  -- messages up to this index belong to a primary workflow that has ended
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

-- The switch path, and what ended with each switch.
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

-- In a session, messages are numbered without gaps, and each belongs to a round.
alter table message
    add column session_index integer,
    add column round         integer,
    add column deleted       boolean not null default false;
create unique index message_of_session on message (tenant_id, session_id, session_index) where session_index is not null;
