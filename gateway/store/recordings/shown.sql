-- What a conversation has shown of its sources (`conversation.citations.shown`).

-- name: of_thread
-- tenant, caller app, thread, subject, most: the newest answers that cite something or are about a source. A foreign
-- thread is an unknown one.
select told.*
from thread_line($1, $2, $3, $4) as line
cross join lateral (
    select a.answer_id, a.created_at
    from answer a
    where a.tenant_id = $1 and a.thread_id = line.thread_id and a.request ->> 'caller_app' = $2 and a.subject = $4
      and a.state <> 'streaming' and (line.last_seq is null or a.turn_seq <= line.last_seq)
      and (exists (select from answer_ref r where r.tenant_id = $1 and r.answer_id = a.answer_id)
           or a.frozen -> 'followup' ->> 'asks' is not null)
    order by a.created_at desc
    limit $5
) as told
order by told.created_at desc
limit $5

-- name: said
-- tenant, subject, texts: the newest answers with these texts, one for each
select distinct on (a.text) a.answer_id
from answer a
where a.tenant_id = $1 and a.subject = $2 and a.text = any($3::text[]) and a.text <> '' and a.state <> 'streaming'
order by a.text, a.created_at desc

-- name: visible
-- tenant, documents, workspaces or null: those of the documents that are there for the asker
select document_id::text from document
where tenant_id = $1 and document_id = any($2::uuid[]) and ($3::text[] is null or workspace = any($3))

-- name: shown
-- tenant, subject, answers: with all that questions about their sources can mean. Those of deleted threads are unknown.
select a.answer_id, coalesce(a.frozen ->> 'meant', a.question) as question, a.frozen -> 'followup' as followup,
       a.meta -> 'answer' as told,
       (select jsonb_agg(jsonb_build_object('index', p.paragraph_index, 'text', p.text, 'citations', p.citations)
                         order by p.paragraph_index)
        from answer_paragraph p where p.tenant_id = $1 and p.answer_id = a.answer_id) as paragraphs,
       (select jsonb_agg(jsonb_build_object('citation_id', c.citation_id, 'type', c.type, 'payload', c.payload)
                         order by r.position)
        from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
        where r.tenant_id = $1 and r.answer_id = a.answer_id) as cited,
       (select jsonb_object_agg(c.citation_id, coalesce(c.payload ->> 'title', ''))
        from answer_candidate c where c.tenant_id = $1 and c.answer_id = a.answer_id) as offered
from answer a
where a.tenant_id = $1 and a.subject = $2 and a.answer_id = any($3) and a.state <> 'streaming'
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
order by a.created_at desc
