-- Conversations that branch off others: `thread_line` has the threads whose turns led to one.

-- name: is_passed
-- tenant, answer: whether its conversation has gone on behind it. What failed has told nothing.
select exists (
    select from answer named
    join answer later using (tenant_id, thread_id)
    where named.tenant_id = $1 and named.answer_id = $2 and later.turn_seq > named.turn_seq and later.state <> 'failed'
      and later.request ->> 'caller_app' = named.request ->> 'caller_app'
)

-- name: language
-- tenant, answer, subject
select language from answer where tenant_id = $1 and answer_id = $2 and subject = $3

-- name: inherited
-- tenant, caller app, thread, subject, most: of the newest answered turns before the thread's own, what can be pointed at,
-- newest first
select a.answer_id, a.question_message_id, a.language, a.text,
       (select jsonb_agg(jsonb_build_object('index', p.paragraph_index, 'text', p.text, 'citations', (
                   select coalesce(jsonb_agg(c -> 'citationId'), '[]') from jsonb_array_elements(p.citations) c
               )) order by p.paragraph_index)
        from answer_paragraph p where p.tenant_id = $1 and p.answer_id = a.answer_id) as paragraphs,
       (select jsonb_agg(jsonb_build_object('id', o.section_id, 'title', o.title, 'paragraphs', o.paragraphs)
                         order by o.position)
        from answer_outline o where o.tenant_id = $1 and o.answer_id = a.answer_id) as outline,
       (select jsonb_agg(jsonb_build_object('citation_id', c.citation_id, 'type', c.type, 'payload', c.payload)
                         order by r.position)
        from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
        where r.tenant_id = $1 and r.answer_id = a.answer_id) as cited
from thread_line($1, $2, $3, $4) as line
join answer a on a.tenant_id = $1 and a.thread_id = line.thread_id and a.turn_seq <= line.last_seq
where a.request ->> 'caller_app' = $2 and a.subject = $4 and a.state <> 'streaming'
  and a.source in ('model', 'memory') and a.text <> ''
order by a.created_at desc
limit $5
