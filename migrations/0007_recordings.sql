-- What a model sent, piece by piece, and what the answer core decided about it: enough to run a turn again.

-- While an answer is written, one row per transaction that stored its events, named by the first of them: JSON lines.
-- Afterwards one row with all of them, deflated.
create table provider_chunk (
    tenant_id  text not null,
    answer_id  uuid not null,
    seq        integer not null,
    packed     boolean not null default false,
    data       bytea not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, answer_id, seq),
    foreign key (tenant_id, answer_id) references answer on delete cascade
);
alter table provider_chunk alter column data set storage external; -- what is deflated already gains nothing
create index provider_chunk_loose on provider_chunk (tenant_id, answer_id) where not packed;
create index provider_chunk_age on provider_chunk (created_at);
create index answer_age on answer (created_at);

-- What was deleted on request. Nothing of it is left but that.
create table answer_tombstone (
    tenant_id  text not null references tenant,
    answer_id  uuid not null,
    deleted_at timestamptz not null default now(),
    primary key (tenant_id, answer_id)
);

create index queries_log_of_answer on queries_log (tenant_id, answer_id);
