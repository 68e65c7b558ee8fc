-- What was asked, for those who look after the gateway: figures, and what nobody could answer.

-- name: by_app
-- tenant, days back: questions by day (UTC) and application
select (created_at at time zone 'UTC')::date as day, caller_app as name, '' as label, count(*) as questions,
       count(*) filter (where gate_decision = 'refused') as refused,
       count(*) filter (where gate_decision = 'doubtful') as doubtful,
       count(*) filter (where memory_decision = 'hit') as from_memory,
       coalesce(sum(question_tokens), 0)::bigint as question_tokens,
       coalesce(sum(answer_tokens), 0)::bigint as answer_tokens
from queries_log
where tenant_id = $1 and created_at >= (date_trunc('day', now() at time zone 'UTC') - make_interval(days => $2 - 1))
                                       at time zone 'UTC'
group by 1, 2
order by 1 desc, 2

-- name: by_key
-- tenant, days back: the same by key: its beginning and its label; `users` are those that back ends name, and a null is
-- what is not known any more, for the answer or the key is gone
select (q.created_at at time zone 'UTC')::date as day,
       case when a.subject like 'user:%' then 'users' when a.subject like 'key:%' then k.prefix else a.subject end as name,
       coalesce(k.label, '') as label, count(*) as questions,
       count(*) filter (where q.gate_decision = 'refused') as refused,
       count(*) filter (where q.gate_decision = 'doubtful') as doubtful,
       count(*) filter (where q.memory_decision = 'hit') as from_memory,
       coalesce(sum(q.question_tokens), 0)::bigint as question_tokens,
       coalesce(sum(q.answer_tokens), 0)::bigint as answer_tokens
from queries_log q
left join answer a using (tenant_id, answer_id)
left join api_key k on k.tenant_id = q.tenant_id and 'key:' || left(k.key_hash, 16) = a.subject
where q.tenant_id = $1 and q.created_at >= (date_trunc('day', now() at time zone 'UTC') - make_interval(days => $2 - 1))
                                           at time zone 'UTC'
group by 1, 2, 3
order by 1 desc, 2, 3

-- name: unanswered
-- tenant, days back, time up to which it is counted, limit: questions that the gate refused or doubted, newest first,
-- but for those that were answered since in the same words. Those of deleted threads are unknown.
with answered as (
    select lower(question) as wording, max(created_at) as at
    from queries_log
    where tenant_id = $1 and created_at > now() - make_interval(days => $2) and gate_decision = 'confident'
    group by 1
)
select q.question, coalesce(q.resolved_question, q.question) as meant, q.gate_decision = 'refused' as is_refused,
       q.created_at as asked_at, q.answer_id,
       a.language, a.subject, a.request -> 'scope' as scope
from queries_log q
join answer a using (tenant_id, answer_id)
left join answered on answered.wording = lower(q.question)
where q.tenant_id = $1 and q.created_at > now() - make_interval(days => $2) and q.created_at <= $3
  and q.gate_decision in ('refused', 'doubtful') and (answered.at is null or answered.at < q.created_at)
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
order by q.created_at desc, q.id desc
limit $4

-- name: answers
-- tenant, words of the question or null, source or null, whether only those with a citation error, how they ended or
-- null, time and answer of the last one seen or null, limit: answers that have ended, newest first. Those of deleted
-- threads are unknown.
select a.answer_id, a.question, a.created_at as asked_at, a.finished_at,
       case when a.state = 'failed' then 'failed' else 'done' end as state, a.source, a.complete, a.degraded_reason,
       a.has_citation_error, a.provider, a.model, a.subject, a.request -> 'scope' as scope,
       q.ttft_ms as first_text_ms, q.total_ms,
       exists (select from answer_recording r where r.tenant_id = a.tenant_id and r.answer_id = a.answer_id)
       or exists (select from stream_event e
                  where e.tenant_id = a.tenant_id and e.answer_id = a.answer_id and e.heard is not null) as has_pieces
from answer a
left join queries_log q on q.tenant_id = a.tenant_id and q.id = a.turn_id
where a.tenant_id = $1 and a.state <> 'streaming' and a.evaluation_run is null
  and ($2::text is null or strpos(lower(a.question), lower($2)) > 0) and ($3::text is null or a.source = $3)
  and (not $4::boolean or a.has_citation_error)
  and ($5::text is null
       or $5 = case when a.state = 'failed' then 'failed' when a.complete then 'whole' else 'early' end)
  and ($6::timestamptz is null or (a.created_at, a.answer_id) < ($6, $7::uuid))
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
order by a.created_at desc, a.answer_id desc
limit $8
