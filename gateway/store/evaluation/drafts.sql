-- What drafts of cases are made from.

-- name: asked
-- $1 tenant, $2 limit: the newest questions, as they can be understood alone, with what their answers cite and what
-- readers said. Answers of deleted threads and of evaluations are unknown.
select coalesce(q.resolved_question, q.question) as question, a.language, coalesce(a.request #>> '{scope,workspace}', '') as workspace,
       a.source = 'gate' as refused,
       coalesce((select jsonb_agg(jsonb_build_object(
                     'paragraph', p.paragraph_index, 'citation', c ->> 'citationId', 'evidence', c -> 'evidence',
                     'text', r.payload ->> 'text', 'passage', r.payload ->> 'embeddingId') order by p.paragraph_index)
                 from answer_paragraph p
                 cross join lateral jsonb_array_elements(p.citations) as c
                 join answer_candidate r on r.tenant_id = $1 and r.answer_id = a.answer_id
                     and r.citation_id = c ->> 'citationId' and r.type = 'embedding'
                 where p.tenant_id = $1 and p.answer_id = a.answer_id and c ->> 'status' = 'ok'), '[]') as cited,
       coalesce((select jsonb_agg(jsonb_build_object(
                     'verdict', f.verdict, 'paragraph', f.paragraph_index, 'citation', f.citation_id))
                 from feedback f where f.tenant_id = $1 and f.answer_id = a.answer_id), '[]') as opinions
from queries_log q join answer a using (tenant_id, answer_id)
where q.tenant_id = $1 and q.question <> '' and (q.followup_resolved or not q.followup_detected)
  and a.source in ('model', 'memory', 'gate') and a.state in ('done', 'no_context') and a.evaluation_run is null
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
order by q.created_at desc, q.id desc
limit $2

-- name: texts
-- $1 tenant, $2 seed, $3 documents, $4 passages of each: a random one of each document, then a second one of each
select d.title, case d.workspace when 'default' then '' else d.workspace end as workspace, p.heading, p.text,
       lower(split_part(coalesce(p.language, d.language, ''), '-', 1)) as language
from (select * from document where tenant_id = $1 order by md5($2::text || document_id) limit $3) as d
cross join lateral (
    select heading, text, language, row_number() over (order by md5($2::text || passage_id)) as turn
    from passage where tenant_id = $1 and document_id = d.document_id
    order by turn limit $4
) as p
order by p.turn, md5($2::text || d.document_id)
