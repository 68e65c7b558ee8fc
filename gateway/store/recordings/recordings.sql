-- Recordings: what was heard from models, and answers that go, on request or by age.

-- name: heard
-- tenant, answer. The packed recording with the text of the answer; where there is none, the lines beside the events.
with packed as (
    select r.data, a.text from answer_recording r join answer a using (tenant_id, answer_id)
    where r.tenant_id = $1 and r.answer_id = $2
)
select 0 as seq, data, text from packed
union all
select seq, heard, null from stream_event
where tenant_id = $1 and answer_id = $2 and heard is not null and not exists (select from packed)
order by seq

-- name: old_answers
-- days, limit. A tenant may have fewer days of its own.
select a.tenant_id, a.answer_id
from (select tenant_id, least($1::int, (retention ->> 'answers')::int) as days from tenant) as t
cross join lateral (
    select tenant_id, answer_id, created_at from answer a
    where a.tenant_id = t.tenant_id and created_at < now() - make_interval(days => t.days)
      and not exists (select from turn_lease l where l.answer_id = a.answer_id)
    order by created_at
    limit $2) as a
order by a.created_at
limit $2

-- name: deleted_threads
-- seconds, limit: threads that were deleted so long ago and hold something still. They stay locked.
select tenant_id, caller_app, thread_id from thread t
where deleted_at < now() - make_interval(secs => $1) and not emptied
  and not exists (select from turn_lease l
                  where (l.tenant_id, l.caller_app, l.thread_id) = (t.tenant_id, t.caller_app, t.thread_id))
order by deleted_at
limit $2
for update skip locked

-- name: forget_memories
-- seconds, limit: remembered answers that were deleted so long ago, or are older than their tenant's own days
delete from responses
where (tenant_id, id) in (select tenant_id, id from responses where deleted_at < now() - make_interval(secs => $1)
                          limit $2 for update skip locked)
   or (tenant_id, id) in (select r.tenant_id, r.id from tenant t join responses r using (tenant_id)
                          where t.retention ? 'memory'
                            and r.created_at < now() - make_interval(days => (t.retention ->> 'memory')::int)
                          limit $2 for update of r skip locked)
returning id

-- name: answers_of_thread
-- tenant, caller app, thread
select answer_id from answer
where tenant_id = $1 and request ->> 'caller_app' = $2 and thread_id = $3

-- name: empty_thread
-- tenant, caller app, thread: what is left when its answers are gone. In a session the messages stay without text.
with emptied as (
    update thread set title = '', settings = '{}', emptied = true
    where tenant_id = $1 and caller_app = $2 and thread_id = $3
), forgotten as (
    delete from thread_state where tenant_id = $1 and caller_app = $2 and thread_id = $3
), silenced as (
    update message set content = '', deleted = true
    where tenant_id = $1 and caller_app = $2 and thread_id = $3 and session_id is not null
)
delete from message where tenant_id = $1 and caller_app = $2 and thread_id = $3 and session_id is null

-- name: forget_pieces
-- days, limit: packed ones, and lines beside the events of ended answers that no server has packed. A tenant may have
-- fewer days of its own. Returns the answers they belonged to, some of them more than once.
with kept_for as (
    select tenant_id, least($1::int, (retention ->> 'recordings')::int) as days from tenant
), old as (
    select r.tenant_id, r.answer_id
    from kept_for k
    cross join lateral (
        select tenant_id, answer_id, created_at from answer_recording r
        where r.tenant_id = k.tenant_id and created_at < now() - make_interval(days => k.days)
        order by created_at limit $2) as r
    order by r.created_at limit $2
), loose as (
    select distinct e.tenant_id, e.answer_id
    from stream_event e join answer a using (tenant_id, answer_id) join kept_for k using (tenant_id)
    where e.heard is not null and a.created_at < now() - make_interval(days => k.days)
      and not exists (select from turn_lease l where l.answer_id = e.answer_id)
    limit $2
), silenced as (
    update stream_event e set heard = null from loose
    where (e.tenant_id, e.answer_id) = (loose.tenant_id, loose.answer_id) and e.heard is not null
    returning e.answer_id
), forgotten as (
    delete from answer_recording r using old
    where (r.tenant_id, r.answer_id) = (old.tenant_id, old.answer_id)
    returning r.answer_id
)
select answer_id from forgotten union all select answer_id from silenced

-- name: forget_keys
-- limit
with old as (select tenant_id, subject, key from idempotency where expires_at <= now() order by expires_at limit $1)
delete from idempotency i using old
where (i.tenant_id, i.subject, i.key) = (old.tenant_id, old.subject, old.key)
returning 1

-- name: forget_runs
-- days: evaluation runs with their outcomes and labels. A tenant may have fewer days of its own.
delete from evaluation_run r using tenant t
where r.tenant_id = t.tenant_id
  and r.created_at < now() - make_interval(days => least($1::int, (t.retention ->> 'answers')::int))

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
