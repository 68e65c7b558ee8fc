-- Conversations of the older system's page: threads with a title and settings, their questions and answers.

-- name: enter
-- tenant, caller app, thread, subject, title, settings: made when it is not there
insert into thread (tenant_id, caller_app, thread_id, subject, title, settings)
values ($1, $2, $3, $4, $5, $6)
on conflict (tenant_id, caller_app, thread_id) do nothing

-- name: conversation
-- tenant, caller app, thread, subject
select thread_id, number, subject, title, settings, created_at, updated_at, 0 as tokens
from thread
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and deleted_at is null

-- name: conversations
-- tenant, caller app, subject, limit
select t.thread_id, t.number, t.subject, t.title, t.settings, t.created_at, t.updated_at,
       (select coalesce(sum(coalesce(a.question_tokens, 0) + coalesce(a.answer_tokens, 0)), 0)::bigint
        from answer a where a.tenant_id = t.tenant_id and a.thread_id = t.thread_id) as tokens
from thread t
where t.tenant_id = $1 and t.caller_app = $2 and t.subject = $3 and t.deleted_at is null
order by t.number desc
limit $4

-- name: has_title
-- tenant, caller app, subject, title, thread that may have it
select exists (
    select from thread
    where tenant_id = $1 and caller_app = $2 and subject = $3 and deleted_at is null and title = $4 and thread_id <> $5
)

-- name: edit
-- tenant, caller app, thread, subject, title (null: as it is), settings (merged)
update thread
set title = coalesce($5, title), settings = settings || $6, updated_at = now()
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and deleted_at is null
returning true

-- name: delete
-- tenant, caller app, thread, subject
update thread
set deleted_at = now(), updated_at = now(), title = '', settings = '{}', emptied = true
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and subject = $4 and deleted_at is null
returning number

-- name: questions
-- tenant, caller app, thread, before this question (null: from the newest), limit; a spoken one with its recording
select m.message_id, m.seq, m.content, m.created_at,
       (select v.voice_id from answer a join voice_question v using (tenant_id, answer_id)
        where a.tenant_id = m.tenant_id and a.question_message_id = m.message_id order by a.created_at limit 1) as voice
from message m
where m.tenant_id = $1 and m.caller_app = $2 and m.thread_id = $3 and m.role = 'user'
  and ($4::uuid is null or m.seq < (
      select b.seq from message b where b.tenant_id = $1 and b.message_id = $4 and b.caller_app = $2 and b.thread_id = $3))
order by m.seq desc
limit $5

-- name: question
-- tenant, caller app, thread, question
select content from message
where tenant_id = $1 and caller_app = $2 and thread_id = $3 and message_id = $4 and role = 'user'

-- name: answers
-- tenant, questions: their answers with text, newest first
select a.answer_id, a.question_message_id, a.text, a.created_at, a.provider, a.model, a.is_ref_embedding, a.is_ref_graph,
       a.meta -> 'audioInfo' as audio,
       coalesce(a.question_tokens, 0) as question_tokens, coalesce(a.answer_tokens, 0) as answer_tokens,
       (select coalesce(string_agg(e.data ->> 'text', '' order by e.seq), '') from stream_event e
        where e.tenant_id = a.tenant_id and e.answer_id = a.answer_id and e.type = 'thinking') as thinking,
       array(select p.data from event_pack p
             where p.tenant_id = a.tenant_id and p.answer_id = a.answer_id and p.thinking order by p.first_seq) as packed
from answer a
where a.tenant_id = $1 and a.question_message_id = any ($2::uuid[]) and a.text <> ''
order by a.created_at desc, a.answer_id

-- name: history
-- tenant, caller app, thread, before this question (null: all), limit: questions and their newest answers, newest first
select m.content as question, a.text as answer
from message m
cross join lateral (
    select text from answer
    where tenant_id = m.tenant_id and question_message_id = m.message_id and text <> ''
    order by created_at desc
    limit 1
) a
where m.tenant_id = $1 and m.caller_app = $2 and m.thread_id = $3 and m.role = 'user'
  and ($4::uuid is null or m.seq < (select b.seq from message b where b.tenant_id = $1 and b.message_id = $4))
order by m.seq desc
limit $5

-- name: answers_of_thread
-- tenant, caller app, thread
select distinct a.answer_id
from message m join answer a on a.tenant_id = m.tenant_id and a.question_message_id = m.message_id
where m.tenant_id = $1 and m.caller_app = $2 and m.thread_id = $3 and m.role = 'user'

-- name: answers_of_message
-- tenant, caller app, subject, uuid of a question or of an answer
select a.answer_id
from message m
join thread t using (tenant_id, caller_app, thread_id)
join answer a on a.tenant_id = m.tenant_id and a.question_message_id = m.message_id
where m.tenant_id = $1 and m.caller_app = $2 and t.subject = $3 and m.role = 'user'
  and m.message_id in ($4, (select question_message_id from answer where tenant_id = $1 and answer_id = $4))
  and $4 in (a.answer_id, a.question_message_id)

-- name: delete_question
-- tenant, caller app, subject, question
delete from message m using thread t
where m.tenant_id = $1 and m.caller_app = $2 and m.message_id = $4 and m.role = 'user'
  and t.tenant_id = $1 and t.caller_app = $2 and t.thread_id = m.thread_id and t.subject = $3
returning true

-- name: delete_messages
-- tenant, caller app, thread
delete from message where tenant_id = $1 and caller_app = $2 and thread_id = $3

-- name: delete_answers
-- tenant, answers: with their events, paragraphs and references
delete from answer where tenant_id = $1 and answer_id = any ($2::uuid[])

-- name: delete_answer_messages
-- tenant, answers
delete from message where tenant_id = $1 and answer_id = any ($2::uuid[]) and role = 'assistant'

-- name: empty_log
-- tenant, answers: the figures stay, the texts go
update queries_log set question = '', retrieval_query_1 = null, retrieval_query_2 = null, resolved_question = null where tenant_id = $1 and answer_id = any ($2::uuid[])
