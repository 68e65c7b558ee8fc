-- What answers made of documents, and what became of these since.

-- name: citing
-- tenant, document, subject, time and answer of the last one seen or null, limit: the subject's answers that cite the
-- document, newest first. Those of deleted threads are unknown.
select a.answer_id, a.question, a.created_at as asked_at, a.thread_id, a.request ->> 'caller_app' as caller_app, a.subject,
       a.request -> 'scope' as scope,
       array_agg(r.citation_id order by r.position) as citation_ids,
       array_agg(s.payload ->> 'embeddingId' order by r.position) as passages
from candidate_snapshot s
join candidate c on c.tenant_id = s.tenant_id and c.snapshot_id = s.snapshot_id
join answer_ref r on r.tenant_id = c.tenant_id and r.answer_id = c.answer_id and r.citation_id = c.citation_id
join answer a on a.tenant_id = r.tenant_id and a.answer_id = r.answer_id
where s.tenant_id = $1 and s.type = 'embedding' and s.document_id = $2::text and r.cited and a.subject = $3
  and a.evaluation_run is null
  and ($4::timestamptz is null or (a.created_at, a.answer_id) < ($4, $5::uuid))
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)
group by a.tenant_id, a.answer_id
order by a.created_at desc, a.answer_id desc
limit $6

-- name: times_cited
-- tenant, document
select times_cited($1, $2)

-- name: sources_now
-- tenant, answer: the passages of its `refs`, in their order; of each the document if it is still there, its text and
-- the ranges of it that paragraphs rest on, the passage of the same text in the document, and else the passage with the
-- same id, or the one nearest to its place.
select cited.citation_id, cited.document_id, cited.text, cited.passage_id, cited.start, d.document_id is not null as is_there,
       same.passage_id as same, near.passage_id as near, near.text as near_text,
       array(select jsonb_array_elements(citation -> 'evidence')
             from answer_paragraph a, jsonb_array_elements(a.citations) as citation
             where a.tenant_id = $1 and a.answer_id = $2 and citation ->> 'citationId' = cited.citation_id) as evidence
from (
    select c.citation_id, r.position, c.payload ->> 'documentId' as document_id, c.payload ->> 'text' as text,
           c.payload ->> 'embeddingId' as passage_id, coalesce((c.payload #>> '{position,start}')::bigint, 0) as start,
           case when c.payload ->> 'documentId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                then (c.payload ->> 'documentId')::uuid end as document
    from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
    where r.tenant_id = $1 and r.answer_id = $2 and c.type = 'embedding'
) as cited
left join document d on d.tenant_id = $1 and d.document_id = cited.document
left join lateral (
    select p.passage_id from passage p
    where p.tenant_id = $1 and p.document_id = d.document_id
      and p.chunk_hash = encode(sha256(convert_to(cited.text, 'UTF8')), 'hex')
    order by p.passage_id::text = cited.passage_id desc, abs(p.start_at - cited.start), p.position
    limit 1
) as same on true
left join lateral (
    select p.passage_id, p.text from passage p
    where p.tenant_id = $1 and p.document_id = d.document_id
    order by p.passage_id::text = cited.passage_id desc, abs(p.start_at - cited.start), p.position
    limit 1
) as near on same.passage_id is null
order by cited.position

-- name: speaking_now
-- tenant, document, sentences with single spaces in them, passage and offset that they had, limit: of each sentence the
-- passages that seem to have it now, the likeliest first
select wanted.sentence, found.passage_id, found.text
from unnest($3::text[]) with ordinality as wanted (sentence, number)
cross join lateral (
    select p.passage_id, p.text, row_number() over (order by p.passage_id::text = $4 desc, abs(p.start_at - $5)) as place
    from passage p
    where p.tenant_id = $1 and p.document_id = $2::uuid
      and strpos(regexp_replace(p.text, '\s+', ' ', 'g'), wanted.sentence) > 0
    order by place limit $6
) as found
order by wanted.number, found.place
