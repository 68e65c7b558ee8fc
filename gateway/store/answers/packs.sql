-- Events of ended answers, packed; and what answers share.

-- name: next
-- tenant and answer to begin behind, limit, seconds: answers that have rows, and whether they ended so long ago. The
-- rows' own key leads from one answer to the next: within a tenant, then to the next one. A comparison of both columns
-- at once reads all rows of the tenant from its first one on, for the policies name the tenants, too.
with recursive here as (
    select $1::text as tenant_id, $2::uuid as answer_id, 0 as number
    union all
    select next.tenant_id, next.answer_id, here.number + 1
    from here, lateral (
        (select s.tenant_id, s.answer_id from stream_event s
         where s.tenant_id = here.tenant_id and s.answer_id > here.answer_id
         order by s.answer_id limit 1)
        union all
        (select s.tenant_id, s.answer_id from stream_event s
         where s.tenant_id > here.tenant_id
         order by s.tenant_id, s.answer_id limit 1)
        order by tenant_id, answer_id limit 1
    ) as next
    where here.number < $3
)
select tenant_id, answer_id, coalesce(a.finished_at < now() - make_interval(secs => $4), false) as ended
from here join answer a using (tenant_id, answer_id)
where number > 0
order by number

-- name: hold
-- tenant, answer: its text, and the payloads of what it cites. It cannot be deleted meanwhile, and nobody else packs
-- it. No row: somebody is at it. Where the machine of the database dies before this has reached the disk, the rows are
-- back.
select a.text, (select jsonb_object_agg(c.citation_id, c.payload)
                from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
                where r.tenant_id = a.tenant_id and r.answer_id = a.answer_id) as payloads
from answer a, set_config('synchronous_commit', 'off', true)
where a.tenant_id = $1 and a.answer_id = $2 for no key update of a skip locked

-- name: take
-- tenant, answer. Columns as arrays, in the order of the numbers: a quarter of the work of reading rows. Then the lines
-- of the recording.
with taken as (
    delete from stream_event where tenant_id = $1 and answer_id = $2 returning seq, epoch, t_ms, type, data, heard
)
select array_agg(seq) as seqs, array_agg(epoch) as epochs, array_agg(t_ms) as times, array_agg(type) as types,
       jsonb_agg(data) as data, string_agg(heard, '') as heard
from (select * from taken order by seq) as in_order

-- name: keep
-- tenant, answer, first and last number, whether there are thoughts, data
insert into event_pack (tenant_id, answer_id, first_seq, last_seq, thinking, data) values ($1, $2, $3, $4, $5, $6)

-- name: keep_recording
-- tenant, answer, data
insert into answer_recording (tenant_id, answer_id, created_at, data)
select tenant_id, answer_id, created_at, $3 from answer where tenant_id = $1 and answer_id = $2
on conflict do nothing

-- name: lock_answers
-- arrays: tenant, answer. In one order, against two deletions at once; before `lock_shared`.
select a.tenant_id, a.answer_id, a.question_message_id
from answer a join unnest($1::text[], $2::uuid[]) as gone (tenant_id, answer_id) using (tenant_id, answer_id)
order by a.tenant_id, a.answer_id
for update of a

-- name: lock_shared
-- arrays: tenant, answer. The snapshots of answers that are about to be deleted, all in the order in which others lock
-- them.
select from candidate_snapshot s
where (s.tenant_id, s.snapshot_id) in (
    select c.tenant_id, c.snapshot_id
    from candidate c join unnest($1::text[], $2::uuid[]) as gone (tenant_id, answer_id) using (tenant_id, answer_id))
order by s.tenant_id, s.snapshot_id
for update
