-- Who produces which answer. All times are the database's; rows are always locked in the order of answer_id.
-- A process that is paused, or cut off, inside a transaction would keep its locks, and nobody could take its answers
-- over: transactions that lock a lease end after two seconds without a statement.

-- name: busy
-- tenant, caller app, thread or null, session or null. `read`: it had a reader a moment ago.
select answer_id, read_at > now() - interval '2 seconds' as read from turn_lease
where tenant_id = $1 and ((caller_app = $2 and thread_id = $3) or session_id = $4)
limit 1

-- name: lock
-- Locked until the end of the transaction, against takeover and not against renewal. Arrays: answer, epoch.
select l.answer_id
from set_config('idle_in_transaction_session_timeout', '2s', true),
     turn_lease l join unnest($1::uuid[], $2::int[]) as mine (answer_id, epoch) using (answer_id, epoch)
order by l.answer_id
for key share of l

-- name: renew
-- owner, seconds, answers that run there, those of them that have a reader. A lease without a producer runs out. For
-- `is true` see `append_texts` in turns.sql; `any` of an array would compare each with each.
update turn_lease l
set expires_at = now() + make_interval(secs => $2),
    read_at = case when l.answer_id in (select unnest($4::uuid[])) then now() else l.read_at end
from (select answer_id from turn_lease where owner = $1 and (answer_id in (select unnest($3::uuid[]))) is true
      order by answer_id for no key update) as mine
where l.answer_id = mine.answer_id
returning l.answer_id, l.epoch

-- name: stop_requests
-- owner
select tenant_id, answer_id from turn_lease where owner = $1 and stop_requested

-- name: request_stop
-- tenant, answer
update turn_lease set stop_requested = true where tenant_id = $1 and answer_id = $2

-- name: release
-- owner. Other processes hear of it when it is committed.
with let_go as (
    update turn_lease l
    set expires_at = now()
    from (select answer_id from turn_lease where owner = $1 order by answer_id for no key update) as mine
    where l.answer_id = mine.answer_id
    returning l.answer_id
)
select pg_notify('citestream_lease', '') from let_go limit 1

-- name: owners
-- Who has leases, whether some of them have run out, and until when the newest lasts.
select owner, bool_or(expires_at <= now()) as over, max(expires_at) as until from turn_lease group by owner

-- name: figures
-- How many leases last and how many have run out, of all tenants.
select count(*) filter (where expires_at > now()) as lasting, count(*) filter (where expires_at <= now()) as over
from turn_lease

-- name: claim
-- owner, seconds, most rows, answers that run there and need no other producer: those are only late with their renewal;
-- owners whose processes have ended. The epoch grows in the same statement that takes the lease.
update turn_lease l
set owner = $1, epoch = l.epoch + 1, expires_at = now() + make_interval(secs => $2),
    attempts = case when written.paragraphs > l.paragraphs then 1 else l.attempts + 1 end, paragraphs = written.paragraphs
from (select tenant_id, answer_id from turn_lease
      where (expires_at <= now() or owner = any($5::text[])) and not (owner = $1 and answer_id = any($4::uuid[]))
      order by expires_at limit $3 for update skip locked) as free,
     lateral (select count(*)::int as paragraphs from answer_paragraph p
              where p.tenant_id = free.tenant_id and p.answer_id = free.answer_id) as written
where l.answer_id = free.answer_id
returning l.tenant_id, l.answer_id, l.epoch, l.attempts, l.stop_requested, l.request_ids

-- name: turns
-- Arrays: tenant, answer. `elapsed_ms`: since the turn began.
select tenant_id, answer_id, turn_id, question_message_id, request, frozen,
       (extract(epoch from now() - created_at) * 1000)::int as elapsed_ms
from unnest($1::text[], $2::uuid[]) as mine (tenant_id, answer_id) join answer using (tenant_id, answer_id)

-- name: candidates
-- Arrays: tenant, answer
select answer_id, citation_id, type, payload, score, rank, language
from unnest($1::text[], $2::uuid[]) as mine (tenant_id, answer_id) join answer_candidate using (tenant_id, answer_id)
order by answer_id, type, rank
