-- Recordings: what was heard from models, and answers that go, on request or by age.

-- name: heard
-- tenant, answer. `text`: of the answer, for what is packed
select c.data, case when c.packed then a.text end as text
from provider_chunk c join answer a using (tenant_id, answer_id)
where c.tenant_id = $1 and c.answer_id = $2
order by c.seq

-- name: unpack
-- tenant, answer: takes the loose rows out
with loose as (delete from provider_chunk where tenant_id = $1 and answer_id = $2 and not packed returning seq, data, created_at)
select seq, data, created_at from loose order by seq

-- name: text
-- tenant, answer. Who deletes the answer locks it, too, before its recording.
select text from answer where tenant_id = $1 and answer_id = $2 for key share

-- name: pack
-- tenant, answer, seq, data, time
insert into provider_chunk (tenant_id, answer_id, seq, packed, data, created_at) values ($1, $2, $3, true, $4, $5)

-- name: loose
-- limit: ended answers whose recording was not made small, because their process died
select distinct tenant_id, answer_id
from provider_chunk c
where not packed and not exists (select from turn_lease l where l.answer_id = c.answer_id)
limit $1

-- name: old_answers
-- days, limit
select tenant_id, answer_id from answer a
where created_at < now() - make_interval(days => $1) and not exists (select from turn_lease l where l.answer_id = a.answer_id)
order by created_at
limit $2

-- name: forget_pieces
-- days, limit: packed ones; those of a process that died are packed first. Returns the answers they belonged to.
with old as (
    select tenant_id, answer_id, seq from provider_chunk
    where packed and created_at < now() - make_interval(days => $1)
    order by created_at limit $2
)
delete from provider_chunk c using old
where (c.tenant_id, c.answer_id, c.seq) = (old.tenant_id, old.answer_id, old.seq)
returning c.answer_id

-- name: forget_keys
-- limit
with old as (select tenant_id, subject, key from idempotency where expires_at <= now() order by expires_at limit $1)
delete from idempotency i using old
where (i.tenant_id, i.subject, i.key) = (old.tenant_id, old.subject, old.key)
returning 1

-- name: delete_answers
-- arrays: tenant, answer. With their events, candidates, paragraphs, references, outline, keys, leases and recordings.
delete from answer a using unnest($1::text[], $2::uuid[]) as gone (tenant_id, answer_id)
where (a.tenant_id, a.answer_id) = (gone.tenant_id, gone.answer_id)

-- name: change_sessions
-- arrays: tenant, answer. Their sessions get another version, before anything of them is touched: sessions are locked
-- first.
update session s set version = version + 1
from (select distinct a.tenant_id, a.session_id
      from answer a join unnest($1::text[], $2::uuid[]) as gone (tenant_id, answer_id) using (tenant_id, answer_id)
      order by a.tenant_id, a.session_id) as changed
where (s.tenant_id, s.session_id) = (changed.tenant_id, changed.session_id)

-- name: empty_session_messages
-- arrays: tenant, answer, question. In a session the messages stay, so that its rounds can be counted.
update message m set content = '', deleted = true
from unnest($1::text[], $2::uuid[], $3::uuid[]) as gone (tenant_id, answer_id, question_id)
where m.tenant_id = gone.tenant_id and m.session_id is not null
  and (m.role = 'assistant' and m.answer_id = gone.answer_id
       or m.message_id = gone.question_id and not exists (
           select from answer a where a.tenant_id = m.tenant_id and a.question_message_id = m.message_id))

-- name: delete_messages
-- arrays: tenant, answer, question. The question goes when it has no other answer.
delete from message m using unnest($1::text[], $2::uuid[], $3::uuid[]) as gone (tenant_id, answer_id, question_id)
where m.tenant_id = gone.tenant_id and m.session_id is null
  and (m.role = 'assistant' and m.answer_id = gone.answer_id
       or m.message_id = gone.question_id and not exists (
           select from answer a where a.tenant_id = m.tenant_id and a.question_message_id = m.message_id))

-- name: empty_log
-- arrays: tenant, answer. The figures stay, the texts go.
update queries_log q set question = '', retrieval_query_1 = null, retrieval_query_2 = null, resolved_question = null
from unnest($1::text[], $2::uuid[]) as gone (tenant_id, answer_id)
where (q.tenant_id, q.answer_id) = (gone.tenant_id, gone.answer_id)

-- name: bury
-- arrays: tenant, answer
insert into answer_tombstone (tenant_id, answer_id)
select * from unnest($1::text[], $2::uuid[])
on conflict do nothing
