-- Everything of one user, thread, session or document: counted, told, erased. Where queries of one kind have the same
-- parameters, these are: $1 tenant, $2 what it is called (subject, thread, session, document), $3 caller app of a thread.

-- name: begin
-- $1 tenant, $2 erasure, $3 kind, $4 what it is called, $5 caller app. It is in the database before anything goes.
insert into erasure (tenant_id, erasure_id, kind, named, caller_app) values ($1, $2, $3, $4, $5)

-- name: unfinished
-- $1 seconds: erasures that were begun so long ago and are not done, because their process ended
select tenant_id, erasure_id, kind, named, caller_app from erasure
where done_at is null and asked_at < now() - make_interval(secs => $1)
order by asked_at

-- name: end
-- $1 tenant, $2 erasure, $3 what was removed. What it was called is forgotten with it.
update erasure set done_at = now(), named = null, caller_app = null, removed = removed || $3::jsonb
where tenant_id = $1 and erasure_id = $2 and done_at is null

-- name: user_answers
-- and $4 behind which one, $5 limit
select answer_id from answer
where tenant_id = $1 and (subject = $2 or session_id in (select session_id from session where tenant_id = $1 and subject = $2))
  and $3::text is null and answer_id > $4 order by answer_id limit $5

-- name: thread_answers
-- and $4, $5 as above
select answer_id from answer
where tenant_id = $1 and thread_id = $2 and request ->> 'caller_app' = $3 and answer_id > $4 order by answer_id limit $5

-- name: session_answers
-- and $4, $5 as above
select answer_id from answer
where tenant_id = $1 and session_id = $2 and $3::text is null and answer_id > $4 order by answer_id limit $5

-- name: document_answers
-- and $4, $5 as above: those that were given a part of it to cite
select distinct c.answer_id
from candidate_snapshot s join candidate c using (tenant_id, snapshot_id)
where tenant_id = $1 and s.type = 'embedding' and s.document_id = $2 and $3::text is null and c.answer_id > $4
order by c.answer_id limit $5

-- name: drop_log
-- $1 tenant, $2 answers
delete from queries_log where tenant_id = $1 and answer_id = any($2::uuid[])

-- name: user_rest
-- $1 tenant, $2 subject, $3 without its beginning: the name that a business back end gives. What is left behind their
-- answers; the sessions that were there are returned.
with threads as (
    delete from thread where tenant_id = $1 and subject = $2 returning caller_app, thread_id
), sessions as (
    delete from session where tenant_id = $1 and (subject = $2 or user_ref = $3) returning session_id
), messages as (
    delete from message m where m.tenant_id = $1
      and ((m.caller_app, m.thread_id) in (select * from threads) or m.session_id in (select * from sessions))
), logged as (
    delete from queries_log q where q.tenant_id = $1
      and ((q.caller_app, q.thread_id) in (select * from threads) or q.session_id in (select * from sessions))
), keys as (
    delete from idempotency where tenant_id = $1 and subject = $2
), opinions as (
    delete from feedback where tenant_id = $1 and subject = $2
), voices as (
    delete from voice_question where tenant_id = $1 and subject = $2
), audited as (
    update audit_event set user_ref = null where tenant_id = $1 and user_ref = $3
)
select (select count(*) from threads) as threads, array(select session_id from sessions) as sessions

-- name: thread_rest
-- $1 tenant, $2 thread, $3 caller app
with threads as (
    delete from thread where tenant_id = $1 and caller_app = $3 and thread_id = $2 returning thread_id
), messages as (
    delete from message where tenant_id = $1 and caller_app = $3 and thread_id = $2
), logged as (
    delete from queries_log where tenant_id = $1 and caller_app = $3 and thread_id = $2
)
select (select count(*) from threads) as threads, '{}'::text[] as sessions

-- name: session_rest
-- $1 tenant, $2 session, $3 null
with sessions as (
    delete from session where tenant_id = $1 and session_id = $2 and $3::text is null returning session_id
), messages as (
    delete from message where tenant_id = $1 and session_id = $2
), linked as (
    update session set previous_session_id = nullif(previous_session_id, $2), new_session_id = nullif(new_session_id, $2)
    where tenant_id = $1 and session_id <> $2 and $2 in (previous_session_id, new_session_id)
), logged as (
    delete from queries_log where tenant_id = $1 and session_id = $2
)
select 0::bigint as threads, array(select session_id from sessions) as sessions

