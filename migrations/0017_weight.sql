-- What an answer weighs once it has ended: its events in a few deflated rows, the texts of its candidates shared with all
-- answers that were given the same ones. Events stay rows of `stream_event` while an answer runs, and a while after.

-- All that changes here, in the order in which a turn locks it, before anything is waited for while something is held.
lock table provider_chunk, answer_ref, answer_candidate in access exclusive mode;
lock table answer in share row exclusive mode;

-- Up to 1,000 events of an ended answer (`gateway/store/answers/packing.py`).
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

-- What a candidate is in itself, under a name made from its content: never changed, shared by all answers that were given
-- it, gone with the last of them. Its document may change or go; this stays.
create table candidate_snapshot (
    tenant_id   text not null,
    snapshot_id uuid not null,
    type        text not null check (type in ('embedding', 'graph')),
    language    text,
    payload     jsonb not null,          -- without rank and score
    primary key (tenant_id, snapshot_id)
);

create table candidate (
    tenant_id   text not null,
    answer_id   uuid not null,
    snapshot_id uuid not null,
    rank        integer not null,
    score       real not null,
    citation_id text not null check (citation_id ~ '^[EG][1-9][0-9]*$'),
    shown_rank  numeric,                 -- as they are in the payload; null where they are not
    shown_score numeric,
    primary key (tenant_id, answer_id, citation_id),
    foreign key (tenant_id, answer_id) references answer on delete cascade,
    foreign key (tenant_id, snapshot_id) references candidate_snapshot
);
create index candidate_of_snapshot on candidate (tenant_id, snapshot_id);

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

insert into candidate_snapshot (tenant_id, snapshot_id, type, language, payload)
select tenant_id, snapshot_id(type, language, shared), type, language, shared
from (select *, shared_payload(payload) as shared from answer_candidate) as before
on conflict do nothing;
insert into candidate (tenant_id, answer_id, snapshot_id, rank, score, citation_id, shown_rank, shown_score)
select tenant_id, answer_id, snapshot_id(type, language, shared_payload(payload)), rank, score, citation_id,
       own_number(payload, 'rank'), own_number(payload, 'score')
from answer_candidate;
alter table answer_ref drop constraint answer_ref_tenant_id_answer_id_citation_id_fkey;
alter table answer_ref add foreign key (tenant_id, answer_id, citation_id) references candidate on delete cascade;
drop table answer_candidate;

-- The frozen candidates as everybody reads and writes them.
create view answer_candidate as
    select c.tenant_id, c.answer_id, c.citation_id, s.type, c.rank, c.score, s.language,
           s.payload || jsonb_strip_nulls(jsonb_build_object('rank', c.shown_rank, 'score', c.shown_score)) as payload
    from candidate c join candidate_snapshot s using (tenant_id, snapshot_id);

create function freeze_candidate() returns trigger language plpgsql as $$
declare
    shared jsonb := shared_payload(new.payload);
    id uuid := snapshot_id(new.type, new.language, shared);
begin
    loop
        -- Held, so that it does not go with another answer that is deleted now.
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

-- Recordings in the making and packed ones apart: the rows of the first come and go with every answer, and would leave
-- holes among the second, which stay.
alter table provider_chunk rename to provider_chunk_before;
alter table provider_chunk_before drop constraint provider_chunk_pkey;
drop index provider_chunk_loose, provider_chunk_age;
create table provider_chunk (
    tenant_id  text not null,
    answer_id  uuid not null,
    seq        integer not null,
    packed     boolean not null default false,
    data       bytea not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, answer_id, seq, packed),
    foreign key (tenant_id, answer_id) references answer on delete cascade
) partition by list (packed);
alter table provider_chunk alter column data set storage external;
create table provider_chunk_loose partition of provider_chunk for values in (false);
create table provider_chunk_packed partition of provider_chunk for values in (true);
create index provider_chunk_age on provider_chunk_packed (created_at);
insert into provider_chunk (tenant_id, answer_id, seq, packed, data, created_at)
select tenant_id, answer_id, seq, packed, data, created_at from provider_chunk_before;
drop table provider_chunk_before;
