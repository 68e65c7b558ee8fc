-- Conversations as their owners see them: found, renamed, deleted and brought back.

-- name: threads
-- tenant, subject, caller app or null, words or null, time and number of the last one seen or null, limit. Those with a
-- question or a title, newest first; `first_question` is its beginning.
select t.caller_app, t.thread_id, t.number, t.title, t.created_at, t.updated_at, first.question as first_question,
       (select count(*) from message m
        where (m.tenant_id, m.caller_app, m.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
          and m.role = 'user' and not m.deleted) as questions,
       l.answer_id as running
from thread t
left join lateral (
    select left(m.content, 400) as question from message m
    where (m.tenant_id, m.caller_app, m.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
      and m.role = 'user' and not m.deleted
    order by m.seq limit 1
) as first on true
left join turn_lease l on (l.tenant_id, l.caller_app, l.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
where t.tenant_id = $1 and t.subject = $2 and t.deleted_at is null and ($3::text is null or t.caller_app = $3)
  and ($5::timestamptz is null or (t.updated_at, t.number) < ($5, $6::bigint))
  and (first.question is not null or t.title <> '')
  and ($4::text is null or strpos(lower(t.title), lower($4)) > 0 or exists (
      select from message m
      where (m.tenant_id, m.caller_app, m.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
        and m.role = 'user' and not m.deleted and strpos(lower(m.content), lower($4)) > 0))
order by t.updated_at desc, t.number desc
limit $7

-- name: find
-- tenant, subject, thread, caller app or null (whichever was asked in last), whether it is deleted. `first_question` is
-- its beginning. What is emptied is unknown.
select t.caller_app, t.thread_id, t.number, t.title, t.created_at, t.updated_at,
       (select left(m.content, 400) from message m
        where (m.tenant_id, m.caller_app, m.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
          and m.role = 'user' and not m.deleted
        order by m.seq limit 1) as first_question,
       (select count(*) from message m
        where (m.tenant_id, m.caller_app, m.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)
          and m.role = 'user' and not m.deleted) as questions,
       (select l.answer_id from turn_lease l
        where (l.tenant_id, l.caller_app, l.thread_id) = (t.tenant_id, t.caller_app, t.thread_id)) as running
from thread t
where t.tenant_id = $1 and t.subject = $2 and t.thread_id = $3 and ($4::text is null or t.caller_app = $4)
  and (t.deleted_at is not null) = $5::boolean and not t.emptied
order by t.updated_at desc, t.number desc
limit 1

-- name: turns
-- tenant, caller app, thread, number of the question before which they stand or null, most questions. A row for each
-- answer: questions newest first, of each its newest answer first.
select m.message_id, m.seq, m.content as question, m.created_at as asked_at, a.answer_id, a.subject, a.state, a.source,
       a.complete, a.finished_at, a.request -> 'scope' as scope
from (
    select tenant_id, message_id, seq, content, created_at from message
    where tenant_id = $1 and caller_app = $2 and thread_id = $3 and role = 'user' and not deleted
      and ($4::bigint is null or seq < $4)
    order by seq desc limit $5
) as m
join answer a on a.tenant_id = m.tenant_id and a.question_message_id = m.message_id
order by m.seq desc, a.created_at desc, a.answer_id

-- name: rename
-- tenant, caller app, thread, subject, title
update thread set title = $5
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and deleted_at is null

-- name: delete
-- tenant, caller app, thread, subject
update thread set deleted_at = now()
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and deleted_at is null
returning number

-- name: restore
-- tenant, caller app, thread, subject
update thread set deleted_at = null
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and not emptied
returning number
