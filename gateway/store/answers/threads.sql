-- What the follow-ups of a thread can point at (`conversation.followups.thread_state.ThreadState`).

-- name: state
-- tenant, caller app, thread, subject: a foreign thread is an unknown one. `turn_seq` null: nothing is stored of it.
select s.last_outline, s.parent_outline, s.list_outline, s.list_newer, s.last_doc_ids, s.last_titles, s.turn_seq,
       t.follows is not null as branches
from thread t left join thread_state s using (tenant_id, caller_app, thread_id)
where t.tenant_id = $1 and t.caller_app = $2 and t.thread_id = $3 and t.subject = $4 and t.deleted_at is null
  and (s.turn_seq is not null or t.follows is not null)

-- name: previous
-- tenant, caller app, thread, subject, question, most: the newest turns before it that have an answer; the same question
-- again is no other turn
select told.question, told.answer
from thread_line($1, $2, $3, $4) as line
cross join lateral (
    select coalesce(q.resolved_question, a.question) as question, a.text as answer, q.created_at
    from queries_log q
    join answer a using (tenant_id, answer_id)
    where q.tenant_id = $1 and q.caller_app = $2 and q.thread_id = line.thread_id and a.subject = $4 and a.question <> $5
      and a.state <> 'streaming' and a.source in ('model', 'memory') and a.text <> ''
      and (line.last_seq is null or a.turn_seq <= line.last_seq)
    order by q.created_at desc
    limit $6
) as told
order by told.created_at desc
limit $6

-- name: language
-- tenant, caller app, thread, subject: of the newest question
select a.language
from queries_log q
join answer a using (tenant_id, answer_id)
where q.tenant_id = $1 and q.caller_app = $2 and q.thread_id = $3 and a.subject = $4
order by q.created_at desc
limit 1

-- name: lock
-- tenant, caller app, thread
select last_outline, parent_outline, list_outline, list_newer, last_doc_ids, last_titles,
       outline_answer_id, parent_answer_id, list_answer_id, documents_answer_id
from thread_state
where tenant_id = $1 and caller_app = $2 and thread_id = $3
for update

-- name: write
-- tenant, caller app, thread, outline, parent, list, list newer, document ids, titles, the answers that outline,
-- parent, list and documents came from, answer that ends. An older turn than the row's changes nothing.
insert into thread_state as s (
    tenant_id, caller_app, thread_id, last_outline, parent_outline, list_outline, list_newer, last_doc_ids, last_titles,
    outline_answer_id, parent_answer_id, list_answer_id, documents_answer_id, turn_seq
)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, turn_seq
from answer
where tenant_id = $1 and answer_id = $14
on conflict (tenant_id, caller_app, thread_id) do update set
    last_outline = excluded.last_outline, parent_outline = excluded.parent_outline, list_outline = excluded.list_outline,
    list_newer = excluded.list_newer, last_doc_ids = excluded.last_doc_ids, last_titles = excluded.last_titles,
    outline_answer_id = excluded.outline_answer_id, parent_answer_id = excluded.parent_answer_id,
    list_answer_id = excluded.list_answer_id, documents_answer_id = excluded.documents_answer_id,
    turn_seq = excluded.turn_seq, version = s.version + 1, updated_at = now()
where s.turn_seq < excluded.turn_seq

-- name: forget_answers
-- arrays: tenant, answer. What came from these answers goes; found by the log, which has their threads.
update thread_state s
set last_outline = case when s.outline_answer_id = any(gone.answers) then '[]' else s.last_outline end,
    parent_outline = case when s.parent_answer_id = any(gone.answers) then '[]' else s.parent_outline end,
    list_outline = case when s.list_answer_id = any(gone.answers) then '[]' else s.list_outline end,
    list_newer = s.list_newer and not s.list_answer_id = any(gone.answers),
    last_doc_ids = case when s.documents_answer_id = any(gone.answers) then '[]' else s.last_doc_ids end,
    last_titles = case when s.documents_answer_id = any(gone.answers) then '[]' else s.last_titles end,
    version = s.version + 1, updated_at = now()
from (select q.tenant_id, q.caller_app, q.thread_id, array_agg(q.answer_id) as answers
      from queries_log q join unnest($1::text[], $2::uuid[]) as given (tenant_id, answer_id) using (tenant_id, answer_id)
      where q.thread_id is not null
      group by 1, 2, 3) as gone
where (s.tenant_id, s.caller_app, s.thread_id) = (gone.tenant_id, gone.caller_app, gone.thread_id)
  and gone.answers && array[s.outline_answer_id, s.parent_answer_id, s.list_answer_id, s.documents_answer_id]

-- name: forget_thread
-- tenant, caller app, thread
delete from thread_state where tenant_id = $1 and caller_app = $2 and thread_id = $3