-- name: document_rest
-- $1 tenant, $2 document, $3 null: what rests on it, and its failures; the document itself goes next
with remembered as (
    delete from responses r using response_source s
    where r.tenant_id = $1 and s.tenant_id = $1 and s.response_id = r.id and s.doc_id = $2::uuid
), failed as (
    delete from failed_source f using document d
    where f.tenant_id = $1 and d.tenant_id = $1 and d.document_id = $2::uuid and $3::text is null
      and (f.workspace, f.external_id) = (d.workspace, d.external_id)
), unreadable as (
    delete from unread u using document d
    where u.tenant_id = $1 and d.tenant_id = $1 and d.document_id = $2::uuid
      and (u.workspace, u.external_id) = (d.workspace, d.external_id)
)
select 0::bigint as threads, '{}'::text[] as sessions

-- name: user_rows
-- $1 tenant, $2 subject, $3 without its beginning: what is told beside answers, a row for each
select 'thread' as kind, to_jsonb(t) - 'tenant_id' as data from thread t where tenant_id = $1 and subject = $2
union all
select 'session', to_jsonb(s) - 'tenant_id' from session s where tenant_id = $1 and (subject = $2 or user_ref = $3)
union all
select 'message', to_jsonb(m) - 'tenant_id' from message m where tenant_id = $1 and (
    (caller_app, thread_id) in (select caller_app, thread_id from thread where tenant_id = $1 and subject = $2)
    or session_id in (select session_id from session where tenant_id = $1 and (subject = $2 or user_ref = $3)))
union all
select 'feedback', to_jsonb(f) - 'tenant_id' from feedback f where tenant_id = $1 and subject = $2
union all
select 'audit', to_jsonb(e) - 'tenant_id' from audit_event e where tenant_id = $1 and user_ref = $3
union all
select 'voice', to_jsonb(v) - 'tenant_id' - 'data' || jsonb_build_object('data', translate(encode(v.data, 'base64'), E'\n', ''))
from voice_question v where tenant_id = $1 and subject = $2

-- name: thread_rows
-- $1 tenant, $2 thread, $3 caller app
select 'thread' as kind, to_jsonb(t) - 'tenant_id' as data from thread t
where tenant_id = $1 and caller_app = $3 and thread_id = $2
union all
select 'state', to_jsonb(s) - 'tenant_id' from thread_state s where tenant_id = $1 and caller_app = $3 and thread_id = $2
union all
select 'message', to_jsonb(m) - 'tenant_id' from message m where tenant_id = $1 and caller_app = $3 and thread_id = $2

-- name: session_rows
-- $1 tenant, $2 session, $3 null
select 'session' as kind, to_jsonb(s) - 'tenant_id' as data from session s
where tenant_id = $1 and session_id = $2 and $3::text is null
union all
select 'message', to_jsonb(m) - 'tenant_id' from message m where tenant_id = $1 and session_id = $2
union all
select 'workflow', to_jsonb(w) - 'tenant_id' from workflow_event w where tenant_id = $1 and session_id = $2

-- name: document_rows
-- $1 tenant, $2 document, $3 null
select 'document' as kind, to_jsonb(d) - 'tenant_id' - 'layout' as data from document d
where tenant_id = $1 and document_id = $2::uuid and $3::text is null
union all
select 'passage', to_jsonb(p) - 'tenant_id' - 'terms' from passage p where tenant_id = $1 and document_id = $2::uuid

-- name: answer_rows
-- $1 tenant, $2 answers: all that is told of each but its events
select 'answer' as kind, to_jsonb(a) - 'tenant_id' as data from answer a where tenant_id = $1 and answer_id = any($2::uuid[])
union all
select 'message', to_jsonb(m) - 'tenant_id' from message m
where tenant_id = $1 and answer_id = any($2::uuid[]) and thread_id is null and session_id is null
union all
select 'paragraph', to_jsonb(p) - 'tenant_id' from answer_paragraph p where tenant_id = $1 and answer_id = any($2::uuid[])
union all
select 'source', to_jsonb(c) - 'tenant_id' from answer_candidate c where tenant_id = $1 and answer_id = any($2::uuid[])
union all
select 'memory', to_jsonb(r) - 'tenant_id' - 'embedding' - 'sign_code' from responses r
where tenant_id = $1 and source_answer_id = any($2::uuid[])
union all
select 'log', to_jsonb(q) - 'tenant_id' from queries_log q where tenant_id = $1 and answer_id = any($2::uuid[])
union all
select 'label', to_jsonb(l) - 'tenant_id' - 'labeller' from evaluation_label l
where tenant_id = $1 and answer_id = any($2::uuid[])

-- name: own_days
-- $1 tenant
select retention from tenant where tenant_id = $1

-- name: set_days
-- $1 tenant, $2 days by name
update tenant set retention = $2 where tenant_id = $1
