-- What readers think of answers.

-- name: cites
-- tenant, answer, paragraph, citation id: whether there is such a paragraph, and the answer cites this
select exists (select from answer_paragraph where tenant_id = $1 and answer_id = $2 and paragraph_index = $3)
   and exists (select from answer_ref where tenant_id = $1 and answer_id = $2 and citation_id = $4)

-- name: give
-- tenant, answer, subject, paragraph or null, citation or null, verdict, comment. The same again changes nothing;
-- another verdict or comment is open again.
insert into feedback as f (tenant_id, answer_id, subject, paragraph_index, citation_id, verdict, comment)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (tenant_id, answer_id, subject, paragraph_index, citation_id) do update
set verdict = excluded.verdict, comment = excluded.comment, state = 'open', handled_at = null
where (f.verdict, f.comment) <> (excluded.verdict, excluded.comment)

-- name: take_back
-- tenant, answer, subject, paragraph or null, citation or null
delete from feedback
where tenant_id = $1 and answer_id = $2 and subject = $3
  and paragraph_index is not distinct from $4::integer and citation_id is not distinct from $5::text

-- name: of_answer
-- tenant, answer, subject
select paragraph_index, citation_id, verdict, comment, state, created_at
from feedback
where tenant_id = $1 and answer_id = $2 and subject = $3
order by paragraph_index nulls first, citation_id

-- name: listed
-- tenant, verdict or null, state or null, number of the last one seen or null, limit, number of a single one or null:
-- newest first, with question, paragraph and citation as they were. Those to answers of deleted threads are unknown.
select f.feedback_id as number, f.answer_id, f.paragraph_index, f.citation_id, f.verdict, f.comment, f.state, f.note, f.handled_at,
       f.created_at, a.question, a.created_at as asked_at, a.source, a.model, a.subject,
       a.request -> 'scope' as scope, p.text as paragraph,
       (select c from jsonb_array_elements(p.citations) c where c ->> 'citationId' = f.citation_id limit 1) as citation,
       r.type as reference_type, r.payload
from feedback f
join answer a using (tenant_id, answer_id)
left join answer_paragraph p on (p.tenant_id, p.answer_id, p.paragraph_index)
                                = (f.tenant_id, f.answer_id, f.paragraph_index)
left join answer_candidate r on (r.tenant_id, r.answer_id, r.citation_id) = (f.tenant_id, f.answer_id, f.citation_id)
where f.tenant_id = $1 and ($2::text is null or f.verdict = $2) and ($3::text is null or f.state = $3)
  and a.evaluation_run is null and ($4::bigint is null or f.feedback_id < $4) and ($6::bigint is null or f.feedback_id = $6)
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
order by f.feedback_id desc
limit $5

-- name: open
-- tenant
select count(*) from feedback f join answer a using (tenant_id, answer_id)
where f.tenant_id = $1 and f.state = 'open' and a.evaluation_run is null

-- name: handle
-- tenant, number, state, note or null (as it is)
update feedback
set state = $3, note = coalesce($4, note),
    handled_at = case when $3 = 'open' then null else coalesce(handled_at, now()) end
where tenant_id = $1 and feedback_id = $2
